import { AIMessage, HumanMessage, SystemMessage } from "@langchain/core/messages";
import type { ChatOpenAI } from "@langchain/openai";
import { z } from "zod";
import { addUsage, withUsage } from "../../metering.ts";
import type { Usage } from "../../port.ts";
import type { NativeCall } from "../answer/read.ts";
import type { Message } from "../prompt/build.ts";
import type { ModelSettings } from "../settings.ts";
import { tokensOf } from "../tokens.ts";
import { connectTo, openModel, streamingProviders } from "./connect.ts";
import { costOf, parsePrices } from "./prices.ts";
import { withRetries } from "./retry.ts";
import { statusOf, troubleOf } from "./trouble.ts";
import type { ModelWatch } from "./watch.ts";
import { unwatched } from "./watch.ts";
import type { WebRules } from "./web.ts";

/** One reply of a model. */
export type ChatReply = { readonly text: string; readonly calls: readonly NativeCall[]; readonly usage: Usage };

/**
 * How long an answer may be, when the step that asks is over (`performance.now()`), and who sees the answer while it is being written; of an
 * attempt that fails the beginning may be seen twice.
 */
export type ChatLimits = { readonly outputTokens: number; readonly endsAt?: number; readonly onText?: (piece: string) => void };

/** Asks a model; retries are inside. @throws AppError INTERNAL_ERROR with `{ reason, retryable }` */
export type Chat = (messages: readonly Message[], limits: ChatLimits, signal: AbortSignal) => Promise<ChatReply>;

/** How a model is reached, who counts its calls, and the dice of the waits between attempts (0 to 1). */
export type ChatOptions = { readonly web?: WebRules; readonly watch?: ModelWatch; readonly random?: () => number };

/**
 * A model behind LangChain's client. Temperature 0; the client's own retries are off, `retry.ts` is the only place.
 *
 * @throws SettingError when a certificate that the settings name cannot be read
 */
export function createChat(settings: ModelSettings, { web, watch = unwatched, random = Math.random }: ChatOptions = {}): Chat {
	const connection = connectTo(settings, web);
	const name = settings.MODEL_NAME ?? "";
	const prices = parsePrices(settings.MODEL_PRICES ?? "{}") ?? {};
	const models = new Map<number, ChatOpenAI>();
	const modelFor = (outputTokens: number) => {
		const known = models.get(outputTokens);
		const model = known ?? openModel(settings, connection, outputTokens);
		if (known === undefined) models.set(outputTokens, model);
		return model;
	};
	return async (messages, { outputTokens, endsAt, onText }, signal) => {
		const listener = streamingProviders.has(settings.MODEL_PROVIDER) ? onText : undefined;
		const model = modelFor(outputTokens);
		let lost: Usage | undefined;
		const attempt = async (ends: AbortSignal) => {
			let heard = "";
			const hear = listener === undefined ? undefined : (piece: string) => listener(noted(piece));
			const noted = (piece: string) => {
				heard += piece;
				return piece;
			};
			try {
				return await ask(model, messages, { signal: ends, listener: hear });
			} catch (cause) {
				if (!isPaid(cause, heard)) throw cause;
				const usage = priced({ ...estimateOf(messages, heard), calls: 1, lostCalls: 1 });
				watch.used(usage);
				lost = lost === undefined ? usage : addUsage(lost, usage);
				throw cause;
			}
		};
		const priced = (usage: Usage, told?: number): Usage => {
			const usd = told ?? costOf(prices, name, usage);
			return usd === undefined ? usage : { ...usage, usd };
		};
		const reply = await withRetries(
			(ends) => counted({ provider: settings.MODEL_PROVIDER, watch, signal }, () => attempt(ends)),
			{ timeoutMs: settings.MODEL_TIMEOUT_MS, random, ...(endsAt === undefined ? {} : { endsAt }) },
			signal,
		).catch((cause: unknown) => {
			throw lost === undefined ? cause : withUsage(cause, lost);
		});
		const text = textOf(reply);
		const usage = priced({ ...toldOrEstimated(reply, messages, text), calls: 1 }, reportedCost(reply.response_metadata));
		watch.used(usage);
		return { text, calls: callsOf(reply), usage: lost === undefined ? usage : addUsage(lost, usage) };
	};
}

