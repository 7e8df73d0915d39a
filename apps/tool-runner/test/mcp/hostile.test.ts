import { chmod, copyFile, mkdir, readdir } from "node:fs/promises";
import { join } from "node:path";
import { createAudit } from "@webhand/audit/chain/audit";
import { createChainStore } from "@webhand/audit/chain/store";
import { ExecutionId } from "@webhand/contracts/tools/executions";
import type { McpCall } from "@webhand/contracts/tools/mcp";
import { createIds } from "@webhand/service-kit/ids";
import { long } from "@webhand/testing/long";
import type { SignedIn } from "@webhand/testing/tokens";
import { describe, expect } from "vitest";
import { openLife } from "../../src/calls/life.ts";
import type { StoredToolCall } from "../../src/calls/mcp/store.ts";
import { createToolCallStore } from "../../src/calls/mcp/store.ts";
import { atRest } from "../calls/at-rest.ts";
import type { TestWorkspace } from "../runner.ts";
import { test as base } from "../runner.ts";
import { accept, callTool, ended, hostile, offered, register, serverOf } from "./servers.ts";

const test = base
	.extend("operator", { scope: "file" }, ({ identity, redis }) => identity.signIn(redis.client, { roles: ["member", "operator"] }))
	// Webhand's own code is nothing to run for others, and a test is a part of it.
	.extend("program", { scope: "file" }, async ({ runner }) => {
		const program = join(runner.folder, "servers", "hostile.mjs");
		await mkdir(join(runner.folder, "servers"));
		await copyFile(hostile, program);
		return program;
	});
type Runner = Parameters<typeof register>[0];
const reach = (program: string, era: string, list = "normal") => ({ transport: "stdio", program, args: [era, list] });

async function open(
	runner: Runner & { readonly workspace: () => Promise<TestWorkspace> },
	name: string,
	{ program, era, as }: { readonly program: string; readonly era: string; readonly as: SignedIn },
) {
	const server = await register(runner, name, reach(program, era), as);
	expect(server).toMatchObject({ state: "idle", reason: null });
	const tiers = Object.fromEntries(server.tools.map((tool) => [tool.name, tool.name === "echo" ? "read" : "exec"]));
	await accept(runner, server, tiers, as);
	const workspace = await runner.workspace();
	const call = async (tool: string, args: object = {}, more: { readonly timeoutMs?: number } = {}) =>
		await ended(runner, await callTool(workspace, `${name}.${tool}`, args, more));
	return { server, workspace, call };
}
const textOf = ({ data }: McpCall) => (data?.content[0] as { readonly text?: string } | undefined)?.text;

const harmsNobody = (era: "2025" | "2026") => {
	test("that lies, floods and hangs harms only its own call", async ({ runner, operator, program }) => {
		const { workspace, call } = await open(runner, `hostile-${era}`, { program, era, as: operator });
		const refused = await callTool(workspace, `hostile-${era}.echo`, { text: 1 });
		expect(refused).toMatchObject({ status: 400, body: { error: { code: "TOOL_ARGUMENTS_INVALID", details: { field: "text" } } } });
		expect(await call("echo", { text: "tea" })).toMatchObject({ ok: true, state: "exited" });
		expect(textOf(await call("twice"))).toBe("first");
		expect(textOf(await call("noise"))).toBe("after noise");
		expect(await call("huge")).toMatchObject({ state: "output_limit", error: { code: "OUTPUT_LIMIT" } });
		expect(await call("hang", {}, { timeoutMs: 300 })).toMatchObject({ state: "timed_out", error: { code: "TIMED_OUT" } });
		expect(await call("fails")).toMatchObject({ ok: false, state: "exited", error: { code: "TOOL_FAILED" } });
		expect(await call("link")).toMatchObject({
			ok: true,
			data: { content: [{ type: "resource_link", uri: "http://127.0.0.1:9/secret" }] },
		});
		expect(textOf(await call("elicit"))).toContain("decline");
		expect(await runner.audit.countDocuments({ action: "mcp.elicitation", target: `hostile-${era}.elicit` })).toBe(1);
		const outcomes = async () => {
			const rows = await runner.audit.find({ action: "mcp.call", chain: workspace.id, kind: "outcome" }).toArray();
			return new Set(rows.map(({ outcome }) => outcome));
		};
		await expect
			.poll(outcomes)
			.toEqual(new Set(["ok", "error:TOOL_ARGUMENTS_INVALID", "error:OUTPUT_LIMIT", "error:TIMED_OUT", "error:TOOL_FAILED"]));
	});

	test.for(["die", "bigger"])(
		"that is lost in a call (%s) leaves its outcome unknown, and serves the next one",
		async (tool, { runner, operator, program }) => {
			const { workspace, call } = await open(runner, `lost-${tool}-${era}`, { program, era, as: operator });
			expect(await call(tool)).toMatchObject({ state: "outcome_unknown", error: { code: "CONNECTION_LOST" } });
			const unknown = { action: "mcp.call", chain: workspace.id, kind: "outcome", outcome: "unknown" };
			await expect.poll(() => runner.audit.countDocuments(unknown)).toBe(1);
			expect(textOf(await call("steady"))).toBe("steady");
		},
	);

	test("streams its progress, with exactly one end, and is cancelled", async ({ runner, operator, program }) => {
		const { workspace } = await open(runner, `stream-${era}`, { program, era, as: operator });
		const { body } = await callTool(workspace, `stream-${era}.progress`);
		const { id } = body as McpCall;
		const reply = await fetch(`${runner.url}/v1/mcp/calls/${id}/stream`, { headers: runner.user.headers });
		let text = "";
		let isAsked = false;

		for await (const chunk of reply.body as AsyncIterable<Uint8Array>) {
			text += Buffer.from(chunk).toString();
			if (!isAsked && text.includes('"progress"')) {
				isAsked = true;
				expect((await runner.send("POST", `/v1/mcp/calls/${id}/cancel`)).status).toBe(202);
			}
		}
		const events = [...text.matchAll(/^data: (.*)$/gm)].map(
			([, data]) => JSON.parse(data ?? "") as { readonly type: string; readonly call?: McpCall },
		);
		expect(events.at(0)).toMatchObject({ type: "start", callId: id });
		expect(events.filter(({ type }) => type === "result" || type === "error")).toHaveLength(1);
		expect(events.at(-1)).toMatchObject({ type: "error", call: { state: "cancelled" } });
		expect((await runner.send("POST", `/v1/mcp/calls/${id}/cancel`)).body).toMatchObject({ state: "cancelled" });
	});
};
describe("a server of the protocol of 2026", () => harmsNobody("2026"));
describe("a server of the protocol of 2025", long, () => harmsNobody("2025"));

