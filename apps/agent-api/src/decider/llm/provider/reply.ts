import type { AIMessage, AIMessageChunk } from "@langchain/core/messages";
import { z } from "zod";
import type { ConversationMessage, SaidCall, Usage } from "../../port.ts";
import type { NativeCall } from "../answer/read.ts";
import { pictureTokens } from "../prompt/picture.ts";
import type { ModelSettings } from "../settings.ts";
import { charactersPerToken, tokensOf } from "../tokens.ts";

const count = z.number().int().nonnegative();
const UsageMetadata = z.object({
	input_tokens: count,
	output_tokens: count,
	input_token_details: z.object({ cache_read: count.nullish(), cache_creation: count.nullish() }).optional(),
});

/** The provider's numbers, else an estimate from the text. */
export function tokensUsed(
	reply: AIMessage,
	messages: readonly ConversationMessage[],
	text: string,
): Pick<Usage, "promptTokens" | "completionTokens" | "cachedTokens" | "estimated"> {
	const { data } = UsageMetadata.safeParse(reply.usage_metadata);
	if (data !== undefined && data.input_tokens + data.output_tokens > 0) {
		// A provider that counts more cached tokens than prompt tokens would make the cost negative.
		const cachedTokens = Math.min(data.input_tokens, data.input_token_details?.cache_read ?? 0);
		return {
			promptTokens: data.input_tokens,
			completionTokens: data.output_tokens,
			...(cachedTokens === 0 ? {} : { cachedTokens }),
		};
	}
	return estimateOf(messages, text);
}

/** The tokens of the prompt that were written to the provider's cache. */
export function cacheWritesOf({ usage_metadata }: AIMessage): number {
	return UsageMetadata.safeParse(usage_metadata).data?.input_token_details?.cache_creation ?? 0;
}

/** The tokens of a prompt and an answer by their text, for providers that give no numbers. */
export function estimateOf(
	messages: readonly ConversationMessage[],
	text: string,
): Pick<Usage, "promptTokens" | "completionTokens"> & { readonly estimated: true } {
	return {
		promptTokens: messages.reduce((sum, message) => sum + tokensOf(message.content) + tokensOfPicture(message), 0),
		completionTokens: tokensOf(text),
		estimated: true,
	};
}

const longestOfToken = 5.5;
const leastNoticed = 2_000;

/**
 * True where a server read fewer tokens than the prompt can have: it cut it without a word, as Ollama does beyond 4,096 by default
 * ("Context length", docs.ollama.com). Servers count pictures in their own ways, so text alone counts. No tokenizer makes tokens of more than 5.5 characters of such text on average.
 *
 * @throws never
 */
export function isContextCut(
	{ MODEL_PROVIDER: provider }: Pick<ModelSettings, "MODEL_PROVIDER">,
	{ messages, tokens }: { readonly messages: readonly ConversationMessage[]; readonly tokens: Pick<Usage, "promptTokens" | "estimated"> },
): boolean {
	if (tokens.estimated === true || (provider !== "ollama" && provider !== "openai-compatible")) return false;
	const estimate = messages.reduce((sum, { content }) => sum + tokensOf(content), 0);
	return estimate >= leastNoticed && tokens.promptTokens < (estimate * charactersPerToken) / longestOfToken;
}

function tokensOfPicture(message: ConversationMessage): number {
	return "picture" in message && message.picture !== undefined ? pictureTokens : 0;
}

/** How a reply ended. `malformed`: a call that the provider could not read. `failed`: trouble of the model's host, as OpenRouter says it. */
export type Ending = "whole" | "cut_off" | "refused" | "malformed" | "failed";

const endings: readonly (readonly [Ending, RegExp])[] = [
	["cut_off", /^(?:length|max_tokens|max_output_tokens|model_context_window_exceeded)$/i],
	["refused", /^(?:content_filter|refusal|sensitive|blacklist|safety|prohibited_content|blocklist|spii|recitation|language)$/i],
	["failed", /^error$/i],
	["malformed", /^(?:malformed_function_call|unexpected_tool_call|too_many_tool_calls)$/i],
];

