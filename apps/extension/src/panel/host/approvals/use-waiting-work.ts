import type { SessionId } from "@webhand/contracts/ids";
import type { PendingApproval } from "@webhand/contracts/tools/approvals";
import { approvalsRoute } from "@webhand/contracts/tools/approvals";
import { cancelServerTaskRoute } from "@webhand/contracts/tools/server-tasks";
import type { AgentSessionRow } from "@webhand/contracts/tools/sessions";
import { agentSessionsRoute } from "@webhand/contracts/tools/sessions";
import { useEffect, useState } from "react";
import { usePolling } from "../../../kit/load/use-polling.ts";
import type { SignedInApi } from "../../../signed-in-api.ts";
import { isTask } from "../tasks/is-task.ts";

const everyMs = 10_000;
const offeredRows = 20;

/**
 * The server's work that is the person's business: questions that wait, asked every 10 s, and tasks that were at work when the panel opened.
 * An error means that nothing is told; the views of the tools say why.
 */
export function useWaitingWork(api: SignedInApi, owner: string | null) {
	const [approvals, setApprovals] = useState<readonly PendingApproval[]>([]);
	const [tasks, setTasks] = useState<readonly AgentSessionRow[]>([]);
	useEffect(() => {
		setApprovals([]);
		setTasks([]);
		if (owner === null) return;
		const closing = new AbortController();
		const { signal } = closing;
		const silent = () => undefined;
		readApprovals(api, signal).then((waiting) => (signal.aborted ? undefined : setApprovals(waiting)), silent);
		readTasks(api, signal).then((found) => (signal.aborted ? undefined : setTasks(found)), silent);
		return () => closing.abort();
	}, [api, owner]);
	usePolling({
		isOn: owner !== null,
		everyMs,
		poll: async (signal) => {
			const waiting = await readApprovals(api, signal);
			if (!signal.aborted) setApprovals(waiting);
		},
	});
	const close = (ids: readonly SessionId[]) => setTasks((before) => before.filter(({ id }) => !ids.includes(id)));
	const cancel = (id: SessionId) => {
		close([id]);
		// A task that could not be cancelled stands in the list of tasks.
		void api.call(cancelServerTaskRoute, { params: { id } }).catch(() => undefined);
	};
	return { waiting: approvals.length, tasks, close, cancel };
}

async function readApprovals(api: SignedInApi, signal: AbortSignal): Promise<readonly PendingApproval[]> {
	return (await api.call(approvalsRoute, { query: { status: "pending" }, signal })).approvals;
}

async function readTasks(api: SignedInApi, signal: AbortSignal): Promise<readonly AgentSessionRow[]> {
	const lists = await Promise.all(
		(["waiting_approval", "running"] as const).map((status) =>
			api.call(agentSessionsRoute, { query: { status, limit: offeredRows }, signal }),
		),
	);
	return lists.flatMap(({ sessions }) => sessions).filter(isTask);
}
