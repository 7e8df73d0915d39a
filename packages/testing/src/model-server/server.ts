import { once } from "node:events";
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from "node:http";
import { createServer } from "node:http";
import { setTimeout as pause } from "node:timers/promises";
import type { ModelApi } from "./apis.ts";
import { apiOf, heldToSchema, wantsSchema } from "./apis.ts";
import type { Answer, ModelReply } from "./reply.ts";
import { ChatRequest, textOf } from "./reply.ts";

/** One request as it arrived. `aborted` turns true when the caller left before the reply was over. */
export type RecordedRequest = { readonly body: ChatRequest; readonly headers: IncomingHttpHeaders; readonly at: number; aborted: boolean };

/**
 * What the model says. A list is played in order; a request after its end is refused with status 500, so a call too many never passes
 * unseen. A function sees the request and its 0-based number.
 */
export type ModelScript = readonly ModelReply[] | ((request: ChatRequest, index: number) => ModelReply | Promise<ModelReply>);

/**
 * A scripted model behind the HTTP APIs of OpenAI, Ollama, Anthropic and Gemini. `url` ends in `/v1` and is what `MODEL_BASE_URL` wants for
 * `openai`, `openai-compatible` and `ollama`; `host` is what it wants for `anthropic` and `google`.
 */
export type ModelServer = {
	readonly url: string;
	readonly host: string;
	readonly requests: readonly RecordedRequest[];
	/** Plays another script from its start and forgets the requests so far. */
	readonly play: (script: ModelScript) => void;
	readonly close: () => Promise<void>;
};

/** Where to listen, by default 127.0.0.1 and a free port, and what to answer. `holdsSchemas`: tags become the JSON that a request wants. */
export type ModelServerOptions = {
	readonly script: ModelScript;
	readonly port?: number;
	readonly host?: string;
	readonly holdsSchemas?: boolean;
};

/** How agent-api begins to find out about a model at its start: answered in plain text, and no part of a script. */
const connectionTest = "This is a test of the connection.";

/** Starts the server: the paths of `apiOf`, streaming or not, and `GET /v1/models`. Any key is taken. */
export async function startModelServer({
	script,
	port = 0,
	host = "127.0.0.1",
	holdsSchemas = false,
}: ModelServerOptions): Promise<ModelServer> {
	const requests: RecordedRequest[] = [];
	let playing = script;

	const complete = async (api: ModelApi, path: string, [incoming, response]: Exchange) => {
		const body = ChatRequest.safeParse(api.read(JSON.parse(await textBody(incoming)), path));
		if (!body.success) return refuse(response, api, { kind: "error", status: 400, message: body.error.message });
		const request = body.data;
		const isHeld = holdsSchemas && wantsSchema(request);
		if (textOf(request.messages[0]) === connectionTest) {
			const text = isHeld ? '{"answer":"ready","count":0}' : "OK";
			return answer(response, { api, id: "chatcmpl-test", request }, { text });
		}
		const index = requests.length;
		const record: RecordedRequest = { body: request, headers: incoming.headers, at: Date.now(), aborted: false };
		requests.push(record);
		response.once("close", () => {
			record.aborted = !response.writableFinished;
		});
		const reply = typeof playing === "function" ? await playing(request, index) : playing[index];
		const unexpected: ModelReply = { kind: "error", status: 500, message: `the script has no reply number ${index}` };
		const said = reply?.kind === "text" && isHeld ? { ...reply, text: heldToSchema(reply.text) } : reply;
		return await send(response, { api, id: `chatcmpl-${index}`, request }, said ?? unexpected);
	};

	const server = createServer((incoming, response) => {
		const path = incoming.url?.split("?")[0] ?? "";
		const api = incoming.method === "POST" ? apiOf(path) : undefined;
		if (api !== undefined) {
			return void complete(api, path, [incoming, response]).catch((error: unknown) =>
				refuse(response, api, { kind: "error", status: 500, message: String(error) }),
			);
		}
		const models = { object: "list", data: [{ id: "scripted", object: "model", created: 0, owned_by: "webhand" }] };
		if (`${incoming.method} ${path}` === "GET /v1/models") return void response.writeHead(200, json).end(JSON.stringify(models));
		return refuse(response, anyApi, { kind: "error", status: 404, message: `no ${path}` });
	});
	server.listen(port, host);
	await once(server, "listening");
	const address = server.address();
	if (address === null || typeof address === "string") throw new Error("the model server has no port");
	return {
		url: `http://${host}:${address.port}/v1`,
		host: `http://${host}:${address.port}`,
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
const streamOf = ({ streamType }: ModelApi) => ({ "content-type": streamType, "cache-control": "no-cache" });
const anyApi = { refusal: (_status: number, message: string) => ({ error: { message } }) };

type Exchange = readonly [IncomingMessage, ServerResponse];
type Call = { readonly api: ModelApi; readonly id: string; readonly request: ChatRequest };

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
			return refuse(response, call.api, reply);
		case "hang":
			return;
		case "raw":
			return void response.writeHead(200, { "content-type": reply.contentType ?? "application/json" }).end(reply.body);
		case "cut":
			return cut(response, call, reply);
	}
}

function answer(response: ServerResponse, call: Call, reply: Answer): void {
	const { api, request } = call;
	if (request.stream !== true) return void response.writeHead(200, json).end(JSON.stringify(api.whole(call, reply)));
	response.writeHead(200, streamOf(api));
	for (const piece of api.pieces(call, reply)) response.write(piece);
	response.end();
}

function cut(response: ServerResponse, call: Call, reply: { readonly text: string; readonly afterCharacters: number }): void {
	const { api, request } = call;
	const isStream = request.stream === true;
	const body = isStream
		? api
				.pieces(call, { text: reply.text.slice(0, reply.afterCharacters) })
				.slice(0, -2)
				.join("")
		: JSON.stringify(api.whole(call, reply)).slice(0, reply.afterCharacters);
	response.writeHead(200, isStream ? streamOf(api) : json);
	response.write(body, () => response.socket?.resetAndDestroy());
}

function refuse(response: ServerResponse, api: Pick<ModelApi, "refusal">, reply: Extract<ModelReply, { readonly kind: "error" }>): void {
	if (response.headersSent) return void response.destroy();
	const retry = reply.retryAfterSeconds === undefined ? {} : { "retry-after": String(reply.retryAfterSeconds) };
	const error = api.refusal(reply.status, reply.message ?? "scripted refusal");
	response.writeHead(reply.status, { ...json, ...retry }).end(JSON.stringify(error));
}

async function textBody(incoming: IncomingMessage): Promise<string> {
	const chunks: Buffer[] = [];
	for await (const chunk of incoming) chunks.push(Buffer.from(chunk));
	return Buffer.concat(chunks).toString("utf8");
}