const named = z.string().optional().catch(undefined);
const Stops = z
	.object({
		finish_reason: named,
		stop_reason: named,
		finishReason: named,
		done_reason: named,
		refusal: named,
		incomplete_details: z.object({ reason: named }).optional().catch(undefined),
	})
	.catch({});

/**
 * How a reply ended, by the fields of all clients: `finish_reason` (OpenAI), `incomplete_details` (its Responses API), `stop_reason`
 * (Anthropic; beside the text where it was streamed), `finishReason` (Gemini), `done_reason` (Ollama), `refusal` (OpenAI's message).
 *
 * @throws never
 */
export function replyEndingOf({ response_metadata, additional_kwargs }: AIMessage): Ending {
	const stops = [Stops.parse(response_metadata), Stops.parse(additional_kwargs)];
	if (stops.some(({ refusal = "" }) => refusal !== "")) return "refused";
	const said = stops.flatMap((stop) => [
		stop.finish_reason,
		stop.stop_reason,
		stop.finishReason,
		stop.done_reason,
		stop.incomplete_details?.reason,
	]);
	return endings.find(([, pattern]) => said.some((reason) => reason !== undefined && pattern.test(reason)))?.[0] ?? "whole";
}

const Thought = z.object({ output_token_details: z.object({ reasoning: count.nullish() }) });

/** True where a reply shows that the model thought before it: by its tokens, or by the thought itself. @throws never */
export function showsThinking({ usage_metadata, additional_kwargs, content }: AIMessage): boolean {
	if ((Thought.safeParse(usage_metadata).data?.output_token_details.reasoning ?? 0) > 0) return true;
	if (typeof additional_kwargs["reasoning_content"] === "string") return true;
	return typeof content === "string" && /^\s*<think(?:ing)?>/i.test(content);
}

const Part = z.looseObject({ type: z.literal("text"), text: z.string() });
const Call = z.looseObject({ name: z.string(), args: z.record(z.string(), z.unknown()) });

/** Servers of the same API send various types here; parts that are not text are dropped. */
export function textOf({ content }: AIMessage): string {
	const given: unknown = content;
	if (typeof given === "string") return given;
	if (!Array.isArray(given)) return "";
	return given.map((part: unknown) => (typeof part === "string" ? part : (Part.safeParse(part).data?.text ?? ""))).join("");
}

/** Tool calls with good JSON, in order. @throws never */
export function callsOf(reply: AIMessage): readonly NativeCall[] {
	const given: readonly unknown[] = reply.tool_calls ?? [];
	return given.flatMap((call) => {
		const read = Call.safeParse(call);
		return read.success ? [{ name: read.data.name, arguments: read.data.args }] : [];
	});
}

const Piece = z.looseObject({ name: z.string().nullish(), args: z.string().nullish() });

/** Calls as the model wrote them, in order. A reply that is not streamed has them sorted: good JSON first. */
export function saidCalls(reply: AIMessage | AIMessageChunk): readonly SaidCall[] {
	const written = piecesOf("tool_call_chunks" in reply ? reply.tool_call_chunks : []);
	if (written.length > 0) return written;
	const read = callsOf(reply).map(({ name, arguments: given }) => ({ name, arguments: JSON.stringify(given) ?? "" }));
	return [...read, ...piecesOf(reply.invalid_tool_calls)];
}

/** Providers send anything, so no field is taken for granted. */
function piecesOf(given: readonly unknown[] | undefined): readonly SaidCall[] {
	return (given ?? []).flatMap((piece) => {
		const { data } = Piece.safeParse(piece);
		return data === undefined ? [] : [{ name: data.name ?? "", arguments: data.args ?? "" }];
	});
}

const Reported = z.looseObject({ usage: z.looseObject({ cost: z.number().nonnegative() }) });

/** The cost in the reply, which OpenRouter sends. */
export function reportedCost(metadata: unknown): number | undefined {
	const reported = Reported.safeParse(metadata);
	return reported.success ? reported.data.usage.cost : undefined;
}
