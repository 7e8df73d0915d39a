import { once } from "node:events";
import { get } from "node:http";
import { connect } from "node:net";
import { describe, expect } from "vitest";
import { addRoute } from "../src/routes.ts";
import type { TestService } from "./fixture.ts";
import { extensionId, packedRoute, refusalOf, startService } from "./fixture.ts";
import { echo, id, test } from "./serving.ts";
import { bodyTests } from "./suites/bodies.ts";

/** Log lines of one request. */
const linesOf = (service: TestService, requestId: string) =>
	service
		.logged()
		.split("\n")
		.filter((line) => line.includes(requestId));
const json = { "content-type": "application/json" };

describe("answers", () => {
	test("a call that fits its contract reaches the handler parsed, with the caller's identity", async ({ service, auth }) => {
		const { token, claims } = await auth.signIn();
		const reply = await service.call("POST", echo, { token, body: '{"text":"hi"}', headers: { "x-request-id": "request-from-gateway" } });
		expect([reply.status, await reply.json()]).toEqual([200, { text: "hi", tenantId: claims.tid, roles: ["member", "admin"] }]);
		expect(reply.headers.get("x-request-id")).toBe("request-from-gateway");
		expect(reply.headers.get("cache-control")).toBe("no-store");
		expect(reply.headers.get("x-content-type-options")).toBe("nosniff");
	});

	test("every wrong field of path, query and body is named at once", async ({ service, auth }) => {
		const { token } = await auth.signIn();
		const body = '{"text":"","inner":{"n":"1","m":2},"tenantId":"org_1"}';
		const reply = await service.call("POST", "/api/v1/echo/7?times=0&more=1", { token, body });
		const { error } = await refusalOf(reply);
		expect([reply.status, error.code, error.message]).toEqual([400, "VALIDATION_ERROR", "The request is not valid"]);
		expect(error.details?.fields?.map(({ field }) => field).toSorted()).toEqual([
			"id",
			"inner.m",
			"inner.n",
			"more",
			"tenantId",
			"text",
			"times",
		]);
		expect(error.details?.fields).toContainEqual({ field: "tenantId", message: "is not a known field" });
	});

	test("an unknown path is 404, another method is 405 with the methods that work", async ({ service }) => {
		const unknown = await service.call("GET", "/api/v1/nothing");
		expect([unknown.status, (await refusalOf(unknown)).error.code]).toEqual([404, "NOT_FOUND"]);
		const wrong = await service.call("DELETE", echo);
		expect([wrong.status, wrong.headers.get("allow"), (await refusalOf(wrong)).error.code]).toEqual([405, "POST", "METHOD_NOT_ALLOWED"]);
	});

	test("a refusal carries its code, details and request id, never its cause", async ({ service }) => {
		const reply = await service.call("GET", "/api/v1/open", { headers: { "x-failure": "known" } });
		expect([reply.status, await reply.json()]).toEqual([
			404,
			{
				success: false,
				error: { code: "NOT_FOUND", message: "This thing does not exist", details: { thing: "x" } },
				requestId: reply.headers.get("x-request-id"),
			},
		]);
	});

	test.for(["unknown", "broken"])("an %s failure is an internal error whose stack only the log has", async (failure, { service }) => {
		const reply = await service.call("GET", "/api/v1/open", { headers: { "x-failure": failure } });
		const body = await refusalOf(reply);
		expect([reply.status, body.error]).toEqual([500, { code: "INTERNAL_ERROR", message: "Something went wrong on our side" }]);
		expect(JSON.parse(linesOf(service, body.requestId)[0] ?? "{}")).toMatchObject({
			level: "error",
			status: 500,
			code: "INTERNAL_ERROR",
			err: { stack: expect.any(String) },
		});
	});

	test.for([
		["headers over 16 KB", `GET /api/v1/open HTTP/1.1\r\nHost: a\r\nX: ${"b".repeat(20_000)}\r\n\r\n`, 431, "PAYLOAD_TOO_LARGE"],
		["bytes that are no request", "NONSENSE\r\n\r\n", 400, "VALIDATION_ERROR"],
		["two Host", "GET /api/v1/open HTTP/1.1\r\nHost: a\r\nHost: b\r\nConnection: close\r\n\r\n", 400, "VALIDATION_ERROR"],
	] as const)("%s: refused with the one error body", async ([, text, status, code], { service }) => {
		const socket = connect(Number(new URL(service.url).port), "127.0.0.1");
		socket.write(text);
		const answer = (await socket.toArray()).join("");
		expect(answer).toContain(`HTTP/1.1 ${status} `);
		expect(JSON.parse(answer.split("\r\n\r\n")[1] ?? "")).toMatchObject({ success: false, error: { code } });
	});

	test("a path that does not decode or a URL over 8 KB is refused", async ({ service }) => {
		for (const path of ["/api/v1/%zz", `/api/v1/open?q=${"a".repeat(8_200)}`]) {
			const reply = await service.call("GET", path);
			expect([reply.status, (await refusalOf(reply)).error.code]).toEqual([400, "VALIDATION_ERROR"]);
		}
	});
});

