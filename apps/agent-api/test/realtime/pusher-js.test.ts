import { randomUUID } from "node:crypto";
import { createServer } from "node:http";
import type { PusherClass, PusherOptions } from "@webhand/client/live/pusher";
import { channelOf } from "@webhand/contracts/chat/realtime";
import type { SessionId } from "@webhand/contracts/ids";
import PusherServer from "pusher";
import type Pusher from "pusher-js";
import { describe, expect, onTestFinished } from "vitest";
import { createPusherPublisher } from "../../src/chats/realtime/pusher.ts";
import type { Agent } from "../agent.ts";
import { scriptedDecider, test } from "../agent.ts";
import { app, heard, listen, nodePusher, portOf, workerPusher } from "./clients.ts";

type Client = InstanceType<typeof Pusher.default>;

const builds: readonly (readonly [string, () => PusherClass])[] = [
	["the Node build", () => nodePusher],
	["the worker build", workerPusher],
];

/** Opens pusher-js against a service, closed with the test. */
function connect(PusherJs: PusherClass, url: string, more: object): Client {
	const port = Number(new URL(url).port);
	const address = { cluster: "mt1", wsHost: "127.0.0.1", wsPort: port, wssPort: port, forceTLS: false, enabledTransports: ["ws"] };
	const options = { ...address, disableStats: true, activityTimeout: 20_000, ...more } as unknown as PusherOptions;
	const client = new PusherJs(app.key, options) as unknown as Client;
	onTestFinished(() => client.disconnect());
	return client;
}

/** What the first event of a kind brings. */
const next = (channel: { bind: (event: string, callback: (data: unknown) => void) => unknown }, event: string) =>
	new Promise<unknown>((resolve) => channel.bind(event, resolve));

async function openChat(open: (wish: object) => Promise<Agent>) {
	const agent = await open({ decider: scriptedDecider(() => "click(7)") });
	const url = await listen(agent);
	const { sessionId, taskId } = await agent.step({});
	const endpoint = { endpoint: `${url}/api/pusher/auth`, transport: "ajax", headers: agent.user.headers };
	return { agent, url, sessionId: sessionId as SessionId, taskId, channel: channelOf(sessionId as SessionId), endpoint };
}

describe.each(builds)("pusher-js, %s", (_name, load) => {
	test("signs by its own form request, subscribes and gets the step's events as objects", async ({ open }) => {
		const { agent, url, channel: name, endpoint, taskId, sessionId } = await openChat(open);
		const client = connect(load(), url, { channelAuthorization: endpoint });
		const channel = client.subscribe(name);
		await next(channel, "pusher:subscription_succeeded");
		const message = next(channel, "new_message");
		const response = next(channel, "interact_response");
		await agent.step({ taskId, lastStepIndex: 0 });
		expect(await message).toMatchObject({ type: "new_message", sessionId, message: { role: "assistant" } });
		expect(await response).toMatchObject({ type: "interact_response", taskId, stepIndex: 1 });
	});

	test("signs in its user, and gets a refusal of another chat with its status", async ({ open }) => {
		const { agent, url, endpoint } = await openChat(open);
		const theirs = await agent.step({}, { as: await agent.signIn() });
		const client = connect(load(), url, { channelAuthorization: endpoint, userAuthentication: endpoint });
		client.signin();
		const refusal = next(client.subscribe(channelOf(theirs.sessionId as SessionId)), "pusher:subscription_error");
		expect(await refusal).toMatchObject({ type: "AuthError", status: 403 });
		await expect.poll(() => client.user.user_data).toMatchObject({ id: agent.user.sid });
	});

	test("subscribes again by itself after the socket was dropped", async ({ open, redis }) => {
		const { agent, url, channel: name, endpoint, sessionId } = await openChat(open);
		const client = connect(load(), url, { channelAuthorization: endpoint });
		const channel = client.subscribe(name);
		await next(channel, "pusher:subscription_succeeded");
		const again = next(channel, "pusher:subscription_succeeded");
		await agent.deps.sockets?.hub.reconnectAll();
		await again;
		const event = next(channel, "after");
		await redis.client.publish(`wh:rt:${sessionId}`, JSON.stringify({ name: "after", data: { sessionId } }));
		await event;
	});
});

test("sub, unsub and sub again, and a pending subscription that is cancelled, end as pusher-js expects", async ({ open, redis }) => {
	const { url, channel: name, endpoint, sessionId } = await openChat(open);
	const client = connect(nodePusher, url, { channelAuthorization: endpoint });
	client.subscribe(name);
	client.unsubscribe(name);
	const channel = client.subscribe(name);
	await next(channel, "pusher:subscription_succeeded");
	client.unsubscribe(name);
	client.unsubscribe(name);
	const last = client.subscribe(name);
	await next(last, "pusher:subscription_succeeded");
	const events: unknown[] = [];
	last.bind_global((event: string) => events.push(event));
	await redis.client.publish(`wh:rt:${sessionId}`, JSON.stringify({ name: "once", data: { sessionId } }));
	await expect.poll(() => events).toEqual(["once"]);
});

