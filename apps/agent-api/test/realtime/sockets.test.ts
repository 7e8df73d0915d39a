import { setTimeout as pause } from "node:timers/promises";
import { channelOf } from "@webhand/contracts/chat/realtime";
import type { SessionId } from "@webhand/contracts/ids";
import { startRedis } from "@webhand/testing/servers";
import { describe, expect, onTestFinished } from "vitest";
import { scriptedDecider, test } from "../agent.ts";
import { app, listen, openRaw, signed, subscribe } from "./clients.ts";

const pressing = () => scriptedDecider(() => "click(7)");
const extension = "a".repeat(32);

test("a step reaches a subscribed socket as new_message and interact_response, with role and the whole message", async ({ open }) => {
	const agent = await open({ decider: pressing() });
	const url = await listen(agent);
	const first = await agent.step({});
	const sessionId = first.sessionId as SessionId;
	const socket = openRaw(url);
	await subscribe(agent, socket, sessionId);
	await agent.step({ taskId: first.taskId, lastStepIndex: 0 });
	const response = await socket.frame(({ event }) => event === "interact_response");
	const { data, channel } = await socket.frame(({ event }) => event === "new_message");
	expect(channel).toBe(channelOf(sessionId));
	expect(JSON.parse(String(data))).toMatchObject({
		type: "new_message",
		sessionId,
		seq: expect.any(Number),
		eventId: expect.any(String),
		message: {
			messageId: expect.any(String),
			role: "assistant",
			content: expect.any(String),
			sequenceNumber: expect.any(Number),
			timestamp: expect.any(String),
			status: "pending",
		},
	});
	expect(JSON.parse(String(response.data))).toMatchObject({ type: "interact_response", taskId: first.taskId, stepIndex: 1 });
	const metrics = (await agent.app.inject("/metrics")).body;
	expect(metrics).toMatch(/webhand_rt_sockets 1\n/);
	expect(metrics).toMatch(/webhand_rt_deliveries_total [2-9]/);
	expect(metrics).toMatch(/webhand_rt_delivery_seconds_count [2-9]/);
});

test("who may not connect is told why, with the code of the protocol, and the service goes on", async ({ open }) => {
	const agent = await open({
		settings: { EXTENSION_IDS: extension, REALTIME_SOCKETS: "2", REALTIME_SOCKETS_PER_IP: "1", TRUSTED_PROXIES: "127.0.0.1" },
	});
	const url = await listen(agent);
	const from = (ip: string) => ({ headers: { "x-forwarded-for": ip } });
	const first = openRaw(url, undefined, from("10.0.0.1"));
	await first.socketId();
	const rows = [
		["no protocol", openRaw(url, `/app/${app.key}`), 4008],
		["another key", openRaw(url, "/app/other?protocol=7"), 4001],
		["another origin", openRaw(url, undefined, { headers: { origin: "https://evil.example" } }), 4009],
		["the same address again", openRaw(url, undefined, from("10.0.0.1")), 4100],
	] as const;
	for (const [name, socket, code] of rows) {
		expect(await socket.closed, name).toBe(code);
		expect(socket.frames, name).toEqual([{ event: "pusher:error", data: { code, message: expect.any(String) } }]);
	}
	const second = openRaw(url, undefined, { headers: { origin: `chrome-extension://${extension}`, "x-forwarded-for": "10.0.0.2" } });
	await second.socketId();
	expect(await openRaw(url, undefined, from("10.0.0.3")).closed).toBe(4100);
	expect(await openRaw(url, "/elsewhere").closed).toBe(1006);
	second.ws.close();
	await second.closed;
	await expect.poll(() => agent.deps.sockets?.hub.size()).toBe(1);
	await openRaw(url, undefined, from("10.0.0.3")).socketId();
});

