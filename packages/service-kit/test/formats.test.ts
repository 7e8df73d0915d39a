import { once } from "node:events";
import type { Api } from "@webhand/client/call";
import { call } from "@webhand/client/call";
import { defineRoute } from "@webhand/contracts/routes";
import { describe, expect } from "vitest";
import { z } from "zod";
import { addRoute } from "../src/routes.ts";
import type { TestService } from "./fixture.ts";
import { test as base, refusalOf, startService } from "./fixture.ts";

const shared = { service: "agent-api", summary: "A route of a test", public: true } as const;
const formRoute = defineRoute({
	...shared,
	method: "POST",
	path: "/form",
	consumes: ["form", "json"],
	body: z.strictObject({ name: z.string(), count: z.coerce.number(), tags: z.array(z.string()).optional() }),
	reply: z.object({ name: z.string(), count: z.number(), tags: z.array(z.string()) }),
});
const uploadRoute = defineRoute({
	...shared,
	method: "POST",
	path: "/upload",
	consumes: ["multipart"],
	bodyLimit: 10_000,
	files: ["document"],
	body: z.strictObject({ title: z.string().min(1) }),
	reply: z.object({ title: z.string(), files: z.array(z.object({ filename: z.string(), mediaType: z.string(), text: z.string() })) }),
});
const pageRoute = defineRoute({
	...shared,
	method: "GET",
	path: "/page",
	query: z.strictObject({ n: z.coerce.number() }),
	produces: "html",
});
const countRoute = defineRoute({
	...shared,
	method: "GET",
	path: "/things/:id/count",
	produces: "event-stream",
	params: z.strictObject({ id: z.string() }),
	reply: z.object({ n: z.number() }),
});
const startRoute = defineRoute({ ...shared, method: "POST", path: "/things/start", reply: z.object({}) });
const thingRoute = defineRoute({
	...shared,
	method: "GET",
	path: "/things/:id",
	params: z.strictObject({ id: z.uuid() }),
	reply: z.object({}),
});

type Counted = { service: TestService; api: Api; signals: AbortSignal[] };

const test = base.extend("counted", async ({ mongo, redis, auth }, { onCleanup }): Promise<Counted> => {
	const signals: AbortSignal[] = [];
	const service = await startService({
		mongoUri: mongo.uri,
		redisUrl: redis.url,
		auth,
		addRoutes: (app) => {
			addRoute(app, formRoute, ({ body }) => ({ ...body, tags: body.tags ?? [] }));
			addRoute(app, uploadRoute, ({ body, files }) => ({
				title: body.title,
				files: files.map(({ filename, mediaType, bytes }) => ({ filename, mediaType, text: bytes.toString() })),
			}));
			addRoute(app, pageRoute, ({ query }) => `<!doctype html><p>${query.n}`);
			addRoute(app, countRoute, async ({ params, signal }) => {
				signals.push(signal);
				return count(params.id, signal);
			});
			addRoute(app, startRoute, () => ({}));
			addRoute(app, thingRoute, () => ({}));
		},
	});
	onCleanup(service.close);
	return { service, api: { baseUrl: service.url, token: () => null }, signals };
});

/** Counts to three, then ends, fails or waits. */
async function* count(end: string, signal: AbortSignal) {
	for (const n of [1, 2, 3]) yield { n };
	if (end === "fails") throw new Error("a secret cause");
	if (end === "waits") await once(signal, "abort");
}

describe("bodies", () => {
	test("a form, JSON and a form with files reach the handler as the contract reads them", async ({ counted: { api, service } }) => {
		const body = { name: "Ada & Löwe", count: 3, tags: ["a", "b"] };
		expect(await call(api, formRoute, { body })).toEqual(body);
		const json = await service.call("POST", "/form", { body: JSON.stringify(body) });
		expect([json.status, await json.json()]).toEqual([200, body]);
		const files = ["one", "two"].map(
			(text) => ({ name: "document", file: new File([text], `${text}.txt`, { type: "text/plain" }) }) as const,
		);
		expect(await call(api, uploadRoute, { body: { title: "Löwe" }, files })).toEqual({
			title: "Löwe",
			files: ["one", "two"].map((text) => ({ filename: `${text}.txt`, mediaType: "text/plain", text })),
		});
	});

	test.for([
		["/form", "text/plain", "application/x-www-form-urlencoded or application/json"],
		["/form", "///", "application/x-www-form-urlencoded or application/json"],
		["/form", "multipart/form-data; boundary=a", "application/x-www-form-urlencoded or application/json"],
		["/upload", "application/json", "multipart/form-data"],
	] as const)("%s refuses a body of type %s and names what it takes", async ([path, type, taken], { counted: { service } }) => {
		const reply = await service.call("POST", path, { body: "{}", headers: { "content-type": type } });
		const { error } = await refusalOf(reply);
		expect([reply.status, error.code, error.message]).toEqual([415, "UNSUPPORTED_MEDIA_TYPE", `The body must be ${taken}`]);
	});

	const part = (name: string, value: string, more = "") =>
		`--b\r\nContent-Disposition: form-data; name="${name}"${more}\r\n\r\n${value}\r\n`;
	test.for([
		["a part that is no field", `${part("title", "x")}${part("more", "y")}--b--\r\n`, "more", 400],
		["a file that is no part of the route", `${part("title", "x")}${part("avatar", "y", '; filename="a"')}--b--\r\n`, "avatar", 400],
		["a field in the place of the file", `${part("title", "x")}${part("document", "y")}--b--\r\n`, "document", 400],
		["an end in the middle", part("title", "x").slice(0, 30), "", 400],
		["a name that is reserved", `${part("__proto__", "x")}--b--\r\n`, "__proto__", 400],
		["101 parts", `${part("title", "x").repeat(101)}--b--\r\n`, "", 400],
		["nothing", "", "", 400],
		["10,001 bytes", `${part("document", "x".repeat(10_000), '; filename="a"')}--b--\r\n`, undefined, 413],
	] as const)("a multipart body with %s is refused", async ([, body, field, status], { counted: { service } }) => {
		const reply = await service.call("POST", "/upload", { body, headers: { "content-type": "multipart/form-data; boundary=b" } });
		const { error } = await refusalOf(reply);
		expect([reply.status, error.details?.fields?.map((problem) => problem.field)]).toEqual([
			status,
			field === undefined ? undefined : [field],
		]);
	});

	test.for([
		["multipart/form-data", "/upload", ""],
		["application/x-www-form-urlencoded", "/form", "__proto__"],
	] as const)("%s that cannot be read is refused", async ([type, path, field], { counted: { service } }) => {
		const reply = await service.call("POST", path, { body: "__proto__=1", headers: { "content-type": type } });
		expect([reply.status, (await refusalOf(reply)).error.details?.fields?.map((problem) => problem.field)]).toEqual([400, [field]]);
	});
});

