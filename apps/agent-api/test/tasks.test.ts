import { ActionView, TaskSummary, TaskView } from "@webhand/contracts/agent/task-trace";
import type { UserId } from "@webhand/contracts/ids";
import { newOrgTenantId } from "@webhand/testing/tokens";
import { describe, expect } from "vitest";
import { createAuditStore } from "../src/host/audit/store.ts";
import type { Agent } from "./agent.ts";
import { codeOf, fieldsOf, scriptedDecider, shop, test } from "./agent.ts";

const at = (taskId: string, rest = "") => `/api/agent/tasks/${taskId}${rest}`;
const pageAt = (taskId: string, stepIndex: number) => at(taskId, `/actions/${stepIndex}/page`);

/** The shop with more buttons than before, so that what was clicked had its effect. */
const more = (count: number) =>
	shop.dom + Array.from({ length: count + 1 }, (_, index) => `\n<button ${20 + index}>Less ${index}`).join("");

/** Two members and an admin of an organization, and an admin of another. */
async function signInAll(agent: Agent, redis: Parameters<Agent["identity"]["signIn"]>[0]) {
	const tenantId = newOrgTenantId();
	const member = await agent.identity.signIn(redis, { tenantId, roles: ["member"] });
	const admin = await agent.identity.signIn(redis, { tenantId, roles: ["member", "admin"] });
	const peer = await agent.identity.signIn(redis, { tenantId, roles: ["member"] });
	const stranger = await agent.identity.signIn(redis, { tenantId: newOrgTenantId(), roles: ["member", "admin"] });
	return { member, admin, peer, stranger };
}