test("frames of every wrong shape are refused one by one; the socket lives and answers within a second", async ({ open }) => {
	const agent = await open({ settings: { REALTIME_FRAMES: "10000" } });
	const url = await listen(agent);
	const socket = openRaw(url);
	await socket.socketId();
	const hostile: (string | Buffer)[] = [
		"",
		"null",
		"17",
		"[]",
		"{",
		'"pusher:ping"',
		'{"event":7}',
		'{"event":"pusher:subscribe","data":7}',
		'{"event":"pusher:subscribe","data":[]}',
		'{"event":"pusher:subscribe","data":{"channel":{"__proto__":1}}}',
		'{"event":"client-x","channel":"private-session-1","data":{}}',
		'{"__proto__":{"event":"pusher:ping"}}',
		`{"event":"pusher:subscribe","data":${"[".repeat(7_000)}${"]".repeat(7_000)}}`,
		Buffer.from([0, 1, 2, 255]),
	];
	for (const frame of hostile) socket.ws.send(frame);
	await socket.settle();
	expect(socket.frames.filter(({ event }) => event === "pusher:error")).toHaveLength(hostile.length);
	const rude = openRaw(url);
	await rude.socketId();
	rude.ws.send("x".repeat(16_385));
	expect(await rude.closed).toBe(1009);
	const invalid = openRaw(url);
	await invalid.socketId();
	invalid.ws.send(Buffer.from([0xc3, 0x28]), { binary: false });
	expect(await invalid.closed).toBe(1007);
	const flood = openRaw(url);
	await flood.socketId();
	for (let index = 0; index < 10_001; index += 1) flood.send("{}");
	expect(await flood.closed).toBe(4100);
	await socket.settle();
});

test("client events reach nobody, on any channel", async ({ open }) => {
	const agent = await open({ decider: pressing() });
	const url = await listen(agent);
	const { sessionId } = await agent.step({});
	const [loud, other] = [openRaw(url), openRaw(url)];
	for (const socket of [loud, other]) {
		await subscribe(agent, socket, sessionId as SessionId);
		socket.send({ event: "pusher:subscribe", data: { channel: "news" } });
	}
	for (const channel of [channelOf(sessionId as SessionId), "news", "presence-room"])
		loud.send({ event: "client-typing", channel, data: { text: "canary" } });
	await loud.settle();
	await other.settle();
	expect(loud.frames.filter(({ event }) => event === "pusher:error")).toHaveLength(3);
	expect(JSON.stringify(other.frames)).not.toContain("canary");
});

test("subscribing twice and unsubscribing twice are harmless, and nothing arrives after the unsubscribe", async ({ open, redis }) => {
	const agent = await open({ decider: pressing() });
	const url = await listen(agent);
	const { sessionId } = await agent.step({});
	const channel = channelOf(sessionId as SessionId);
	const publish = (name: string) => redis.client.publish(`wh:rt:${sessionId}`, JSON.stringify({ name, data: { sessionId } }));
	const [socket, witness] = [openRaw(url), openRaw(url)];
	await subscribe(agent, witness, sessionId as SessionId);
	await subscribe(agent, socket, sessionId as SessionId);
	await subscribe(agent, socket, sessionId as SessionId);
	await publish("first");
	await socket.frame(({ event }) => event === "first");
	for (let times = 0; times < 2; times += 1) socket.send({ event: "pusher:unsubscribe", data: { channel } });
	await socket.settle();
	await publish("unheard");
	await witness.frame(({ event }) => event === "unheard");
	await subscribe(agent, socket, sessionId as SessionId);
	await publish("second");
	await socket.frame(({ event }) => event === "second");
	const heard = socket.frames.map(({ event }) => event).filter((event) => !event.startsWith("pusher"));
	expect(heard).toEqual(["first", "second"]);
});

test("a client that reads nothing is cut off at one megabyte; the others have every event", async ({ open, redis }) => {
	const agent = await open({ decider: pressing() });
	const url = await listen(agent);
	const { sessionId } = await agent.step({});
	const [slow, quick] = [openRaw(url), openRaw(url)];
	await subscribe(agent, slow, sessionId as SessionId);
	await subscribe(agent, quick, sessionId as SessionId);
	slow.ws.pause();
	const data = { sessionId, seq: 1, eventId: "e", text: "x".repeat(9_000) };
	const message = JSON.stringify({ name: "new_message", data });
	let sent = 0;
	await expect
		.poll(
			async () => {
				for (let index = 0; index < 100; index += 1) await redis.client.publish(`wh:rt:${sessionId}`, message);
				sent += 100;
				return agent.deps.sockets?.hub.size();
			},
			{ interval: 1 },
		)
		.toBe(1);
	await expect.poll(() => quick.frames.filter(({ event }) => event === "new_message").length).toBe(sent);
	expect((await agent.app.inject("/metrics")).body).toContain('webhand_rt_closed_total{code="4100"} 1');
});

