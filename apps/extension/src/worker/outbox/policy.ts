import type { OutboxEntry } from "../../storage.ts";
import type { Failure } from "../run/retry.ts";

const longestWaitMs = 15_000;

/** What follows an attempt to tell the server something. */
export type Verdict = { readonly kind: "again"; readonly entry: OutboxEntry } | { readonly kind: "refused"; readonly entry: OutboxEntry };

/**
 * Decides what becomes of an entry whose call failed. Without a clear no of the server it is sent again under the same key, so it counts
 * once.
 *
 * @param now ms since the epoch
 * @throws never
 */
export function afterFailedAttempt(entry: OutboxEntry, failure: Failure, now: number): Verdict {
	if (!isPassing(failure)) return { kind: "refused", entry: { ...entry, refused: failure.code } };
	const waitMs = Math.min(longestWaitMs, failure.retryAfterMs ?? 500 * 2 ** Math.min(entry.attempts, 10));
	return { kind: "again", entry: { ...entry, attempts: entry.attempts + 1, next: now + waitMs } };
}

/** A task that is busy, a signed-out user, or a server that is away may take it later. */
function isPassing({ status, code }: Failure): boolean {
	if (status === 409) return code === "TASK_BUSY";
	return status === 0 || status === 401 || status === 429 || status >= 500;
}

/** The next entry that may be sent. An earlier entry of the same task goes first. */
export function nextDue(entries: readonly OutboxEntry[], now: number): OutboxEntry | undefined {
	const open = entries.filter(({ refused }) => refused === undefined);
	return open.find((entry, index) => entry.next <= now && open.findIndex(({ taskId }) => taskId === entry.taskId) === index);
}

/** When the next attempt is due (ms); null when nothing waits. */
export function nextAttemptAt(entries: readonly OutboxEntry[]): number | null {
	const open = entries.filter(({ refused }) => refused === undefined);
	return open.length === 0 ? null : Math.min(...open.map(({ next }) => next));
}

const kept = 40;

/** The entries with one more; the oldest refused ones go first. */
export function withEntry(entries: readonly OutboxEntry[], entry: OutboxEntry): OutboxEntry[] {
	// A second answer to the same question replaces one that was refused.
	const others = entries.filter(
		({ refused, body, taskId }) => refused === undefined || taskId !== entry.taskId || body.questionId === undefined,
	);
	const excess = others.length + 1 - kept;
	const dropped = new Set(excess <= 0 ? [] : others.filter(({ refused }) => refused !== undefined).slice(0, excess));
	return [...others.filter((other) => !dropped.has(other)), entry];
}
