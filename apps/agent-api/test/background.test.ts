import { expect } from "vitest";
import { createStepEvents } from "../src/chats/realtime/outbox/publish.ts";
import { createOutbox } from "../src/chats/realtime/outbox/store.ts";
import { createEmbeddedPublisher } from "../src/chats/realtime/publisher.ts";
import { relayOnce, sweepOnce } from "../src/tasks/step/background.ts";
import { newKey, scriptedDecider, test } from "./agent.ts";

test("events that a dead server left are published once, in order, and marked", async ({ agent, mongo, redis }) => {
	const { sessionId } = await agent.step({});
	const events = mongo.db.collection("events");
	await expect.poll(() => events.countDocuments({ sessionId, publishedAt: null })).toBe(0);
	await events.updateMany({ sessionId }, { $set: { publishedAt: null, createdAt: new Date(Date.now() - 10_000) } });

	const published: number[] = [];
	const listener = redis.client.duplicate();
	listener.on("message", (_channel, text) => published.push(JSON.parse(text).data.seq));
	await listener.subscribe(`wh:rt:${sessionId}`);
	const relays = [0, 1].map(() => {
		const outbox = createOutbox({ db: mongo.db }, () => new Date());
		return { outbox, events: createStepEvents(createEmbeddedPublisher(redis.client, Date.now), outbox) };
	});
	await Promise.all(relays.map((relay) => relayOnce(relay)));
	await Promise.all(relays.map((relay) => relay.events.close()));
	await expect.poll(() => published.length).toBe(5);
	expect(published).toEqual([1, 2, 3, 4, 5]);
	expect(await events.countDocuments({ sessionId, publishedAt: null })).toBe(0);
	await listener.quit();
});

test("what a relay claimed and never published is another's after five seconds", async ({ agent, mongo }) => {
	const { sessionId } = await agent.step({});
	const events = mongo.db.collection("events");
	await expect.poll(() => events.countDocuments({ sessionId, publishedAt: null })).toBe(0);
	await events.updateMany({ sessionId }, { $set: { publishedAt: null, createdAt: new Date(Date.now() - 10_000) } });
	const at = { ms: Date.now() };
	const outbox = createOutbox({ db: mongo.db }, () => new Date(at.ms));
	const first = await outbox.claim(10);
	expect([first.length, (await outbox.claim(10)).length]).toEqual([5, 0]);
	at.ms += 5_001;
	expect(await outbox.claim(10)).toHaveLength(5);
	expect(await outbox.waiting()).toMatchObject({ count: 5 });
	await outbox.markPublished(first);
});

test("a task left alone for an hour ends as expired, its chat as interrupted, and others are notified", async ({ agent, mongo }) => {
	const { taskId, sessionId } = await agent.step({});
	const young = await agent.step({});
	await mongo.db.collection("tasks").updateOne({ _id: taskId as never }, { $set: { updatedAt: new Date(Date.now() - 3_601_000) } });
	// More than a sweep takes at once of those that do not end for now, all of them older.
	const { _id, ...row } = (await mongo.db.collection("tasks").findOne({ _id: young.taskId as never })) ?? {};
	const unending = [{ door: "manual" }, { door: "agent", status: "needs_user_input" }];
	const older = Array.from({ length: 200 }, (_, index) => ({
		...row,
		_id: newKey() as never,
		...unending[index % 2],
		updatedAt: new Date(Date.now() - 7_200_000),
	}));
	await mongo.db.collection("tasks").insertMany(older);
	await sweepOnce(agent.deps.background);
	const task = await mongo.db.collection("tasks").findOne({ _id: taskId as never });
	expect([task?.["status"], task?.["question"]]).toEqual(["expired", null]);
	expect(await mongo.db.collection("sessions").findOne({ _id: sessionId as never })).toMatchObject({ status: "interrupted" });
	expect(await mongo.db.collection("events").findOne({ sessionId, name: "task_status", "data.status": "expired" })).not.toBeNull();
	expect((await agent.post({ taskId })).body).toMatchObject({ error: { code: "TASK_COMPLETED", details: { status: "expired" } } });
	expect((await agent.step({ taskId: young.taskId })).stepIndex).toBe(1);
});

test("a tenant decides so many steps at once and not one more; the next goes on when one is done", async ({ open }) => {
	const held: (() => void)[] = [];
	const wait = () => new Promise<string>((resolve) => held.push(() => resolve("click(7)")));
	const agent = await open({ decider: scriptedDecider(wait), settings: { TENANT_LEASES: "3" } });
	const [second, third] = [await agent.colleague(), await agent.colleague()];
	const running = [agent.user, second, third].map((as) => agent.post({}, { as }));
	await expect.poll(() => held.length).toBe(3);
	const late = await agent.colleague();
	const refused = await agent.post({}, { as: late, key: newKey() });
	expect([refused.status, refused.body, refused.headers["retry-after"]]).toMatchObject([
		429,
		{ error: { code: "RATE_LIMIT", details: { scope: "tenant", limit: 3 } } },
		"1",
	]);
	const other = agent.post({}, { as: await agent.signIn() });
	await expect.poll(() => held.length).toBe(4);
	for (const release of held) release();
	expect((await Promise.all([...running, other])).map((reply) => reply.status)).toEqual([200, 200, 200, 200]);
	const next = agent.post({});
	await expect.poll(() => held.length).toBe(5);
	held.at(-1)?.();
	expect((await next).status).toBe(200);
});

test.for(["with", "without"])(
	"a user takes half of what the tenant may decide at once, %s Redis, and colleagues go on",
	async (way, { open }) => {
		const held: (() => void)[] = [];
		const wait = () => new Promise<string>((resolve) => held.push(() => resolve("click(7)")));
		const agent = await open({ decider: scriptedDecider(wait), settings: { TENANT_LEASES: "4" } });
		const colleague = await agent.colleague();
		if (way === "without") agent.deps.base.redis.eval = () => Promise.reject(new Error("down"));
		const running = [agent.post({}), agent.post({})];
		await expect.poll(() => held.length).toBe(2);
		expect((await agent.post({})).body).toMatchObject({ error: { code: "RATE_LIMIT", details: { scope: "user", limit: 2 } } });
		running.push(agent.post({}, { as: colleague }));
		await expect.poll(() => held.length).toBe(3);
		for (const release of held) release();
		expect((await Promise.all(running)).map(({ status }) => status)).toEqual([200, 200, 200]);
	},
);

test("a tenant whose model hangs holds up no other one, however few steps a process works on", async ({ open }) => {
	const held: (() => void)[] = [];
	const hang = () => new Promise<string>((resolve) => held.push(() => resolve("click(7)")));
	const decider = scriptedDecider(() => (held.length < 4 ? hang() : "click(7)"));
	const agent = await open({ decider, settings: { STEPS_AT_ONCE: "4" } });
	const hanging = Array.from({ length: 4 }, () => agent.post({}, { key: newKey() }));
	await expect.poll(() => held.length).toBe(4);
	expect((await agent.post({}, { as: await agent.signIn() })).status).toBe(200);
	for (const release of held) release();
	expect((await Promise.all(hanging)).map(({ status }) => status)).toEqual([200, 200, 200, 200]);
});
