import type { NextAction } from "@webhand/contracts/agent/interact";
import type { RunRecord } from "../../storage.ts";
import type { Failure } from "./retry.ts";
import { recoverFrom } from "./retry.ts";
import type { RunStore, StoredBody } from "./store.ts";

/** What telling the server of a stop needs of the world. */
export type CancelDeps = {
	readonly runs: Pick<RunStore, "list" | "apply" | "body">;
	readonly post: (request: StoredBody, signal: AbortSignal) => Promise<NextAction>;
	/** @returns false when nobody heard it */
	readonly cancel: (taskId: string) => Promise<boolean>;
	/** Is the person whose task it was signed in? Under another name the server would not know it, or begin a task of theirs. */
	readonly isSignedIn: (owner: RunRecord["owner"]) => Promise<boolean>;
	readonly failureOf: (error: unknown) => Failure;
	readonly sleepUntil: (time: number, signal: AbortSignal) => Promise<void>;
	readonly now: () => number;
};

const retryMs = 2_000;
/** A run would wait for the person by then; a stop goes on by itself. */
const offlineMs = 30_000;
const patienceMs = 600_000;
/** How long the page that a nameless run was to be asked about is kept: four ticks of the alarm that wakes the next worker. */
const namelessPatienceMs = 120_000;
const never = new AbortController().signal;

/**
 * Tells the server that the person stopped a run, until it has heard; given up after ten minutes. A run that was stopped before its first answer
 * has no name yet: its request goes out once more under its own key, and the answer names the task. That request holds the page, which nobody
 * wants sent any more: without a name after two minutes it is dropped. The server lets a task end by itself whose steps stay away.
 *
 * @throws what the world throws unexpectedly; the record then still says `pending`, and the next worker begins anew
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

/** @returns when to go on, in ms; null when there is nothing left to tell */
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
		// Whatever else it answers: it began no task that could be named.
		return recovery.kind === "signed_out" ? retryMs : null;
	}
}

/** Tells of all stops that the server has not heard of, each once at a time: the Web Lock is freed when the worker dies. */
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
