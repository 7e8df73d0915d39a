import { AppError } from "@webhand/service-kit/errors";
import type { Usage } from "../port.ts";
import type { Chat } from "./provider/model.ts";
import { estimateOf } from "./provider/reply.ts";

/** One call of a model. `promptTokens`: without those that the provider had cached. */
type TimedCall = {
	readonly promptTokens: number;
	readonly cachedTokens?: number;
	readonly completionTokens: number;
	readonly ms: number;
};

/** How fast a model reads and writes, as measured from its newest calls. */
export type Speed = {
	readonly note: (call: TimedCall) => void;
	/** A prompt of so many tokens was not answered within so many milliseconds. */
	readonly noteTimeout: (promptTokens: number, limitMs: number) => void;
	/** How long a prompt the model can read within so many milliseconds, with time left to answer; no limit while nothing is known. */
	readonly readableTokens: (limitMs: number) => number;
	/** Milliseconds of a usual step; undefined while nothing is known. */
	readonly stepMs: () => number | undefined;
};

const keptCalls = 12;
/** Shorter prompts measure the line, not the model. */
const leastTokens = 200;
/** Writing a token takes some five times as long as reading one (measured: 62 and 14 tokens a second), until calls say otherwise. */
const writingFactor = 5;
/** The weight of that beside a measured call. */
const factorWeight = 0.01;
/** The part of the time that a prompt may take: another machine's work makes a model slower for a while. */
const usedShare = 0.8;
/** The part of a prompt that was too long for its time which is tried next. */
const unreadShare = 0.5;
const usualStep = { promptTokens: 1_500, completionTokens: 100 } as const;

/** Measures a model, in memory: the first calls after a start are not bounded. */
export function createSpeed(): Speed {
	let calls: readonly TimedCall[] = [];
	let unreadPerMs = Number.POSITIVE_INFINITY;
	return {
		note: (call) => {
			if (call.promptTokens >= leastTokens) calls = [...calls, call].slice(-keptCalls);
			if (call.promptTokens + (call.cachedTokens ?? 0) >= leastTokens) unreadPerMs = Number.POSITIVE_INFINITY;
		},
		// It disproves what was measured; the next answer measures anew.
		noteTimeout: (promptTokens, limitMs) => {
			calls = [];
			unreadPerMs = Math.min(unreadPerMs, promptTokens / limitMs);
		},
		readableTokens: (limitMs) => {
			if (Number.isFinite(unreadPerMs)) return Math.floor(unreadShare * unreadPerMs * limitMs);
			if (calls.length === 0) return Number.POSITIVE_INFINITY;
			const { readMs, writeMs } = msPerToken(calls);
			const left = usedShare * limitMs - writeMs * usualAnswer(calls);
			// Times get long where requests wait for one another, too: what was read in time can be read.
			const proven = calls.filter(({ ms }) => ms <= limitMs).map(({ promptTokens }) => promptTokens);
			return Math.max(Math.floor(left / readMs), ...proven, 0);
		},
		stepMs: () => {
			if (calls.length === 0) return undefined;
			const { readMs, writeMs } = msPerToken(calls);
			return readMs * usualStep.promptTokens + writeMs * usualAnswer(calls);
		},
	};
}

function usualAnswer(calls: readonly TimedCall[]): number {
	const mean = calls.reduce((sum, { completionTokens }) => sum + completionTokens, 0) / calls.length;
	return Math.max(usualStep.completionTokens, mean);
}

/**
 * Milliseconds per token read and written, by least squares over the calls: what a model thinks before its answer counts as written, so
 * the time to the first token would measure the wrong thing.
 */
function msPerToken(calls: readonly TimedCall[]): { readonly readMs: number; readonly writeMs: number } {
	const sum = (of: (call: TimedCall) => number) => calls.reduce((total, call) => total + of(call), 0);
	const writtenSquares = sum(({ completionTokens: written }) => written ** 2);
	const readSquares = sum(({ promptTokens: read }) => read ** 2);
	const both = sum(({ promptTokens: read, completionTokens: written }) => read * written);
	const readTimes = sum(({ promptTokens: read, ms }) => read * ms);
	const writtenTimes = sum(({ completionTokens: written, ms }) => written * ms);
	const weight = (factorWeight * Math.max(1, writtenSquares)) / calls.length;
	const [a, b, c] = [readSquares + writingFactor ** 2 * weight, both - writingFactor * weight, writtenSquares + weight];
	const determinant = a * c - b * b;
	const [readMs, writeMs] = [(c * readTimes - b * writtenTimes) / determinant, (a * writtenTimes - b * readTimes) / determinant];
	if (readMs <= 0) return { readMs: Number.EPSILON, writeMs: writtenTimes / writtenSquares };
	return writeMs <= 0 ? { readMs: readTimes / readSquares, writeMs: 0 } : { readMs, writeMs };
}

/** The same model, which tells its speed of each call that was answered at the first attempt, or not within `limitMs`. */
export function timed<Model extends Chat>(chat: Model, speed: Speed, limitMs: number): Model {
	const ask: Chat = async (messages, limits, signal) => {
		const startedAt = performance.now();
		const reply = await chat(messages, limits, signal).catch((cause: unknown) => {
			const isLate = cause instanceof AppError && cause.details?.["reason"] === "model_timeout";
			if (isLate && performance.now() - startedAt >= limitMs) speed.noteTimeout(estimateOf(messages, "").promptTokens, limitMs);
			throw cause;
		});
		const { lostCalls = 0, promptTokens, cachedTokens = 0, completionTokens }: Usage = reply.usage;
		if (lostCalls === 0 && reply.ms !== undefined)
			speed.note({ promptTokens: promptTokens - cachedTokens, cachedTokens, completionTokens, ms: reply.ms });
		return reply;
	};
	return Object.assign(ask, chat);
}

const sampleWords =
	"The page shows a list of orders with a number, a name, a date and a sum; the buttons beside each one open, change or close it. ";

/** Milliseconds of a usual step; a model that nobody has asked yet reads a page and answers with a sentence. */
export async function measureStep(chat: Chat, speed: Speed, signal: AbortSignal): Promise<number | undefined> {
	if (speed.stepMs() === undefined) {
		const content = `${sampleWords.repeat(20)}\n\nSay in one sentence what this page is for.`;
		await chat([{ role: "user", content }], { outputTokens: 1_024 }, signal);
	}
	return speed.stepMs();
}
