import { randomUUID } from "node:crypto";
import type { IncomingMessage, Server, ServerResponse } from "node:http";
import { createServer } from "node:http";
import { text } from "node:stream/consumers";
import { z } from "zod";
import { ChatRequest, generationOf } from "./chat.ts";
import type { Generated, Model } from "./llama.ts";
import { PromptTooLong } from "./llama.ts";

const mostBytes = 4_000_000;

/** OpenAI's `/v1/chat/completions` and `/v1/models` in front of one loaded model; not yet listening. */
export function createModelServer(model: Model, name: string): Server {
	return createServer((request, response) => {
		const path = new URL(request.url ?? "/", "http://localhost").pathname;
		if (request.method === "GET" && path === "/v1/models") {
			send(response, 200, { object: "list", data: [{ id: name, object: "model", owned_by: "local" }] });
			return;
		}
		if (request.method !== "POST" || path !== "/v1/chat/completions") {
			send(response, 404, errorOf("not_found", `There is no ${request.method} ${path}`));
			return;
		}
		complete(model, name, { request, response }).catch((cause: unknown) => refuse(response, cause));
	});
}

type Exchange = { readonly request: IncomingMessage; readonly response: ServerResponse };

async function complete(model: Model, name: string, { request, response }: Exchange): Promise<void> {
	const left = new AbortController();
	response.once("close", () => {
		if (!response.writableFinished) left.abort(new Error("the client left"));
	});
	const body = await text(request);
	if (body.length > mostBytes) throw new PromptTooLong(`The request has ${body.length} characters.`);
	const wanted = ChatRequest.parse(JSON.parse(body));
	const head = { id: `chatcmpl-${randomUUID()}`, created: Math.floor(Date.now() / 1_000), model: name };
	if (wanted.stream !== true) {
		const done = await model.generate(generationOf(wanted), left.signal);
		const message = { role: "assistant", content: done.text };
		const choices = [{ index: 0, message, finish_reason: done.finish, logprobs: null }];
		send(response, 200, { ...head, object: "chat.completion", choices, usage: usageOf(done) });
		return;
	}
	const chunk = (choices: readonly object[], more: object = {}) => {
		if (!response.headersSent) response.writeHead(200, { "content-type": "text/event-stream", "cache-control": "no-cache" });
		response.write(`data: ${JSON.stringify({ ...head, object: "chat.completion.chunk", choices, ...more })}\n\n`);
	};
	const onText = (content: string) => chunk([{ index: 0, delta: { role: "assistant", content }, finish_reason: null }]);
	const done = await model.generate({ ...generationOf(wanted), onText }, left.signal);
	chunk([{ index: 0, delta: {}, finish_reason: done.finish }]);
	if (wanted.stream_options?.include_usage === true) chunk([], { usage: usageOf(done) });
	response.end("data: [DONE]\n\n");
}

function usageOf({ promptTokens, completionTokens }: Generated): object {
	return { prompt_tokens: promptTokens, completion_tokens: completionTokens, total_tokens: promptTokens + completionTokens };
}

function refuse(response: ServerResponse, cause: unknown): void {
	const message = cause instanceof Error ? cause.message : String(cause);
	if (response.headersSent) response.destroy();
	else if (cause instanceof PromptTooLong) send(response, 400, errorOf("context_length_exceeded", message));
	else if (cause instanceof z.ZodError || cause instanceof SyntaxError) send(response, 400, errorOf("invalid_request", message));
	else send(response, 500, errorOf("server_error", message));
}

function errorOf(code: string, message: string): object {
	return { error: { message, type: code === "server_error" ? code : "invalid_request_error", code } };
}

function send(response: ServerResponse, status: number, body: object): void {
	response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
}
