import { randomBytes } from "node:crypto";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { poll } from "@webhand/testing/poll";
import { freePort } from "@webhand/testing/processes";
import { newOrgTenantId } from "@webhand/testing/tokens";
import { expect, onTestFinished } from "vitest";
import { runChange } from "../../src/host/approvals/engine.ts";
import { codeOf, startFake, test } from "./host.ts";

const unknown = `wsp_${"0".repeat(22)}`;

test("a workspace of another tenant looks like one that never was, to operators too, and nothing in it changes", async ({ host }) => {
	const { id, path } = await host.workspace({ "tea.txt": "green\n" });
	const as = await host.signIn({ tenantId: newOrgTenantId(), roles: ["member", "admin", "operator"] });
	const ask = (workspaceId: string) =>
		Promise.all([
			host.call("GET", "/fs/list", { as, query: { workspaceId } }),
			host.call("POST", "/fs/write", { as, body: { workspaceId, path: "mine.txt", content: "x" } }),
			host.call("PATCH", `/workspaces/${workspaceId}`, { as, body: { readOnly: true } }),
			host.call("POST", "/workspace/select", { as, body: { workspaceId } }),
		]);
	const facts = async (workspaceId: string) => (await ask(workspaceId)).map(({ status, body }) => [status, body["error"]]);
	const foreign = await facts(id);
	expect(foreign).toEqual(await facts(unknown));
	expect(foreign.map(([status]) => status)).toEqual([404, 404, 404, 404]);
	expect(existsSync(join(path, "mine.txt"))).toBe(false);
});

test("members cannot change workspaces, and only operators open folders", async ({ host }) => {
	const { id, path } = await host.workspace();
	const as = await host.signIn({ tenantId: host.user.tenantId, roles: ["member"] });
	const admin = await host.signIn({ tenantId: host.user.tenantId, roles: ["member", "admin"] });
	const body = { tenantId: host.user.tenantId, name: "Mine", rootPath: path };
	expect(codeOf(await host.call("PATCH", `/workspaces/${id}`, { as, body: { readOnly: true } }))).toBe("FORBIDDEN");
	for (const who of [as, admin]) {
		expect(codeOf(await host.call("GET", "/operator/workspaces", { as: who }))).toBe("FORBIDDEN");
		expect(codeOf(await host.call("POST", "/operator/workspaces", { as: who, body }))).toBe("FORBIDDEN");
		expect(codeOf(await host.call("DELETE", `/operator/workspaces/${id}`, { as: who }))).toBe("FORBIDDEN");
	}
	expect((await host.call("PATCH", `/workspaces/${id}`, { as: admin, body: { readOnly: true } })).body).toMatchObject({
		workspace: { id, read_only: true },
	});
	expect(codeOf(await host.call("POST", "/fs/mkdir", { body: { workspaceId: id, path: "a" } }))).toBe("WORKSPACE_READ_ONLY");
	expect(codeOf(await host.call("POST", "/operator/workspaces", { body }))).toBe("WORKSPACE_ROOT_INVALID");
	expect((await host.call("DELETE", `/operator/workspaces/${id}`)).status).toBe(204);
	expect(existsSync(path)).toBe(true);
});

test.for([
	["approves itself", { approved: true }, "VALIDATION_ERROR"],
	["names its tier", { tier: "auto" }, "VALIDATION_ERROR"],
	["has an unknown field", { mode: "0777" }, "VALIDATION_ERROR"],
	["has no content", { content: undefined }, "VALIDATION_ERROR"],
	["is larger than 2 MiB", { content: "x".repeat(2_200_000) }, "PAYLOAD_TOO_LARGE"],
] as const)("a body that %s is refused before anything is approved", async ([_name, more, code], { host }) => {
	const before = await host.approvals.countDocuments();
	const body = { workspaceId: unknown, path: "a.txt", content: "x", ...more };
	expect(codeOf(await host.call("POST", "/fs/write", { body }))).toBe(code);
	expect(await host.approvals.countDocuments()).toBe(before);
});

