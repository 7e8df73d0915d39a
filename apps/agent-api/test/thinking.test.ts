import type { AddressInfo } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import { long } from "@webhand/testing/long";
import type { ModelReply } from "@webhand/testing/model-server/reply";
import { describe, expect } from "vitest";
import type { Agent, AgentWish } from "./agent.ts";
import { codeOf, newKey, shop, test } from "./agent.ts";
import { begin, page, snapshot, stepOf } from "./run.ts";
import { says, useModel } from "./scripted-model.ts";

const server = useModel();

const hang: ModelReply = { kind: "hang" };
const click = (delayMs: number): ModelReply => ({ ...says("<Thought>t</Thought><Action>click(7)</Action>"), delayMs }) as ModelReply;

type Open = (wish: AgentWish) => Promise<Agent>;

/** Two servers with one model, and the user's sign-in at the second one. */
async function twoServers(open: Open, more: Readonly<Record<string, string>> = {}) {
	const wish = server.wish({ MODEL_TIMEOUT_MS: "20000", ...more });
	const [first, second] = [await open(wish), await open(wish)];
	const { userId, tenantId } = first.user;
	return { first, second, as: await second.signIn({ userId, tenantId }) };
}

/** The first call of a process loads its client, which takes a slow machine a while. */
const untilAsked = () => expect.poll(() => server.requests.length).toBe(1);

/** Milliseconds until the model lost its only caller, and the calls that followed in the next second. */
async function untilLeft(since: number) {
	await expect.poll(() => server.requests.every(({ aborted }) => aborted), { interval: 10 }).toBe(true);
	const ms = performance.now() - since;
	const calls = server.requests.length;
	await pause(1_000);
	return { ms, later: server.requests.length - calls };
}

/** Asks over a connection, which can break. */
async function askOverLine(agent: Agent, key: string, signal?: AbortSignal) {
	await agent.app.listen({ host: "127.0.0.1", port: 0 });
	const reply = fetch(`http://127.0.0.1:${(agent.app.server.address() as AddressInfo).port}/api/agent/interact`, {
		method: "POST",
		headers: { ...agent.user.headers, "content-type": "application/json", "idempotency-key": key },
		body: JSON.stringify({ url: shop.url, query: "Buy the tea", dom: shop.dom }),
		...(signal === undefined ? {} : { signal }),
	});
	return { reply };
}

const busy = { code: "TASK_BUSY", details: { reason: "model_thinking" } };