describe("a task", () => {
	test("is shown to its owner and to admins of the tenant, which is noted once an hour, and unknown to everybody else", async ({
		open,
		redis,
		mongo,
	}) => {
		const agent = await open({ decider: scriptedDecider((_turn, call) => (call === 0 ? "click(7)" : 'finish("12 €")')) });
		const { member, admin, peer, stranger } = await signInAll(agent, redis.client);
		const { taskId } = await agent.step({ mode: "careful" }, { as: member });
		await agent.step({ taskId, dom: more(1) }, { as: member });
		const seen = await agent.call("GET", at(taskId), { as: member });
		expect(TaskView.parse(seen.body["task"])).toMatchObject({
			taskId,
			userId: member.userId,
			door: "interact",
			query: "Buy the tea",
			mode: "careful",
			status: "completed",
			stepCount: 2,
			answer: "12 €",
			usage: { promptTokens: 200, completionTokens: 20, calls: 2 },
		});
		for (const _poll of [1, 2, 3]) expect((await agent.call("GET", at(taskId), { as: admin })).bytes).toBe(seen.bytes);
		const paths = [at(taskId), at(taskId, "/actions"), pageAt(taskId, 0), at("00000000-0000-4000-8000-000000000000")];
		const refused = [];
		for (const as of [peer, stranger]) for (const path of paths) refused.push(await agent.call("GET", path, { as }));
		expect(new Set(refused.map((reply) => `${reply.status} ${reply.bytes.replace(/"requestId":"[^"]+"/, "")}`)).size).toBe(1);
		expect(refused[0]?.body).toMatchObject({ error: { code: "TASK_NOT_FOUND" } });
		const notes = await mongo.db.collection("audit_notes").find({ target: taskId, action: "trace.read" }).toArray();
		const noted = [admin.userId, { what: "task", owner: member.userId }];
		expect(notes.map((note) => [note["userId"], note["facts"]])).toEqual([noted]);
		agent.clock.ms = 3_600_000;
		await agent.call("GET", at(taskId), { as: admin });
		await agent.call("GET", at(taskId, "/actions"), { as: admin });
		expect(await mongo.db.collection("audit_notes").countDocuments({ target: taskId, action: "trace.read" })).toBe(3);
	});

	test("is shared by its owner: its link opens it read-only for members of the tenant alone, is noted, and can be taken back", async ({
		open,
		redis,
		mongo,
	}) => {
		const agent = await open({ decider: scriptedDecider(() => "click(6)") });
		const { member, admin, peer, stranger } = await signInAll(agent, redis.client);
		const { taskId } = await agent.step({ mode: "careful" }, { as: member });
		const share = async (as: typeof member) => await agent.call("POST", at(taskId, "/share"), { as });
		for (const as of [peer, admin, stranger]) expect(codeOf(await share(as))).toBe("TASK_NOT_FOUND");
		const { body } = await share(member);
		const id = String(body["share"]);
		expect(id).toMatch(/^shr_[0-9A-Za-z]{22}$/);
		expect((await share(member)).body).toEqual(body);
		expect((await agent.call("GET", at(taskId), { as: member })).body).toMatchObject({ task: { share: id } });

		const opened = async (as: typeof member, named = `?share=${id}`) => {
			const replies = [];
			for (const rest of ["", "/actions"]) replies.push(await agent.call("GET", at(taskId, rest + named), { as }));
			return replies;
		};
		const statusOf = (replies: Awaited<ReturnType<typeof opened>>) => replies.map(({ status }) => status);
		const seen = await opened(peer);
		expect(statusOf(seen)).toEqual([200, 200]);
		expect(seen.map(({ bytes }) => bytes)).toEqual((await opened(admin)).map(({ bytes }) => bytes));
		expect(seen[0]?.bytes).not.toContain("shr_");
		const refused = [...(await opened(stranger)), ...(await opened(peer, "")), ...(await opened(peer, "?share=shr_1"))];
		refused.push(...(await opened(peer, `?share=shr_${"0".repeat(22)}`)));
		expect(new Set(refused.map(({ status, bytes }) => `${status} ${bytes.replace(/"requestId":"[^"]+"/, "")}`)).size).toBe(1);
		expect(codeOf(refused[0] as (typeof seen)[0])).toBe("TASK_NOT_FOUND");
		const answer = await agent.call("POST", `/agent/run/${taskId}/answer`, { as: peer, body: { approved: true, share: id } });
		expect(answer.status).toBeGreaterThanOrEqual(400);

		const takeBack = async (as: typeof member) => (await agent.call("DELETE", at(taskId, "/share"), { as })).status;
		expect([await takeBack(peer), statusOf(await opened(peer))]).toEqual([404, [200, 200]]);
		expect([await takeBack(member), await takeBack(member), statusOf(await opened(peer))]).toEqual([204, 204, [404, 404]]);
		expect((await share(member)).body["share"]).not.toBe(id);
		expect(statusOf(await opened(peer))).toEqual([404, 404]);
		const notes = await mongo.db
			.collection("audit_notes")
			.find({ target: taskId, action: /^trace/ })
			.toArray();
		const [owner, link] = [member.userId, "link"];
		expect(new Set(notes.map(({ userId, action, facts }) => JSON.stringify([userId, action, facts])))).toEqual(
			new Set(
				[
					[owner, "trace.share", {}],
					[owner, "trace.unshare", {}],
					...["task", "actions"].flatMap((what) => [
						[peer.userId, "trace.read", { what, owner, by: link }],
						[admin.userId, "trace.read", { what, owner }],
					]),
				].map((note) => JSON.stringify(note)),
			),
		);
	});

	test("read by an admin in many requests at once is noted once, and none of them fails", async ({ mongo }) => {
		const audit = createAuditStore(mongo);
		const tenantId = newOrgTenantId();
		const [userId, target] = ["usr_0000000000000000000000" as UserId, "at once"];
		const note = { userId, at: new Date(), action: "trace.read", target, outcome: "ok", facts: {} } as const;
		for (let spanMs = 1; spanMs <= 5; spanMs += 1)
			await Promise.all(Array.from({ length: 40 }, () => audit.insertOnce(tenantId, note, spanMs)));
		expect(await mongo.db.collection("audit_notes").countDocuments({ tenantId, target })).toBe(5);
	});

	test("lists its steps page by page, with verdict, gate, usage and times", async ({ open }) => {
		const agent = await open({ decider: scriptedDecider((_turn, call) => ["click(7)", 'find("tea")', "click(1)"][call] ?? "finish()") });
		const { taskId } = await agent.step({});
		for (let count = 0; count < 3; count += 1) await agent.step({ taskId, dom: more(count) });
		const first = await agent.call("GET", at(taskId, "/actions?limit=3"));
		const actions = (first.body["actions"] as unknown[]).map((action) => ActionView.parse(action));
		expect([actions.map(({ action }) => action), first.body["nextAfter"]]).toEqual([["click(7)", 'find("tea")', "click(1)"], 2]);
		expect(actions[0]).toMatchObject({
			by: "decider",
			targetName: "Show more",
			gate: { outcome: "allow" },
			verification: { verdict: "success" },
			usage: { promptTokens: 100, calls: 1 },
			ms: { decide: expect.any(Number) },
		});
		const rest = await agent.call("GET", at(taskId, "/actions?after=2"));
		expect(rest.body).toMatchObject({ actions: [{ stepIndex: 3, action: "finish()" }], nextAfter: null });
		expect((await agent.call("GET", at(taskId, "/actions?limit=101&after=-1"))).body).toMatchObject({
			error: { code: "VALIDATION_ERROR" },
		});
	});

	test("of earlier versions is read in words, and goes on from its pending approval", async ({ open, mongo }) => {
		const agent = await open({ decider: scriptedDecider(() => "click(6)") });
		const { taskId } = await agent.step({ mode: "careful" });
		await mongo.db.collection("task_actions").updateOne({ taskId }, { $set: { "gate.class": "D!", loop: "S2" } });
		await mongo.db
			.collection("tasks")
			.updateOne({ _id: taskId as never }, { $set: { "question.held.risk.class": "D!", "question.approval.class": "D!" } });
		expect((await agent.call("GET", at(taskId, "/actions"))).body).toMatchObject({
			actions: [{ gate: { class: "commit_protected" }, loop: "repeat_window" }],
		});
		expect((await agent.call("GET", at(taskId))).body).toMatchObject({ task: { question: { approval: { class: "commit_protected" } } } });
		expect((await agent.call("POST", `/agent/run/${taskId}/answer`, { body: { approved: true } })).status).toBe(200);
		expect(await agent.step({ taskId })).toMatchObject({ action: "click(6)", guard: { approved: true } });
		expect((await agent.call("GET", at(taskId, "/actions?after=0"))).body).toMatchObject({
			actions: [{ by: "approval", gate: { class: "commit_protected", outcome: "approved" } }],
		});
	});

	test("shows an open question without what is held back, and what was left alone as expired", async ({ open }) => {
		const agent = await open({ decider: scriptedDecider(() => "click(6)") });
		const { taskId, question } = await agent.step({ mode: "careful" });
		const seen = await agent.call("GET", at(taskId));
		expect(seen.body).toMatchObject({ task: { status: "needs_user_input", question: { id: question?.id } } });
		expect(seen.bytes).not.toMatch(/sealed|actionHash|lease|fence/);
		agent.clock.ms = 61 * 60_000;
		expect((await agent.call("GET", at(taskId))).body).toMatchObject({ task: { status: "expired" } });
	});
});

