import type { AddressInfo } from "node:net";
import { createRulesDecider } from "@webhand/rules/decider";
import { describe, expect } from "vitest";
import { pageText, scriptedDecider, shop } from "./agent.ts";
import { test } from "./upstream.ts";

const chunk = {
	id: "c1",
	content: "Tea ships on Mondays",
	documentId: "d1",
	documentTitle: "Shipping",
	scope: "org",
	score: 1,
	metadata: { domain: "shop.example", url_pattern: "shop.example/" },
};
const known = { domain: "shop.example", hasOrgKnowledge: true, status: "ok", chunks: [chunk], tookMs: 1 };

describe("what is known about a page", () => {
	test("reaches the decider and nobody else, asked with the caller's token", async ({ open, startUpstream }) => {
		const proxy = await startUpstream({ body: known });
		const agent = await open({ decider: scriptedDecider(() => "click(7)"), settings: { KNOWLEDGE_URL: proxy.url } });
		const reply = await agent.post({});
		expect(reply.body["data"]).toMatchObject({ hasOrgKnowledge: true });
		expect(reply.bytes).not.toContain("Mondays");
		expect(agent.decider.turns[0]?.knowledge).toEqual([
			{ chunkId: "c1", documentId: "d1", content: "Tea ships on Mondays", documentTitle: "Shipping", scope: "org" },
		]);
		expect(proxy.seen).toMatchObject([
			{ path: "/internal/retrieve", authorization: `Bearer ${agent.user.token}`, body: expect.stringContaining('"query":"Buy the tea"') },
		]);
		expect((await agent.step({})).warnings).toBeUndefined();
	});

	test.for([
		["degraded, whatever it claims to have", { body: { ...known, status: "degraded" } }],
		["broken", { status: 500 }],
		["talking nonsense", { body: { chunks: "many" } }],
		["silent", { isSilent: true }],
	] as const)("is left out when the proxy is %s, and the step goes on", async ([_name, answer], { open, startUpstream }) => {
		const proxy = await startUpstream(answer);
		const agent = await open({ decider: scriptedDecider(() => "click(7)"), settings: { KNOWLEDGE_URL: proxy.url } });
		const data = await agent.step({});
		expect(data).toMatchObject({ action: "click(7)", warnings: ["KNOWLEDGE_UNAVAILABLE"] });
		expect(data).not.toHaveProperty("hasOrgKnowledge");
		expect(proxy.seen).toHaveLength(1);
	});

	test("is not asked for pages without a site", async ({ open, startUpstream }) => {
		const proxy = await startUpstream({ body: known });
		const agent = await open({
			decider: scriptedDecider(() => 'navigate("https://shop.example/")'),
			settings: { KNOWLEDGE_URL: proxy.url },
		});
		const dom = pageText("", { url: "chrome://newtab/", header: "@restricted new tab" });
		const data = await agent.step({ url: "chrome://newtab/", dom, query: "Open shop.example" });
		expect([data.hasOrgKnowledge, data.warnings, proxy.seen]).toEqual([undefined, undefined, []]);
	});
});

describe("the availability of server tools", () => {
	const status = {
		enabled: true,
		capabilities: { fs: true, search: true, git: true, exec: false, mcp: true },
		reasons: [],
		warnings: ["NO_CGROUP"],
		sandbox: null,
	};

	test("is what the runner reports, asked with the caller's token and kept for two seconds", async ({ open, startUpstream }) => {
		const runner = await startUpstream({ body: status });
		const agent = await open({ settings: { TOOL_RUNNER_URL: runner.url } });
		const reply = await agent.call("GET", "/api/v1/agent/availability");
		expect([reply.status, reply.body]).toMatchObject([
			200,
			{ status: "degraded", warnings: ["NO_CGROUP"], capabilities: { fs: true, exec: false }, banner: "Actions run on the server host." },
		]);
		await agent.call("GET", "/api/v1/agent/availability");
		expect(runner.seen).toEqual([{ path: "/v1/status", authorization: `Bearer ${agent.user.token}`, body: "" }]);
	});

	test("is offline with the reason when the runner does not answer", async ({ open }) => {
		const agent = await open();
		expect((await agent.call("GET", "/api/v1/agent/availability")).body).toMatchObject({
			status: "offline",
			reasons: [{ code: "RUNNER_UNREACHABLE" }],
		});
	});
});

describe("a decider in trouble", () => {
	test("on the very first step leaves no task behind unless its key can find it again", async ({ open, mongo }) => {
		const agent = await open({
			decider: scriptedDecider((_turn, call) => (call === 2 ? "click(7)" : new Promise<string>(() => undefined))),
			settings: { STEP_DEADLINE_MS: "500" },
		});
		const mine = { userId: agent.user.userId };
		expect((await agent.post({})).status).toBe(500);
		expect(await mongo.db.collection("tasks").countDocuments(mine)).toBe(0);
		const key = "the first step again";
		expect((await agent.post({}, { key })).status).toBe(500);
		expect((await agent.step({}, { key })).stepIndex).toBe(0);
		expect(await mongo.db.collection("tasks").countDocuments(mine)).toBe(1);
	});

	test("is not awaited once the client has left", async ({ open, mongo }) => {
		const agent = await open({
			decider: scriptedDecider((_turn, call) => (call === 1 ? new Promise<string>(() => undefined) : "click(7)")),
		});
		const { taskId } = await agent.step({});
		await agent.app.listen({ host: "127.0.0.1", port: 0 });
		const leaving = new AbortController();
		const asked = fetch(`http://127.0.0.1:${(agent.app.server.address() as AddressInfo).port}/api/agent/interact`, {
			method: "POST",
			headers: { ...agent.user.headers, "content-type": "application/json" },
			body: JSON.stringify({ url: shop.url, query: "q", dom: shop.dom, taskId }),
			signal: leaving.signal,
		}).catch(() => "left");
		await expect.poll(() => agent.decider.turns.length).toBe(2);
		leaving.abort();
		expect(await asked).toBe("left");
		await expect.poll(async () => (await agent.post({ taskId })).status).toBe(200);
		expect(await mongo.db.collection("task_actions").countDocuments({ taskId })).toBe(2);
	});
});