test("the pusher SDK signs channels that our sockets accept, and another secret's are refused", async ({ open }) => {
	const { url, channel: name } = await openChat(open);
	const subscribeWith = (secret: string) => {
		const signer = new PusherServer({ appId: "app", key: app.key, secret, cluster: "mt1" });
		const client = connect(nodePusher, url, {
			channelAuthorization: {
				customHandler: (
					{ socketId, channelName }: { socketId: string; channelName: string },
					callback: (error: null, data: unknown) => void,
				) => callback(null, signer.authorizeChannel(socketId, channelName)),
			},
		});
		const channel = client.subscribe(name);
		return { good: next(channel, "pusher:subscription_succeeded"), bad: next(channel, "pusher:subscription_error") };
	};
	await subscribeWith(app.secret).good;
	expect(await subscribeWith("another-secret-of-tests").bad).toMatchObject({ type: "AuthError", status: 401 });
});

test("with REALTIME=pusher events, revocation and signatures go to the Pusher server, in batches of ten", async ({ open, redis }) => {
	const calls: { readonly path: string; readonly body: string }[] = [];
	const server = createServer(async (request, response) => {
		const chunks: Buffer[] = [];
		for await (const chunk of request) chunks.push(chunk as Buffer);
		calls.push({ path: String(request.url).split("?")[0] ?? "", body: Buffer.concat(chunks).toString() });
		response.writeHead(200, { "content-type": "application/json" }).end('{"occupied":true}');
	});
	server.listen(0, "127.0.0.1");
	await heard(server, "listening");
	onTestFinished(() => void server.close());
	const place = { PUSHER_APP_ID: "app1", PUSHER_HOST: "127.0.0.1", PUSHER_PORT: String(portOf(server.address())) };
	const agent = await open({ decider: scriptedDecider(() => "click(7)"), settings: { REALTIME: "pusher", ...place } });
	const { sessionId } = await agent.step({});
	await expect.poll(() => calls.length).toBeGreaterThan(0);
	const batch = JSON.parse(calls[0]?.body ?? "") as { batch: { channel: string; name: string; data: string }[] };
	expect(calls[0]?.path).toBe("/apps/app1/batch_events");
	expect(batch.batch.map(({ name }) => name)).toContain("new_message");
	expect(new Set(batch.batch.map(({ channel }) => channel))).toEqual(new Set([channelOf(sessionId as SessionId)]));
	const { events } = (await agent.call("GET", `/api/session/${sessionId}/events`)).body as { events: { name: string; data: object }[] };
	const sent = calls.flatMap(({ body }) => (JSON.parse(body) as typeof batch).batch);
	expect(sent.map(({ name, data }) => ({ name, data: JSON.parse(data) as object }))).toEqual(
		events.map(({ name, data }) => ({ name, data })),
	);

	const settings = await agent.call("GET", "/api/pusher/auth");
	expect(settings.body).toMatchObject({ transport: "pusher", key: app.key, wsHost: "127.0.0.1", forceTLS: false });
	const body = { socket_id: "1.2", channel_name: channelOf(sessionId as SessionId) };
	expect(Object.keys((await agent.call("POST", "/api/pusher/auth", { body })).body)).toEqual(["auth"]);
	await redis.client.publish("wh:revoked", JSON.stringify({ sid: agent.user.sid, at: 1 }));
	const terminated = `/apps/app1/users/${agent.user.sid}/terminate_connections`;
	await expect.poll(() => calls.map(({ path }) => path)).toContain(terminated);
	expect(agent.deps.sockets).toBeNull();
});

test("a Pusher server that does not say who listens holds no step up: nobody does", async () => {
	const server = createServer(() => undefined);
	server.listen(0, "127.0.0.1");
	await heard(server, "listening");
	onTestFinished(() => {
		server.closeAllConnections();
		server.close();
	});
	const place = { appId: "app1", host: "127.0.0.1", port: portOf(server.address()), useTls: false };
	const publisher = createPusherPublisher({ ...app, ...place });
	expect(await publisher.hasListener(randomUUID() as SessionId)).toBe(false);
});

test("a Pusher server that fails leaves the events in the log, and the relay sends them later", async ({ open, mongo }) => {
	let isDown = true;
	const names: string[] = [];
	const server = createServer(async (request, response) => {
		const chunks: Buffer[] = [];
		for await (const chunk of request) chunks.push(chunk as Buffer);
		const { batch = [] } = JSON.parse(Buffer.concat(chunks).toString()) as { batch?: { data: string }[] };
		if (!isDown) names.push(...batch.map(({ data }) => String((JSON.parse(data) as { seq: number }).seq)));
		response.writeHead(isDown ? 500 : 200, { "content-type": "application/json" }).end("{}");
	});
	server.listen(0, "127.0.0.1");
	await heard(server, "listening");
	onTestFinished(() => void server.close());
	const place = { PUSHER_APP_ID: "app1", PUSHER_HOST: "127.0.0.1", PUSHER_PORT: String(portOf(server.address())) };
	const agent = await open({ decider: scriptedDecider(() => "click(7)"), settings: { REALTIME: "pusher", ...place } });
	const { sessionId } = await agent.step({});
	const events = mongo.db.collection("events");
	const stored = await events.countDocuments({ sessionId });
	expect(await events.countDocuments({ sessionId, publishedAt: null })).toBe(stored);
	isDown = false;
	await expect.poll(() => names).toEqual(Array.from({ length: stored }, (_, index) => String(index + 1)));
});