/** A provider that refused has done nothing; one that was cut short, or thought for too long, has read the prompt and begun to write. */
function isPaid(cause: unknown, heard: string): boolean {
	if (statusOf(cause) !== undefined) return false;
	return heard !== "" || troubleOf(cause).reason === "model_timeout";
}

const streamRefusals: ReadonlySet<number | undefined> = new Set([400, 405, 422, 501]);

type Asking = { readonly signal: AbortSignal; readonly listener: ((piece: string) => void) | undefined };

async function ask(model: ChatOpenAI, messages: readonly Message[], { signal, listener }: Asking): Promise<Reply> {
	const prompt = messages.map(toLangChain);
	if (listener === undefined) return await model.invoke(prompt, { signal });
	try {
		let whole: Reply | undefined;
		for await (const chunk of await model.stream(prompt, { signal })) {
			whole = whole === undefined ? chunk : whole.concat(chunk);
			const piece = textOf(chunk);
			if (piece !== "") listener(piece);
		}
		if (whole !== undefined) return whole;
	} catch (cause) {
		if (!streamRefusals.has(statusOf(cause))) throw cause;
	}
	return await model.invoke(prompt, { signal });
}

/** One attempt, with its outcome counted; a caller who left is nobody's fault. */
async function counted<Result>(
	{
		provider,
		watch,
		signal,
	}: { readonly provider: ModelSettings["MODEL_PROVIDER"]; readonly watch: ModelWatch; readonly signal: AbortSignal },
	attempt: () => Promise<Result>,
): Promise<Result> {
	if (provider === "rules") return await attempt();
	const began = performance.now();
	try {
		const result = await attempt();
		watch.called(provider, "ok", performance.now() - began);
		return result;
	} catch (cause) {
		watch.called(provider, signal.aborted ? "left" : troubleOf(cause).reason, performance.now() - began);
		throw cause;
	}
}

function toLangChain({ role, content }: Message) {
	if (role === "system") return new SystemMessage(content);
	return role === "user" ? new HumanMessage(content) : new AIMessage(content);
}

const count = z.number().int().nonnegative();
const Told = z.object({
	input_tokens: count,
	output_tokens: count,
	input_token_details: z.object({ cache_read: count.nullish() }).optional(),
});

type Reply = Awaited<ReturnType<ChatOpenAI["invoke"]>>;

/** As the provider tells, else estimated from the text. */
function toldOrEstimated(
	reply: AIMessage,
	messages: readonly Message[],
	text: string,
): Pick<Usage, "promptTokens" | "completionTokens" | "cachedTokens" | "estimated"> {
	const told = Told.safeParse(reply.usage_metadata);
	if (told.success && told.data.input_tokens + told.data.output_tokens > 0) {
		const cachedTokens = told.data.input_token_details?.cache_read ?? 0;
		return {
			promptTokens: told.data.input_tokens,
			completionTokens: told.data.output_tokens,
			...(cachedTokens === 0 ? {} : { cachedTokens }),
		};
	}
	return estimateOf(messages, text);
}

function estimateOf(
	messages: readonly Message[],
	text: string,
): Pick<Usage, "promptTokens" | "completionTokens"> & { readonly estimated: true } {
	return {
		promptTokens: messages.reduce((sum, { content }) => sum + tokensOf(content), 0),
		completionTokens: tokensOf(text),
		estimated: true,
	};
}

const Part = z.looseObject({ type: z.literal("text"), text: z.string() });
const Call = z.looseObject({ name: z.string(), args: z.record(z.string(), z.unknown()) });

/** Servers that only speak the same API put anything there; what is no text says nothing, and the model is asked again. */
function textOf({ content }: Reply): string {
	const given: unknown = content;
	if (typeof given === "string") return given;
	if (!Array.isArray(given)) return "";
	return given.map((part: unknown) => (typeof part === "string" ? part : (Part.safeParse(part).data?.text ?? ""))).join("");
}

function callsOf(reply: Reply): readonly NativeCall[] {
	const given: readonly unknown[] = reply.tool_calls ?? [];
	return given.flatMap((call) => {
		const read = Call.safeParse(call);
		return read.success ? [{ name: read.data.name, arguments: read.data.args }] : [];
	});
}

const Reported = z.looseObject({ usage: z.looseObject({ cost: z.number().nonnegative() }) });

/** OpenRouter says in its reply what the call cost. */
function reportedCost(metadata: unknown): number | undefined {
	const reported = Reported.safeParse(metadata);
	return reported.success ? reported.data.usage.cost : undefined;
}
