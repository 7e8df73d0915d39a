import { z } from "zod";
import type { Answer, ChatRequest, Rendered } from "./reply.ts";
import { completionBody, completionChunks, usageOf } from "./reply.ts";

/** One of the HTTP APIs that models have. A request is read as one of OpenAI's, so that scripts see the same everywhere. */
export type ModelApi = {
	/** The request in OpenAI's form, with its other fields; `path` as asked for. */
	readonly read: (body: unknown, path: string) => unknown;
	/** The whole answer, or its pieces where the request wants a stream. */
	readonly whole: (call: Rendered, answer: Answer) => object;
	readonly pieces: (call: Rendered, answer: Answer) => readonly string[];
	readonly streamType: "text/event-stream" | "application/x-ndjson";
	readonly refusal: (status: number, message: string) => object;
};

const event = (data: object | string, name?: string) =>
	`${name === undefined ? "" : `event: ${name}\n`}data: ${typeof data === "string" ? data : JSON.stringify(data)}\n\n`;

/** `POST /v1/chat/completions`. */
const openAi: ModelApi = {
	read: (body) => body,
	whole: completionBody,
	pieces: (call, answer) => completionChunks(call, answer).map((chunk) => event(chunk)),
	streamType: "text/event-stream",
	refusal: (_status, message) => ({ error: { message, type: "scripted", param: null, code: null } }),
};

/** `POST /api/chat` of Ollama, which streams unless it is told not to. */
const ollama: ModelApi = {
	read: (body) => ({ stream: true, ...z.looseObject({}).parse(body) }),
	whole: (call, answer) => ({ ...ollamaPiece(call, answer.text ?? "", callsOf(answer)), ...ollamaEnd(call, answer) }),
	pieces: (call, answer) => [
		...piecesOf(answer.text ?? "").map((text) => `${JSON.stringify(ollamaPiece(call, text))}\n`),
		`${JSON.stringify({ ...ollamaPiece(call, "", callsOf(answer)), ...ollamaEnd(call, answer) })}\n`,
	],
	streamType: "application/x-ndjson",
	refusal: (_status, message) => ({ error: message }),
};

const callsOf = ({ calls }: Answer) =>
	calls === undefined
		? {}
		: { tool_calls: calls.map((call) => ({ function: { name: call.name, arguments: argumentsOf(call.arguments) } })) };

function ollamaPiece({ request }: Rendered, content: string, more: object = {}) {
	const message = { role: "assistant", content, ...more };
	return { model: request.model, created_at: "2026-01-01T00:00:00Z", message, done: false };
}

function ollamaEnd({ request }: Rendered, answer: Answer) {
	const usage = usageOf(request, answer);
	const counts = usage === undefined ? {} : { prompt_eval_count: usage.prompt_tokens, eval_count: usage.completion_tokens };
	return { done: true, done_reason: "stop", ...counts };
}

const Blocks = z.union([z.string(), z.array(z.looseObject({ type: z.string(), text: z.string().optional() }))]);
const AnthropicRequest = z.looseObject({
	system: Blocks.optional(),
	messages: z.array(z.looseObject({ role: z.string(), content: Blocks })),
});

/** `POST /v1/messages` of Anthropic. */
const anthropic: ModelApi = {
	read: (body) => {
		const { system, messages, ...rest } = AnthropicRequest.parse(body);
		return { ...rest, messages: [...(system === undefined ? [] : [{ role: "system", content: system }]), ...messages] };
	},
	whole: (call, answer) => {
		const usage = anthropicUsage(call, answer);
		return {
			...anthropicMessage(call),
			content: blocksOf(answer),
			stop_reason: answer.calls === undefined ? "end_turn" : "tool_use",
			usage,
		};
	},
	pieces: (call, answer) => {
		const usage = anthropicUsage(call, answer);
		const events: readonly ({ readonly type: string } & Readonly<Record<string, unknown>>)[] = [
			{ type: "message_start", message: { ...anthropicMessage(call), content: [], usage: { ...usage, output_tokens: 1 } } },
			...blocksOf(answer).flatMap(blockEvents),
			{
				type: "message_delta",
				delta: { stop_reason: answer.calls === undefined ? "end_turn" : "tool_use", stop_sequence: null },
				usage: { output_tokens: usage.output_tokens },
			},
			{ type: "message_stop" },
		];
		return events.map((each) => event(each, each.type));
	},
	streamType: "text/event-stream",
	refusal: (_status, message) => ({ type: "error", error: { type: "scripted", message } }),
};

const anthropicMessage = ({ id, request }: Rendered) => ({
	id,
	type: "message",
	role: "assistant",
	model: request.model,
	stop_reason: null as string | null,
	stop_sequence: null,
});

