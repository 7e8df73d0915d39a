import { z } from "zod";

const ReportedUsage = z.object({ promptTokens: z.number(), completionTokens: z.number() });
const ToolCall = z.object({ name: z.string(), arguments: z.unknown() });

/**
 * What the server answers to one request. `text` and `tool_calls` come whole or streamed, as the request asks; arguments that are a string
 * are sent as they are, so they may be broken JSON; `usage: null` leaves the token numbers out. `error` is an HTTP refusal. `hang` accepts
 * and never answers. `cut` resets the connection after so many characters of the text. `raw` is any body under status 200. `flood` is a
 * text of so many bytes.
 */
export const ModelReply = z.discriminatedUnion("kind", [
	z.object({ kind: z.literal("text"), text: z.string(), usage: ReportedUsage.nullish(), delayMs: z.number().optional() }),
	z.object({ kind: z.literal("tool_calls"), calls: z.array(ToolCall), text: z.string().optional(), usage: ReportedUsage.nullish() }),
	z.object({ kind: z.literal("error"), status: z.number(), retryAfterSeconds: z.number().optional(), message: z.string().optional() }),
	z.object({ kind: z.literal("hang") }),
	z.object({ kind: z.literal("cut"), text: z.string(), afterCharacters: z.number() }),
	z.object({ kind: z.literal("raw"), body: z.string(), contentType: z.string().optional() }),
	z.object({ kind: z.literal("flood"), bytes: z.number() }),
]);
export type ModelReply = z.infer<typeof ModelReply>;

/** The parts of an OpenAI chat request that scripts and tests look at; everything else stays in it. */
export const ChatRequest = z.looseObject({
	model: z.string(),
	messages: z
		.array(
			z.looseObject({
				role: z.string(),
				content: z.union([z.string(), z.null(), z.array(z.looseObject({ type: z.string(), text: z.string().optional() }))]).optional(),
			}),
		)
		.min(1),
	stream: z.boolean().optional(),
	stream_options: z.looseObject({ include_usage: z.boolean().optional() }).optional(),
	temperature: z.number().optional(),
	max_tokens: z.number().optional(),
	max_completion_tokens: z.number().optional(),
	tools: z.array(z.unknown()).optional(),
});
export type ChatRequest = z.infer<typeof ChatRequest>;

/** All text of a message; parts of a multi-part content joined by line breaks. */
export function textOf(message: ChatRequest["messages"][number] | undefined): string {
	const content = message?.content ?? "";
	return typeof content === "string" ? content : content.map((part) => part.text ?? "").join("\n");
}

/** The whole prompt as one text, for assertions and for scripts that read the page in it. */
export function promptOf(request: ChatRequest): string {
	return request.messages.map(textOf).join("\n\n");
}

/** A request and the id of its answer. */
export type Rendered = { readonly id: string; readonly request: ChatRequest };

/** A reply as one JSON body. */
export function completionBody({ id, request }: Rendered, reply: Answer): object {
	const message = {
		role: "assistant",
		content: reply.text ?? null,
		...(reply.calls ? { tool_calls: toolCalls(reply.calls) } : {}),
		refusal: null,
	};
	const choice = { index: 0, message, finish_reason: reply.calls ? "tool_calls" : "stop", logprobs: null };
	const usage = usageOf(request, reply);
	return { ...head("chat.completion", { id, request }), choices: [choice], ...(usage ? { usage } : {}) };
}

/** A reply as the data of server-sent events, text in pieces of 12 characters (4,000 when it is long), `[DONE]` last. */
export function completionChunks({ id, request }: Rendered, reply: Answer): readonly string[] {
	const start = head("chat.completion.chunk", { id, request });
	const chunk = (delta: object, finish: string | null = null) => ({ ...start, choices: [{ index: 0, delta, finish_reason: finish }] });
	const text = reply.text ?? "";
	const pieces = text.match(text.length > 4_000 ? /.{1,4000}/gs : /.{1,12}/gs) ?? [];
	const calls = toolCalls(reply.calls ?? []).map((call, index) => chunk({ tool_calls: [{ index, ...call }] }));
	const usage = request.stream_options?.include_usage ? usageOf(request, reply) : undefined;
	const events = [
		chunk({ role: "assistant", content: "" }),
		...pieces.map((content) => chunk({ content })),
		...calls,
		chunk({}, reply.calls ? "tool_calls" : "stop"),
		...(usage ? [{ ...start, choices: [], usage }] : []),
	];
	return [...events.map((event) => JSON.stringify(event)), "[DONE]"];
}

/** What an answer says; `usage: null` leaves the token numbers out. */
export type Answer = {
	readonly text?: string | undefined;
	readonly calls?: readonly z.infer<typeof ToolCall>[];
	readonly usage?: z.infer<typeof ReportedUsage> | null | undefined;
};

const createdSeconds = 1_767_225_600;

function head(object: string, { id, request }: Rendered) {
	return { id, object, created: createdSeconds, model: request.model, system_fingerprint: "scripted" };
}

function toolCalls(calls: readonly z.infer<typeof ToolCall>[]) {
	return calls.map((call, index) => ({
		id: `call_${index}`,
		type: "function",
		function: { name: call.name, arguments: typeof call.arguments === "string" ? call.arguments : JSON.stringify(call.arguments) },
	}));
}

/** Four characters a token: near enough for numbers that only have to be there and to add up. */
export function usageOf(request: ChatRequest, reply: Answer) {
	if (reply.usage === null) return undefined;
	const prompt = reply.usage?.promptTokens ?? Math.ceil(promptOf(request).length / 4);
	const completion = reply.usage?.completionTokens ?? Math.ceil((reply.text ?? JSON.stringify(reply.calls)).length / 4);
	return { prompt_tokens: prompt, completion_tokens: completion, total_tokens: prompt + completion };
}
