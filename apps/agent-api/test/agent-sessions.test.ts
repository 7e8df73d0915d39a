import type { SessionId, WorkspaceId } from "@webhand/contracts/ids";
import type { SignedIn } from "@webhand/testing/tokens";
import { describe, expect } from "vitest";
import { createAgentSessions } from "../src/host/sessions/engine.ts";
import type { NewToolCall } from "../src/host/sessions/store.ts";
import type { Agent } from "./agent.ts";
import { test as base } from "./tool-runner.ts";

const sessionsPath = "/api/v1/agent/sessions";
const selectPath = "/api/v1/agent/workspace/select";
type Session = { readonly id: SessionId; readonly title: string; readonly workspaceId: WorkspaceId | null; readonly toolCallCount: number };
type Listed = { readonly sessions: readonly Session[]; readonly nextCursor: string | null };
type Detail = Session & {
	readonly toolCalls: readonly { readonly name: string; readonly timestamp: string }[];
	readonly hasMoreBefore: boolean;
};

/** `tools` is an agent-api with a runner that has the workspace `demo` of the user. */
const test = base.extend("tools", async ({ openWithRunner, runner }) => {
	const agent = await openWithRunner();
	await runner.start();
	const sessions = createAgentSessions(agent.deps.agentSessions);
	const demo = await runner.workspace(agent.user.tenantId, "demo");
	const identityOf = (user: SignedIn) => agent.deps.guard.identify(user.token);
	const select = async (workspaceId: string, options: Parameters<Agent["call"]>[2] & { readonly sessionId?: string } = {}) => {
		const { sessionId, ...rest } = options;
		return await agent.call("POST", selectPath, { ...rest, body: { workspaceId, ...(sessionId === undefined ? {} : { sessionId }) } });
	};
	const resolve = async (target = {}, user = agent.user) => await sessions.resolve(await identityOf(user), target);
	const list = async (query = "", as = agent.user) =>
		(await agent.call("GET", `${sessionsPath}?${query}`, { as })).body as unknown as Listed;
	const keep = async (part: Partial<NewToolCall> & Pick<NewToolCall, "sessionId">, user = agent.user) =>
		await sessions.toolCalls.insert({
			tenantId: user.tenantId,
			userId: user.userId,
			workspaceId: demo.id,
			name: "fs.read",
			arguments: '{"path":"a.txt"}',
			status: "completed",
			at: new Date(),
			durationMs: 3,
			...part,
		});
	return { agent, demo, sessions, identityOf, select, resolve, list, keep };
});

describe("a call without a workspace", () => {
	test("goes to the one named, that of its session, the one this sign-in selected, or is refused with the list", async ({
		tools,
		runner,
	}) => {
		const { agent, demo, resolve, select } = tools;
		const other = await runner.workspace(agent.user.tenantId, "other");
		await runner.workspace((await agent.signIn()).tenantId, "of another tenant");
		await expect(resolve()).rejects.toMatchObject({
			code: "WORKSPACE_NOT_SELECTED",
			details: {
				workspaces: [
					{ id: demo.id, name: "demo" },
					{ id: other.id, name: "other" },
				],
			},
		});
		const named = await resolve({ workspaceId: other.id });
		expect(named.workspaceId).toBe(other.id);
		await expect(resolve()).rejects.toMatchObject({ code: "WORKSPACE_NOT_SELECTED" });

		const selected = await select(demo.id);
		expect(selected.body).toMatchObject({
			session: { id: named.sessionId, user_id: agent.user.userId, workspace: demo.id, status: "idle" },
			workspace: { id: demo.id, name: "demo", session_count: 1, last_used_at: expect.any(String) },
		});
		expect(await resolve()).toEqual({ workspaceId: demo.id, sessionId: named.sessionId });
		// Another sign-in of the same person has its own selection, and may use the first one's session.
		const elsewhere = await agent.signIn({ userId: agent.user.userId, tenantId: agent.user.tenantId });
		await expect(resolve({}, elsewhere)).rejects.toMatchObject({ code: "WORKSPACE_NOT_SELECTED" });
		expect(await resolve({ sessionId: named.sessionId }, elsewhere)).toEqual({ workspaceId: demo.id, sessionId: named.sessionId });
		await select(other.id, { as: elsewhere });
		expect((await resolve({}, elsewhere)).workspaceId).toBe(other.id);
		expect((await resolve()).workspaceId).toBe(demo.id);
	});

	test("is refused without a list while the runner is away, and two first calls at once share one session", async ({ tools, runner }) => {
		const { resolve, demo, agent } = tools;
		const both = await Promise.all([resolve({ workspaceId: demo.id }), resolve({ workspaceId: demo.id })]);
		expect(both[0].sessionId).toBe(both[1].sessionId);
		const fresh = await agent.colleague();
		await runner.stop();
		await expect(resolve({}, fresh)).rejects.toMatchObject({ code: "WORKSPACE_NOT_SELECTED", details: { workspaces: [] } });
	});
});