describe("replies", () => {
	test("a page comes as text; a refusal on its route is the one error body", async ({ counted: { api, service } }) => {
		expect(await call(api, pageRoute, { query: { n: 3 } })).toBe("<!doctype html><p>3");
		expect((await service.call("GET", "/page?n=3")).headers.get("content-type")).toBe("text/html; charset=utf-8");
		await expect(call(api, pageRoute, { query: { n: "x" as never } })).rejects.toMatchObject({ status: 400, code: "VALIDATION_ERROR" });
	});

	test("events come one after the other, and the stream ends with them", async ({ counted: { api, service } }) => {
		const seen = [];
		for await (const event of await call(api, countRoute, { params: { id: "ends" } })) seen.push(event);
		expect(seen).toEqual([{ n: 1 }, { n: 2 }, { n: 3 }]);
		const raw = await service.call("GET", "/things/x/count");
		expect([raw.headers.get("content-type"), raw.headers.get("cache-control")]).toEqual(["text/event-stream; charset=utf-8", "no-store"]);
		expect(await raw.text()).toBe(':\n\ndata: {"n":1}\n\ndata: {"n":2}\n\ndata: {"n":3}\n\n');
	});

	test("a client that leaves the loop ends the handler's signal", async ({ counted: { api, signals } }) => {
		for await (const event of await call(api, countRoute, { params: { id: "waits" } })) if (event.n === 3) break;
		await expect.poll(() => signals.map(({ aborted }) => aborted)).toEqual([true]);
	});

	test("a stream that fails is broken off without its cause", async ({ counted: { api } }) => {
		const seen: unknown[] = [];
		const read = async () => {
			for await (const event of await call(api, countRoute, { params: { id: "fails" } })) seen.push(event);
		};
		await expect(read()).rejects.toMatchObject({ code: "NETWORK" });
		expect(seen.length).toBeLessThanOrEqual(3);
	});

	test("a service that closes ends its open streams", async ({ mongo, redis, auth }) => {
		const service = await startService({
			mongoUri: mongo.uri,
			redisUrl: redis.url,
			auth,
			addRoutes: (app) => addRoute(app, countRoute, ({ signal }) => count("waits", signal)),
		});
		const events = await call({ baseUrl: service.url, token: () => null }, countRoute, { params: { id: "waits" } });
		const seen = [];
		for await (const event of events) {
			seen.push(event);
			if (event.n === 3) void service.close();
		}
		expect(seen).toHaveLength(3);
	});
});

test("a method that a fixed path does not take is 405, also where another route has a parameter in its place", async ({
	counted: { service },
}) => {
	const reply = await service.call("GET", "/things/start");
	expect([reply.status, reply.headers.get("allow"), (await refusalOf(reply)).error.code]).toEqual([405, "POST", "METHOD_NOT_ALLOWED"]);
	expect((await service.call("POST", "/things/start")).status).toBe(200);
});

test("the documentation lists the media types of bodies and replies", async ({ counted: { service } }) => {
	type Content = { readonly content: Readonly<Record<string, unknown>> };
	type Operation = { readonly requestBody: Content; readonly responses: Readonly<Record<string, Content>> };
	const { paths } = (await (await service.call("GET", "/openapi.json")).json()) as {
		paths: Record<string, Record<string, Operation>>;
	};
	const bodies = (path: string) => Object.keys(paths[path]?.["post"]?.requestBody.content ?? {});
	const replies = (path: string, status: string) => Object.keys(paths[path]?.["get"]?.responses[status]?.content ?? {});
	expect(bodies("/form")).toEqual(["application/x-www-form-urlencoded", "application/json"]);
	expect(bodies("/upload")).toEqual(["multipart/form-data"]);
	expect(JSON.stringify(paths["/upload"]?.["post"]?.requestBody)).toContain('"binary"');
	expect([replies("/page", "200"), replies("/page", "400")]).toEqual([["text/html"], ["application/json"]]);
	expect(replies("/things/{id}/count", "200")).toEqual(["text/event-stream"]);
});

test("a route that no contract describes stops the service from starting", async ({ mongo, redis, auth }) => {
	const starting = startService({
		mongoUri: mongo.uri,
		redisUrl: redis.url,
		auth,
		addRoutes: (app) => {
			app.get("/loose", () => ({}));
		},
	});
	await expect(starting).rejects.toThrow("/loose has no contract");
});
