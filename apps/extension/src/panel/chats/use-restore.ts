import { sessionListRoute } from "@webhand/contracts/chat/sessions";
import type { TaskId } from "@webhand/contracts/ids";
import { useEffect, useState } from "react";
import { server } from "../../kit/server.ts";
import type { ViewState } from "../../panel-state.ts";
import { offeredItem, tabTasksItem } from "../../storage.ts";
import { readTask } from "../chat/store/chat-reader.ts";
import type { WaitingTask } from "../panel-props.ts";
import { ownerKeyOf } from "../state/owner.ts";
import { restorable, tasksToAsk } from "./restorable.ts";

const askedSessions = 20;

/** Tasks that the server still has and no tab of this browser carries out: offered once after the browser started. */
export function useRestore(state: ViewState | null) {
	const [tasks, setTasks] = useState<readonly WaitingTask[]>([]);
	const user = state?.connection.kind === "offline" ? null : ownerKeyOf(state);
	useEffect(() => {
		setTasks([]);
		if (user === null || state === null) return;
		const closing = new AbortController();
		// Without an answer nothing is offered; the chat itself tells of its task too.
		void findTasks(state, closing.signal).then(
			(found) => (closing.signal.aborted ? undefined : setTasks(found)),
			() => undefined,
		);
		return () => closing.abort();
	}, [user]);

	/** A task is offered once; it keeps waiting in its chat. */
	const close = (closed: readonly TaskId[]) => {
		setTasks((before) => before.filter(({ taskId }) => !closed.includes(taskId)));
		void offeredItem.update((offered) => [...new Set([...offered, ...closed])].slice(-askedSessions * 2));
	};
	// A task that began to run here meanwhile is no longer lost.
	const here = new Set(runsHere(state));
	const open = tasks.filter(({ taskId }) => !here.has(taskId));
	return { tasks: open, close, closeAll: () => close(open.map(({ taskId }) => taskId)) };
}

function runsHere(state: ViewState | null): readonly TaskId[] {
	if (state === null) return [];
	return [state.run, ...state.otherRuns].flatMap((run) => run?.taskId ?? []);
}

async function findTasks(state: ViewState, signal: AbortSignal): Promise<readonly WaitingTask[]> {
	const [{ sessions }, tabTasks, offered] = await Promise.all([
		server.call(sessionListRoute, { query: { status: "active,interrupted", limit: askedSessions }, signal }),
		tabTasksItem.get(),
		offeredItem.get(),
	]);
	const facts = {
		here: new Set(runsHere(state)),
		before: new Set(Object.values(tabTasks).flatMap(({ taskId }) => taskId ?? [])),
		offered: new Set(offered),
		now: Date.now(),
	};
	const tasks = await Promise.all(tasksToAsk(sessions, facts).map((taskId) => readTask({ api: server, signal }, taskId)));
	return restorable(
		sessions,
		tasks.flatMap((task) => task ?? []),
		facts,
	);
}