test("a body that is no JSON, names a reserved field or holds half a character is refused", async ({ host }) => {
	const send = (body: string, type = "application/json") => host.call("POST", "/fs/mkdir", { body, headers: { "content-type": type } });
	expect((await send("path=a", "application/x-www-form-urlencoded")).status).toBe(415);
	expect((await send(`{"__proto__": {"path": "a"}}`)).status).toBe(400);
	expect((await send(`{"path": "\\ud800", "workspaceId": "${unknown}"}`)).status).toBe(400);
});

test("switched off, nothing answers but the availability, and the runner is not asked", async ({ host }) => {
	const fake = await startFake(() => ({}));
	onTestFinished(fake.close);
	const call = await host.open({ AGENT_TOOLS_ENABLED: "false", TOOL_RUNNER_URL: fake.url });
	for (const [method, path] of [
		["GET", "/workspaces"],
		["GET", "/fs/list?path="],
		["GET", "/operator/workspaces"],
	] as const) {
		const reply = await call(method, path);
		expect([path, reply.status, codeOf(reply), Number(reply.headers["retry-after"]) > 0]).toEqual([
			path,
			503,
			"AGENT_TOOLS_DISABLED",
			true,
		]);
	}
	expect(codeOf(await call("POST", "/fs/mkdir", { body: { workspaceId: unknown, path: "a" } }))).toBe("AGENT_TOOLS_DISABLED");
	expect((await call("GET", "/availability")).body).toMatchObject({ status: "offline", reasons: [{ code: "DISABLED" }] });
	expect(fake.seen).toEqual([]);
});

test("at the level read looks work and changes are refused, also as a dry run", async ({ host }) => {
	const { id: workspaceId } = await host.workspace({ "tea.txt": "green\n" });
	const call = await host.open({ AGENT_TOOLS_LEVEL: "read" });
	expect((await call("GET", "/fs/list", { query: { workspaceId } })).status).toBe(200);
	const write = (dryRun: boolean) => call("POST", "/fs/write", { body: { workspaceId, path: "tea.txt", content: "x", dryRun } });
	expect([codeOf(await write(false)), codeOf(await write(true))]).toEqual(["AGENT_TOOLS_DISABLED", "AGENT_TOOLS_DISABLED"]);
	expect((await call("GET", "/availability")).body).toMatchObject({ level: "read", capabilities: { exec: false, mcp: false } });
});

test("a runner that is down is named at once, and the approval says that nothing was sent", async ({ host }) => {
	const call = await host.open({ TOOL_RUNNER_URL: `http://127.0.0.1:${await freePort()}` });
	const { id: workspaceId } = await host.workspace();
	const started = performance.now();
	const replies = [
		await call("GET", "/fs/list", { query: { workspaceId } }),
		await call("POST", "/fs/mkdir", { body: { workspaceId, path: "a" } }),
	];
	expect(performance.now() - started).toBeLessThan(10_000);
	expect(replies.map((reply) => [reply.status, codeOf(reply)])).toEqual([
		[503, "TOOL_RUNNER_UNAVAILABLE"],
		[503, "TOOL_RUNNER_UNAVAILABLE"],
	]);
	expect(await host.approvals.findOne({ workspaceId })).toMatchObject({ outcome: "error:TOOL_RUNNER_UNAVAILABLE" });
});

test("a read whose connection breaks is asked once more, a change never", async ({ host }) => {
	const fake = await startFake(() => null);
	onTestFinished(fake.close);
	const call = await host.open({ TOOL_RUNNER_URL: fake.url });
	expect(codeOf(await call("GET", "/fs/list", { query: { workspaceId: unknown } }))).toBe("TOOL_RUNNER_UNAVAILABLE");
	expect(fake.seen).toHaveLength(2);
	expect(codeOf(await call("POST", "/fs/mkdir", { body: { workspaceId: unknown, path: "a" } }))).toBe("TOOL_RUNNER_UNAVAILABLE");
	expect(fake.seen.slice(2)).toEqual([`POST /v1/workspaces/${unknown}/fs/mkdir`]);
	expect(await host.approvals.findOne({ workspaceId: unknown, outcome: "unknown" })).toMatchObject({ usesLeft: 0 });
});