describe("the list of tasks", () => {
	const listAt = (query = "") => `/api/agent/tasks${query}`;
	const queriesOf = (answer: { readonly body: Record<string, unknown> }) =>
		(answer.body["tasks"] as unknown[]).map((task) => TaskSummary.parse(task).query);

	test("holds one's own tasks, newest first, page by page, and of others only what an admin of their tenant asks for", async ({
		open,
		redis,
		mongo,
	}) => {
		const agent = await open({ decider: scriptedDecider(() => "click(7)") });
		const { member, admin, peer, stranger } = await signInAll(agent, redis.client);
		for (const [as, query] of [
			[member, "One"],
			[peer, "Two"],
			[stranger, "Three"],
			[member, "Four"],
			[admin, "Five"],
		] as const) {
			agent.clock.ms += 1_000;
			await agent.step({ query }, { as });
		}
		const list = async (as: typeof member, query?: string) => queriesOf(await agent.call("GET", listAt(query), { as }));
		expect(await list(member)).toEqual(["Four", "One"]);
		expect(await list(peer)).toEqual(["Two"]);
		expect(await list(admin)).toEqual(["Five"]);
		expect(await list(admin, "?all=true")).toEqual(["Five", "Four", "Two", "One"]);
		expect(await list(stranger, "?all=true")).toEqual(["Three"]);
		expect(await list(admin, `?all=true&user=${member.userId}`)).toEqual(["Four", "One"]);
		expect(await list(admin, `?all=true&user=${stranger.userId}`)).toEqual([]);
		expect(codeOf(await agent.call("GET", listAt("?all=true"), { as: member }))).toBe("FORBIDDEN");
		const notes = await mongo.db.collection("audit_notes").find({ tenantId: admin.tenantId, target: "tasks" }).toArray();
		expect(notes.map(({ userId, facts }) => [userId, facts])).toEqual([[admin.userId, { what: "list" }]]);
		const first = await agent.call("GET", listAt("?all=true&limit=3"), { as: admin });
		const cursor = String(first.body["nextCursor"]);
		expect(queriesOf(first)).toEqual(["Five", "Four", "Two"]);
		expect((await agent.call("GET", listAt(`?all=true&limit=3&cursor=${cursor}`), { as: admin })).body).toMatchObject({
			tasks: [{ query: "One", userId: member.userId }],
			nextCursor: null,
		});
		// A cursor of another user's list opens nothing of it.
		expect(await list(stranger, `?cursor=${cursor}`)).toEqual([]);
		expect(await list(member, `?cursor=${cursor}`)).toEqual(["One"]);
	});

	test("is searched in the instruction, whatever the case, and filtered by state", async ({ open }) => {
		const agent = await open({ decider: scriptedDecider(({ query }) => (query.includes("tea") ? 'finish("12 €")' : "click(7)")) });
		for (const query of ["Buy the Grüner tea (1.5 l)", "Buy coffee", "Find a[b]"]) {
			agent.clock.ms += 1_000;
			await agent.step({ query });
		}
		const list = async (query: Record<string, string>) =>
			queriesOf(await agent.call("GET", listAt(`?${new URLSearchParams(query).toString()}`)));
		expect(await list({ q: "BUY" })).toEqual(["Buy coffee", "Buy the Grüner tea (1.5 l)"]);
		expect(await list({ q: "grüner" })).toHaveLength(1);
		for (const q of ["(1.5", "a[b]"]) expect(await list({ q })).toHaveLength(1);
		for (const q of [".*", "1x5", "$"]) expect(await list({ q })).toEqual([]);
		expect(await list({ status: "completed" })).toEqual(["Buy the Grüner tea (1.5 l)"]);
		expect(await list({ status: "executing, failed", q: "a" })).toEqual(["Find a[b]"]);
		const { body, bytes } = await agent.call("GET", listAt("?status=completed"));
		expect(body).toMatchObject({ tasks: [{ door: "interact", stepCount: 1, answer: "12 €", usage: { calls: 1 } }] });
		expect(bytes).not.toMatch(/sealed|lease|deciderState|plan/);
	});

	test.for([
		["?status=done", "status.0"],
		["?status=", "status.0"],
		["?q=", "q"],
		[`?q=${"a".repeat(101)}`, "q"],
		["?all=1", "all"],
		["?limit=101", "limit"],
		["?cursor=x", "cursor"],
		["?cursor=zzzzzzzzzz.00000000-0000-4000-8000-000000000000", "cursor"],
		["?cursor=1.not-a-task", "cursor"],
		["?all=true&user=ada", "user"],
		[`?user=usr_${"a".repeat(22)}`, "user"],
		["?sort=asc", ""],
	] as const)("refuses %s and names the field", async ([query, field], { agent }) => {
		const answer = await agent.call("GET", listAt(query));
		expect([answer.status, fieldsOf(answer)]).toEqual([400, [expect.stringContaining(field)]]);
	});
});

