import { randomBytes, randomUUID } from "node:crypto";
import { once } from "node:events";
import { readdirSync, readFileSync } from "node:fs";
import { connect } from "node:net";
import { join } from "node:path";
import { makeDataFolder, removeDataFolder } from "@webhand/testing/data-folder";
import { startModelServer } from "@webhand/testing/model-server/server";
import { poll } from "@webhand/testing/poll";
import type { TestProcess } from "@webhand/testing/processes";
import { startProcess } from "@webhand/testing/processes";
import type { ReceivedSpan, TelemetryServer } from "@webhand/testing/telemetry-server";
import { startTelemetryServer } from "@webhand/testing/telemetry-server";
import { MongoClient } from "mongodb";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { Ready } from "../../stack/data/ready.ts";
import { checkout } from "../fixture/copy.ts";
import { programs } from "../fixture/running-stack.ts";

// A whole stack starts here, on a machine that may be busy.
vi.setConfig({ testTimeout: 60_000, hookTimeout: 120_000 });

const data = makeDataFolder("webhand-tracing-");
let stack: TestProcess;
let ready: Ready;
let telemetry: TelemetryServer;
let model: Awaited<ReturnType<typeof startModelServer>>;
let token: string;

/** Texts that belong to a page, a person or a model. No log, trace or report may have one. */
const canary = { query: "canaryquery", typed: "canarytyped", page: "canarypage", address: "canaryaddress", answer: "canaryanswer" };
const page = (padding: string) =>
	`<page url="https://shop.example/products?key=${canary.address}" title="${canary.page}">\n[7] button "Show more" ${canary.page}${padding}\n</page>`;

beforeAll(async () => {
	telemetry = await startTelemetryServer();
	const text = `<Thought>${canary.answer}</Thought><Action>click(7)</Action>`;
	model = await startModelServer({ script: () => ({ kind: "text", text, usage: { promptTokens: 321, completionTokens: 12 } }) });
	stack = await startProcess({
		name: "stack",
		command: process.execPath,
		args: [
			["--conditions=@webhand/source", "infra/local/main.ts", "start"],
			["--no-demo", "--no-browser", "--port", "0", "--data", data],
		].flat(),
		cwd: checkout,
		env: {
			HOME: process.env["HOME"] ?? data,
			...programs,
			OTEL_EXPORTER_OTLP_ENDPOINT: telemetry.endpoint,
			OTEL_TRACES_SAMPLER_ARG: "1",
			SENTRY_DSN: telemetry.dsn,
			MODEL_PROVIDER: "openai-compatible",
			MODEL_NAME: "scripted",
			MODEL_BASE_URL: model.url,
			MODEL_RULES_FIRST: "false",
		},
	});
	const found = await poll(
		() => {
			if (!stack.isRunning()) throw new Error(`the stack ended:\n${stack.output()}`);
			try {
				return readFileSync(join(data, "ready.json"), "utf8");
			} catch {
				return undefined;
			}
		},
		{ limitMs: 100_000 },
	);
	ready = Ready.parse(JSON.parse(found));
	const login = await fetch(`${ready.url}/api/v1/auth/login`, {
		method: "POST",
		headers: { "content-type": "application/json" },
		body: JSON.stringify(ready.member),
	});
	token = ((await login.json()) as { accessToken: string }).accessToken;
});

afterAll(async () => {
	await stack.stop();
	await Promise.all([telemetry.close(), model.close(), removeDataFolder(data)]);
});

const newId = () => randomBytes(16).toString("hex");

/** One order of a person through the gateway. */
async function order(id: string, dom: string): Promise<Response> {
	return await fetch(`${ready.url}/api/agent/interact`, {
		method: "POST",
		headers: {
			authorization: `Bearer ${token}`,
			"content-type": "application/json",
			"idempotency-key": randomUUID(),
			"x-request-id": id,
		},
		body: JSON.stringify({
			url: `https://shop.example/products?key=${canary.address}`,
			query: `Show more, and type "${canary.typed}" ${canary.query}`,
			dom,
		}),
	});
}

const traceOf = (id: string) => telemetry.spans().filter(({ traceId }) => traceId === id);

/** The spans of a trace once one of this name has come from each of these services. */
async function whole(id: string, wanted: readonly (readonly [string, string])[]): Promise<readonly ReceivedSpan[]> {
	return await poll(
		() => {
			const spans = traceOf(id);
			return wanted.every(([service, name]) => spans.some((span) => span.service === service && span.name === name)) ? spans : undefined;
		},
		{ limitMs: 60_000 },
	);
}

function find(spans: readonly ReceivedSpan[], service: string, name: string): ReceivedSpan {
	const found = spans.find((span) => span.service === service && span.name === name);
	if (found === undefined) throw new Error(`${service} sent no span ${name}`);
	return found;
}

/** The names of a span and of all that it is part of, outermost first. */
function pathTo(spans: readonly ReceivedSpan[], span: ReceivedSpan): string[] {
	const parent = spans.find(({ spanId }) => spanId === span.parentSpanId);
	if (parent === undefined && span.parentSpanId !== undefined) throw new Error(`the parent of ${span.name} is missing`);
	return [...(parent === undefined ? [] : pathTo(spans, parent)), `${span.service} ${span.name}`];
}

