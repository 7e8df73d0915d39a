import type { AIMessage, AIMessageChunk } from "@langchain/core/messages";
import { OwnError } from "@webhand/service-kit/errors";
import { inSpan } from "@webhand/service-kit/tracing/span";
import { defined } from "../../../shared/defined.ts";
import { addUsage, withUsage } from "../../metering.ts";
import type { ConversationMessage, ModelFound, SaidCall, ToolSpec, Usage } from "../../port.ts";
import type { AnswerForm } from "../answer/form.ts";
import type { NativeCall } from "../answer/read.ts";
import type { ModelSettings } from "../settings.ts";
import type { CallOptions, ModelCaller } from "./call.ts";
import { createCaller } from "./call.ts";
import type { WebRules } from "./client/web.ts";
import { costOf, parsePrices, priceOf } from "./cost/prices.ts";
import type { ModelMetrics } from "./metrics.ts";
import { noModelMetrics } from "./metrics.ts";
import { findOut } from "./probe.ts";
import { cacheWritesOf, callsOf, estimateOf, isContextCut, replyEndingOf, reportedCost, saidCalls, textOf, tokensUsed } from "./reply.ts";
import { withRetries } from "./retry.ts";
import { withoutNulls } from "./schema.ts";
import { httpStatusOf, troubleOf } from "./trouble.ts";

/** One reply of a model. `calls` are those with good JSON, `said` are all, as they were written. */
export type ChatReply = {
	readonly text: string;
	readonly calls: readonly NativeCall[];
	readonly said: readonly SaidCall[];
	readonly usage: Usage;
	/** The provider refused pictures in this call or an earlier one, so the prompt had none. */
	readonly isPictureRefused?: true;
	/** The answer ended at the limit of its length, also with more room: there is no more of it. */
	readonly isCutOff?: true;
	/** How long the call that was answered took, without the tries and waits before it. */
	readonly ms?: number;
};

/**
 * The limits of one answer: `endsAt` is the end of the step (`performance.now()`). `onText` gets the answer while it is written; after a
 * failed attempt its beginning may come twice. `tools` are those that the model may call. `form`: what the answer is like; where the
 * provider holds the model to it, its JSON is the text of the reply, else the model answers as the prompt says. `temperature` has no effect
 * where the provider wants its own.
 */
export type ChatLimits = {
	/** Of the answer alone; thinking gets its own room. */
	readonly outputTokens: number;
	readonly endsAt?: number;
	readonly onText?: (chunk: string) => void;
	readonly tools?: readonly ToolSpec[];
	readonly form?: AnswerForm;
	readonly temperature?: number;
};

/** Asks a model; retries are inside. @throws AppError INTERNAL_ERROR with `{ reason, retryable }` */
export type Chat = (messages: readonly ConversationMessage[], limits: ChatLimits, signal: AbortSignal) => Promise<ChatReply>;

/** How the next answer will be given: in the tags of the prompt, as the arguments of a tool, or as JSON held to a schema. */
export type AnswersIn = ModelFound["answersIn"];

/** A chat that tells how its model answers, and finds it out by a test. */
export type ModelChat = Chat & {
	/** Changes with a test, and for an hour after a refusal. */
	readonly answersIn: () => AnswersIn;
	/** @throws AppError INTERNAL_ERROR with `{ reason, retryable }` */
	readonly findOut: (signal: AbortSignal) => Promise<ModelFound>;
};

/**
 * How a model is reached, the metrics of its calls, the jitter of retries (0 to 1), who hears of what an admin should know, how the
 * model answered in an earlier test, and a clock in milliseconds that never jumps.
 */
export type ChatOptions = {
	readonly web?: WebRules;
	readonly metrics?: ModelMetrics;
	readonly random?: () => number;
	readonly warn?: (facts: object, message: string) => void;
	readonly answersIn?: AnswersIn;
	readonly elapsed?: () => number;
};

/**
 * A model behind LangChain's client, whose own retries are off: only `retry.ts` retries. An answer that is cut off is asked for once more
 * where the model thinks, with more room; a model that does not, and writes on, would do so again.
 *
 * @throws SettingError when a certificate that the settings name cannot be read
 */
