import { describe, expect } from "vitest";
import { codeOf, newKey, scriptedDecider, test } from "./agent.ts";
import { heldDecider, postElsewhere } from "./writers.ts";

describe("many at once", () => {
	test("fifty equal requests that make a task: one is carried out, and all get its reply", async ({ agent, mongo }) => {
		const key = newKey();
		const replies = await Promise.all(Array.from({ length: 50 }, () => agent.post({}, { key })));
		expect(new Set(replies.map(({ status, bytes }) => `${status} ${bytes}`)).size).toBe(1);
		expect(replies.filter((reply) => reply.headers["idempotency-replayed"] === undefined)).toHaveLength(1);
		expect(agent.decider.turns).toHaveLength(1);
		expect(await mongo.db.collection("tasks").countDocuments({ userId: agent.user.userId })).toBe(1);
		const late = await agent.post({}, { key });
		expect([late.status, late.bytes]).toEqual([200, replies[0]?.bytes]);
	});

	test("fifty equal requests for the next step: one step is stored", async ({ agent, mongo }) => {
		const { taskId } = await agent.step({});
		const key = newKey();
		const replies = await Promise.all(Array.from({ length: 50 }, () => agent.post({ taskId, lastStepIndex: 0 }, { key })));
		expect(new Set(replies.map(({ status, bytes }) => `${status} ${bytes}`)).size).toBe(1);
		expect(await mongo.db.collection("task_actions").countDocuments({ taskId })).toBe(2);
	});

	test("two devices report the same step: one goes on, the other is refused", async ({ agent, mongo }) => {
		const { taskId } = await agent.step({});
		const replies = await Promise.all([0, 1].map(() => agent.post({ taskId, lastStepIndex: 0 }, { key: newKey() })));
		const codes = replies.map((reply) => codeOf(reply) ?? "done").sort();
		expect([
			["STALE_STEP", "done"],
			["TASK_BUSY", "done"],
		]).toContainEqual(codes);
		expect(await mongo.db.collection("task_actions").countDocuments({ taskId })).toBe(2);
	});

	test("while a step is being decided, the same request waits for its reply and another one is refused as busy", async ({ open }) => {
		const { decider, release } = heldDecider();
		const agent = await open({ decider });
		const { taskId } = await agent.step({});
		const key = newKey();
		const first = agent.post({ taskId }, { key });
		await expect.poll(() => agent.decider.turns.length).toBe(2);
		const same = agent.post({ taskId }, { key });
		const [other, wrong] = await Promise.all([agent.post({ taskId }, { key: newKey() }), agent.post({ taskId, query: "Else" }, { key })]);
		expect([other, wrong].map((reply) => codeOf(reply))).toEqual(["TASK_BUSY", "IDEMPOTENCY_CONFLICT"]);
		expect(other.headers["retry-after"]).toBe("1");
		release();
		const { status, bytes } = await first;
		expect([status, bytes]).toEqual([200, (await same).bytes]);
	});

	test("a server whose clock is five minutes fast or slow takes no lease that is held", async ({ open }) => {
		const { decider, release } = heldDecider();
		const agent = await open({ decider });
		const { taskId } = await agent.step({});
		const first = agent.post({ taskId }, { key: newKey() });
		await expect.poll(() => agent.decider.turns.length).toBe(2);
		for (const ms of [300_000, -300_000]) {
			agent.clock.ms = ms;
			expect((await agent.post({ taskId }, { key: newKey() })).body).toMatchObject({ error: { code: "TASK_BUSY" } });
		}
		release();
		expect((await first).body).toMatchObject({ data: { stepIndex: 1 } });
	});
});

