import { once } from "node:events";
import type { IncomingMessage, ServerResponse } from "node:http";
import { createServer } from "node:http";
import { gunzipSync } from "node:zlib";
import { defineRoute } from "@webhand/contracts/routes";
import { expect, onTestFinished, test } from "vitest";
import { z } from "zod";
import { ApiError } from "./api-error.ts";
import type { Api } from "./call.ts";
import { call } from "./call.ts";

const greetRoute = defineRoute({
	service: "auth",
	method: "POST",
	path: "/greet/:name",
	summary: "Greets",
	params: z.strictObject({ name: z.string() }),
	query: z.strictObject({ loud: z.boolean().optional(), limit: z.number().optional() }),
	body: z.strictObject({ text: z.string() }),
	reply: z.object({ said: z.string() }),
	gzip: true,
});
const plainRoute = defineRoute({
	service: "auth",
	method: "POST",
	path: "/plain",
	summary: "Takes text",
	body: z.strictObject({ text: z.string() }),
});
const publicRoute = defineRoute({ service: "auth", method: "GET", path: "/public", summary: "Open", public: true, reply: z.object({}) });

const pageRoute = defineRoute({ service: "auth", method: "GET", path: "/page", summary: "Open", public: true, produces: "html" });
const eventsRoute = defineRoute({ ...publicRoute, path: "/events", produces: "event-stream", reply: z.object({ n: z.number() }) });

type Seen = { method: string; url: string; headers: IncomingMessage["headers"]; body: Buffer };

async function serve(answer: (response: ServerResponse, seen: Seen) => void): Promise<{ api: Api; seen: Seen[] }> {
	const seen: Seen[] = [];
	const server = createServer(async (request, response) => {
		const chunks: Buffer[] = [];
		for await (const chunk of request) chunks.push(chunk);
		const call = { method: request.method ?? "", url: request.url ?? "", headers: request.headers, body: Buffer.concat(chunks) };
		seen.push(call);
		answer(response, call);
	});
	server.listen(0, "127.0.0.1");
	await once(server, "listening");
	onTestFinished(() => {
		server.closeAllConnections();
		server.close();
	});
	const address = server.address();
	if (address === null || typeof address === "string") throw new Error("no port");
	return { api: { baseUrl: `http://127.0.0.1:${address.port}`, token: () => "secret" }, seen };
}

const json = (response: ServerResponse, status: number, body: unknown) =>
	response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));

async function failureOf(promise: Promise<unknown>): Promise<ApiError> {
	const failure = await promise.then(
		() => new Error("the call succeeded"),
		(error: unknown) => error,
	);
	if (failure instanceof ApiError) return failure;
	throw failure;
}

test("a call carries its parameters, its query, the bearer token and its own headers", async () => {
	const { api, seen } = await serve((response) => json(response, 200, { said: "hello" }));
	const reply = await call(api, greetRoute, {
		params: { name: "Ada/Löwe" },
		query: { loud: true, limit: undefined },
		body: { text: "hi" },
		headers: { "idempotency-key": "k1" },
	});
	expect(reply).toEqual({ said: "hello" });
	expect(seen).toHaveLength(1);
	expect(seen[0]).toMatchObject({
		method: "POST",
		url: "/greet/Ada%2FL%C3%B6we?loud=true",
		headers: { authorization: "Bearer secret", "idempotency-key": "k1", "content-type": "application/json" },
	});
	expect(JSON.parse(String(seen[0]?.body))).toEqual({ text: "hi" });
	expect(seen[0]?.headers.cookie).toBeUndefined();
});

test("a public route is called without the token", async () => {
	const { api, seen } = await serve((response) => json(response, 200, {}));
	await call(api, publicRoute);
	expect(seen[0]?.headers.authorization).toBeUndefined();
});

test("a body of 8 kB or more is compressed where the route reads gzip, and nowhere else", async () => {
	const { api, seen } = await serve((response, { url }) =>
		url === "/plain" ? response.writeHead(204).end() : json(response, 200, { said: "" }),
	);
	const text = "page ".repeat(4_000);
	await call(api, greetRoute, { params: { name: "a" }, query: {}, body: { text } });
	await call(api, greetRoute, { params: { name: "a" }, query: {}, body: { text: "short" } });
	await call(api, plainRoute, { body: { text } });
	expect(seen.map((call) => call.headers["content-encoding"])).toEqual(["gzip", undefined, undefined]);
	const packed = seen[0]?.body ?? Buffer.alloc(0);
	expect(packed.length).toBeLessThan(1_000);
	expect(JSON.parse(gunzipSync(packed).toString())).toEqual({ text });
});

test("unknown keys of a newer server are ignored", async () => {
	const { api } = await serve((response) => json(response, 200, { said: "hello", mood: "new" }));
	expect(await call(api, greetRoute, { params: { name: "a" }, query: {}, body: { text: "" } })).toEqual({ said: "hello" });
});

