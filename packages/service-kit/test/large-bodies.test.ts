import { fileURLToPath } from "node:url";
import { expect, onTestFinished } from "vitest";
import { AppError } from "../src/errors.ts";
import { largeBytes } from "../src/large-bodies/hand-over.ts";
import { openLargeBodies } from "../src/large-bodies/open.ts";
import { createLogger } from "../src/logs.ts";
import { createMetrics } from "../src/metrics.ts";
import { addRoute } from "../src/routes.ts";
import { echoRoute, startService, test } from "./fixture.ts";

const requestFor = (url: string) => ({ method: "POST", url, headers: {}, ip: "127.0.0.1", body: new Uint8Array(10) });

function openThread({ stuckMs }: { readonly stuckMs: number }) {
	const lines: string[] = [];
	const log = createLogger({ service: "test", level: "error", target: { write: (line) => lines.push(line) } });
	const metrics = createMetrics({ processDefaults: false });
	const file = fileURLToPath(new URL("./stuck-thread/main.ts", import.meta.url));
	const large = openLargeBodies({ log, metrics }, { file, stuckMs });
	onTestFinished(large.close);
	const answer = (url: string, signal = new AbortController().signal) => large.answer(requestFor(url), signal);
	return { answer, metrics, logged: () => lines.join("") };
}

test("a blocked thread is terminated and its request may come again; a client that leaves waits for nothing", async () => {
	const { answer, logged } = openThread({ stuckMs: 400 });
	const leaving = new AbortController();
	const left = answer("/stuck", leaving.signal);
	leaving.abort(new Error("left"));
	await expect(left).rejects.toThrow("left");
	for (const _ of [1, 2]) await expect(answer("/stuck")).rejects.toMatchObject({ code: "SERVICE_UNAVAILABLE", retryAfterSeconds: 1 });
	expect(logged()).toContain("the thread for large bodies ended");
});

test("a request whose client left before reaches no thread", async () => {
	const { answer, metrics } = openThread({ stuckMs: 20_000 });
	await expect(answer("/", AbortSignal.abort(new Error("left")))).rejects.toThrow("left");
	await answer("/");
	expect((await metrics.text()).body).toMatch(/^answers_total 1$/m);
});

test("a blocked thread keeps its counts", async () => {
	const { answer, metrics } = openThread({ stuckMs: 1_500 });
	await answer("/");
	expect((await metrics.text()).body).toMatch(/^answers_total 1$/m);
	const stuck = expect(answer("/stuck")).rejects.toMatchObject({ code: "SERVICE_UNAVAILABLE" });
	expect((await metrics.text()).body).toMatch(/^answers_total 1$/m);
	await stuck;
});

test("a large request without an answer of the thread is counted and logged by the service", async ({ mongo, redis, auth }) => {
	const { token } = await auth.signIn();
	const service = await startService({
		mongoUri: mongo.uri,
		redisUrl: redis.url,
		auth,
		addRoutes: (app) => addRoute(app, echoRoute, ({ body: { text } }) => ({ text, tenantId: "", roles: [] })),
		answerLarge: () => Promise.reject(new AppError("SERVICE_UNAVAILABLE", "The service could not read this page")),
	});
	onTestFinished(service.close);
	const reply = await service.call("POST", `/api/v1/echo/${crypto.randomUUID()}`, { token, body: JSON.stringify("x".repeat(largeBytes)) });
	expect(reply.status).toBe(503);
	await expect.poll(service.logged).toContain('"code":"SERVICE_UNAVAILABLE"');
	expect(await (await service.call("GET", "/metrics")).text()).toMatch(/^webhand_http_requests_total\{.*status="503"\} 1$/m);
});