describe("a writer that is overtaken", () => {
	test("stores nothing when the task was cancelled meanwhile", async ({ open, mongo }) => {
		const { decider } = heldDecider();
		const agent = await open({ decider });
		const { taskId } = await agent.step({});
		const slow = agent.post({ taskId });
		await expect.poll(() => agent.decider.turns.length).toBe(2);
		const elsewhere = await open();
		const { userId, tenantId } = agent.user;
		const as = await elsewhere.signIn({ userId, tenantId });
		const cancelled = await elsewhere.call("POST", `/agent/run/${taskId}/cancel`, { as });
		expect(cancelled.body).toMatchObject({ status: "cancelled" });
		// Another server stops the thinking of this one: nobody releases it.
		const reply = await slow;
		expect([reply.status, reply.body]).toMatchObject([409, { error: { code: "TASK_COMPLETED", details: { status: "cancelled" } } }]);
		expect(await mongo.db.collection("task_actions").countDocuments({ taskId })).toBe(1);
	});

	test("stores nothing when another writer changed the task and nobody told it", async ({ open, mongo }) => {
		const { decider, release } = heldDecider();
		const agent = await open({ decider });
		const { taskId } = await agent.step({});
		const slow = agent.post({ taskId });
		await expect.poll(() => agent.decider.turns.length).toBe(2);
		await mongo.db.collection("tasks").updateOne({ _id: taskId as never }, { $inc: { rev: 1 } });
		release();
		expect((await slow).status).toBeGreaterThanOrEqual(400);
		expect(await mongo.db.collection("task_actions").countDocuments({ taskId })).toBe(1);
	});

	test("stores nothing when its lease ran out and another writer went on", async ({ agent, mongo }) => {
		const { taskId } = await agent.step({});
		const { tasks } = agent.deps.steps;
		const { tenantId, userId } = agent.user;
		const held = await tasks.lease(tenantId, { taskId, userId, owner: "a frozen process", idempotency: {} });
		expect(held?.lease.fence).toBe(2);
		expect((await agent.post({ taskId })).body).toMatchObject({ error: { code: "TASK_BUSY" } });
		await mongo.db.collection("tasks").updateOne({ _id: taskId as never }, { $set: { "lease.until": new Date(Date.now() - 1_000) } });
		expect((await agent.step({ taskId })).stepIndex).toBe(1);
		if (held === null) throw new Error("no lease");
		expect(await tasks.renew(tenantId, held)).toBe(false);
		const metrics = await agent.app.inject({ method: "GET", url: "/metrics" });
		expect(metrics.body).toMatch(/webhand_lease_takeovers_total 1/);
	});

	test("is refused while the new owner still thinks, and the new owner's step stands", async ({ open, mongo }) => {
		const held: (() => void)[] = [];
		const wait = () => new Promise<string>((resolve) => held.push(() => resolve("click(7)")));
		const agent = await open({ decider: scriptedDecider((_turn, call) => (call === 0 ? "click(7)" : wait())) });
		const { taskId } = await agent.step({});
		const old = agent.post({ taskId });
		await expect.poll(() => held.length).toBe(1);
		await mongo.db.collection("tasks").updateOne({ _id: taskId as never }, { $set: { "lease.until": new Date(Date.now() - 1_000) } });
		const young = agent.post({ taskId });
		await expect.poll(() => held.length).toBe(2);
		held[0]?.();
		expect(await old).toMatchObject({ status: 409, body: { error: { code: "STALE_STEP" } } });
		held[1]?.();
		expect((await young).status).toBe(200);
		expect(await mongo.db.collection("task_actions").countDocuments({ taskId })).toBe(2);
	});

	test.for([
		["goes on", {}],
		["ends the task", { status: "completed" }],
	] as const)(
		"by a duplicate request that %s replies as the duplicate did, and its own tokens are counted",
		async ([_name, state], { open, mongo }) => {
			const { decider, release } = heldDecider();
			const agent = await open({ decider });
			const { taskId } = await agent.step({});
			const key = newKey();
			const late = agent.post({ taskId }, { key });
			await expect.poll(() => agent.decider.turns.length).toBe(2);
			const [tasks, steps] = [mongo.db.collection<{ _id: string }>("tasks"), mongo.db.collection("task_actions")];
			const task = await tasks.findOne({ _id: taskId });
			const { _id, ...first } = (await steps.findOne({ taskId, stepIndex: 0 })) ?? {};
			const bytes = String(first["reply" as never]).replace('"stepIndex":0', '"stepIndex":1');
			const duplicate = { ...first, stepIndex: 1, key, bodyHash: task?.["lease" as never]["bodyHash"], reply: bytes };
			await steps.insertOne(duplicate);
			await tasks.updateOne({ _id: taskId }, { $inc: { rev: 1, stepCount: 1 }, $set: { ...state, updatedAt: new Date() } });
			release();
			const answered = await late;
			expect([answered.status, answered.bytes, answered.headers["idempotency-replayed"]]).toEqual([200, bytes, "true"]);
			expect(await mongo.db.collection("lost_usage").findOne({ taskId })).toMatchObject({ spent: { calls: 1, promptTokens: 100 } });
		},
	);

	test("whose step was stored though its own answer was lost pays once", async ({ agent, mongo }) => {
		const { taskId } = await agent.step({});
		const { tasks } = agent.deps.steps;
		const record: typeof tasks.record = async (tenantId, write) => {
			await tasks.record(tenantId, write);
			throw new Error("the line broke behind the commit");
		};
		await expect(postElsewhere(agent, { ...tasks, record }, { taskId, key: newKey() })).rejects.toThrow("the line broke");
		expect(await mongo.db.collection("task_actions").countDocuments({ taskId })).toBe(2);
		expect(await mongo.db.collection("lost_usage").countDocuments({ taskId })).toBe(0);
		expect(await mongo.db.collection("tasks").findOne({ _id: taskId as never })).toMatchObject({ spent: { calls: 2 } });
		const refuse: typeof tasks.record = () => Promise.reject(new Error("the line broke before it"));
		await expect(postElsewhere(agent, { ...tasks, record: refuse }, { taskId, key: newKey() })).rejects.toThrow("before it");
		expect(await mongo.db.collection("lost_usage").countDocuments({ taskId })).toBe(1);
	});

	test("cannot store a step twice, whatever else is broken: the database has the last word", async ({ agent, mongo }) => {
		const { taskId } = await agent.step({});
		// As after a restored backup: the task has forgotten its step.
		await mongo.db.collection("tasks").updateOne({ _id: taskId as never }, { $set: { stepCount: 0 } });
		expect((await agent.post({ taskId })).status).toBeGreaterThanOrEqual(400);
		expect(await mongo.db.collection("task_actions").countDocuments({ taskId })).toBe(1);
	});
});

test("a report of a step that is not the newest is refused with the newest, ahead or behind", async ({ agent, mongo }) => {
	const { taskId } = await agent.step({});
	await agent.step({ taskId, lastStepIndex: 0 });
	for (const lastStepIndex of [0, 3]) {
		const reply = await agent.post({ taskId, lastStepIndex }, { key: newKey() });
		expect([reply.status, reply.body]).toMatchObject([409, { error: { code: "STALE_STEP", details: { stepIndex: 1 } } }]);
	}
	expect(await mongo.db.collection("task_actions").countDocuments({ taskId })).toBe(2);
	expect((await agent.step({ taskId, lastStepIndex: 1 })).stepIndex).toBe(2);
});
