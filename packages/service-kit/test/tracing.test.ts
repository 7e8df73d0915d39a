import { randomBytes } from "node:crypto";
import type { ReceivedSpan, TelemetryServer } from "@webhand/testing/telemetry-server";
import { startTelemetryServer } from "@webhand/testing/telemetry-server";
import { describe, expect } from "vitest";
import { AppError } from "../src/errors.ts";
import { openJobQueues } from "../src/jobs/queue.ts";
import { startJobWorkers } from "../src/jobs/worker.ts";
import { addRoute } from "../src/routes.ts";
import { fetchFrom } from "../src/tracing/onward.ts";
import { active, inSpan } from "../src/tracing/span.ts";
import { test as base, openRoute, startService, whoRoute } from "./fixture.ts";

/** A service whose requests call another one, which is the same; `keepsAll` false: only what is notable is sent. */
type Traced = { readonly url: string; readonly logged: () => string; readonly end: () => Promise<readonly ReceivedSpan[]> };

const newId = () => randomBytes(16).toString("hex");
const spanId = "00f067aa0ba902b7";

const test = base.extend("start", async ({ mongo, redis, auth }, { onCleanup }) => {
	const telemetry: TelemetryServer = await startTelemetryServer();
	onCleanup(telemetry.close);
	return async (settings: Readonly<Record<string, string>> = {}): Promise<Traced> => {
		const service = await startService({
			mongoUri: mongo.uri,
			redisUrl: redis.url,
			auth,
			settings: { OTEL_EXPORTER_OTLP_ENDPOINT: telemetry.endpoint, OTEL_TRACES_SAMPLER_ARG: "1", ...settings },
			addRoutes: (app, { mongo: database, tracing, log, metrics }) => {
				addRoute(app, whoRoute, async ({ identity }) => {
					await database.db.collection("things").findOne({ name: "canary-value" });
					return { userId: identity.userId, roles: [...identity.roles] };
				});
				addRoute(app, openRoute, async ({ request }) => {
					const wish = String(request.headers["x-wish"]);
					if (wish === "refuse") throw new AppError("NOT_FOUND", "canary-message");
					if (wish === "break") throw new Error("canary-message");
					if (wish === "job") await doJob({ tracing, log, metrics }, redis.url);
					if (wish === "call") {
						const { origin } = new URL(`http://${request.headers.host}`);
						await fetchFrom("auth")(`${origin}/api/v1/who?canary-query=1`, {
							headers: { authorization: String(request.headers["x-token"]) },
						});
					}
					log.info({}, "a line of a part");
					return { n: 1 };
				});
			},
		});
		return {
			...service,
			end: async () => {
				await service.close();
				expect(telemetry.received()).not.toMatch(/canary|Bearer ey/);
				return telemetry.spans();
			},
		};
	};
});

type JobDeps = Pick<Parameters<typeof startJobWorkers>[0], "tracing" | "log" | "metrics">;

/** Adds a job as a request does, and does it as a worker in another process would. */
async function doJob(deps: JobDeps, url: string): Promise<void> {
	const queues = openJobQueues({ url, log: deps.log });
	const { promise: done, resolve } = Promise.withResolvers<unknown>();
	const workers = startJobWorkers({ ...deps, url }, [
		{
			kind: "exec",
			host: "traced",
			work: async () => {
				await inSpan("job work", { kind: "internal" }, async () => resolve(active()?.requestId));
				return {};
			},
		},
	]);
	const queue = queues.of({ kind: "exec", host: "traced" });
	while (
		await queue.add("job-1", { typed: "canary-value" }).then(
			() => false,
			() => true,
		)
	);
	expect(await done).toBe(active()?.requestId);
	await Promise.all([workers.close(), queues.close()]);
}

const named = (spans: readonly ReceivedSpan[], name: string) => spans.filter((span) => span.name === name);
const one = (spans: readonly ReceivedSpan[], name: string): ReceivedSpan => {
	const [found, ...more] = named(spans, name);
	if (found === undefined || more.length > 0) throw new Error(`${named(spans, name).length} spans are named ${name}`);
	return found;
};

