import { once } from "node:events";
import type { Server } from "node:http";
import { afterEach, expect, test } from "vitest";
import type { Generation, Model } from "./llama.ts";
import { PromptTooLong } from "./llama.ts";
import type { Exchange, Proxy } from "./proxy.ts";
import { startProxy } from "./proxy.ts";
import { createModelServer } from "./server.ts";

const opened: { readonly server: Server; readonly proxy: Proxy }[] = [];
afterEach(async () => {
	for (const { server, proxy } of opened.splice(0)) {
		await proxy.close();
		server.closeAllConnections();
		server.close();
	}
});

/** A model that does what it is told, behind the server and the proxy. */
async function openModel(generate: Model["generate"]) {
	const noted: Exchange[] = [];
	const server = createModelServer({ generate }, "told").listen(0, "127.0.0.1");
	await once(server, "listening");
	const address = server.address();
	if (address === null || typeof address === "string") throw new Error("no port");
	const proxy = await startProxy({ url: new URL(`http://127.0.0.1:${address.port}/v1`) }, 0, (exchange) => noted.push(exchange));
	opened.push({ server, proxy });
	const ask = async (body: object, signal?: AbortSignal) =>
		await fetch(`${proxy.url}/chat/completions`, {
			method: "POST",
			body: JSON.stringify(body),
			...(signal === undefined ? {} : { signal }),
		});
	return { ask, noted, proxy };
}

const said = { text: "Hello", finish: "stop", promptTokens: 7, completionTokens: 2 } as const;
const messages = [
	{
		role: "user",
		content: [
			{ type: "text", text: "Say" },
			{ type: "text", text: "hello" },
		],
	},
];

test("a completion has the text, its end and its tokens, and the model gets what was asked", async () => {
	let asked: Generation | undefined;
	const { ask, noted } = await openModel(async (generation) => {
		asked = generation;
		return { ...said, finish: "length" };
	});
	const schema = { type: "object", properties: { age: { anyOf: [{ type: "integer" }, { type: "null" }] } } };
	const response_format = { type: "json_schema", json_schema: { name: "any", schema } };
	const reply = await ask({ messages, temperature: 0, max_tokens: 9, stop: "END", response_format, top_p: 1 });
	expect(await reply.json()).toMatchObject({
		choices: [{ message: { content: "Hello" }, finish_reason: "length" }],
		usage: { prompt_tokens: 7, completion_tokens: 2, total_tokens: 9 },
	});
	expect(asked).toMatchObject({ messages: [{ role: "user", content: "Say\nhello" }], maxTokens: 9, temperature: 0, stop: ["END"] });
	expect(asked?.schema).toEqual({ type: "object", properties: { age: { oneOf: [{ type: "integer" }, { type: "null" }] } } });
	await expect.poll(() => noted).toMatchObject([{ status: 200, path: "/v1/chat/completions" }]);
	expect(JSON.parse(noted[0]?.request ?? "")).toMatchObject({ max_tokens: 9 });
	expect(JSON.parse(noted[0]?.reply ?? "")).toMatchObject({ model: "told" });
});

test("a streamed answer comes in pieces and ends with its tokens", async () => {
	const { ask } = await openModel(async ({ onText }) => {
		onText?.("Hel");
		onText?.("lo");
		return said;
	});
	const events = (await (await ask({ messages, stream: true, stream_options: { include_usage: true } })).text()).trim().split("\n\n");
	expect(events.at(-1)).toBe("data: [DONE]");
	const chunks = events.slice(0, -1).map((event) => JSON.parse(event.slice("data: ".length)));
	expect(chunks).toMatchObject([
		{ choices: [{ delta: { content: "Hel" } }] },
		{ choices: [{ delta: { content: "lo" } }] },
		{ choices: [{ finish_reason: "stop" }] },
		{ choices: [], usage: { prompt_tokens: 7 } },
	]);
});

test("a client that leaves ends the work of the model", async () => {
	const left = new AbortController();
	let ended = false;
	const { ask, noted, proxy } = await openModel(async (_generation, signal) => {
		left.abort();
		await once(signal, "abort");
		ended = true;
		throw signal.reason;
	});
	await expect(ask({ messages }, left.signal)).rejects.toThrow();
	await expect.poll(() => ended).toBe(true);
	await expect.poll(() => proxy.isAsked()).toBe(false);
	expect(noted).toMatchObject([{ status: 0 }]);
});

test.for<[name: string, cause: Error, status: number, code: string]>([
	["a prompt that is too long", new PromptTooLong("too long"), 400, "context_length_exceeded"],
	["a model in trouble", new Error("broken"), 500, "server_error"],
])("%s is refused in the words of OpenAI's API", async ([, cause, status, code]) => {
	const { ask } = await openModel(() => Promise.reject(cause));
	const reply = await ask({ messages });
	expect([reply.status, await reply.json()]).toMatchObject([status, { error: { code, message: cause.message } }]);
});

test("a request without messages, or to another path, is refused", async () => {
	const { ask, proxy } = await openModel(async () => said);
	expect((await ask({ messages: [] })).status).toBe(400);
	expect((await fetch(`${proxy.url}/embeddings`, { method: "POST", body: "{}" })).status).toBe(404);
	expect(await (await fetch(`${proxy.url}/models`)).json()).toMatchObject({ data: [{ id: "told" }] });
});
