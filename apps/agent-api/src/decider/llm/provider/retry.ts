import { setTimeout as pause } from "node:timers/promises";
import { AppError } from "@webhand/service-kit/errors";
import type { OwnRefusal, Trouble } from "./trouble.ts";
import { troubleOf } from "./trouble.ts";

/** `timeoutMs` bounds one attempt; `random` gives 0 to 1; `endsAt` is when the step is over (`performance.now()`), absent where nobody says. */
export type RetryRules = { readonly timeoutMs: number; readonly random: () => number; readonly endsAt?: number };

const waitsMs = [500, 1_000] as const;

/**
 * Calls a model, at most three times in all: after 0.5 s and 1 s (each × 0.5 to 1.5), or later where the provider's `Retry-After` says. The only
 * place where a model is called again by itself.
 *
 * @param signal the deadline of the whole step; no wait goes beyond it
 * @throws AppError INTERNAL_ERROR with `{ reason, retryable }`; the signal's reason when the caller left
 */
export async function withRetries<T>(call: (signal: AbortSignal) => Promise<T>, rules: RetryRules, signal: AbortSignal): Promise<T> {
	for (let attempt = 0; ; attempt += 1) {
		signal.throwIfAborted();
		try {
			return await call(AbortSignal.any([signal, AbortSignal.timeout(rules.timeoutMs)]));
		} catch (cause) {
			signal.throwIfAborted();
			const trouble = troubleOf(cause);
			const waitMs = waitOf(trouble, attempt, rules.random);
			if (!trouble.canRetry || waitMs === undefined) throw errorOf(trouble, cause);
			// A provider that wants longer than a whole call may take, or than the step lasts, is as good as away.
			const isBeyond = performance.now() + waitMs > (rules.endsAt ?? Number.POSITIVE_INFINITY);
			if (isBeyond || (trouble.retryAfterMs ?? 0) > rules.timeoutMs) throw errorOf(trouble, cause);
			await pause(waitMs, undefined, { signal });
		}
	}
}

function waitOf(trouble: Trouble, attempt: number, random: () => number): number | undefined {
	const usual = waitsMs[attempt];
	if (usual === undefined) return undefined;
	// At least the usual wait, and never all callers at the same moment: some say 0, a date that is over, or the end of a whole second.
	const least = usual * (0.5 + random());
	return trouble.retryAfterMs === undefined ? least : Math.max(least, trouble.retryAfterMs + (least * random()) / 2);
}

const sentences = {
	model_timeout: "The model did not answer in time",
	model_rate_limited: "The model's provider asks to slow down",
	model_unavailable: "The model's provider could not be reached or failed",
	model_rejected: "The model's provider refused the call; its key or the model's name may be wrong",
} as const;

/** What is wrong is known where we were the ones who refused. */
const ownSentences: Readonly<Record<OwnRefusal, string>> = {
	REPLY_TOO_LARGE: "The model's provider answered with more than any answer of a model",
	ADDRESS_REFUSED: "The model's address leads to where no model may be asked",
};

function errorOf(trouble: Trouble, cause: unknown): AppError {
	const retryable = trouble.reason !== "model_rejected";
	const sentence = trouble.own === undefined ? sentences[trouble.reason] : ownSentences[trouble.own];
	return new AppError("INTERNAL_ERROR", sentence, { details: { reason: trouble.reason, retryable }, cause });
}