test("selecting opens the folder: one that is unknown, another tenant's or replaced is refused, and nothing changes", async ({
	tools,
	runner,
}) => {
	const { agent, demo, select, resolve } = tools;
	await select(demo.id);
	const foreign = await runner.workspace((await agent.signIn()).tenantId, "foreign");
	const moved = await runner.workspace(agent.user.tenantId, "moved");
	await runner.db.collection<{ _id: string }>("workspaces").updateOne({ _id: moved.id }, { $set: { inode: "1" } });
	const codes = [];
	for (const id of [foreign.id, `wsp_${"0".repeat(22)}`, moved.id]) {
		const { status, body } = await select(id);
		codes.push([status, (body["error"] as { code: string }).code]);
	}
	expect(codes).toEqual([
		[404, "WORKSPACE_NOT_FOUND"],
		[404, "WORKSPACE_NOT_FOUND"],
		[409, "WORKSPACE_MOVED"],
	]);
	expect((await resolve()).workspaceId).toBe(demo.id);
});

test("sessions are listed by their last use, page after page, by workspace and state, each with a title people understand", async ({
	tools,
}) => {
	const { agent, demo, select, list, keep, resolve } = tools;
	const { userId, tenantId } = agent.user;
	const signIns = [agent.user, ...(await Promise.all([1, 2, 3].map(() => agent.signIn({ userId, tenantId }))))];
	for (const as of signIns) await select(demo.id, { as });
	const ids = await Promise.all(signIns.map(async (user) => (await resolve({}, user)).sessionId));
	await keep({ sessionId: ids[1] as SessionId });
	const first = await list("limit=3");
	const second = await list(`limit=3&cursor=${first.nextCursor}`);
	expect([...first.sessions, ...second.sessions].map(({ id }) => id)).toEqual([ids[1], ids[3], ids[2], ids[0]]);
	expect(second.nextCursor).toBeNull();
	expect(first.sessions[0]).toMatchObject({
		toolCallCount: 1,
		workspaceId: demo.id,
		title: expect.stringMatching(/^Files of demo, \d+ \w{3,4}$/),
	});
	expect((await list(`workspaceId=${demo.id}&status=idle`)).sessions).toHaveLength(4);
	expect((await list("status=running")).sessions).toEqual([]);
	expect((await list(`workspaceId=wsp_${"0".repeat(22)}`)).sessions).toEqual([]);
	const broken = await agent.call("GET", `${sessionsPath}?cursor=nonsense`);
	expect([broken.status, JSON.stringify(broken.body)]).toEqual([400, expect.stringContaining('"cursor"')]);
	expect((await list("", await agent.colleague())).sessions).toEqual([]);
});

