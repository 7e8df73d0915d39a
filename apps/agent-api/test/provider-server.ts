import { once } from "node:events";
import type { IncomingHttpHeaders, IncomingMessage } from "node:http";
import { createServer } from "node:https";
import type { Certificate } from "@webhand/testing/certificates";
import { completionBody } from "@webhand/testing/model-server/reply";

/** One request as a provider would see it. */
export type Seen = {
	readonly host: string;
	readonly method: string;
	readonly path: string;
	readonly headers: IncomingHttpHeaders;
	readonly body: string;
};

/** The answer of a provider: its status, and an object as JSON or plain bytes. */
export type ProviderAnswer = {
	readonly status?: number;
	readonly json?: object;
	readonly bytes?: Buffer;
	readonly headers?: Readonly<Record<string, string>>;
};

/** Every provider behind one port, over TLS; the `Host` of a request selects it. */
export type ProviderServer = {
	readonly port: number;
	readonly seen: Seen[];
	/** Answers requests from now on; the provider's usual answer where it gives undefined. */
	answer: (request: Seen) => ProviderAnswer | undefined;
	readonly close: () => Promise<void>;
};

const clickText = "<Thought>I search.</Thought><Action>click(17)</Action>";

/** The usual answer of a model, and its body in OpenAI's API, with token numbers. */
export const click = {
	text: clickText,
	body: completionBody(
		{ id: "c1", request: { model: "m", messages: [{ role: "user" }] } },
		{ text: clickText, usage: { promptTokens: 100, completionTokens: 10 } },
	),
};

const act = { thought: "I search.", action: "click(17)" };

/** The answer's text: the fields of the form where a request names a schema, else tags. */
const textFor = (schema: unknown) => (schema === undefined ? click.text : JSON.stringify(act));

/** The answer of Anthropic's API: the forced tool where there is one. */
const anthropicAnswer = (body: {
	readonly tools?: unknown;
	readonly stream?: boolean;
	readonly output_config?: { readonly format?: unknown };
}): ProviderAnswer => {
	const usage = { input_tokens: 100, output_tokens: 10 };
	const message = { id: "m1", type: "message", role: "assistant", model: "m", stop_reason: null, stop_sequence: null };
	const isCall = body.tools !== undefined;
	const text = textFor(body.output_config?.format);
	const block = isCall ? { type: "tool_use", id: "t1", name: "act", input: act } : { type: "text", text };
	const reason = isCall ? "tool_use" : "end_turn";
	if (body.stream !== true) return { json: { ...message, content: [block], stop_reason: reason, usage } };
	const pieces = (isCall ? JSON.stringify(act) : text).match(/.{1,9}/gs) ?? [];
	const delta = (piece: string) => (isCall ? { type: "input_json_delta", partial_json: piece } : { type: "text_delta", text: piece });
	return eventsOf(
		[
			{ type: "message_start", message: { ...message, content: [], usage: { ...usage, output_tokens: 1 } } },
			{ type: "content_block_start", index: 0, content_block: isCall ? { ...block, input: {} } : { type: "text", text: "" } },
			...pieces.map((piece) => ({ type: "content_block_delta", index: 0, delta: delta(piece) })),
			{ type: "content_block_stop", index: 0 },
			{ type: "message_delta", delta: { stop_reason: reason, stop_sequence: null }, usage: { output_tokens: 10 } },
			{ type: "message_stop" },
		],
		(event) => `event: ${event.type}\n`,
	);
};

/** The answer of Gemini's API, likewise. */
const googleAnswer = (
	body: { readonly tools?: unknown; readonly generationConfig?: { readonly responseJsonSchema?: unknown } },
	isStream: boolean,
): ProviderAnswer => {
	const text = textFor(body.generationConfig?.responseJsonSchema);
	const part = body.tools === undefined ? { text } : { functionCall: { name: "act", args: act } };
	const json = {
		candidates: [{ content: { role: "model", parts: [part] }, finishReason: "STOP", index: 0 }],
		usageMetadata: { promptTokenCount: 100, candidatesTokenCount: 10, totalTokenCount: 110 },
	};
	return isStream ? eventsOf([json], () => "") : { json };
};