test("a server of the older protocol hears that sampling and roots are not offered", async ({ runner, operator, program }) => {
	const { call } = await open(runner, "asks", { program, era: "2025", as: operator });
	for (const tool of ["sampling", "roots"]) expect(textOf(await call(tool)), tool).toContain("-32601");
});

test("a tool that changed is hidden, and refused to who knew it, until it is accepted again", async ({ runner, operator, program }) => {
	const { server, workspace } = await open(runner, "moody", { program, era: "2025", as: operator });
	const before = (await offered(workspace)).find(({ name }) => name === "moody.echo")?.hash ?? "";
	const changed = await runner.send("PATCH", `/v1/mcp-servers/${server.id}`, {
		as: operator,
		body: { reach: reach(program, "2025", "changed") },
	});
	expect(serverOf(changed).tools.map(({ name, state, changes }) => ({ name, state, changes }))).toEqual(
		expect.arrayContaining([
			{ name: "echo", state: "changed", changes: ["description"] },
			{ name: "write", state: "accepted", changes: [] },
			{ name: "steady", state: "gone", changes: [] },
		]),
	);
	expect((await offered(workspace)).map(({ name }) => name).filter((name) => name.startsWith("moody."))).toEqual(["moody.write"]);
	const body = { name: "moody.echo", arguments: { text: "tea" }, callId: createIds().prefixed(ExecutionId, "exe"), toolHash: before };
	expect(await workspace.change("mcp.call", "/mcp/calls", body)).toMatchObject({
		status: 409,
		body: { error: { code: "MCP_TOOL_CHANGED" } },
	});
	const old = await runner.send("POST", `/v1/mcp-servers/${server.id}/accept`, {
		as: operator,
		body: { tools: [{ name: "echo", hash: before, tier: "read" }] },
	});
	expect(old).toMatchObject({ status: 409, body: { error: { code: "MCP_TOOL_CHANGED" } } });
	await accept(runner, serverOf(changed), { echo: "read" }, operator);
	expect(await ended(runner, await callTool(workspace, "moody.echo", { text: "tea" }))).toMatchObject({ ok: true });
});

test.for([
	["shadowed", { state: "idle", tools: ["fine"], reason: /twin.*name comes twice/ }],
	[
		"odd",
		{
			state: "idle",
			tools: ["fine", "größe/検索", "open"],
			reason: /"bare": inputSchema .*"wrong": inputSchema.required .*"silent": description/,
		},
	],
	["unreadable", { state: "down", tools: [], reason: /list of tools cannot be read/ }],
	["endless", { state: "down", tools: [], reason: /no end/ }],
	["many", { state: "down", tools: [], reason: /more than 512/ }],
] as const)("of a list that is %s only good tools are taken", async ([list, expected], { runner, operator, program }) => {
	const server = await register(runner, list, reach(program, "2025", list), operator);
	expect(server.state).toBe(expected.state);
	expect(server.tools.map(({ name }) => name)).toEqual(expected.tools);
	expect(server.reason).toMatch(expected.reason);
	if (expected.state !== "down") return;
	const status = await runner.send("GET", "/v1/status");
	expect(JSON.stringify(status.body)).toContain(`MCP_SERVER_DOWN:${list}`);
});