describe("a stop", () => {
	test.for(["first", "second"] as const)(
		"by the key of the first request ends the model's call at once, said to the %s of two servers",
		async (where, { open, mongo }) => {
			const { first, second, as } = await twoServers(open);
			server.play(() => hang);
			const key = newKey();
			const asked = first.post({}, { key });
			await untilAsked();
			const stoppedAt = performance.now();
			const stop = { body: { key }, ...(where === "first" ? {} : { as }) };
			const stopped = await (where === "first" ? first : second).call("POST", "/agent/run/cancel", stop);
			const { ms, later } = await untilLeft(stoppedAt);
			expect(ms).toBeLessThan(5_000);
			expect(later).toBe(0);
			expect((await asked).body).toMatchObject({ error: { code: "TASK_COMPLETED", details: { status: "cancelled" } } });
			const task = await mongo.db.collection("tasks").findOne({ userId: first.user.userId });
			expect([stopped.status, stopped.body, task?.["status"]]).toEqual([200, { runId: task?._id }, "cancelled"]);
			// The same request comes again, as after a broken line.
			expect(codeOf(await first.post({}, { key }))).toBe("TASK_COMPLETED");
			expect(server.requests).toHaveLength(1);
		},
	);

	test(
		"that overtakes its request lets it begin nothing, at any server; the same key of somebody else counts on",
		long,
		async ({ open, mongo }) => {
			const { first, second, as } = await twoServers(open);
			server.play(() => click(0));
			const key = newKey();
			expect((await second.call("POST", "/agent/run/cancel", { as, body: { key } })).body).toEqual({ runId: null });
			const late = await first.post({}, { key });
			expect([late.status, late.body]).toMatchObject([409, { error: { code: "TASK_COMPLETED", details: { status: "cancelled" } } }]);
			expect(server.requests).toHaveLength(0);
			expect(await mongo.db.collection("tasks").countDocuments({ userId: first.user.userId })).toBe(0);
			expect((await first.post({}, { key, as: await first.colleague() })).status).toBe(200);
		},
	);

	test("of a task ends the call that another server made, at once", async ({ open }) => {
		const { first, second, as } = await twoServers(open);
		server.play([click(0)]);
		const { taskId } = await first.step({});
		server.play(() => hang);
		const asked = first.post({ taskId }, { key: newKey() });
		await untilAsked();
		const stoppedAt = performance.now();
		expect((await second.call("POST", `/agent/run/${taskId}/cancel`, { as })).status).toBe(200);
		const { ms, later } = await untilLeft(stoppedAt);
		expect(ms).toBeLessThan(5_000);
		expect(later).toBe(0);
		expect(codeOf(await asked)).toBe("TASK_COMPLETED");
	});

	test("that comes while the request takes its lease ends its step", long, async ({ open }) => {
		const agent = await open(server.wish());
		server.play([click(0)]);
		const { taskId } = await agent.step({});
		server.play(() => hang);
		const { tasks } = agent.deps.steps;
		const { lease } = tasks;
		Object.assign(tasks, {
			lease: async (...of: Parameters<typeof lease>) => {
				const task = await lease(...of);
				expect((await agent.call("POST", `/agent/run/${taskId}/cancel`)).status).toBe(200);
				return task;
			},
		});
		const askedAt = performance.now();
		expect(codeOf(await agent.post({ taskId }, { key: newKey() }))).toBe("TASK_COMPLETED");
		expect(performance.now() - askedAt).toBeLessThan(10_000);
	});

	test("by a key that nobody hears, said while its task is created, is found once the task is there", async ({ open, mongo }) => {
		const agent = await open(server.wish());
		server.play(() => click(0));
		const key = newKey();
		const { tasks, stops } = agent.deps.steps;
		const { isKeyStopped } = tasks;
		Object.assign(stops, { stop: () => undefined });
		let looks = 0;
		Object.assign(tasks, {
			isKeyStopped: async (...of: Parameters<typeof isKeyStopped>) => {
				const isStopped = await isKeyStopped(...of);
				looks += 1;
				if (looks === 1) expect((await agent.call("POST", "/agent/run/cancel", { body: { key } })).body).toEqual({ runId: null });
				return isStopped;
			},
		});
		expect(codeOf(await agent.post({}, { key }))).toBe("TASK_COMPLETED");
		expect(server.requests).toHaveLength(0);
		expect(await mongo.db.collection("tasks").findOne({ userId: agent.user.userId })).toMatchObject({ status: "cancelled" });
	});

	test("may be said twice, and after the task has ended", async ({ open }) => {
		const agent = await open(server.wish());
		const impossible = JSON.stringify({ verdict: "impossible", evidence: "", missing: [] });
		server.play([says("<Thought>t</Thought><Action>fail()</Action>"), says(impossible)]);
		const key = newKey();
		const { taskId } = await agent.step({}, { key });
		for (const _ of [1, 2]) expect((await agent.call("POST", "/agent/run/cancel", { body: { key } })).body).toEqual({ runId: taskId });
	});
});

