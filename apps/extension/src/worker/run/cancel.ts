import type { TaskId } from "@webhand/contracts/ids";
import type { RunRecord } from "../../run-record.ts";
import type { RunStore } from "./store.ts";

/** What is stopped: a task, or what the request with a key begins. */
export type StopTarget = { readonly taskId: TaskId } | { readonly key: string };

export type CancelDeps = {
	readonly runs: Pick<RunStore, "list" | "apply">;
	/** @returns the task that is stopped, null for none; undefined when the server did not hear it */
	readonly cancel: (target: StopTarget) => Promise<TaskId | null | undefined>;
	/** Whether the run's owner is signed in; another user's token would not find the task. */
	readonly isSignedIn: (owner: RunRecord["owner"]) => Promise<boolean>;
	readonly sleepUntil: (time: number, signal: AbortSignal) => Promise<void>;
	readonly now: () => number;
};

const retryMs = 2_000;
const patienceMs = 600_000;
const never = new AbortController().signal;

/**
 * Reports a stop to the server until it hears, for at most ten minutes. A run that was stopped before its first reply has no task id: the
 * key of its request is reported.
 *
 * @throws unexpected errors; the record then still says `pending`, and the next worker starts over
 */
export async function reportStop(deps: CancelDeps, runKey: string): Promise<void> {
	for (;;) {
		const record = (await deps.runs.list()).find((run) => run.runKey === runKey);
		if (record === undefined || record.phase !== "ended" || record.cancel !== "pending") return;
		const target = targetOf(record);
		const isLate = deps.now() - (record.endedAt ?? 0) >= patienceMs;
		if (isLate || target === null) {
			await deps.runs.apply(record, { kind: "cancelled", taskId: record.taskId });
			return;
		}
		const taskId = (await deps.isSignedIn(record.owner)) ? await deps.cancel(target) : undefined;
		if (taskId === undefined) await deps.sleepUntil(deps.now() + retryMs, never);
		else await deps.runs.apply(record, { kind: "cancelled", taskId });
	}
}

function targetOf({ taskId, key }: RunRecord): StopTarget | null {
	if (taskId !== null) return { taskId };
	return key === null ? null : { key };
}

/** Reports all open stops, each once at a time. A dead worker frees its Web Lock. */
export function createStopReporter(deps: CancelDeps): () => Promise<void> {
	return async () => {
		const unreported = (await deps.runs.list()).filter(({ phase, cancel }) => phase === "ended" && cancel === "pending");
		const tell = ({ runKey }: RunRecord) =>
			navigator.locks.request(`cancel:${runKey}`, { ifAvailable: true }, async (lock) => {
				if (lock !== null) await reportStop(deps, runKey);
			});
		await Promise.all(unreported.map(tell));
	};
}
