import { ModelView } from "@webhand/contracts/agent/model";
import type { Network } from "@webhand/service-kit/web/guarded-fetch";
import { createAuthority } from "@webhand/testing/certificates";
import { completionBody } from "@webhand/testing/model-server/reply";
import { newOrgTenantId } from "@webhand/testing/tokens";
import { afterAll, beforeAll, beforeEach, describe, expect } from "vitest";
import type { Agent, AgentWish } from "./agent.ts";
import { fieldsOf, test } from "./agent.ts";
import type { ProviderServer } from "./provider-server.ts";
import { click, startProviders } from "./provider-server.ts";
import { useModel } from "./scripted-model.ts";

const path = "/api/v1/agent/model";
const installed = useModel();
const authority = createAuthority();
let server: ProviderServer;
let network: Network;

beforeAll(async () => {
	// The client of models takes a while to load: not in the time of the first test.
	await import("../src/decider/llm/open.ts");
	server = await startProviders(authority.issue("models.example", "api.openai.com"));
	const addresses: Readonly<Record<string, string>> = { "inside.example": "10.0.0.5", localhost: "127.0.0.1" };
	network = {
		resolve: async (host) => [{ address: addresses[host] ?? "93.184.215.14", family: 4 }],
		detour: server.port,
	};
});
afterAll(async () => server.close());
beforeEach(() => {
	server.seen.length = 0;
	server.answer = () => undefined;
});

const own = {
	provider: "openai-compatible",
	name: "own-13b",
	apiKey: "canary-key",
	baseUrl: "https://models.example/v1",
	caPem: authority.cert,
};
const page = "@page 1\n@url https://shop.example/\n@title Shop\n@epoch e1\n\n@view\n<button 17>Show more";

/** A service with an organization: an admin and a member of it. */
async function organization(open: (wish?: AgentWish) => Promise<Agent>, redis: Parameters<Agent["identity"]["signIn"]>[0]) {
	const agent = await open({ network });
	const tenantId = newOrgTenantId();
	const admin = await agent.identity.signIn(redis, { tenantId, roles: ["member", "admin"] });
	const member = await agent.identity.signIn(redis, { tenantId, roles: ["member"] });
	return { agent, tenantId, admin, member };
}