describe("a client that leaves", () => {
	test("ends the signal of its call, which a client that waits never sees ended", async ({ mongo, redis, auth }) => {
		const signals: AbortSignal[] = [];
		const service = await startService({
			mongoUri: mongo.uri,
			redisUrl: redis.url,
			auth,
			addRoutes: (app) =>
				addRoute(app, packedRoute, async ({ body, signal }) => {
					signals.push(signal);
					if (body.text === "wait for ever") await once(signal, "abort");
					return { length: body.text.length };
				}),
		});
		try {
			expect((await service.call("POST", "/agent/run/packed", { body: '{"text":"short"}' })).status).toBe(200);
			const leaving = new AbortController();
			const call = fetch(`${service.url}/agent/run/packed`, {
				method: "POST",
				headers: json,
				body: '{"text":"wait for ever"}',
				signal: leaving.signal,
			}).catch(() => "left");
			await expect.poll(() => signals.length).toBe(2);
			expect(signals.map(({ aborted }) => aborted)).toEqual([false, false]);
			leaving.abort();
			expect(await call).toBe("left");
			await expect.poll(() => signals.map(({ aborted }) => aborted)).toEqual([false, true]);
		} finally {
			await service.close();
		}
	});
});

bodyTests();

describe("around the routes", () => {
	test("health, metrics and documentation need no token, everything else does", async ({ service }) => {
		for (const path of ["/healthz", "/readyz", "/metrics", "/openapi.json", "/docs"])
			expect((await service.call("GET", path)).status).toBe(200);
		expect((await service.call("POST", echo, { body: "{" })).status).toBe(401);
	});

	test("figures and documentation are for those who know this service by its name", async ({ service }) => {
		const statusUnder = (host: string, path: string) =>
			new Promise((resolve, reject) => {
				get(`${service.url}${path}`, { headers: { host } }, (reply) => resolve(reply.resume().statusCode)).on("error", reject);
			});
		for (const path of ["/metrics", "/openapi.json", "/docs", "/docs/json"]) {
			expect(await statusUnder("rebound.example:4001", path), path).toBe(403);
			expect(await statusUnder("LOCALHOST:4001", path), path).not.toBe(403);
		}
		// Probes of a balancer come under any name.
		expect(await statusUnder("rebound.example", "/healthz")).toBe(200);
	});

	test("the documentation has every route with its parts, its replies and its refusals", async ({ service }) => {
		const document = (await (await service.call("GET", "/openapi.json")).json()) as {
			paths: Record<string, Record<string, Record<string, object>>>;
		};
		const route = document.paths["/api/v1/echo/{id}"]?.["post"];
		expect(Object.keys(route?.["responses"] ?? {})).toEqual(["200", "400", "401", "413", "415", "429", "431", "500", "503"]);
		expect(route).toMatchObject({
			security: [{ bearer: [] }],
			requestBody: { required: true },
			parameters: [{ name: "times" }, { name: "id" }],
		});
		expect(document.paths["/agent/run/packed"]?.["post"]).not.toHaveProperty("security");
		expect(JSON.stringify(route?.["responses"])).not.toContain("Default Response");
		expect(route?.["description"]).toContain("Needs a sign-in as bearer token.");
		expect(await (await service.call("GET", "/docs/")).text()).toMatch(/<title>Webhand .*<\/title>/);
	});

	test("metrics count by route pattern, never by what stood in the URL", async ({ service }) => {
		await service.call("POST", `${echo}?secret=1`, { body: "{}" });
		const text = await (await service.call("GET", "/metrics")).text();
		expect(text).toContain('webhand_http_requests_total{route="/api/v1/echo/:id",method="POST",status="401"}');
		for (const name of [
			"webhand_http_seconds",
			"webhand_session_checks_total",
			"webhand_jwks_age_seconds",
			"webhand_rate_limited_total",
			"webhand_mongo_seconds",
			"webhand_redis_seconds",
			"webhand_event_loop_delay_seconds",
		]) {
			expect(text).toContain(`# TYPE ${name} `);
		}
		expect(text).not.toContain(id);
	});

	test("a request leaves one line with who, what and how, and nothing of its content", async ({ service, auth }) => {
		const { token, claims } = await auth.signIn();
		const reply = await service.call("POST", `${echo}?times=3`, { token, body: '{"text":"canary text"}' });
		const requestId = reply.headers.get("x-request-id") ?? "";
		await expect.poll(() => linesOf(service, requestId).length).toBe(1);
		expect(JSON.parse(linesOf(service, requestId)[0] ?? "{}")).toMatchObject({
			level: "info",
			service: "agent-api",
			requestId,
			tenantId: claims.tid,
			userId: claims.sub,
			stepIndex: 7,
			route: "/api/v1/echo/:id",
			status: 200,
		});
		expect(service.logged()).not.toContain("canary text");
		expect(service.logged()).not.toContain(token.split(".")[2]);
	});

	test("a listed extension reads replies and refusals, its preflight is answered, a stranger's is bare", async ({ service }) => {
		const origin = `chrome-extension://${extensionId}`;
		const refusal = await service.call("POST", echo, { body: "{}", headers: { origin } });
		expect([refusal.status, refusal.headers.get("access-control-allow-origin"), refusal.headers.get("vary")]).toEqual([
			401,
			origin,
			"Origin",
		]);
		const ask = (from: string) => service.call("OPTIONS", echo, { headers: { origin: from, "access-control-request-method": "POST" } });
		const [known, stranger] = [await ask(origin), await ask("https://evil.example")];
		expect([known.status, known.headers.get("access-control-allow-headers")?.includes("idempotency-key")]).toEqual([204, true]);
		expect([
			stranger.status,
			stranger.headers.get("access-control-allow-origin"),
			stranger.headers.get("access-control-allow-methods"),
		]).toEqual([204, null, ""]);
	});

	test("a request while a service closes gets 503 in the one error body", async ({ mongo, redis, auth }) => {
		const service = await startService({ mongoUri: mongo.uri, redisUrl: redis.url, auth, addRoutes: () => undefined });
		const socket = connect(Number(new URL(service.url).port), "127.0.0.1");
		let answer = "";
		socket.setEncoding("utf8").on("data", (text) => {
			answer += text;
		});
		await once(socket, "connect");
		// Half a request keeps its connection open.
		await new Promise((resolve) => socket.write("GET /healthz HTTP/1.1\r\nHost: a\r\n", resolve));
		await service.call("GET", "/healthz");
		const closing = service.close();
		await new Promise((resolve) => setImmediate(resolve));
		socket.write("\r\n");
		await once(socket, "close");
		await closing;
		expect(answer).toMatch(/^HTTP\/1\.1 503 [\s\S]*\r\nretry-after: 1\r\n/);
		expect(JSON.parse(answer.split("\r\n\r\n")[1] ?? "")).toMatchObject({ success: false, error: { code: "SERVICE_UNAVAILABLE" } });
	});

	test("a service that is asked to stop says it is not ready", async ({ mongo, redis, auth }) => {
		const stopping = new AbortController();
		const service = await startService({
			mongoUri: mongo.uri,
			redisUrl: redis.url,
			auth,
			stopping: stopping.signal,
			addRoutes: () => undefined,
		});
		stopping.abort();
		const reply = await service.call("GET", "/readyz");
		expect([reply.status, await reply.json()]).toEqual([
			503,
			{ status: "not_ready", checks: { mongo: "ok", redis: "ok", keys: "ok", running: "failed" } },
		]);
		await service.close();
	});
});
