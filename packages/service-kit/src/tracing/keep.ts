import { createHmac } from "node:crypto";

/** What counts when a part of a trace is over: its first span, and all spans of this process. */
export type EndedSpan = { readonly ms: number; readonly isError: boolean; readonly isModel: boolean };

/** `ratio`: the share of traces that are kept, 0 to 1; `slowMs`: longer ones are kept too; `key`: what clients do not know. */
export type KeepRules = { readonly ratio: number; readonly slowMs: number; readonly key: string };

/**
 * Draws by the trace id, so all services keep the same traces without asking each other. The key keeps clients, which choose ids, from
 * choosing those that are kept.
 */
export function isDrawn(traceId: string, { ratio, key }: Pick<KeepRules, "ratio" | "key">): boolean {
	if (ratio >= 1) return true;
	return ratio > 0 && createHmac("sha256", key).update(traceId).digest().readUInt32BE(0) / 2 ** 32 < ratio;
}

/**
 * Keeps what has an error, and what is slow beside the model and was not held open on purpose. Each process judges what it did: a trace
 * that is kept for this alone lacks the services that saw neither.
 */
export function isNotable(first: EndedSpan & { readonly waits: boolean }, spans: readonly EndedSpan[], slowMs: number): boolean {
	if (spans.some(({ isError }) => isError)) return true;
	const modelMs = spans.reduce((sum, { isModel, ms }) => sum + (isModel ? ms : 0), 0);
	return !first.waits && first.ms - modelMs > slowMs;
}