test("a session shows its newest 200 calls and changes, and pages back through the others without a gap", async ({ tools }) => {
	const { agent, select, resolve, keep, demo } = tools;
	await select(demo.id);
	const { sessionId } = await resolve();
	const start = Date.UTC(2026, 10, 1);
	// Three calls share each moment, as parallel ones do.
	for (let index = 0; index < 250; index += 1)
		await keep({ sessionId, name: `call-${index}`, at: new Date(start + Math.floor(index / 3) * 1_000) });
	const diff = { path: "a.txt", type: "modify", linesAdded: 1, linesRemoved: 0, preview: "+tea" } as const;
	await keep({ sessionId, name: "fs.write", result: '{"bytes":3}', diffs: [diff], at: new Date(start + 1_000_000) });
	const read = async (before?: string) =>
		(await agent.call("GET", `${sessionsPath}/${sessionId}${before === undefined ? "" : `?before=${before}`}`)).body as unknown as Detail;
	const newest = await read();
	expect(newest).toMatchObject({
		schemaVersion: 1,
		session_id: sessionId,
		diffs: [diff],
		messages: [],
		pendingApprovals: [],
		hasMoreBefore: true,
	});
	expect(newest.toolCalls.length).toBeLessThanOrEqual(200);
	expect(newest.toolCalls.at(-1)).toMatchObject({ name: "fs.write", status: "completed", result: '{"bytes":3}', durationMs: 3 });
	const older = await read(newest.toolCalls[0]?.timestamp);
	expect(older.hasMoreBefore).toBe(false);
	expect(new Set([...older.toolCalls, ...newest.toolCalls].map(({ name }) => name)).size).toBe(251);
});

test("a session is renamed and removed by its person alone; others get the answer for an unknown one", async ({ tools, mongo }) => {
	const { agent, select, resolve, keep, demo, list } = tools;
	await select(demo.id);
	const { sessionId } = await resolve();
	await keep({ sessionId });
	const at = `${sessionsPath}/${sessionId}`;
	const renamed = await agent.call("PATCH", at, { body: { title: "Fix the tests, password: hunter2hunter" } });
	expect(renamed.body).toMatchObject({ session: { id: sessionId, title: expect.not.stringContaining("hunter2") } });
	const unknown = await agent.call("GET", `${sessionsPath}/00000000-0000-4000-8000-000000000000`);
	const foreign = [await agent.colleague(), await agent.signIn()];
	for (const as of foreign)
		for (const [method, body] of [["GET"], ["PATCH", { title: "mine" }], ["DELETE"]] as const) {
			const answer = await agent.call(method, at, { as, ...(body === undefined ? {} : { body }) });
			expect([answer.status, answer.body["error"]]).toEqual([404, unknown.body["error"]]);
			await expect(resolve({ sessionId }, as)).rejects.toMatchObject({ code: "SESSION_NOT_FOUND" });
		}
	expect((await agent.call("DELETE", at)).status).toBe(204);
	// A call that was under way is not kept, and the sign-in begins a new session.
	await keep({ sessionId });
	expect(await mongo.db.collection("agent_tool_calls").countDocuments({ sessionId })).toBe(0);
	expect((await list()).sessions).toEqual([]);
	expect((await resolve({ workspaceId: demo.id })).sessionId).not.toBe(sessionId);
});

test("a session and its calls end together 30 days after the last use, or after the tenant's own days", async ({ tools, mongo }) => {
	const { agent, select, resolve, keep, demo } = tools;
	const day = 86_400_000;
	const days = async (collection: string, from: Date) =>
		(await mongo.db.collection(collection).find({ tenantId: agent.user.tenantId }).toArray()).map(
			({ expireAt }) => ((expireAt as Date).getTime() - from.getTime()) / day,
		);
	await select(demo.id);
	const { sessionId } = await resolve();
	const first = new Date();
	await keep({ sessionId, at: first });
	const later = new Date(first.getTime() + 10 * day);
	await keep({ sessionId, at: later });
	const all = [...(await days("agent_sessions", later)), ...(await days("agent_tool_calls", later))];
	expect(all).toHaveLength(3);
	for (const left of all) expect(left).toBe(31);
	await agent.call("DELETE", `${sessionsPath}/${sessionId}`);
	await agent.setLimits({ retentionDays: 7 });
	await select(demo.id);
	const [left] = await days("agent_sessions", new Date());
	expect(Math.round(left ?? 0)).toBe(8);
});

test("switched off, sessions answer that server tools are off", async ({ open }) => {
	const agent = await open({ settings: { AGENT_TOOLS_ENABLED: "false" } });
	for (const [method, path, body] of [
		["GET", sessionsPath],
		["POST", selectPath, { workspaceId: `wsp_${"0".repeat(22)}` }],
	] as const) {
		const { status, body: answer } = await agent.call(method, path, body === undefined ? {} : { body });
		expect([status, answer]).toMatchObject([503, { error: { code: "AGENT_TOOLS_DISABLED" } }]);
	}
});
