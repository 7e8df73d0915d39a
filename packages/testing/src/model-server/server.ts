import { once } from "node:events";
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from "node:http";
import { createServer } from "node:http";
import { setTimeout as pause } from "node:timers/promises";
import type { ModelReply } from "./reply.ts";
import { ChatRequest, completionBody, completionChunks, textOf } from "./reply.ts";

/** One request as it arrived. `aborted` turns true when the caller left before the reply was over. */
export type RecordedRequest = { readonly body: ChatRequest; readonly headers: IncomingHttpHeaders; readonly at: number; aborted: boolean };

/**
 * What the model says. A list is played in order; a request after its end is refused with status 500, so a call too many never passes
 * unseen. A function sees the request and its 0-based number.
 */
export type ModelScript = readonly ModelReply[] | ((request: ChatRequest, index: number) => ModelReply | Promise<ModelReply>);

/** A scripted model behind the OpenAI HTTP API. `url` ends in `/v1` and is what `MODEL_BASE_URL` wants. */
export type ModelServer = {
	readonly url: string;
	readonly requests: readonly RecordedRequest[];
	/** Plays another script from its start and forgets the requests so far. */
	readonly play: (script: ModelScript) => void;
	readonly close: () => Promise<void>;
};

/** Where to listen, by default 127.0.0.1 and a free port, and what to answer. */
export type ModelServerOptions = { readonly script: ModelScript; readonly port?: number; readonly host?: string };

/** How agent-api begins to find out about a model at its start: answered in plain text, and no part of a script. */
const connectionTest = "This is a test of the connection.";

/** Starts the server: `POST /v1/chat/completions`, streaming or not, and `GET /v1/models`. Any key is taken. */
export async function startModelServer({ script, port = 0, host = "127.0.0.1" }: ModelServerOptions): Promise<ModelServer> {
	const requests: RecordedRequest[] = [];
	let playing = script;

	const complete = async (incoming: IncomingMessage, response: ServerResponse) => {
		const body = ChatRequest.safeParse(JSON.parse(await textBody(incoming)));
		if (!body.success) return refuse(response, { kind: "error", status: 400, message: body.error.message });
		if (textOf(body.data.messages[0]) === connectionTest)
			return answer(response, { id: "chatcmpl-test", request: body.data }, { text: "OK" });
		const index = requests.length;
		const record: RecordedRequest = { body: body.data, headers: incoming.headers, at: Date.now(), aborted: false };
		requests.push(record);
		response.once("close", () => {
			record.aborted = !response.writableFinished;
		});
		const reply = typeof playing === "function" ? await playing(body.data, index) : playing[index];
		const unexpected: ModelReply = { kind: "error", status: 500, message: `the script has no reply number ${index}` };
		return await send(response, { id: `chatcmpl-${index}`, request: body.data }, reply ?? unexpected);
	};

	const server = createServer((incoming, response) => {
		const path = `${incoming.method} ${incoming.url?.split("?")[0]}`;
		if (path === "POST /v1/chat/completions") {
			return void complete(incoming, response).catch((error: unknown) =>
				refuse(response, { kind: "error", status: 500, message: String(error) }),
			);
		}
		const models = { object: "list", data: [{ id: "scripted", object: "model", created: 0, owned_by: "webhand" }] };
		if (path === "GET /v1/models") return void response.writeHead(200, json).end(JSON.stringify(models));
		return refuse(response, { kind: "error", status: 404, message: `no ${path}` });
	});
	server.listen(port, host);
	await once(server, "listening");
	const address = server.address();
	if (address === null || typeof address === "string") throw new Error("the model server has no port");
	return {
		url: `http://${host}:${address.port}/v1`,
		requests,
		play: (next) => {
			playing = next;
			requests.length = 0;
		},
		close: async () => {
			server.closeAllConnections();
			server.close();
			await once(server, "close");
		},
	};
}

const json = { "content-type": "application/json" };
const eventStream = { "content-type": "text/event-stream", "cache-control": "no-cache" };

type Call = { readonly id: string; readonly request: ChatRequest };

async function send(response: ServerResponse, call: Call, reply: ModelReply): Promise<void> {
	switch (reply.kind) {
		case "text":
			if (reply.delayMs !== undefined) await pause(reply.delayMs);
			return answer(response, call, reply);
		case "tool_calls":
			return answer(response, call, reply);
		case "flood":
			return answer(response, call, { text: "x".repeat(reply.bytes) });
		case "error":
			return refuse(response, reply);
		case "hang":
			return;
		case "raw":
			return void response.writeHead(200, { "content-type": reply.contentType ?? "application/json" }).end(reply.body);
		case "cut":
			return cut(response, call, reply);
	}
}

function answer(response: ServerResponse, call: Call, reply: Parameters<typeof completionBody>[1]): void {
	if (call.request.stream !== true) return void response.writeHead(200, json).end(JSON.stringify(completionBody(call, reply)));
	response.writeHead(200, eventStream);
	for (const data of completionChunks(call, reply)) response.write(`data: ${data}\n\n`);
	response.end();
}

function cut(response: ServerResponse, call: Call, reply: { readonly text: string; readonly afterCharacters: number }): void {
	const body =
		call.request.stream === true
			? completionChunks(call, { text: reply.text.slice(0, reply.afterCharacters) })
					.slice(0, -2)
					.map((data) => `data: ${data}\n\n`)
					.join("")
			: JSON.stringify(completionBody(call, reply)).slice(0, reply.afterCharacters);
	response.writeHead(200, call.request.stream === true ? eventStream : json);
	response.write(body, () => response.socket?.resetAndDestroy());
}

function refuse(response: ServerResponse, reply: Extract<ModelReply, { readonly kind: "error" }>): void {
	if (response.headersSent) return void response.destroy();
	const retry = reply.retryAfterSeconds === undefined ? {} : { "retry-after": String(reply.retryAfterSeconds) };
	const error = { message: reply.message ?? "scripted refusal", type: "scripted", param: null, code: null };
	response.writeHead(reply.status, { ...json, ...retry }).end(JSON.stringify({ error }));
}

async function textBody(incoming: IncomingMessage): Promise<string> {
	const chunks: Buffer[] = [];
	for await (const chunk of incoming) chunks.push(Buffer.from(chunk));
	return Buffer.concat(chunks).toString("utf8");
}