/** Metrics that operators are promised; this service has no queues. */
const promisedMetrics = [
	..."http_requests_total http_seconds step_seconds steps_total model_seconds model_calls_total model_tokens_total".split(" "),
	..."model_duplicate_calls_total lease_takeovers_total idempotent_replays_total stale_writes_total outbox_pending".split(" "),
	..."outbox_oldest_seconds session_checks_total jwks_age_seconds rate_limited_total limiter_local_total mongo_seconds".split(" "),
	..."redis_seconds event_loop_delay_seconds verdicts_total gate_total loop_stops_total reflections_total".split(" "),
	..."model_repairs_total rules_refusals_total page_truncated_total".split(" "),
];

describe("telemetry of a step", () => {
	test("one log line with stages and outcomes, without a word of the page, the query or the address", async ({ agent }) => {
		const { taskId } = await agent.step({
			query: "Buy the canary-query",
			dom: shop.dom.replace("Harbour tea", "canary-page"),
			url: "https://shop.example/canary-path",
		});
		await agent.step({ taskId, dom: shop.dom.replace("Harbour tea", "canary-page") });
		const lines = () => agent.logs.map((line) => JSON.parse(line) as Record<string, unknown>).filter((line) => line["msg"] === "step");
		// A step's line follows its reply.
		await expect.poll(lines).toMatchObject([
			{
				taskId,
				stepIndex: 0,
				door: "interact",
				provider: "scripted",
				action: "click",
				stepStatus: "executing",
				gate: "fill allow",
				tokens: 110,
				stages: { write: expect.any(Number), all: expect.any(Number) },
			},
			{ taskId, stepIndex: 1, verdict: "failure", confidence: 0.9, stepStatus: "correcting" },
		]);
		expect(agent.logs.join("\n")).not.toMatch(/canary|Harbour|I do click/);
	});

	test("events are numbered without a hole and announce step, plan and status", async ({ open, mongo }) => {
		const agent = await open({ decider: scriptedDecider((_turn, call) => (call === 0 ? "click(7)" : "finish()")) });
		const { taskId, sessionId } = await agent.step({});
		await agent.step({ taskId, dom: `${shop.dom}\n<button 8>New` });
		const events = await mongo.db.collection("events").find({ sessionId }).sort({ seq: 1 }).toArray();
		expect(events.map((event) => [event["seq"], event["name"]])).toEqual([
			[1, "new_message"],
			[2, "new_message"],
			[3, "interact_response"],
			[4, "plan_update"],
			[5, "task_status"],
			[6, "new_message"],
			[7, "interact_response"],
			[8, "plan_update"],
			[9, "task_status"],
		]);
		expect(events.slice(0, 2).map((event) => [event["data"].type, event["data"].message.role])).toEqual([
			["new_message", "user"],
			["new_message", "assistant"],
		]);
		expect(events[2]?.["data"]).toMatchObject({
			type: "interact_response",
			sessionId,
			seq: 3,
			taskId,
			stepIndex: 0,
			action: "click(7)",
			status: "executing",
		});
		expect(events.at(-1)?.["data"]).toMatchObject({ status: "completed" });
		await expect.poll(() => mongo.db.collection("events").countDocuments({ sessionId, publishedAt: null })).toBe(0);
	});

	test("steps, verdicts, the gate and stage times are measured", async ({ agent }) => {
		const { taskId } = await agent.step({});
		await agent.step({ taskId });
		const { body } = await agent.app.inject({ method: "GET", url: "/metrics" });
		for (const line of [
			'webhand_steps_total{outcome="executing"} 1',
			'webhand_steps_total{outcome="correcting"} 1',
			'webhand_verdicts_total{verdict="failure",by="facts"} 1',
			'webhand_gate_total{class="fill",mode="autonomous",outcome="allow"} 2',
			'webhand_step_seconds_count{stage="write"} 2',
			'webhand_step_seconds_count{stage="all"} 2',
		])
			expect(body).toContain(line);
		const names = [...body.matchAll(/^# TYPE (webhand_\w+) /gm)].map(([, name = ""]) => name.replace("webhand_", ""));
		expect(promisedMetrics.filter((name) => !names.includes(name))).toEqual([]);
		// No label holds an id or address: each value would be a series of its own.
		expect(body).not.toMatch(/[{,](?:tenant|user|task|session|run|url|path|host|query)\w*=/i);
		expect(body).not.toMatch(/="[^"]*(?:[0-9a-f]{8}-[0-9a-f]{4}|(?:org|usr|sid)_|:\/\/)/);
	});

	test("a refusal of the rules is counted by its reason", async ({ open }) => {
		const agent = await open({ real: createRulesDecider() });
		expect(await agent.step({ query: "tick all boxes except the first" })).toMatchObject({ failure: { category: "not_understood" } });
		expect((await agent.app.inject("/metrics")).body).toContain('webhand_rules_refusals_total{reason="not_understood"} 1');
	});
});
