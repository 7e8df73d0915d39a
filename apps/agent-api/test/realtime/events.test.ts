import { channelOf } from "@webhand/contracts/chat/realtime";
import type { SessionId } from "@webhand/contracts/ids";
import { expect } from "vitest";
import { readEvents } from "../../src/chats/realtime/engine.ts";
import type { Agent } from "../agent.ts";
import { scriptedDecider, test } from "../agent.ts";

type Page = {
	readonly events: readonly {
		readonly seq: number;
		readonly eventId: string;
		readonly name: string;
		readonly data: Record<string, unknown>;
	}[];
	readonly lastSeq: number;
	readonly oldestSeq: number;
	readonly gap: boolean;
};

const pressing = () => scriptedDecider(() => "click(7)");
const read = async (agent: Agent, sessionId: string, query = "") =>
	(await agent.call("GET", `/api/session/${sessionId}/events${query}`)).body as unknown as Page;

test("the log is read in order, from any number, in pages", async ({ open }) => {
	const agent = await open({ decider: pressing() });
	const { sessionId } = await agent.step({});
	const all = await read(agent, sessionId);
	expect(all.events.map(({ seq }) => seq)).toEqual([1, 2, 3, 4, 5]);
	expect(all).toMatchObject({ sessionId, lastSeq: 5, oldestSeq: 1, gap: false });
	expect(all.events[0]).toMatchObject({ name: "new_message", data: { type: "new_message", seq: 1, message: { role: "user" } } });
	const page = await read(agent, sessionId, "?after=2&limit=2");
	expect([page.events.map(({ seq }) => seq), page.lastSeq]).toEqual([[3, 4], 5]);
	expect(await read(agent, sessionId, "?after=5")).toMatchObject({ events: [], lastSeq: 5, gap: false });
	expect(await read(agent, sessionId, "?after=9&wait=25")).toMatchObject({ events: [], lastSeq: 5, gap: false });
});

test("deleted events are a gap for whoever did not read them, and for nobody else", async ({ open, mongo }) => {
	const agent = await open({ decider: pressing() });
	const { sessionId } = await agent.step({});
	await mongo.db.collection("events").deleteMany({ sessionId, seq: { $lte: 3 } });
	expect(await read(agent, sessionId, "?after=1")).toMatchObject({ gap: true, oldestSeq: 4, lastSeq: 5 });
	expect(await read(agent, sessionId, "?after=3")).toMatchObject({ gap: false, oldestSeq: 4, lastSeq: 5 });
	await mongo.db.collection("events").deleteMany({ sessionId });
	expect(await read(agent, sessionId, "?after=1&wait=25")).toMatchObject({ gap: true, oldestSeq: 6, lastSeq: 5, events: [] });
	expect(await read(agent, sessionId, "?after=5")).toMatchObject({ gap: false, oldestSeq: 6, lastSeq: 5 });
	expect((await agent.app.inject("/metrics")).body).toContain("webhand_rt_gap_reads_total 2");
});

test("events that are deleted in the middle, or at the end, are a gap as well, once all before them are read", async ({ open, mongo }) => {
	const agent = await open({ decider: pressing() });
	const { sessionId } = await agent.step({});
	const events = mongo.db.collection("events");
	await events.deleteMany({ sessionId, seq: 3 });
	const first = await read(agent, sessionId);
	expect([first.gap, first.events.map(({ seq }) => seq)]).toEqual([false, [1, 2, 4, 5]]);
	expect(await read(agent, sessionId, "?after=2&wait=25")).toMatchObject({ gap: true, lastSeq: 5, oldestSeq: 1 });
	await events.deleteMany({ sessionId, seq: { $gt: 3 } });
	expect(await read(agent, sessionId, "?after=2&wait=25")).toMatchObject({ gap: true, lastSeq: 5, events: [] });
});

test("events are deleted after seven days", async ({ agent, mongo }) => {
	await agent.step({});
	const indexes = await mongo.db.collection("events").indexes();
	expect(indexes.find(({ expireAfterSeconds }) => expireAfterSeconds !== undefined)).toMatchObject({
		key: { createdAt: 1 },
		expireAfterSeconds: 604_800,
	});
});

test("a waiting request is answered with the next event; a third one of the user is refused, another user's is not", async ({
	open,
	redis,
}) => {
	const agent = await open({ decider: pressing() });
	const { sessionId, taskId } = await agent.step({});
	const waiting = [0, 1].map(() => agent.call("GET", `/api/session/${sessionId}/events?after=5&wait=25`));
	const listeners = async () => Number((await redis.client.pubsub("NUMSUB", `wh:rt:${sessionId}`))[1]);
	await expect.poll(listeners).toBe(1);
	await expect.poll(async () => (await agent.call("GET", `/api/session/${sessionId}/events?after=5&wait=1`)).status).toBe(429);
	const colleague = await agent.colleague();
	const theirs = await agent.step({}, { as: colleague });
	const other = agent.call("GET", `/api/session/${theirs.sessionId}/events?after=5&wait=1`, { as: colleague });
	await agent.step({ taskId, lastStepIndex: 0 });
	for (const answer of await Promise.all(waiting)) {
		expect(answer.status).toBe(200);
		expect((answer.body as unknown as Page).events[0]?.seq).toBe(6);
	}
	expect(await other).toMatchObject({ status: 200, body: { events: [] } });
	await expect.poll(listeners).toBe(0);
});