describe("a tenant's model", () => {
	test("is the installation's until an admin chooses one, and again when it is given up", async ({ open, redis, mongo }) => {
		const { agent, tenantId, admin, member } = await organization(open, redis.client);
		const at = (method: "GET" | "PUT" | "DELETE", body?: object, as = admin) => agent.call(method, path, { as, ...(body ? { body } : {}) });
		expect((await at("GET")).body).toEqual({ source: "installation", provider: "rules", hasKey: false, hasCa: false });
		expect(await agent.step({ dom: page }, { as: member })).toMatchObject({ action: "wait(0)" });

		const chosen = await at("PUT", own);
		expect(ModelView.parse(chosen.body)).toMatchObject({
			source: "tenant",
			provider: "openai-compatible",
			name: "own-13b",
			baseUrl: "https://models.example/v1",
			hasKey: true,
			hasCa: true,
		});
		expect(chosen.bytes + (await at("GET")).bytes).not.toContain("canary-key");
		const stored = JSON.stringify(await mongo.db.collection("model_settings").findOne({ _id: tenantId as never }));
		expect(stored).not.toContain("canary-key");

		expect(await agent.step({ dom: page }, { as: member })).toMatchObject({ action: "click(17)", usage: { promptTokens: 100 } });
		expect(server.seen.at(-1)).toMatchObject({ host: "models.example", headers: { authorization: "Bearer canary-key" } });
		// Others of the installation go on with its own.
		expect(await agent.step({ dom: page })).toMatchObject({ action: "wait(0)" });

		expect([(await at("DELETE")).status, (await at("DELETE")).status]).toEqual([204, 204]);
		expect(await agent.step({ dom: page }, { as: member })).toMatchObject({ action: "wait(0)" });
		expect(await mongo.db.collection("model_settings").countDocuments({ _id: tenantId as never })).toBe(0);
		const notes = await mongo.db.collection("audit_notes").find({ tenantId }).sort({ at: 1 }).toArray();
		expect(notes.map((note) => [note["userId"], note["action"], note["target"]])).toEqual([
			[admin.userId, "model.choose", "openai-compatible/own-13b"],
			[admin.userId, "model.drop", "installation"],
			[admin.userId, "model.drop", "installation"],
		]);
		expect(JSON.stringify(notes)).not.toContain("canary-key");
		expect(agent.logs.join("")).not.toContain("canary-key");
	});

	test("without a known price is refused where tasks may only cost so much", async ({ open, redis }) => {
		const agent = await open({ network, settings: { TASK_USD_BUDGET: "1" } });
		const admin = await agent.identity.signIn(redis.client, { tenantId: newOrgTenantId(), roles: ["member", "admin"] });
		const refused = await agent.call("PUT", path, { as: admin, body: own });
		expect([refused.status, fieldsOf(refused)]).toEqual([400, ["name"]]);
		const priced = await agent.call("PUT", path, { as: admin, body: { provider: "anthropic", name: "claude-sonnet-4-5", apiKey: "k" } });
		expect(priced.body).toMatchObject({ provider: "anthropic", name: "claude-sonnet-4-5", hasKey: true });
	});

	test("is for admins to see, choose and try", async ({ open, redis }) => {
		const { agent, member } = await organization(open, redis.client);
		const replies = [
			await agent.call("GET", path, { as: member }),
			await agent.call("PUT", path, { as: member, body: own }),
			await agent.call("DELETE", path, { as: member }),
			await agent.call("POST", `${path}/test`, { as: member }),
		];
		expect(replies.map(({ status }) => status)).toEqual([403, 403, 403, 403]);
		expect(server.seen).toEqual([]);
	});

	test("keeps its key while provider and address stay the same, and carries it nowhere else", async ({ open, redis }) => {
		const { agent, admin } = await organization(open, redis.client);
		const put = (body: object) => agent.call("PUT", path, { as: admin, body });
		await put(own);
		const { apiKey: _key, ...keyless } = own;
		expect((await put({ ...keyless, name: "own-70b" })).body).toMatchObject({ name: "own-70b", hasKey: true });
		expect((await put({ ...keyless, baseUrl: "https://elsewhere.example/v1" })).body).toMatchObject({ hasKey: false });
		expect((await put({ provider: "openai", name: "some-model" })).body).toMatchObject({
			error: { code: "VALIDATION_ERROR", details: { fields: [{ field: "apiKey", message: "is missing" }] } },
		});
	});

	test.for([
		["plain http", { baseUrl: "http://models.example/v1" }, ["baseUrl"]],
		["the metadata of a cloud", { baseUrl: "https://169.254.169.254/v1" }, ["baseUrl"]],
		["this machine", { baseUrl: "https://localhost/v1" }, ["baseUrl"]],
		["a name that leads inside", { baseUrl: "https://inside.example/v1" }, ["baseUrl"]],
		["a password in the address", { baseUrl: "https://u:p@models.example/v1" }, ["baseUrl"]],
		["no address where one is needed", { baseUrl: undefined }, ["baseUrl"]],
		["an ollama of its own machine", { provider: "ollama", baseUrl: undefined }, ["baseUrl"]],
		[
			"wrong fields of all kinds",
			{ provider: "x", name: "", caPem: "x", contextTokens: 1, extra: 1 },
			["provider", "name", "caPem", "contextTokens", "extra"],
		],
	] as const)("at %s is refused, and nothing is stored", async ([_name, wrong, fields], { open, redis, mongo }) => {
		const { agent, tenantId, admin } = await organization(open, redis.client);
		const reply = await agent.call("PUT", path, { as: admin, body: { ...own, ...wrong } });
		expect([reply.status, fieldsOf(reply)]).toEqual([400, [...fields]]);
		expect(await mongo.db.collection("model_settings").countDocuments({ _id: tenantId as never })).toBe(0);
	});

	test("that does not answer is an error to its tenant, never the installation's model; replays go on", async ({ open, redis }) => {
		const { agent, admin } = await organization(open, redis.client);
		const key = "the-first-step";
		const first = await agent.post({ dom: page }, { as: admin, key });
		await agent.call("PUT", path, { as: admin, body: own });
		server.answer = () => ({ status: 401, json: { error: { message: "canary-key is wrong" } } });
		const turns = agent.decider.turns.length;
		const failed = await agent.post({ dom: page }, { as: admin });
		expect([failed.status, failed.body]).toMatchObject([
			500,
			{ error: { code: "INTERNAL_ERROR", details: { reason: "model_key_refused", retryable: false } } },
		]);
		expect(failed.bytes).not.toContain("canary-key");
		expect(agent.decider.turns.length).toBe(turns);
		expect((await agent.post({ dom: page }, { as: admin, key })).bytes).toBe(first.bytes);

		const broken = "-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n";
		await agent.call("PUT", path, { as: admin, body: { ...own, caPem: broken } });
		expect((await agent.post({ dom: page }, { as: admin })).status).toBe(500);
		expect(agent.decider.turns.length).toBe(turns);
	});

	test("may be rules for a tenant that wants no model", async ({ open, redis }) => {
		const { agent, admin } = await organization(open, redis.client);
		expect((await agent.call("PUT", path, { as: admin, body: { provider: "rules", name: "rules" } })).body).toMatchObject({
			provider: "rules",
		});
		expect(await agent.step({ query: "Click Show more", dom: page }, { as: admin })).toMatchObject({ action: "click(17)" });
		expect(agent.decider.turns).toHaveLength(0);
	});
});

