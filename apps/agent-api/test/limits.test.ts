import { channelOf } from "@webhand/contracts/chat/realtime";
import type { SessionId } from "@webhand/contracts/ids";
import { newOrgTenantId } from "@webhand/testing/tokens";
import { expect } from "vitest";
import { codeOf, newKey, test } from "./agent.ts";
import { listen, openRaw, subscribe } from "./realtime/clients.ts";
import { invoice, store } from "./routines/routines.ts";

const usage = "/api/v1/agent/usage?from=2026-01-01&to=2026-12-31";

test("a new task above the tenant's limit is refused through both doors with the limit and the fix; tasks that began go on", async ({
	agent,
}) => {
	await agent.setLimits({ tasks: 2 });
	const key = newKey();
	const first = await agent.step({}, { key });
	expect((await agent.call("POST", "/agent/run/start", { body: { task: "Buy tea" } })).status).toBe(200);
	const refused = await agent.post({});
	expect([refused.status, refused.body]).toMatchObject([
		409,
		{ error: { code: "LIMIT_REACHED", message: expect.stringContaining("Delete old chats"), details: { name: "tasks", limit: 2 } } },
	]);
	expect(codeOf(await agent.call("POST", "/agent/run/start", { body: { task: "Buy tea" } }))).toBe("LIMIT_REACHED");
	expect((await agent.post({}, { key })).status).toBe(200);
	expect((await agent.step({ taskId: first.taskId, lastStepIndex: 0 })).stepIndex).toBe(1);
	expect((await agent.post({}, { as: await agent.signIn() })).status).toBe(200);
	await agent.setLimits({ tasks: 3 });
	expect((await agent.post({})).status).toBe(200);
});

test("of 30 tasks begun at once, through both doors, as many are stored as may be", async ({ agent }) => {
	await agent.setLimits({ tasks: 12 });
	const replies = await Promise.all(
		Array.from({ length: 30 }, (_, index) =>
			index % 2 === 0 ? agent.post({}) : agent.call("POST", "/agent/run/start", { body: { task: `Buy tea ${index}` } }),
		),
	);
	expect(replies.filter(({ status }) => status === 200).length).toBeLessThanOrEqual(12);
	expect(await agent.deps.base.mongo.db.collection("tasks").countDocuments({ tenantId: agent.user.tenantId })).toBe(12);
});

test("routines, open runs and rows of a run have limits of the tenant", async ({ agent }) => {
	await agent.setLimits({ routines: 1, routineRuns: 1, routineRows: 2 });
	const routine = await store(agent);
	const program = { name: "Another", program: invoice, origin: { kind: "edit" } };
	const refused = await agent.call("POST", "/api/v1/agent/routines", { body: program });
	expect([refused.status, refused.body["error"]]).toMatchObject([409, { code: "LIMIT_REACHED", details: { name: "routines", limit: 1 } }]);
	const rows = ["1", "2", "3"].map((number) => ({ number, amount: "1" }));
	const start = (count: number) =>
		agent.call("POST", `/api/v1/agent/routines/${routine.id}/runs`, { body: { rows: rows.slice(0, count) } });
	expect((await start(3)).body["error"]).toMatchObject({ code: "LIMIT_REACHED", details: { name: "routineRows", limit: 2 } });
	expect((await start(2)).status).toBe(201);
	expect((await start(1)).body["error"]).toMatchObject({ code: "LIMIT_REACHED", details: { name: "routineRuns", limit: 1 } });
});

test("admins are told of a limit of which nine tenths are used", async ({ agent }) => {
	await agent.step({});
	expect((await agent.call("GET", usage)).body).not.toHaveProperty("nearLimits");
	await agent.setLimits({ tasks: 1 });
	expect((await agent.call("GET", usage)).body).toMatchObject({ nearLimits: [{ name: "tasks", used: 1, most: 1 }] });
});

test("above the limit of pages the oldest go, of this tenant alone", async ({ agent, mongo }) => {
	const other = await agent.signIn({ tenantId: newOrgTenantId() });
	const pagesOf = (tenantId: string) =>
		mongo.db
			.collection("task_pages")
			.find({ tenantId }, { sort: { createdAt: 1 } })
			.toArray();
	await mongo.db.collection("task_pages").insertOne({ tenantId: other.tenantId, taskId: "other", stepIndex: 0, createdAt: new Date(0) });
	await agent.setLimits({ traces: true, tracePages: 2 });
	const tasks: string[] = [];
	for (let index = 0; index < 4; index++) {
		agent.clock.ms += 1_000;
		const { taskId } = await agent.step({});
		tasks.push(taskId);
		await expect.poll(async () => (await pagesOf(agent.user.tenantId)).map((page) => page["taskId"])).toEqual(tasks.slice(-2));
	}
	expect(await pagesOf(other.tenantId)).toHaveLength(1);
});

test("a connection above the tenant's limit is refused with 429, and one that closes makes room", async ({ agent }) => {
	const url = await listen(agent);
	await agent.setLimits({ sockets: 1 });
	const { sessionId } = await agent.step({});
	const first = openRaw(url);
	await subscribe(agent, first, sessionId as SessionId);
	await subscribe(agent, first, sessionId as SessionId);
	const second = openRaw(url);
	const body = { socket_id: await second.socketId(), channel_name: channelOf(sessionId as SessionId) };
	const refused = await agent.call("POST", "/api/pusher/auth", { body });
	expect([refused.status, refused.headers["retry-after"], refused.body]).toMatchObject([
		429,
		"30",
		{ error: { code: "RATE_LIMIT", details: { scope: "tenant", name: "sockets", limit: 1 } } },
	]);
	first.ws.close();
	await expect.poll(async () => (await agent.call("POST", "/api/pusher/auth", { body })).status).toBe(200);
});

test("steps of all users of a tenant count together, up to its own limit", async ({ agent }) => {
	await agent.setLimits({ stepsPerMinute: 2 });
	await agent.step({});
	await agent.step({});
	const refused = await agent.post({});
	expect([refused.status, Number(refused.headers["retry-after"]) > 0, refused.body]).toMatchObject([
		429,
		true,
		{ error: { code: "RATE_LIMIT", details: { scope: "tenant", limit: 2, windowSeconds: 60 } } },
	]);
});
