import type { NextAction } from "@webhand/contracts/agent/interact";
import type { RunRecord } from "../../run-record.ts";
import type { Failure } from "./retry.ts";
import { recoverFrom } from "./retry.ts";
import type { RunStore, StoredBody } from "./store.ts";

export type CancelDeps = {
	readonly runs: Pick<RunStore, "list" | "apply" | "body">;
	readonly post: (request: StoredBody, signal: AbortSignal) => Promise<NextAction>;
	/** @returns false when the server did not hear it */
	readonly cancel: (taskId: string) => Promise<boolean>;
	/** Whether the run's owner is signed in; another user's token would not find the task. */
	readonly isSignedIn: (owner: RunRecord["owner"]) => Promise<boolean>;
	readonly failureOf: (error: unknown) => Failure;
	readonly sleepUntil: (time: number, signal: AbortSignal) => Promise<void>;
	readonly now: () => number;
};

const retryMs = 2_000;
const offlineMs = 30_000;
const patienceMs = 600_000;
/** How long the stored page of a task without an id is kept: four ticks of the alarm. */
const namelessPatienceMs = 120_000;
const never = new AbortController().signal;

/**
 * Reports a stop to the server until it hears, for at most ten minutes. A run stopped before its first reply has no task id: its request
 * is repeated under its key, and the reply names the task. That request holds the page, so it is dropped after two minutes.
 *
 * @throws unexpected errors; the record then still says `pending`, and the next worker starts over
 */
export async function reportStop(deps: CancelDeps, runKey: string): Promise<void> {
	for (let count = 0; ; count += 1) {
		const record = (await deps.runs.list()).find((run) => run.runKey === runKey);
		if (record === undefined || record.phase !== "ended" || record.cancel !== "pending") return;
		const isLate = deps.now() - (record.endedAt ?? 0) >= (record.taskId === null ? namelessPatienceMs : patienceMs);
		const afterMs = isLate ? null : await reportOnce(deps, record, count);
		if (afterMs === null) await deps.runs.apply(record, { kind: "cancelled" });
		else if (afterMs > 0) await deps.sleepUntil(deps.now() + afterMs, never);
	}
}

/** @returns ms until the next try; null when nothing is left to report */
async function reportOnce(deps: CancelDeps, record: RunRecord, count: number): Promise<number | null> {
	if (!(await deps.isSignedIn(record.owner))) return retryMs;
	if (record.taskId !== null) return (await deps.cancel(record.taskId)) ? null : retryMs;
	const stored = await deps.runs.body(record.runKey);
	if (stored === undefined) return null;
	try {
		const data = await deps.post(stored, never);
		await deps.runs.apply(record, { kind: "replied", data, at: deps.now() });
		return 0;
	} catch (error) {
		const recovery = recoverFrom(deps.failureOf(error), { count, since: record.endedAt ?? 0, staleInRow: 0 }, deps.now());
		if (recovery.kind === "again") return recovery.afterMs;
		if (recovery.kind === "offline") return offlineMs;
		// Any other reply means that no task began.
		return recovery.kind === "signed_out" ? retryMs : null;
	}
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