describe("the page of a step", () => {
	test("is kept after the reply, for seven days, only where the tenant switched traces on", async ({ agent, mongo }) => {
		const plain = await agent.step({});
		expect((await agent.call("GET", pageAt(plain.taskId, 0))).body).toMatchObject({
			error: { code: "NOT_FOUND", details: { reason: "traces_off" } },
		});
		await agent.setLimits({ traces: true });
		expect((await agent.call("GET", pageAt(plain.taskId, 0))).body).toMatchObject({
			error: { code: "NOT_FOUND", details: { reason: "not_kept" } },
		});
		const { taskId } = await agent.step({});
		await expect.poll(async () => (await agent.call("GET", pageAt(taskId, 0))).status).toBe(200);
		expect((await agent.call("GET", pageAt(taskId, 0))).body).toMatchObject({ stepIndex: 0, text: shop.dom, truncated: false });
		const noted = await mongo.db.collection("audit_notes").findOne({ target: taskId, action: "trace.read" });
		expect(noted?.["facts"]).toEqual({ what: "page", stepIndex: 0 });
		const row = await mongo.db.collection("task_pages").findOne({ taskId });
		expect(Number(row?.["expireAt"]) - Number(row?.["createdAt"])).toBe(7 * 86_400_000);
		const snapshot = { url: shop.url, visibleText: "Harbour tea", elements: [{ id: "agent-1", tag: "button", text: "More" }] };
		const run = await agent.call("POST", "/agent/run/start", { body: { task: "Buy tea" } });
		await agent.call("POST", `/agent/run/${run.body["runId"]}/step`, { body: { snapshot } });
		await expect.poll(async () => (await agent.call("GET", pageAt(String(run.body["runId"]), 0))).bytes).toContain("Harbour tea");
	});
});