test("answers as it was told to: how long, how freely, after how much thought, and with pictures", async ({ open, redis, mongo }) => {
	const { agent, tenantId, admin, member } = await organization(open, redis.client);
	const put = (more: object) => agent.call("PUT", path, { as: admin, body: { ...own, ...more } });
	const answering = { contextTokens: 16_000, maxOutputTokens: 2_000, temperature: 0.5, effort: "low", vision: true, rulesFirst: false };
	expect((await put(answering)).body).toMatchObject(answering);
	expect(await mongo.db.collection("model_settings").findOne({ _id: tenantId as never })).toMatchObject(answering);
	await agent.step({ dom: page }, { as: member });
	expect(JSON.parse(server.seen.at(-1)?.body ?? "{}")).toMatchObject({ max_tokens: 2_000, temperature: 0.5, reasoning_effort: "low" });
	expect((await put({ temperature: "unset", effort: "none" })).body).toMatchObject({ temperature: "unset", effort: "none" });
	await agent.step({ dom: page }, { as: member });
	expect(JSON.parse(server.seen.at(-1)?.body ?? "{}")).toMatchObject({ reasoning_effort: "none", max_tokens: 1_024 });
	expect(server.seen.at(-1)?.body).not.toContain('"temperature"');

	for (const [wrong, fields] of [
		[{ contextTokens: 4_096, maxOutputTokens: 3_000, vision: true }, ["maxOutputTokens", "vision"]],
		// Half of the installation's 32,000.
		[{ maxOutputTokens: 16_001 }, ["maxOutputTokens"]],
		[{ temperature: 3, effort: "endless", maxOutputTokens: 1, vision: "yes" }, ["temperature", "effort", "maxOutputTokens", "vision"]],
	] as const)
		expect(fieldsOf(await put(wrong)).toSorted()).toEqual(fields.toSorted());
});

test("a test call tells whether and how a tenant's model works, or why not", async ({ open, redis, mongo }) => {
	const { agent, tenantId, admin, member } = await organization(open, redis.client);
	const tried = async () => (await agent.call("POST", `${path}/test`, { as: admin })).body;
	expect(await tried()).toMatchObject({ ok: true });
	await agent.call("PUT", path, { as: admin, body: { ...own, vision: true } });
	server.answer = ({ body }) => {
		const prompt_tokens = Math.ceil(body.length / 4);
		return { json: { ...click.body, usage: { prompt_tokens, completion_tokens: 30, total_tokens: prompt_tokens + 30 } } };
	};
	// Nobody has asked it yet: a second, longer call measures how long a step takes.
	expect(await tried()).toMatchObject({ ok: true, ms: expect.any(Number), secondsPerStep: 1, answersIn: "tags", readsPictures: true });
	expect(server.seen.slice(-2).map(({ body }) => body.includes("json_schema"))).toEqual([true, false]);
	await agent.step({ dom: page }, { as: member });
	expect(server.seen.at(-1)?.body).not.toContain("json_schema");

	const told = JSON.stringify({ answer: "ready", count: 1 });
	server.answer = () => ({ json: completionBody({ id: "c2", request: { model: "m", messages: [{ role: "user" }] } }, { text: told }) });
	expect(await tried()).toMatchObject({ ok: true, answersIn: "schema" });
	server.answer = () => undefined;
	await agent.step({ dom: page }, { as: member });
	expect(server.seen.at(-1)?.body).toContain("json_schema");
	// Another process, or this one after a restart, knows it from the row.
	expect(await mongo.db.collection("model_settings").findOne({ _id: tenantId as never })).toMatchObject({ answersIn: "schema", rev: 3 });
	const other = await open({ network });
	await other.step({ dom: page }, { as: await other.identity.signIn(redis.client, { tenantId, roles: ["member"] }) });
	expect(server.seen.at(-1)?.body).toContain("json_schema");

	for (const [status, message, reason] of [
		[404, "no such model", "model_unknown"],
		[401, "Incorrect API key provided", "model_key_refused"],
		[402, "Insufficient credits", "model_no_credit"],
	] as const) {
		server.answer = () => ({ status, json: { error: { message } } });
		expect(await tried()).toMatchObject({ ok: false, reason });
	}
});

