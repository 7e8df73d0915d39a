import { ThinkingDetails } from "@webhand/contracts/agent/interact";

/** A failed call; without an answer the code is `NETWORK` and the status 0. */
export type Failure = {
	readonly status: number;
	readonly code: string;
	readonly message: string;
	readonly details?: Readonly<Record<string, unknown>> | undefined;
	readonly requestId?: string | undefined;
	readonly retryAfterMs?: number | undefined;
};

/** What follows a failed step: the same request again, a new reading, a wait for the user, or the end. */
export type Recovery =
	| { readonly kind: "again"; readonly afterMs: number }
	/** The same request again, to wait for a reply that is being decided. */
	| { readonly kind: "thinking"; readonly afterMs: number }
	| { readonly kind: "look" }
	| { readonly kind: "new_session" }
	| { readonly kind: "elsewhere" }
	| { readonly kind: "signed_out" }
	| { readonly kind: "offline" }
	| { readonly kind: "end"; readonly end: "completed" | "failed" | "stopped"; readonly category: string; readonly message: string };

const seconds = 1_000;
const backOffMs = [1, 2, 4, 8, 16].map((wait) => wait * seconds);
const steadyMs = 30 * seconds;
const patienceMs = 300 * seconds;
const shortestMs = seconds;
const longestMs = 60 * seconds;

/**
 * Decides what follows a failed `POST /api/agent/interact`.
 *
 * @param failure the reply, or code `NETWORK` for none
 * @param attempts earlier failures of this step and the time of the first (ms); `staleInRow`: STALE_STEP replies before
 * @param now ms since the epoch
 * @throws never
 */
export function recoverFrom(
	failure: Failure,
	attempts: { readonly count: number; readonly since: number; readonly staleInRow: number },
	now: number,
): Recovery {
	if (failure.status === 401) return { kind: "signed_out" };
	switch (failure.code) {
		case "TASK_BUSY":
		case "RATE_LIMIT":
			return { kind: isThinking(failure) ? "thinking" : "again", afterMs: clamp(failure.retryAfterMs ?? shortestMs) };
		case "STALE_STEP":
			return attempts.staleInRow === 0 ? { kind: "look" } : { kind: "elsewhere" };
		case "SESSION_NOT_FOUND":
			return { kind: "new_session" };
		case "TASK_COMPLETED":
			return endedOnServer(failure);
		case "TASK_NOT_FOUND":
			return { kind: "end", end: "failed", category: "TASK_NOT_FOUND", message: "The server no longer knows this task" };
		case "MAX_STEPS_EXCEEDED":
			return { kind: "end", end: "failed", category: "max_steps", message: "All steps are used" };
		default:
	}
	if (failure.status === 503) return { kind: "again", afterMs: clamp(failure.retryAfterMs ?? shortestMs) };
	if (isUnheard(failure)) {
		if (attempts.count > 0 && now - attempts.since >= patienceMs) return { kind: "offline" };
		return { kind: "again", afterMs: backOffMs[attempts.count] ?? steadyMs };
	}
	if (failure.status >= 500) return { kind: "offline" };
	return { kind: "end", end: "failed", category: failure.code, message: failure.message };
}

const isThinking = ({ details }: Failure) => ThinkingDetails.safeParse(details).success;

/** Nobody knows whether the step was written; the same key finds out. */
function isUnheard(failure: Failure): boolean {
	if (failure.status === 0 || failure.status === 502 || failure.status === 504) return true;
	return failure.status === 500 && failure.details?.["retryable"] !== false;
}

const clamp = (waitMs: number) => Math.min(Math.max(waitMs, shortestMs), longestMs);

function endedOnServer(failure: Failure): Recovery {
	switch (failure.details?.["status"]) {
		case "completed":
			return { kind: "end", end: "completed", category: "TASK_COMPLETED", message: "The task is finished" };
		case "cancelled":
			return { kind: "end", end: "stopped", category: "cancelled", message: "The task was stopped" };
		case "expired":
			return { kind: "end", end: "stopped", category: "expired", message: "The task waited too long and has expired" };
		default:
			return { kind: "end", end: "failed", category: "TASK_COMPLETED", message: "The task has ended" };
	}
}
