import type { AIMessage, AIMessageChunk } from "@langchain/core/messages";
import { z } from "zod";
import type { ConversationMessage, SaidCall } from "../../conversation.ts";
import type { Usage } from "../../port.ts";
import type { NativeCall } from "../answer/read.ts";
import { pictureTokens } from "../prompt/picture.ts";
import { tokensOf } from "../tokens.ts";

const count = z.number().int().nonnegative();
const UsageMetadata = z.object({
	input_tokens: count,
	output_tokens: count,
	input_token_details: z.object({ cache_read: count.nullish() }).optional(),
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

function tokensOfPicture(message: ConversationMessage): number {
	return "picture" in message && message.picture !== undefined ? pictureTokens : 0;
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