function anthropicUsage({ request }: Rendered, answer: Answer) {
	const usage = usageOf(request, answer);
	return { input_tokens: usage?.prompt_tokens ?? 0, output_tokens: usage?.completion_tokens ?? 0 };
}

type Block =
	| { readonly type: "text"; readonly text: string }
	| { readonly type: "tool_use"; readonly id: string; readonly name: string; readonly input: unknown };

const blocksOf = ({ text, calls = [] }: Answer): readonly Block[] => [
	...(text === undefined ? [] : [{ type: "text" as const, text }]),
	...calls.map((call, index) => ({ type: "tool_use" as const, id: `call_${index}`, name: call.name, input: argumentsOf(call.arguments) })),
];

function blockEvents(block: Block, index: number) {
	const [start, deltas] =
		block.type === "text"
			? [{ ...block, text: "" }, piecesOf(block.text).map((text) => ({ type: "text_delta", text }))]
			: [{ ...block, input: {} }, piecesOf(JSON.stringify(block.input)).map((json) => ({ type: "input_json_delta", partial_json: json }))];
	return [
		{ type: "content_block_start", index, content_block: start },
		...deltas.map((delta) => ({ type: "content_block_delta", index, delta })),
		{ type: "content_block_stop", index },
	];
}

const Parts = z.looseObject({ role: z.string().optional(), parts: z.array(z.looseObject({ text: z.string().optional() })) });
const GoogleRequest = z.looseObject({ systemInstruction: Parts.optional(), contents: z.array(Parts) });

/** `POST /v1beta/models/<name>:generateContent` and `:streamGenerateContent` of Gemini. */
const google: ModelApi = {
	read: (body, path) => {
		const { systemInstruction, contents, ...rest } = GoogleRequest.parse(body);
		const messageOf = (role: string, { parts }: z.infer<typeof Parts>) => ({
			role,
			content: parts.map(({ text = "", ...part }) => ({ ...part, type: "text", text })),
		});
		return {
			...rest,
			model: /models\/([^:]+):/.exec(path)?.[1],
			stream: path.includes(":streamGenerateContent"),
			messages: [
				...(systemInstruction === undefined ? [] : [messageOf("system", systemInstruction)]),
				...contents.map((content) => messageOf(content.role === "model" ? "assistant" : "user", content)),
			],
		};
	},
	whole: googleBody,
	pieces: (call, answer) => [event(googleBody(call, answer))],
	streamType: "text/event-stream",
	refusal: (status, message) => ({ error: { code: status, message, status: "SCRIPTED" } }),
};

function googleBody({ request }: Rendered, answer: Answer) {
	const usage = usageOf(request, answer);
	const calls = (answer.calls ?? []).map((call) => ({ functionCall: { name: call.name, args: argumentsOf(call.arguments) } }));
	const parts = [...(answer.text === undefined ? [] : [{ text: answer.text }]), ...calls];
	const counts = usage && {
		promptTokenCount: usage.prompt_tokens,
		candidatesTokenCount: usage.completion_tokens,
		totalTokenCount: usage.total_tokens,
	};
	return { candidates: [{ content: { role: "model", parts }, finishReason: "STOP", index: 0 }], usageMetadata: counts };
}

const piecesOf = (text: string): readonly string[] => text.match(/.{1,12}/gs) ?? [];

const argumentsOf = (given: unknown): unknown => (typeof given === "string" ? (JSON.parse(given) as unknown) : given);

/** The API that a path belongs to. */
export function apiOf(path: string): ModelApi | undefined {
	if (path === "/v1/chat/completions") return openAi;
	if (path === "/api/chat") return ollama;
	if (path === "/v1/messages") return anthropic;
	return /^\/v1beta\/models\/[^/:]+:(?:streamG|g)enerateContent$/.test(path) ? google : undefined;
}

/** True where a request asks for JSON by a schema, in the words of any of the APIs. */
export function wantsSchema(request: ChatRequest): boolean {
	const { response_format: format, format: ollamaFormat, output_config: output, generationConfig: config } = request;
	return [format, ollamaFormat, output, config].some((part) => /"(?:json_schema|properties)"/.test(JSON.stringify(part) ?? ""));
}

/** A text in tags as the JSON of the same fields: what a server answers that holds its model to a schema. */
export function heldToSchema(text: string): string {
	const fields = [...text.matchAll(/<([A-Z][a-z]+)>(.*?)<\/\1>/gs)].map(([, name = "", value = ""]) => [name.toLowerCase(), value]);
	return fields.length === 0 ? text : JSON.stringify(Object.fromEntries(fields));
}