test("a runner that is killed in a change leaves an approval that says so, and the change is not made twice", async ({ host }) => {
	const { id: workspaceId, path } = await host.workspace();
	const dying = await host.startRunner({ FAILPOINTS: "call.intended=kill" });
	const call = await host.open({ TOOL_RUNNER_URL: dying.url });
	expect(codeOf(await call("POST", "/fs/mkdir", { body: { workspaceId, path: "a" } }))).toBe("TOOL_RUNNER_UNAVAILABLE");
	await poll(() => !dying.process.isRunning());
	expect(await host.approvals.find({ workspaceId }).toArray()).toMatchObject([{ outcome: "unknown", usesLeft: 0 }]);
	expect(await host.audit.countDocuments({ chain: workspaceId, action: "fs.mkdir", kind: "intent" })).toBe(1);
	expect(existsSync(join(path, "a"))).toBe(false);
});

test("a grant is for one request only: another body, another grant's use and a second use are refused", async ({ host }) => {
	const { id: workspaceId, path } = await host.workspace();
	const sessionId = "00000000-0000-4000-8000-000000000000";
	const request = { path: "a", parents: true };
	const change = {
		identity: { ...host.user, limits: {} },
		requestId: "request-1",
		tool: "fs.mkdir",
		workspaceId,
		sessionId,
		request,
		args: request,
	};
	const send = (grant: string, body: object) =>
		fetch(`${host.runnerUrl}/v1/workspaces/${workspaceId}/fs/mkdir`, {
			method: "POST",
			headers: { ...host.user.headers, "content-type": "application/json", "webhand-grant": grant },
			body: JSON.stringify(body),
		}).then(async (reply) => [reply.status, ((await reply.json()) as { error?: { code: string } }).error?.code]);
	await runChange(host.deps.workspaces.approvals, change as never, async (grant) => {
		expect(await send(grant, { path: "b" })).toEqual([403, "GRANT_INVALID"]);
		expect(await send("not.a.grant", request)).toEqual([403, "GRANT_INVALID"]);
		const both = await Promise.all([send(grant, request), send(grant, request)]);
		expect(both.map(([status]) => status).toSorted()).toEqual([201, 403]);
		expect(await send(grant, request)).toEqual([403, "GRANT_INVALID"]);
	});
	expect([existsSync(join(path, "a")), existsSync(join(path, "b"))]).toEqual([true, false]);
});

test("of two uses of one approval at the same time one wins, and none is left for another request", async ({ host }) => {
	const { approvals } = host.deps.workspaces.approvals;
	const at = new Date();
	const _id = `apr_${randomBytes(11).toString("hex")}`;
	const later = new Date(at.getTime() + 60_000);
	const row = {
		_id,
		tenantId: host.user.tenantId,
		userId: host.user.userId,
		hash: "h",
		status: "approved",
		usesLeft: 1,
		expiresAt: later,
		expireAt: later,
	};
	await approvals.insert(row as never);
	const use = (more: object = {}) => approvals.use({ ...row, grantJti: "jti", at, ...more } as never);
	expect(await use({ hash: "other" })).toBeNull();
	expect(await use({ at: new Date(later.getTime() + 1) })).toBeNull();
	expect(await use({ userId: "usr_other" })).toBeNull();
	const both = await Promise.all([use(), use()]);
	expect(both.filter((used) => used !== null)).toHaveLength(1);
	expect(await use()).toBeNull();
});

test("above 300 changes in a minute a user is refused, and can still look", async ({ host }) => {
	const as = await host.signIn({ tenantId: host.user.tenantId });
	const statuses = new Set<number>();
	for (let index = 0; index < 30; index += 1) {
		const body = { workspaceId: unknown };
		const replies = await Promise.all(Array.from({ length: 11 }, () => host.call("POST", "/fs/mkdir", { as, body })));
		for (const { status } of replies) statuses.add(status);
	}
	expect([...statuses].toSorted()).toEqual([400, 429]);
	expect((await host.call("GET", "/workspaces", { as })).status).toBe(200);
});