export function createChat(settings: ModelSettings, options: ChatOptions = {}): ModelChat {
	const { web, metrics = noModelMetrics, random = Math.random, warn = () => undefined } = options;
	const { MODEL_PROVIDER: provider, MODEL_NAME: model = "" } = settings;
	const price = priceOf(provider, model, parsePrices(settings.MODEL_PRICES ?? "{}") ?? {});
	const caller = createCaller(settings, defined({ web, answersIn: options.answersIn, elapsed: options.elapsed }));
	let isCut = false;
	const priced = (
		usage: Usage,
		{ reported, cacheWrites = 0 }: { readonly reported?: number; readonly cacheWrites?: number } = {},
	): Usage => {
		const usd = reported ?? costOf(price, { ...usage, cacheWrites });
		return usd === undefined ? usage : { ...usage, usd };
	};
	const usageOf = (reply: AIMessage | AIMessageChunk, messages: readonly ConversationMessage[], text: string) => {
		const tokens = tokensUsed(reply, messages, text);
		if (!isCut && isContextCut(settings, { messages, tokens })) {
			isCut = true;
			const { promptTokens } = tokens;
			warn(
				{ provider, model, promptTokens },
				"The model's server cut a prompt: give it a larger context, or set MODEL_CONTEXT_TOKENS to its size",
			);
		}
		const cacheWrites = provider === "anthropic" ? cacheWritesOf(reply) : 0;
		return priced({ ...tokens, calls: 1 }, defined({ reported: reportedCost(reply.response_metadata), cacheWrites }));
	};

	/** Asks until there is an answer: with retries, and with more room for one that was cut off. `heldBy`: see `CallOptions`. */
	const ask = async (
		messages: readonly ConversationMessage[],
		{ endsAt, onText, ...limits }: ChatLimits & Pick<CallOptions, "heldBy">,
		signal: AbortSignal,
	): Promise<ChatReply> => {
		let lost: Usage | undefined;
		const lose = (usage: Usage) => {
			const paid = { ...usage, lostCalls: 1 };
			metrics.used(paid);
			lost = lost === undefined ? paid : addUsage(lost, paid);
		};
		const attempt = async (isSecond: boolean, ends: AbortSignal) => {
			let received = "";
			const hear = (chunk: string) => {
				received += chunk;
				onText?.(chunk);
			};
			const onLost = (reply: AIMessage | AIMessageChunk) => lose(usageOf(reply, messages, textOf(reply)));
			const wish = { ...limits, onText: onText && hear, onLost, isSecond };
			const said = await caller.call(messages, wish, ends).catch((cause: unknown) => {
				if (isPaid(cause, received)) lose(priced({ ...estimateOf(messages, received), calls: 1 }));
				throw cause;
			});
			const answer = answerOf(said.reply, limits.form);
			const isEmpty = answer.text === "" && answer.said.length === 0;
			// LangChain drops the refusal of an answer that OpenAI streams, and nothing else is left then.
			const isDropped = provider === "openai" && settings.MODEL_BASE_URL === undefined && onText !== undefined && isEmpty;
			const written = replyEndingOf(said.reply);
			const ending = isDropped && written === "whole" ? "refused" : written;
			const usage = usageOf(said.reply, messages, answer.text);
			if (ending !== "refused" && ending !== "failed") return { ...said, answer, usage, isCutOff: ending === "cut_off" };
			lose(usage);
			if (ending === "failed") throw new OwnError("The model's host failed while it answered");
			throw Object.assign(new OwnError("The model refuses to answer"), { code: "REPLY_REFUSED" });
		};
		const tryIt = (isSecond: boolean) =>
			withRetries(
				(ends) => counted({ provider, model, metrics, signal }, () => attempt(isSecond, ends)),
				{ timeoutMs: settings.MODEL_TIMEOUT_MS, random, ...defined({ endsAt }) },
				signal,
			).catch((cause: unknown) => {
				throw lost === undefined ? cause : withUsage(cause, lost);
			});
		const first = await tryIt(false);
		let said = first;
		if (first.isCutOff && caller.hasMoreRoom()) {
			metrics.repaired("cut_off");
			const second = await tryIt(true).catch((cause: unknown) => {
				if (!signal.aborted) return undefined;
				lose(first.usage);
				throw withUsage(cause, first.usage);
			});
			// What is left of the first answer may still serve.
			if (second !== undefined) lose(first.usage);
			said = second ?? first;
		}
		const { answer, usage, isPictureRefused, isCutOff, ms } = said;
		metrics.used(usage);
		return {
			...answer,
			ms,
			usage: lost === undefined ? usage : addUsage(lost, usage),
			...(isPictureRefused ? { isPictureRefused } : {}),
			...(isCutOff ? { isCutOff } : {}),
		};
	};
	return Object.assign(ask satisfies Chat, {
		answersIn: () => answersIn(caller),
		findOut: async (signal: AbortSignal) => {
			const found = await findOut({ settings, caller, ask }, signal);
			return { answersIn: answersIn(caller), ...found, ...(isCut ? { isContextCut: true as const } : {}) };
		},
	});
}

function answersIn(caller: ModelCaller): AnswersIn {
	return caller.heldBy() ?? "tags";
}

/** The answer of a form is its JSON, whether the model called the tool or wrote it. */
function answerOf(reply: AIMessage | AIMessageChunk, form: AnswerForm | undefined): Pick<ChatReply, "text" | "calls" | "said"> {
	const heard = { text: textOf(reply), calls: callsOf(reply), said: saidCalls(reply) };
	if (form === undefined) return heard;
	const call = heard.said.find(({ name }) => name === form.name);
	return call === undefined ? { ...heard, text: withoutNulls(heard.text) } : { text: withoutNulls(call.arguments), calls: [], said: [] };
}

/** A refused call costs nothing; an interrupted or timed-out call has read the prompt and begun to write. */
function isPaid(cause: unknown, received: string): boolean {
	if (httpStatusOf(cause) !== undefined) return false;
	return received !== "" || troubleOf(cause).reason === "model_timeout";
}

type Counting = {
	readonly provider: ModelSettings["MODEL_PROVIDER"];
	readonly model: string;
	readonly metrics: ModelMetrics;
	readonly signal: AbortSignal;
};

/** Counts the outcome of one attempt, a span of the trace; an abort by the caller is no failure of the provider. */
async function counted<Result extends { readonly usage: Usage }>(
	{ provider, model, metrics, signal }: Counting,
	attempt: () => Promise<Result>,
): Promise<Result> {
	if (provider === "rules") return await attempt();
	const facts = { "gen_ai.provider.name": provider, "gen_ai.request.model": model } as const;
	const startedAt = performance.now();
	try {
		const result = await inSpan(`model ${provider}`, { kind: "client", facts }, async (span) => {
			const answered = await attempt();
			const { promptTokens, completionTokens } = answered.usage;
			span?.add({ "gen_ai.usage.input_tokens": promptTokens, "gen_ai.usage.output_tokens": completionTokens });
			return answered;
		});
		metrics.called(provider, "ok", performance.now() - startedAt);
		return result;
	} catch (cause) {
		metrics.called(provider, signal.aborted ? "left" : troubleOf(cause).reason, performance.now() - startedAt);
		throw cause;
	}
}