test("messages of Redis that do not read, or name another chat, are dropped and counted", async ({ open, redis }) => {
	const agent = await open({ decider: pressing() });
	const url = await listen(agent);
	const { sessionId } = await agent.step({});
	const socket = openRaw(url);
	await subscribe(agent, socket, sessionId as SessionId);
	const before = socket.frames.length;
	const other = "11111111-1111-4111-8111-111111111111";
	const wrong = ["", "{", "7", "{}", '{"name":7,"data":{}}', JSON.stringify({ name: "new_message", data: { sessionId: other } })];
	for (const text of wrong) await redis.client.publish(`wh:rt:${sessionId}`, text);
	await redis.client.publish(`wh:rt:${sessionId}`, JSON.stringify({ name: "last", data: { sessionId } }));
	await socket.frame(({ event }) => event === "last");
	expect(socket.frames).toHaveLength(before + 1);
	expect((await agent.app.inject("/metrics")).body).toContain(`webhand_rt_dropped_total ${wrong.length}`);
});

test("a signature takes no place among the sockets of a tenant until a socket uses it", async ({ open, redis }) => {
	const agent = await open({ decider: pressing() });
	const url = await listen(agent);
	await agent.setLimits({ sockets: 2 });
	const { sessionId } = await agent.step({});
	const places = () => redis.client.zcard(`wh:sockets:${agent.user.tenantId}`);
	for (let each = 1; each <= 10; each += 1) await signed(agent, { socket_id: `${each}.${each}` });
	expect(await places()).toBe(0);
	const [first, second, third] = [openRaw(url), openRaw(url), openRaw(url)];
	const early = await signed(agent, { socket_id: await third.socketId() });
	for (const socket of [first, second]) await subscribe(agent, socket, sessionId as SessionId);
	await expect.poll(places).toBe(2);
	// Signed while there was room, used when there is none.
	third.send({ event: "pusher:signin", data: early });
	expect(await third.closed).toBe(4100);
	first.ws.close();
	await first.closed;
	await expect.poll(places).toBe(1);
});

test("a sign-in that was signed for an older socket gets an error, and the socket goes on", async ({ open }) => {
	const agent = await open({ decider: pressing() });
	const url = await listen(agent);
	const socket = openRaw(url);
	await socket.socketId();
	socket.send({ event: "pusher:signin", data: await signed(agent, { socket_id: "1.1" }) });
	expect((await socket.frame(({ event }) => event === "pusher:error")).data).toMatchObject({ code: 4009 });
	socket.send({ event: "pusher:ping", data: {} });
	await socket.frame(({ event }) => event === "pusher:pong");
	await socket.settle();
});

test.for(["constructor", "__proto__", "toString", "hasOwnProperty"])(
	"a channel called %s is a channel like any other",
	async (channel, { open }) => {
		const agent = await open({ decider: pressing() });
		const socket = openRaw(await listen(agent));
		await socket.socketId();
		socket.send({ event: "pusher:subscribe", data: { channel } });
		const isAbout = (name: string) => (frame: { readonly event: string; readonly channel?: unknown }) =>
			frame.event === name && frame.channel === channel;
		await socket.frame(isAbout("pusher_internal:subscription_succeeded"));
		socket.send({ event: "pusher:unsubscribe", data: { channel } });
		socket.send({ event: "pusher:subscribe", data: { channel: `private-${channel}`, auth: "x" } });
		await socket.frame(({ event }) => event === "pusher:subscription_error");
		await socket.settle();
	},
);