async function emptyRedis(url: string): Promise<void> {
	const { hostname, port, password } = new URL(url);
	const socket = connect(Number(port), hostname);
	let answer = "";
	socket.setEncoding("utf8").on("data", (text) => {
		answer += text;
	});
	socket.write(`${password === "" ? "" : `AUTH ${decodeURIComponent(password)}\r\n`}FLUSHALL\r\nQUIT\r\n`);
	await once(socket, "close");
	if (answer.includes("-")) throw new Error(`Redis answered ${answer}`);
}

const logs = () => readdirSync(join(data, "logs")).map((file) => readFileSync(join(data, "logs", file), "utf8"));
const interact = "agent-api POST /api/agent/interact";

test("an order is one trace through gateway, agent-api, auth, knowledge-proxy and the model, and its number is everywhere", async () => {
	// Without its copy in Redis agent-api asks auth whether the sign-in still holds.
	await emptyRedis(ready.redisUrl);
	const id = newId();
	const reply = await order(id, page(""));
	expect([reply.status, reply.headers.get("x-request-id")]).toEqual([200, id]);
	const { data: step } = (await reply.json()) as { data: { taskId: string } };
	const spans = await whole(id, [
		["agent-api", "POST /api/agent/interact"],
		["auth", "GET /internal/session"],
		["knowledge-proxy", "POST /internal/retrieve"],
	]).catch((cause: unknown) => {
		throw new Error(
			traceOf(id)
				.map((span) => pathTo(traceOf(id), span).join(" > "))
				.join("\n"),
			{ cause },
		);
	});
	const paths = spans.map((span) => pathTo(spans, span).join(" > "));
	expect(paths).toContain(`${interact} > agent-api GET auth > auth GET /internal/session`);
	expect(paths).toContain(`${interact} > agent-api step decide > agent-api model openai-compatible`);
	expect(
		paths.some((path) =>
			path.endsWith("agent-api step knowledge > agent-api POST knowledge-proxy > knowledge-proxy POST /internal/retrieve"),
		),
	).toBe(true);
	expect(paths.some((path) => path.includes("agent-api step write > agent-api mongodb"))).toBe(true);
	expect(find(spans, "agent-api", "model openai-compatible").attributes).toEqual({
		"gen_ai.provider.name": "openai-compatible",
		"gen_ai.request.model": "scripted",
		"gen_ai.usage.input_tokens": 321,
		"gen_ai.usage.output_tokens": 12,
	});
	const root = find(spans, "agent-api", "POST /api/agent/interact");
	expect([root.parentSpanId, root.attributes]).toMatchObject([
		undefined,
		{ "webhand.request_id": id, "webhand.task_id": step.taskId, "webhand.step_index": 0, "http.response.status_code": 200 },
	]);
	const lines = logs().flatMap((text) => text.split("\n").filter((line) => line.includes(`"requestId":"${id}"`)));
	expect(new Set(lines.map((line) => JSON.parse(line).service))).toEqual(new Set(["agent-api", "auth", "knowledge-proxy"]));
	for (const line of lines) expect(JSON.parse(line)).toMatchObject({ traceId: id, time: expect.any(String), level: "info" });
});

test("an order with a large page goes on in the thread that reads it", async () => {
	// On a busy computer the thread may take longer to start than a request waits for it.
	const id = await poll(
		async () => {
			const tried = newId();
			return (await order(tried, page("x".repeat(60_000)))).status === 200 ? tried : undefined;
		},
		{ limitMs: 50_000 },
	);
	const spans = await whole(id, [
		["agent-api", "step write"],
		["agent-api", "POST /api/agent/interact"],
	]);
	const requests = await poll(() => {
		const found = traceOf(id).filter(({ name }) => name === "POST /api/agent/interact");
		return found.length === 2 && found;
	});
	expect(requests.filter(({ parentSpanId }) => parentSpanId === undefined).length).toBe(1);
	expect(pathTo(traceOf(id), find(spans, "agent-api", "step write"))).toEqual([interact, interact, "agent-api step write"]);
});

test("a model that is out of order is an error of the trace, and reported with the number that the person has", async () => {
	model.play(() => ({ kind: "error", status: 401, message: canary.answer }));
	const id = newId();
	const reply = await order(id, page(""));
	expect([reply.status, await reply.json()]).toMatchObject([500, { requestId: id, error: { code: "INTERNAL_ERROR" } }]);
	const spans = await whole(id, [["agent-api", "POST /api/agent/interact"]]);
	expect(spans.filter(({ isError }) => isError).map(({ name }) => name)).toContain("POST /api/agent/interact");
	const report = await poll(() => telemetry.reports().find(({ event }) => JSON.stringify(event["tags"]).includes(id)));
	expect(report.event).toMatchObject({ level: "error", tags: { service: "agent-api", request_id: id } });
});

test("nothing of a page, a person or a model stands in a trace, a report or a log", async () => {
	const client = new MongoClient(ready.mongoUrl);
	try {
		// What is stored shows that the orders arrived with these texts.
		const task = await client.db("webhand_agent").collection("tasks").findOne({});
		expect(JSON.stringify(task)).toContain(canary.query);
	} finally {
		await client.close();
	}
	const seen = [telemetry.received(), ...logs()].join("\n");
	for (const text of [...Object.values(canary), token, token.split(".")[2] ?? ""]) expect(seen.includes(text), text).toBe(false);
});
