import { isTerminal } from "@webhand/contracts/agent/task";
import type { TaskId, TenantId, UserId } from "@webhand/contracts/ids";
import type { RunState } from "@webhand/contracts/routine/run";
import { isIdle } from "../../policy/progress/status.ts";
import type { Task } from "../../shared/task.ts";
import type { ProposeHeals } from "../heals/engine.ts";
import { brokenOff } from "./policy.ts";
import { attemptKey } from "./row.ts";
import type { RunDeps } from "./run.ts";
import type { ListedRun, StoredRow } from "./store.ts";

/** What making good needs. `idleMs`: a task without a step for so long has expired. */
export type SettleDeps = RunDeps & {
	readonly proposeHeals: ProposeHeals;
	readonly tasks: {
		readonly get: (tenantId: TenantId, userId: UserId, taskId: TaskId) => Promise<Task | null>;
		readonly findCreated: (tenantId: TenantId, userId: UserId, createKey: string) => Promise<Task | null>;
		/** A browser goes on with a task: what its newest step did is not to be seen on the page that it opens. */
		readonly noteReopened: (tenantId: TenantId, taskId: TaskId) => Promise<void>;
		/** A request with this key makes no task any more. */
		readonly stopKey: (tenantId: TenantId, userId: UserId, key: string) => Promise<void>;
		/** Ends a task with its events. @returns false when it was written to meanwhile */
		readonly cancel: (task: Task) => Promise<boolean>;
	};
	readonly idleMs: number;
};

/** States of a run that goes on. */
export const going: readonly RunState[] = ["waiting", "running"];

/** The task of a row: the one that it names, or that its key made when nobody could say so any more. */
export async function taskOf({ tasks, runs }: Pick<SettleDeps, "tasks" | "runs">, row: StoredRow): Promise<Task | null> {
	const { tenantId, userId, taskId } = row;
	if (taskId !== undefined) return await tasks.get(tenantId, userId, taskId);
	const found = await tasks.findCreated(tenantId, userId, attemptKey(row));
	if (found !== null) await runs.linkTask(row, found);
	return found;
}

/**
 * Makes good what a crash left: rows whose task or run has ended, heals that nobody proposed, a run without an open row.
 *
 * @returns the run as it stands then
 */
export async function settle(deps: SettleDeps, run: ListedRun): Promise<ListedRun> {
	if (run.state === "done") return run;
	const open = await deps.runs.openRow(run.tenantId, run._id);
	if (open !== null) await settleOpen(deps, open);
	await deps.proposeHeals(run);
	const now = (await deps.runs.get(run.tenantId, run._id)) ?? run;
	if (now.state === "stopped") {
		await stopOpenRow(deps, now);
		await deps.runs.stopWaiting(run.tenantId, run._id);
		return now;
	}
	if (await deps.runs.hasOpenRows(run.tenantId, run._id)) return now;
	return (await deps.runs.move(run.tenantId, run._id, { from: [...going, "paused"], to: "done", endedAt: deps.now() })) ?? now;
}

async function settleOpen(deps: SettleDeps, row: StoredRow): Promise<void> {
	const task = await taskOf(deps, row);
	if (task === null) {
		// Its task is gone, or never was.
		if (row.taskId !== undefined) await deps.runs.settleRow(row, { state: "unknown", reason: "Its task is not stored any more" });
		return;
	}
	const isExpired = isIdle(task, { now: deps.now(), idleMs: deps.idleMs });
	if (isTerminal(task.status)) await deps.runs.endBehind(task);
	else if (isExpired) await deps.runs.endBehind({ ...task, status: "expired" });
}

/** Attempts at a write that another one may overtake. */
const attempts = 5;

/** How a row ends that is stopped before its task began. One that was to be read back may be saved. */
const stoppedEndOf = ({ readsBack }: StoredRow) =>
	readsBack === true ? ({ state: "unknown", reason: brokenOff } as const) : ({ state: "stopped", reason: "You stopped it" } as const);

/** Ends the row under way of a stopped run. */
async function stopOpenRow(deps: SettleDeps, run: ListedRun): Promise<void> {
	for (let attempt = 0; attempt < attempts; attempt += 1) {
		const row = await deps.runs.openRow(run.tenantId, run._id);
		if (row === null) return;
		// Its first step may be on its way: it finds the key stopped, or its task is found here.
		if (row.taskId === undefined) await deps.tasks.stopKey(run.tenantId, row.userId, attemptKey(row));
		const task = await taskOf(deps, row);
		if (task === null) return await deps.runs.settleRow(row, stoppedEndOf(row));
		if (isTerminal(task.status)) return await deps.runs.endBehind(task);
		if (await deps.tasks.cancel(task)) return;
	}
}