describe("a socket ends with its sign-in", () => {
	test("at once with the logout", async ({ open, redis }) => {
		const agent = await open({ decider: pressing() });
		const url = await listen(agent);
		const { sessionId } = await agent.step({});
		const [mine, signedIn, stranger] = [openRaw(url), openRaw(url), openRaw(url)];
		await subscribe(agent, mine, sessionId as SessionId);
		const user = await signed(agent, { socket_id: await signedIn.socketId() });
		signedIn.send({ event: "pusher:signin", data: user });
		await signedIn.frame(({ event }) => event === "pusher:signin_success");
		await stranger.socketId();
		await agent.identity.revoke(redis.client, agent.user.sid);
		const started = performance.now();
		await redis.client.publish("wh:revoked", JSON.stringify({ sid: agent.user.sid, at: 1 }));
		expect([await mine.closed, await signedIn.closed]).toEqual([4009, 4009]);
		expect(performance.now() - started).toBeLessThan(10_000);
		await stranger.settle();
	});

	test("with the next look at the sign-ins, where the announcement was lost", async ({ open, redis }) => {
		const agent = await open({ decider: pressing() });
		const url = await listen(agent);
		const { sessionId } = await agent.step({});
		const [mine, other] = [openRaw(url), openRaw(url)];
		const colleague = await agent.colleague();
		const theirs = await agent.step({}, { as: colleague });
		await subscribe(agent, mine, sessionId as SessionId);
		await subscribe(agent, other, theirs.sessionId as SessionId, colleague);
		await agent.identity.revoke(redis.client, agent.user.sid);
		await agent.deps.sockets?.hub.checkSignIns();
		expect(await mine.closed).toBe(4009);
		await other.settle();
	});
});

test("a service that stops sends everybody elsewhere and lets nobody in", async ({ open }) => {
	const agent = await open({ decider: pressing() });
	const url = await listen(agent);
	const { sessionId } = await agent.step({});
	const sockets = Array.from({ length: 20 }, () => openRaw(url));
	for (const socket of sockets) await subscribe(agent, socket, sessionId as SessionId);
	const times: number[] = [];
	const started = performance.now();
	for (const { closed } of sockets) void closed.then(() => times.push(performance.now() - started));
	const closing = agent.app.close();
	expect(await openRaw(url).closed).toBe(4200);
	expect(new Set(await Promise.all(sockets.map(({ closed }) => closed)))).toEqual(new Set([4200]));
	await closing;
	expect(Math.max(...times)).toBeGreaterThan(1_500);
});

test("after an outage of Redis sockets with a chat connect again, and those without stay", async ({ open }) => {
	const own = await startRedis();
	onTestFinished(own.stop);
	const agent = await open({ decider: pressing(), settings: { REDIS_URL: own.url } });
	const url = await listen(agent);
	const { sessionId } = await agent.step({});
	const [chat, idle] = [openRaw(url), openRaw(url)];
	await subscribe(agent, chat, sessionId as SessionId);
	await idle.socketId();
	await own.process().kill();
	const late = openRaw(url);
	const channel = channelOf(sessionId as SessionId);
	await expect.poll(async () => (await agent.app.inject("/readyz")).json<{ status: string }>().status).toBe("degraded");
	const signature = await signed(agent, { socket_id: await late.socketId(), channel_name: channel });
	late.send({ event: "pusher:subscribe", data: { channel, ...signature } });
	expect(await late.closed).toBe(4100);
	await own.restart();
	expect(await chat.closed).toBe(4200);
	await idle.settle();
	const again = openRaw(url);
	await pause(0);
	await subscribe(agent, again, sessionId as SessionId);
});

test("five hundred connects, closed or reset, leave no socket, channel or subscription", async ({ open, redis }) => {
	const agent = await open({
		decider: pressing(),
		settings: { REALTIME_SOCKETS_PER_IP: "1000", REALTIME_SIGNATURES_PER_MINUTE: "100000" },
	});
	const url = await listen(agent);
	const { sessionId } = await agent.step({});
	const hub = agent.deps.sockets?.hub;
	for (let round = 0; round < 10; round += 1) {
		const sockets = Array.from({ length: 50 }, () => openRaw(url));
		await Promise.all(sockets.map((socket) => subscribe(agent, socket, sessionId as SessionId)));
		for (const [index, { ws }] of sockets.entries()) index % 2 === 0 ? ws.close() : ws.terminate();
		await expect.poll(() => [hub?.size(), hub?.channelCount()]).toEqual([0, 0]);
	}
	expect(await redis.client.pubsub("NUMSUB", `wh:rt:${sessionId}`)).toEqual([`wh:rt:${sessionId}`, 0]);
});