test("a server writes into a workspace only with a tool accepted for that, and never into its .git", async ({
	runner,
	operator,
	program,
}) => {
	const { server, workspace, call } = await open(runner, "writer", { program, era: "2025", as: operator });
	expect(await call("write")).toMatchObject({ ok: false, data: { isError: true, content: [{ text: "EROFS" }] } });
	await mkdir(join(workspace.path, ".git"), { mode: 0o777 });
	await chmod(join(workspace.path, ".git"), 0o777);
	await accept(runner, server, { write: "write", hook: "write" }, operator);
	expect(await call("write")).toMatchObject({ ok: true });
	expect((await readdir(workspace.path)).sort()).toEqual([".git", "written.txt"]);
	expect(await call("hook")).toMatchObject({ ok: false, data: { isError: true, content: [{ text: "EROFS" }] } });
});

test("a call whose runner was killed gets its one outcome from the sweep", async ({ runner, operator, program, mongo }) => {
	const { workspace, call } = await open(runner, "killed", { program, era: "2025", as: operator });
	const { id } = await call("steady");
	const rows = mongo.db.collection<{ _id: string }>("mcp_calls");
	await expect.poll(async () => (await rows.findOne({ _id: id }))?.["isAudited" as never]).toBe(true);
	// What a kill leaves: an intent, a row that runs, and no sign of life.
	await runner.audit.deleteOne({ chain: workspace.id, kind: "outcome" });
	const left = { state: "running", data: null, finishedAt: null, isAudited: false, heartbeatAt: new Date(0), runnerId: "dead", steps: [] };
	await rows.updateOne({ _id: id }, { $set: left });
	const ignore = () => undefined;
	const log = { debug: ignore, info: ignore, warn: ignore, error: ignore, fatal: ignore };
	// A minute behind, so that it does not wait for the runner of the call.
	const now = () => new Date(Date.now() - 60_000);
	const audit = createAudit({ store: createChainStore(mongo.db), keptMs: 86_400_000, now, log, onPlaced: ignore, observe: ignore });
	const shared = { ...atRest, audit, intended: createChainStore(mongo.db).existing, now };
	const life = openLife<StoredToolCall>(shared, {
		store: createToolCallStore(mongo.db),
		plural: "calls",
		outcomeOf: ({ state }) => ({ outcome: state === "outcome_unknown" ? "unknown" : "ok" }),
		factOf: () => null,
		lost: () => ({ state: "outcome_unknown" }),
		count: ignore,
	});
	await life.sweep();
	await life.sweep();
	const outcomes = async () => (await runner.audit.find({ chain: workspace.id, kind: "outcome" }).toArray()).map(({ outcome }) => outcome);
	await expect.poll(outcomes).toEqual(["unknown"]);
	await audit.close();
});

test("one id is one call, whatever is sent again; a grant that was altered or used is none", async ({ runner, operator, program }) => {
	const { workspace } = await open(runner, "once", { program, era: "2025", as: operator });
	const toolHash = (await offered(workspace)).find(({ name }) => name === "once.echo")?.hash;
	const body = { name: "once.echo", arguments: { text: "tea" }, callId: createIds().prefixed(ExecutionId, "exe"), toolHash };
	const grant = await workspace.grant("mcp.call", body);
	const send = (sent: object, jws = grant) => workspace.hand("mcp.call", sent, jws);
	const invalid = (reason: string) => ({ status: 403, body: { error: { code: "GRANT_INVALID", details: { reason } } } });
	expect(await send({ ...body, arguments: { text: "coffee" } })).toMatchObject(invalid("hash"));
	expect(await send(body, "")).toMatchObject(invalid("signature"));
	const first = await send(body);
	expect(first.status).toBe(202);
	await ended(runner, first);
	expect(await send(body)).toMatchObject({ status: 202, body: { ok: true, state: "exited" } });
	expect(await send({ ...body, arguments: { text: "coffee" } })).toMatchObject({
		status: 409,
		body: { error: { code: "IDEMPOTENCY_CONFLICT" } },
	});
	const other = { ...body, callId: createIds().prefixed(ExecutionId, "exe") };
	expect(await send(other)).toMatchObject(invalid("hash"));
	expect(await runner.audit.countDocuments({ action: "mcp.call", chain: workspace.id, kind: "intent" })).toBe(1);
	const colleague = await runner.send("GET", `/v1/mcp/calls/${body.callId}`, { as: operator });
	expect(colleague).toMatchObject({ status: 404, body: { error: { code: "EXECUTION_NOT_FOUND" } } });
});