test("a request that waits ends with its sign-in, and gets no event after it", async ({ open, redis }) => {
	const agent = await open({ decider: pressing() });
	const { sessionId, taskId } = await agent.step({});
	const { userId, tenantId } = agent.user;
	const other = await agent.signIn({ userId, tenantId });
	const waiting = agent.call("GET", `/api/session/${sessionId}/events?after=5&wait=25`, { as: other });
	await expect.poll(async () => Number((await redis.client.pubsub("NUMSUB", `wh:rt:${sessionId}`))[1])).toBe(1);
	await agent.identity.revoke(redis.client, other.sid);
	await agent.step({ taskId, lastStepIndex: 0 });
	expect(await waiting).toMatchObject({ status: 401, body: { error: { code: "UNAUTHORIZED" } } });
});

test("a service that stops answers who waits, and lets nobody wait any more", async ({ open }) => {
	const agent = await open({ decider: pressing() });
	const { sessionId } = await agent.step({});
	const stop = new AbortController();
	const read = (wait: number) => {
		const asked = { owner: agent.user, sessionId: sessionId as SessionId, after: 5, limit: 100, wait };
		return readEvents({ ...agent.deps.realtime, stopping: stop.signal }, asked, new AbortController().signal);
	};
	const waiting = read(25);
	await expect.poll(() => agent.deps.realtime.waiting.size).toBe(1);
	stop.abort();
	expect(await waiting).toMatchObject({ events: [], lastSeq: 5 });
	await expect(read(25)).rejects.toMatchObject({ code: "SERVICE_UNAVAILABLE" });
	expect(await read(0)).toMatchObject({ events: [] });
});

test("nobody learns of another's chat: auth, log and settings answer the same for unknown, foreign and another tenant's", async ({
	open,
}) => {
	const agent = await open({ decider: pressing() });
	const [colleague, stranger] = [await agent.colleague(), await agent.signIn()];
	const chats = await Promise.all([colleague, stranger].map(async (as) => (await agent.step({}, { as })).sessionId));
	const unknown = "59adf5f0-cddb-42dd-a20d-658ac57278fd";
	const withoutId = ({ bytes, status }: { readonly bytes: string; readonly status: number }) => [
		status,
		bytes.replace(/"requestId":"[^"]+"/, ""),
	];
	const logs = await Promise.all([unknown, ...chats].map((id) => agent.call("GET", `/api/session/${id}/events`)));
	expect(logs.map(({ status }) => status)).toEqual([404, 404, 404]);
	expect(new Set(logs.map((log) => JSON.stringify(withoutId(log)))).size).toBe(1);
	const names = [
		...[unknown, ...chats].map((id) => channelOf(id as never)),
		"private-news",
		"presence-room",
		`private-session-${unknown}x`,
	];
	const auths = await Promise.all(
		names.map((channel_name) => agent.call("POST", "/api/pusher/auth", { body: { socket_id: "1.2", channel_name } })),
	);
	expect(new Set(auths.map((auth) => JSON.stringify(withoutId(auth)))).size).toBe(1);
	expect(auths[0]).toMatchObject({ status: 403, body: { error: { code: "FORBIDDEN" } } });
});

test("wrong requests are refused with the field, and signatures are limited per user", async ({ open }) => {
	const agent = await open({ decider: pressing(), settings: { REALTIME_SIGNATURES_PER_MINUTE: "5" } });
	const { sessionId } = await agent.step({});
	for (const [query, field] of [
		["?after=-1", "after"],
		["?after=x", "after"],
		["?limit=501", "limit"],
		["?wait=26", "wait"],
		["?cursor=1", "cursor"],
	] as const) {
		const { status, body } = await agent.call("GET", `/api/session/${sessionId}/events${query}`);
		expect([status, JSON.stringify(body)], query).toEqual([400, expect.stringContaining(`"field":"${field}"`)]);
	}
	const sign = (body: unknown) => agent.call("POST", "/api/pusher/auth", { body });
	for (const body of [{}, { socket_id: "1" }, { socket_id: "a.b" }, { socket_id: `${"1".repeat(21)}.1` }])
		expect(await sign(body)).toMatchObject({ status: 400, body: { error: { details: { fields: [{ field: "socket_id" }] } } } });
	expect((await sign({ socket_id: "1.2" })).status).toBe(200);
	expect(await sign({ socket_id: "1.2" })).toMatchObject({ status: 429, body: { error: { code: "RATE_LIMIT" } } });
	const form = await agent.app.inject({
		method: "POST",
		url: "/api/pusher/auth",
		payload: "socket_id=1.2",
		headers: { ...(await agent.colleague()).headers, "content-type": "application/x-www-form-urlencoded" },
	});
	expect([form.statusCode, Object.keys(form.json())]).toEqual([200, ["auth", "user_data"]]);
});
