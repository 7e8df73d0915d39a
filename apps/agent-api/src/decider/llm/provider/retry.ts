import { setTimeout as pause } from "node:timers/promises";
import type { ModelTrouble } from "@webhand/contracts/agent/model";
import { AppError } from "@webhand/service-kit/errors";
import type { OwnRefusal, Trouble } from "./trouble.ts";
import { networkCodeOf, troubleOf } from "./trouble.ts";

/** `timeoutMs` bounds one attempt; `random` gives 0 to 1; `endsAt`: the end of the step (`performance.now()`), if it has one. */
export type RetryRules = { readonly timeoutMs: number; readonly random: () => number; readonly endsAt?: number };

const waitsMs = [500, 1_000] as const;

/** A model that was too slow twice is too slow. */
const mostTimeouts = 2;

/**
 * Calls a model at most three times, where it does not answer in time at most twice: again after 0.5 s and 1 s (each × 0.5 to 1.5), or later
 * where the provider's `Retry-After` says so. No other code retries a model.
 *
 * @param signal the deadline of the whole step; no wait goes beyond it
 * @throws AppError INTERNAL_ERROR with `{ reason, retryable }`; the signal's reason when it aborts
 */
export async function withRetries<T>(call: (signal: AbortSignal) => Promise<T>, rules: RetryRules, signal: AbortSignal): Promise<T> {
	let timeouts = 0;
	for (let attempt = 0; ; attempt += 1) {
		signal.throwIfAborted();
		try {
			return await call(AbortSignal.any([signal, AbortSignal.timeout(rules.timeoutMs)]));
		} catch (cause) {
			signal.throwIfAborted();
			const trouble = troubleOf(cause);
			const waitMs = waitOf(trouble, attempt, rules.random);
			if (trouble.reason === "model_timeout") timeouts += 1;
			if (timeouts === mostTimeouts) throw tooSlow(rules.timeoutMs, cause);
			if (!trouble.canRetry || waitMs === undefined) throw errorOf(trouble, cause);
			// A provider that asks for more time than a call or the step has is unavailable.
			const isBeyond = performance.now() + waitMs > (rules.endsAt ?? Number.POSITIVE_INFINITY);
			if (isBeyond || (trouble.retryAfterMs ?? 0) > rules.timeoutMs) throw errorOf(trouble, cause);
			await pause(waitMs, undefined, { signal });
		}
	}
}

function waitOf(trouble: Trouble, attempt: number, random: () => number): number | undefined {
	const usual = waitsMs[attempt];
	if (usual === undefined) return undefined;
	// At least the usual wait, with jitter: some providers send 0, a past date, or the end of a whole second.
	const least = usual * (0.5 + random());
	return trouble.retryAfterMs === undefined ? least : Math.max(least, trouble.retryAfterMs + (least * random()) / 2);
}

/** What a person is told: what happened, and who can do something about it. */
const sentences: Readonly<Record<ModelTrouble, string>> = {
	model_timeout: "The model did not answer in time",
	model_rate_limited: "The model's provider asks to slow down",
	model_unavailable: "The model's provider could not be reached or failed",
	model_rejected: "The model's provider refused the call; an admin finds out more with the model's test",
	model_key_refused: "The model's provider does not accept the key, or the key may not use this model; an admin has to put it right",
	model_unknown:
		"The model's provider does not know this model, or has not loaded it; an admin has to check its name and its address, which at some providers ends in /v1",
	model_no_credit: "The account at the model's provider has no credit left; an admin has to add some",
	model_refused: "The model, or a filter of its provider, refuses to answer this; say it in other words, or leave that part out",
};

/** The reasons that may pass by themselves. */
const passing: ReadonlySet<ModelTrouble> = new Set(["model_timeout", "model_rate_limited", "model_unavailable"]);

/** Our own refusals have an exact message. */
const ownSentences: Readonly<Partial<Record<OwnRefusal, string>>> = {
	REPLY_TOO_LARGE: "The model's provider answered with more than any answer of a model",
	ADDRESS_REFUSED: "The model's address leads to where no model may be asked",
};

/** @param limitMs the limit of one call, `MODEL_TIMEOUT_MS` */
function tooSlow(limitMs: number, cause: unknown): AppError {
	const limit = `${Math.round(limitMs / 100) / 10} s`;
	const message = `The model did not answer within ${limit}, twice. A faster or smaller model helps, or a higher MODEL_TIMEOUT_MS`;
	return new AppError("INTERNAL_ERROR", message, { details: { reason: "model_timeout", retryable: false }, cause });
}

function errorOf({ reason, own }: Trouble, cause: unknown): AppError {
	const code = reason === "model_unavailable" ? networkCodeOf(cause) : undefined;
	const sentence =
		(own && ownSentences[own]) ?? (code === undefined ? sentences[reason] : `The model's server could not be reached (${code})`);
	return new AppError("INTERNAL_ERROR", sentence, { details: { reason, retryable: passing.has(reason) }, cause });
}