test.for([
	["answers", undefined, { level: "info", msg: "the model answers", answersIn: "tags" }],
	[
		"does not answer",
		"http://127.0.0.1:61999/v1",
		{
			level: "warn",
			msg: "the model openai-compatible/scripted does not answer: The model's server could not be reached (ECONNREFUSED)",
			reason: "model_unavailable",
		},
	],
] as const)("the log of a start says that the installation's model %s, and how or why", async ([_name, url, line], { open }) => {
	const agent = await open(installed.wish(url === undefined ? {} : { MODEL_BASE_URL: url }));
	await agent.app.listen({ host: "127.0.0.1", port: 0 });
	const told = () => agent.logs.map((text) => JSON.parse(text) as { readonly msg?: string }).find(({ msg }) => msg === line.msg);
	await expect.poll(told).toMatchObject({ ...line, provider: "openai-compatible", model: "scripted" });
	expect(installed.requests).toEqual([]);
});

test("what model calls used is summed by day, user and model, for admins", async ({ open, redis, mongo }) => {
	const { agent, admin, member } = await organization(open, redis.client);
	await agent.call("PUT", path, { as: admin, body: own });
	for (const as of [member, member, admin]) await agent.step({ dom: page }, { as });
	const reported = {
		prompt_tokens: 100,
		completion_tokens: 10,
		total_tokens: 110,
		prompt_tokens_details: { cached_tokens: 64 },
		cost: 0.5,
	};
	server.answer = () => ({ json: { ...click.body, usage: reported } });
	await agent.step({ dom: page }, { as: member });
	const today = new Date().toISOString().slice(0, 10);
	const by = async (what: string, as = admin, from = today, to = today) =>
		agent.call("GET", `/api/v1/agent/usage?from=${from}&to=${to}&by=${what}`, { as });
	expect((await by("day")).body).toEqual({
		from: today,
		to: today,
		by: "day",
		rows: [{ key: today, promptTokens: 400, completionTokens: 40, calls: 4, steps: 4, tasks: 4, cachedTokens: 64, usd: 0.5 }],
		total: { promptTokens: 400, completionTokens: 40, calls: 4, steps: 4, cachedTokens: 64, usd: 0.5 },
		forecast: { month: today.slice(0, 7), tokens: expect.any(Number), usd: expect.any(Number) },
		tasks: { started: 4, withoutModel: 0, completed: 0 },
	});
	expect((await by("user")).body["rows"]).toMatchObject([
		{ key: member.userId, promptTokens: 300, steps: 3, tasks: 3 },
		{ key: admin.userId, promptTokens: 100, steps: 1 },
	]);
	expect((await by("model")).body["rows"]).toMatchObject([{ key: "openai-compatible/own-13b", calls: 4 }]);
	expect((await by("day", admin, "2020-01-01", "2020-12-31")).body).toMatchObject({ rows: [], total: { steps: 0 } });
	expect((await by("day", member)).status).toBe(403);
	const wrong = await agent.call("GET", "/api/v1/agent/usage?from=2026-02-30&by=hour&to=2026-01-01", { as: admin });
	expect(wrong.body).toMatchObject({ error: { code: "VALIDATION_ERROR", details: { fields: [{ field: "from" }, { field: "by" }] } } });
	const plan = await mongo.db
		.collection("task_actions")
		.find({ tenantId: admin.tenantId, createdAt: { $gt: new Date(0) }, "spent.calls": { $gt: 0 } })
		.explain();
	expect(JSON.stringify(plan)).toContain('"indexName":"usage"');
});
