import { isTerminal } from "@webhand/contracts/agent/task";
import type { TaskView } from "@webhand/contracts/agent/task-trace";
import type { Session } from "@webhand/contracts/chat/sessions";
import type { TaskId } from "@webhand/contracts/ids";
import type { WaitingTask } from "../panel-props.ts";

/** A task that nobody worked on for this long is called interrupted. */
const silentMs = 120_000;

export type RestoreFacts = {
	/** Tasks with a run in this browser. */
	readonly here: ReadonlySet<TaskId>;
	/** Tasks that tabs of this browser carried out before it was closed. */
	readonly before: ReadonlySet<TaskId>;
	/** Tasks that were offered or dismissed already. */
	readonly offered: ReadonlySet<TaskId>;
	readonly now: number;
};

/** The newest tasks of chats that this browser began and no tab of it carries out. */
export function tasksToAsk(sessions: readonly Session[], { here, before, offered }: RestoreFacts): readonly TaskId[] {
	const isLost = (taskId: TaskId) => before.has(taskId) && !here.has(taskId) && !offered.has(taskId);
	return sessions.flatMap(({ status, lastTaskId }) => {
		const isOpen = status === "active" || status === "interrupted";
		return isOpen && lastTaskId !== undefined && isLost(lastTaskId) ? [lastTaskId] : [];
	});
}

/**
 * The tasks to offer for continuing. Those of other devices stand in their chats and are not offered.
 *
 * @throws never
 */
export function restorable(sessions: readonly Session[], tasks: readonly TaskView[], facts: RestoreFacts): readonly WaitingTask[] {
	const wanted = new Set(tasksToAsk(sessions, facts));
	return tasks.flatMap((task): readonly WaitingTask[] => {
		const session = sessions.find(({ sessionId }) => sessionId === task.sessionId);
		const updatedAt = Date.parse(task.updatedAt);
		const isSilent = facts.now - updatedAt >= silentMs;
		if (session === undefined || !wanted.has(task.taskId) || isTerminal(task.status)) return [];
		const { taskId, sessionId, query } = task;
		const state = task.question !== undefined ? "waiting" : isSilent ? "interrupted" : "running";
		return [{ taskId, sessionId, query, domain: session.domain ?? "", url: session.url, state, updatedAt }];
	});
}