describe("a trace", () => {
	test("the id of a request is the id of its trace, in the reply, the log and the trace itself, also in the service behind", async ({
		start,
		auth,
	}) => {
		const service = await start();
		const { token, claims } = await auth.signIn();
		const id = newId();
		const headers = { "x-request-id": id, "x-wish": "call", "x-token": `Bearer ${token}` };
		const reply = await fetch(`${service.url}/api/v1/open?canary=query`, { headers });
		expect(reply.headers.get("x-request-id")).toBe(id);
		const spans = await service.end();
		expect(new Set(spans.map(({ traceId }) => traceId))).toEqual(new Set([id]));
		const [first, call, behind, find] = ["GET /api/v1/open", "GET auth", "GET /api/v1/who", "mongodb find"].map((name) => one(spans, name));
		expect([first?.parentSpanId, call?.parentSpanId, behind?.parentSpanId, find?.parentSpanId]).toEqual([
			undefined,
			first?.spanId,
			call?.spanId,
			behind?.spanId,
		]);
		expect(first?.attributes).toEqual({
			"http.request.method": "GET",
			"http.route": "/api/v1/open",
			"http.response.status_code": 200,
			"webhand.request_id": id,
		});
		expect(behind?.attributes).toMatchObject({ "webhand.tenant_id": claims.tid, "webhand.user_id": claims.sub });
		const lines = service
			.logged()
			.split("\n")
			.filter((line) => line.includes(id))
			.map((line) => JSON.parse(line));
		expect(lines.map(({ msg, requestId, traceId }) => [msg, requestId, traceId])).toEqual([
			["request", id, id],
			["a line of a part", id, id],
			["request", id, id],
		]);
	});

	test("a trace that came along goes on, whatever its flag says", async ({ start }) => {
		const service = await start();
		const traceId = newId();
		const reply = await fetch(`${service.url}/api/v1/open`, { headers: { traceparent: `00-${traceId}-${spanId}-00` } });
		expect(reply.headers.get("x-request-id")).toBe(traceId);
		expect(one(await service.end(), "GET /api/v1/open")).toMatchObject({ traceId, parentSpanId: spanId });
	});

	test("a client's own request id stays, and is a fact of the trace", async ({ start }) => {
		const service = await start();
		const headers = { "x-request-id": "my-request-1", traceparent: "<script>" };
		await fetch(`${service.url}/api/v1/open`, { headers });
		const { traceId, attributes } = one(await service.end(), "GET /api/v1/open");
		expect(attributes["webhand.request_id"]).toBe("my-request-1");
		expect(traceId).toMatch(/^[\da-f]{32}$/);
	});

	test("a job goes on with the trace and the request that it was added for", async ({ start }) => {
		const service = await start();
		const id = newId();
		await fetch(`${service.url}/api/v1/open`, { headers: { "x-request-id": id, "x-wish": "job" } });
		const spans = await service.end();
		const job = one(spans, "job exec");
		expect([job.traceId, job.parentSpanId]).toEqual([id, one(spans, "GET /api/v1/open").spanId]);
		expect(one(spans, "job work").parentSpanId).toBe(job.spanId);
		expect(job.attributes).toMatchObject({ "messaging.system": "bullmq", "messaging.destination.name": "exec" });
	});
});

describe("what is sent", () => {
	test("errors of ours always, a usual request and a refusal by the ratio; a client cannot ask for more", async ({ start }) => {
		const service = await start({ OTEL_TRACES_SAMPLER_ARG: "0", TRACE_SLOW_MS: "3600000" });
		const headers = { traceparent: `00-${newId()}-${spanId}-01` };
		for (const wish of ["", "refuse", "break"]) await fetch(`${service.url}/api/v1/open`, { headers: { ...headers, "x-wish": wish } });
		const spans = await service.end();
		expect(spans.map(({ name, isError, attributes }) => [name, isError, attributes["error.type"]])).toEqual([
			["GET /api/v1/open", true, "Error"],
		]);
	});

	test("slow ones always", async ({ start }) => {
		const service = await start({ OTEL_TRACES_SAMPLER_ARG: "0", TRACE_SLOW_MS: "1" });
		await fetch(`${service.url}/api/v1/open`, { headers: { "x-wish": "job" } });
		expect(named(await service.end(), "GET /api/v1/open").length).toBe(1);
	});

	test("nothing without an endpoint, and nothing of OpenTelemetry is there", async ({ start }) => {
		const service = await start({ OTEL_EXPORTER_OTLP_ENDPOINT: "" });
		expect((await fetch(`${service.url}/api/v1/open`)).headers.get("x-request-id")).toMatch(/^[\da-f]{32}$/);
		expect(await service.end()).toEqual([]);
		expect(service.logged()).not.toContain("traceId");
	});
});