describe("a model that thinks for longer than a request stays open", () => {
	const slow = { STEP_WAIT_MS: "300" };

	test("is asked once: the same request waits on, and gets the reply", async ({ open, mongo }) => {
		const agent = await open(server.wish(slow));
		server.play([click(800)]);
		const key = newKey();
		const first = await agent.post({}, { key });
		expect([first.status, first.body, first.headers["retry-after"]]).toMatchObject([409, { error: busy }, "1"]);
		await expect.poll(async () => (await agent.post({}, { key })).status).toBe(200);
		expect(server.requests).toHaveLength(1);
		expect(await mongo.db.collection("lost_usage").countDocuments({ userId: agent.user.userId })).toBe(0);
		// What follows a new step followed this one, too, though nobody waited for it.
		await expect.poll(() => agent.logs.filter((line) => line.includes('"msg":"step"')).length).toBe(1);
	});

	test("is asked once where the same request reaches another server meanwhile", async ({ open }) => {
		const { first, second, as } = await twoServers(open, { STEP_WAIT_MS: "500" });
		server.play([click(1_500)]);
		const key = newKey();
		expect(codeOf(await first.post({}, { key }))).toBe("TASK_BUSY");
		const body = { url: shop.url, query: "Buy the tea", dom: shop.dom };
		const there = () => second.call("POST", "/api/agent/interact", { as, key, body });
		expect((await there()).body).toMatchObject({ error: busy });
		await expect.poll(async () => (await there()).status).toBe(200);
		expect((await there()).bytes).toBe((await first.post({}, { key })).bytes);
		expect(server.requests).toHaveLength(1);
	});

	test("decides for a client that lost its connection, which finds the reply under its key", async ({ open }) => {
		const agent = await open(server.wish());
		server.play([click(600)]);
		const key = newKey();
		const line = new AbortController();
		const asked = await askOverLine(agent, key, line.signal);
		await untilAsked();
		line.abort();
		await expect(asked.reply).rejects.toThrow();
		const again = await agent.post({}, { key });
		expect([again.status, again.headers["idempotency-replayed"]]).toEqual([200, "true"]);
		expect(server.requests.map(({ aborted }) => aborted)).toEqual([false]);
	});

	test("keeps no server that closes waiting: its client is told to come again in a second", async ({ open }) => {
		const agent = await open(server.wish({ MODEL_TIMEOUT_MS: "20000" }));
		server.play(() => hang);
		const { reply } = await askOverLine(agent, newKey());
		await untilAsked();
		const closedAt = performance.now();
		await agent.app.close();
		// Five seconds are for steps that are about to end; this model takes twenty.
		expect(performance.now() - closedAt).toBeLessThan(15_000);
		const { status, headers } = await reply;
		expect([status, headers.get("retry-after")]).toEqual([503, "1"]);
	});

	test("and exceeds its limit is asked twice, and the next request for the step hears why", async ({ open }) => {
		const agent = await open(server.wish({ ...slow, MODEL_TIMEOUT_MS: "500" }));
		server.play(() => hang);
		const key = newKey();
		expect(codeOf(await agent.post({}, { key }))).toBe("TASK_BUSY");
		// It fails while nobody waits.
		await pause(2_000);
		const heard = await agent.post({}, { key });
		expect([heard.status, heard.body]).toMatchObject([
			500,
			{ error: { message: expect.stringContaining("MODEL_TIMEOUT_MS"), details: { reason: "model_timeout", retryable: false } } },
		]);
		expect(server.requests).toHaveLength(2);
	});

	test("and exceeds its limit is not asked again by another server that waited for it", long, async ({ open }) => {
		const { first, second, as } = await twoServers(open, { STEP_WAIT_MS: "300", MODEL_TIMEOUT_MS: "500" });
		server.play(() => hang);
		const key = newKey();
		const body = { url: shop.url, query: "Buy the tea", dom: shop.dom };
		expect(codeOf(await first.post({}, { key }))).toBe("TASK_BUSY");
		const there = () => second.call("POST", "/api/agent/interact", { as, key, body });
		expect(codeOf(await there())).toBe("TASK_BUSY");
		await expect.poll(async () => (await there()).body).toMatchObject({ error: { details: { reason: "model_timeout" } } });
		await pause(1_000);
		expect(server.requests).toHaveLength(2);
		// The user asks for it again.
		server.play([click(0)]);
		expect((await there()).status).toBe(200);
	});

	test("keeps the same order on the run channel", long, async ({ open }) => {
		const agent = await open(server.wish(slow));
		server.play([click(800)]);
		const runId = await begin(agent);
		const key = newKey();
		expect((await stepOf(agent, runId, page, { key })).body).toMatchObject({ error: busy });
		await expect.poll(async () => (await stepOf(agent, runId, page, { key })).status).toBe(200);
		expect(server.requests).toHaveLength(1);
	});

	test("keeps the last page of a run, and drops it at the end, though nobody waited for the step", long, async ({ open, mongo }) => {
		const agent = await open(server.wish(slow));
		const runId = await begin(agent);
		const seen = { snapshot: snapshot(), dom: shop.dom };
		const pages = () => mongo.db.collection("run_snapshots").countDocuments();
		const finish = { ...says("<Thought>t</Thought><Action>fail()</Action>"), delayMs: 800 } as ModelReply;
		const impossible = says(JSON.stringify({ verdict: "impossible", evidence: "", missing: [] }));
		for (const [replies, count] of [
			[[click(800)], 1],
			[[finish, impossible], 0],
		] as const) {
			server.play([...replies]);
			const key = newKey();
			expect((await stepOf(agent, runId, seen, { key })).body).toMatchObject({ error: busy });
			await expect.poll(async () => (await stepOf(agent, runId, seen, { key })).status).toBe(200);
			await expect.poll(pages).toBe(count);
		}
	});

	test("ends with the sign-in of its request", async ({ open, redis }) => {
		const agent = await open(server.wish({ MODEL_TIMEOUT_MS: "20000" }));
		server.play(() => hang);
		const asked = agent.post({}, { key: newKey() });
		await untilAsked();
		const endedAt = performance.now();
		const name = `wh:sess:${agent.user.sid}`;
		await redis.client.set(name, JSON.stringify({ ...JSON.parse((await redis.client.get(name)) ?? "{}"), s: "revoked" }), "KEEPTTL");
		expect((await asked).status).toBe(401);
		expect((await untilLeft(endedAt)).ms).toBeLessThan(10_000);
	});
});