/** The answer of Ollama's own API, which is always streamed: a line for each piece. */
const ollamaAnswer = ({ format }: { readonly format?: unknown }): ProviderAnswer => {
	const pieces = textFor(format).match(/.{1,9}/gs) ?? [];
	const head = { model: "m", created_at: "2026-01-01T00:00:00Z" };
	return linesOf([
		...pieces.map((content) => ({ ...head, message: { role: "assistant", content }, done: false })),
		{ ...head, message: { role: "assistant", content: "" }, done: true, done_reason: "stop", prompt_eval_count: 100, eval_count: 10 },
	]);
};

/** The answer of OpenAI's Responses API. */
const responsesAnswer = ({ text }: { readonly text?: unknown }): ProviderAnswer => ({
	json: {
		id: "resp_1",
		object: "response",
		created_at: 1_767_225_600,
		model: "m",
		status: "completed",
		incomplete_details: null,
		error: null,
		output: [
			{ type: "reasoning", id: "rs_1", summary: [] },
			{
				type: "message",
				id: "msg_1",
				role: "assistant",
				status: "completed",
				content: [{ type: "output_text", text: textFor(text), annotations: [] }],
			},
		],
		usage: {
			input_tokens: 100,
			output_tokens: 10,
			total_tokens: 110,
			input_tokens_details: { cached_tokens: 0 },
			output_tokens_details: { reasoning_tokens: 4 },
		},
	},
});

/** Lines of JSON, as Ollama streams them. */
export function linesOf(lines: readonly object[]): ProviderAnswer {
	const text = lines.map((line) => `${JSON.stringify(line)}\n`).join("");
	return { bytes: Buffer.from(text), headers: { "content-type": "application/x-ndjson" } };
}

/** Server-sent events. */
export function eventsOf<Event extends object>(events: readonly Event[], head: (event: Event) => string): ProviderAnswer {
	const text = events.map((event) => `${head(event)}data: ${JSON.stringify(event)}\n\n`).join("");
	return { bytes: Buffer.from(text), headers: { "content-type": "text/event-stream" } };
}

/** What the provider of a host answers without a script. */
function usualAnswer({ host, path, body }: Seen): ProviderAnswer {
	if (host === "api.anthropic.com") return anthropicAnswer(JSON.parse(body) as object);
	if (host === "generativelanguage.googleapis.com") return googleAnswer(JSON.parse(body) as object, path.includes("streamGenerateContent"));
	if (path === "/api/chat") return ollamaAnswer(JSON.parse(body) as object);
	if (path === "/v1/responses") return responsesAnswer(JSON.parse(body) as object);
	return { json: click.body };
}

/** Starts the server under a certificate. */
export async function startProviders(certificate: Certificate): Promise<ProviderServer> {
	const seen: Seen[] = [];
	const server = createServer(certificate, (incoming, response) => {
		void bodyOf(incoming).then((body) => {
			const { host = "" } = incoming.headers;
			const request = { host, method: incoming.method ?? "", path: incoming.url ?? "", headers: incoming.headers, body };
			seen.push(request);
			const { status = 200, json, bytes, headers } = providers.answer(request) ?? usualAnswer(request);
			response.writeHead(status, { "content-type": "application/json", ...headers }).end(bytes ?? JSON.stringify(json));
		});
	});
	server.listen(0, "127.0.0.1");
	await once(server, "listening");
	const address = server.address();
	if (address === null || typeof address === "string") throw new Error("the providers have no port");
	const providers: ProviderServer = {
		port: address.port,
		seen,
		answer: () => undefined,
		close: async () => {
			server.closeAllConnections();
			server.close();
			await once(server, "close");
		},
	};
	return providers;
}

async function bodyOf(incoming: IncomingMessage): Promise<string> {
	const chunks: Buffer[] = [];
	for await (const chunk of incoming) chunks.push(Buffer.from(chunk));
	return Buffer.concat(chunks).toString("utf8");
}
