import { describe, expect } from "vitest";
import { newKey, scriptedDecider, shop, test } from "./agent.ts";
import { heldDecider, postElsewhere } from "./writers.ts";

describe("a retry", () => {
	test("with the same key gets the same bytes, and nobody decides again", async ({ agent, mongo }) => {
		const key = newKey();
		const first = await agent.post({}, { key });
		const again = await agent.post({}, { key });
		expect(again.bytes).toBe(first.bytes);
		expect(first.headers["content-type"]).toBe("application/json; charset=utf-8");
		expect([first.headers["idempotency-replayed"], again.headers["idempotency-replayed"]]).toEqual([undefined, "true"]);
		expect(agent.decider.turns).toHaveLength(1);
		expect(await mongo.db.collection("tasks").countDocuments({ userId: agent.user.userId })).toBe(1);
	});

	test("of a later step replays too, also after the task has ended", async ({ open }) => {
		const agent = await open({ decider: scriptedDecider((_turn, call) => ["click(7)", "fail()"][call] ?? "wait(0)") });
		const { taskId } = await agent.step({});
		const key = newKey();
		const last = await agent.post({ taskId }, { key });
		expect((await agent.post({ taskId }, { key })).bytes).toBe(last.bytes);
	});

	test("whose keys stand in another order is the same request", async ({ agent }) => {
		const key = newKey();
		const body = { url: shop.url, query: "q", dom: shop.dom };
		const first = await agent.call("POST", "/api/agent/interact", { key, body });
		const turned = Object.fromEntries(Object.entries(body).reverse());
		expect((await agent.call("POST", "/api/agent/interact", { key, body: { ...turned, batch: 0 } })).bytes).toBe(first.bytes);
	});

	test("with another body under the same key is refused and nothing is stored", async ({ agent, mongo }) => {
		const key = newKey();
		const first = await agent.step({}, { key });
		const reply = await agent.post({ query: "Something else" }, { key });
		expect([reply.status, reply.body]).toMatchObject([409, { error: { code: "IDEMPOTENCY_CONFLICT" } }]);
		const other = await agent.post({ taskId: first.taskId }, { key });
		expect(other.body).toMatchObject({ error: { code: "IDEMPOTENCY_CONFLICT" } });
		expect(await mongo.db.collection("task_actions").countDocuments({ userId: agent.user.userId })).toBe(1);
	});

	test("that makes a task under the key of a later step is refused, and makes none", async ({ agent, mongo }) => {
		const key = newKey();
		const { taskId } = await agent.step({});
		await agent.step({ taskId }, { key });
		const reply = await agent.post({ query: "Something else" }, { key });
		expect([reply.status, reply.body]).toMatchObject([409, { error: { code: "IDEMPOTENCY_CONFLICT" } }]);
		expect(await mongo.db.collection("tasks").countDocuments({ userId: agent.user.userId })).toBe(1);
	});

	test("of another user with the same key is a request of its own", async ({ agent }) => {
		const key = newKey();
		const { taskId } = await agent.step({}, { key });
		for (const as of [await agent.colleague(), await agent.signIn()]) expect((await agent.step({}, { key, as })).taskId).not.toBe(taskId);
	});

	test("a day later is a new request", async ({ agent }) => {
		const key = newKey();
		const first = await agent.step({}, { key });
		agent.clock.ms = 25 * 3_600_000;
		// The token has ended by then as well; the database's clock has not moved.
		const later = await agent.step({}, { key });
		expect(later.taskId).not.toBe(first.taskId);
	});
});

describe("a retry that reaches another server", () => {
	test("while its step is ending the task gets that step", async ({ open }) => {
		const { decider, release } = heldDecider({ first: 'find("tea")', then: 'finish("12 €")' });
		const agent = await open({ decider });
		const { taskId } = await agent.step({});
		const key = newKey();
		const first = agent.post({ taskId }, { key });
		await expect.poll(() => agent.decider.turns.length).toBe(2);
		const { tasks } = agent.deps.steps;
		const get: typeof tasks.get = async (...whose) => {
			release();
			await first;
			return await tasks.get(...whose);
		};
		const again = await postElsewhere(agent, { ...tasks, get }, { taskId, key });
		expect(again).toMatchObject({ bytes: (await first).bytes, isReplay: true });
		expect(agent.decider.turns).toHaveLength(2);
	});

	test("before its step is with a majority has to wait, and decides nothing", async ({ agent, mongo }) => {
		const { taskId } = await agent.step({});
		const key = newKey();
		const first = await agent.post({ taskId }, { key });
		const { tasks } = agent.deps.steps;
		let isBehind = true;
		const readFor: typeof tasks.readFor = async (tenantId, userId, wish) => {
			const history = await tasks.readFor(tenantId, userId, { ...wish, isFresh: true });
			return isBehind ? { past: history.past.slice(0, -1), replay: null, isOf: () => false } : history;
		};
		const again = () => postElsewhere(agent, { ...tasks, readFor }, { taskId, key });
		await expect(again()).rejects.toMatchObject({ code: "TASK_BUSY" });
		isBehind = false;
		expect(await again()).toMatchObject({ bytes: first.bytes, isReplay: true });
		expect(await mongo.db.collection("task_actions").countDocuments({ taskId })).toBe(2);
	});
});