test("a refusal keeps its status, code, details, request id and waiting time", async () => {
	const { api } = await serve((response) => {
		response.setHeader("retry-after", "2");
		const error = { code: "TASK_BUSY", message: "Another step runs", details: { stepIndex: 3 } };
		json(response, 409, { success: false, error, requestId: "r-1" });
	});
	const failure = await failureOf(call(api, plainRoute, { body: { text: "" } }));
	expect(failure).toMatchObject({
		status: 409,
		code: "TASK_BUSY",
		message: "Another step runs",
		details: { stepIndex: 3 },
		requestId: "r-1",
		retryAfterMs: 2_000,
	});
});

test("an answer outside the contract is a bad reply", async () => {
	const { api } = await serve((response, { url }) =>
		url === "/public" ? response.writeHead(200).end("<html>") : response.writeHead(502).end("Bad gateway"),
	);
	expect(await failureOf(call(api, plainRoute, { body: { text: "" } }))).toMatchObject({ status: 502, code: "BAD_REPLY" });
	expect(await failureOf(call(api, publicRoute))).toMatchObject({ status: 200, code: "BAD_REPLY" });
});

test.for([
	["JSON", { "content-type": "application/json" }, '{"n":1}'],
	["an event that is no JSON", { "content-type": "text/event-stream" }, "data: n\n\n"],
	["an event outside the contract", { "content-type": "text/event-stream" }, 'data: {"n":"one"}\n\n'],
] as const)("%s in the place of an event is a bad reply", async ([, headers, text]) => {
	const { api } = await serve((response) => response.writeHead(200, headers).end(text));
	const read = async () => {
		for await (const event of await call(api, eventsRoute)) expect(event).toBeUndefined();
	};
	expect(await failureOf(read())).toMatchObject({ status: 200, code: "BAD_REPLY" });
});

test("JSON in the place of a page is a bad reply, and a refusal is read as everywhere", async () => {
	const { api } = await serve((response) => json(response, 200, {}));
	expect(await failureOf(call(api, pageRoute))).toMatchObject({ status: 200, code: "BAD_REPLY" });
	const refusing = await serve((response) =>
		json(response, 404, { success: false, error: { code: "NOT_FOUND", message: "Gone" }, requestId: "r-1" }),
	);
	for (const route of [pageRoute, eventsRoute])
		expect(await failureOf(call(refusing.api, route))).toMatchObject({ status: 404, code: "NOT_FOUND" });
});

test("a file of comma separated values is read as text, with the token in the header", async () => {
	const csv = "time,person\r\n2026-03-02,Ada\r\n";
	const { api, seen } = await serve((response) => response.writeHead(200, { "content-type": "text/csv; charset=utf-8" }).end(csv));
	expect(await call(api, { ...pageRoute, public: false, produces: "csv" })).toBe(csv);
	expect(seen[0]).toMatchObject({ url: "/page", headers: { authorization: "Bearer secret" } });
});

test("a stream that breaks off is a network error; an abort throws its reason", async () => {
	const abort = new AbortController();
	const { api } = await serve((response, { headers }) => {
		response.writeHead(200, { "content-type": "text/event-stream" }).write('data: {"n":1}\n\n', () => {
			if (headers["x-wish"] === "break") response.destroy();
		});
	});
	const read = async (headers: Readonly<Record<string, string>>, signal: AbortSignal) => {
		for await (const event of await call(api, eventsRoute, { headers, signal }))
			if (headers["x-wish"] === "abort") abort.abort(new Error(`after ${event.n}`));
	};
	expect(await failureOf(read({ "x-wish": "break" }, new AbortController().signal))).toMatchObject({ status: 0, code: "NETWORK" });
	await expect(read({ "x-wish": "abort" }, abort.signal)).rejects.toThrow("after 1");
});

test("a missing answer is a network error with its cause", async () => {
	const { api } = await serve((response) => response.destroy());
	const failure = await failureOf(call(api, publicRoute));
	expect(failure).toMatchObject({ status: 0, code: "NETWORK", message: "The server could not be reached." });
	expect(failure.cause).toBeDefined();
});

test("a redirect is refused, so that the token never goes elsewhere", async () => {
	const { api, seen } = await serve((response) => response.writeHead(302, { location: "/elsewhere" }).end());
	expect(await failureOf(call(api, plainRoute, { body: { text: "" } }))).toMatchObject({ status: 0, code: "NETWORK" });
	expect(seen.map((call) => call.url)).toEqual(["/plain"]);
});

test("the caller's own abort reason is thrown", async () => {
	const abort = new AbortController();
	const { api } = await serve(() => abort.abort(new Error("stopped by the user")));
	await expect(call(api, plainRoute, { body: { text: "" }, signal: abort.signal })).rejects.toThrow("stopped by the user");
});
