import { randomUUID } from "node:crypto";
import type { Socket } from "node:net";
import { connect, createServer } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import type { Follower } from "@webhand/client/live/follow";
import { followSession } from "@webhand/client/live/follow";
import type { SessionId } from "@webhand/contracts/ids";
import { startModelServer } from "@webhand/testing/model-server/server";
import { poll } from "@webhand/testing/poll";
import { startRedis } from "@webhand/testing/servers";
import type { SignedIn, TestIdentity } from "@webhand/testing/tokens";
import { startIdentity } from "@webhand/testing/tokens";
import { Redis } from "ioredis";
import type { Db } from "mongodb";
import { expect } from "vitest";
import { createStepEvents } from "../../src/chats/realtime/outbox/publish.ts";
import { createOutbox } from "../../src/chats/realtime/outbox/store.ts";
import { createEmbeddedPublisher } from "../../src/chats/realtime/publisher.ts";
import type { StoredEvent } from "../../src/shared/rows.ts";
import { shop } from "../agent.ts";
import type { ServerProcess } from "../server-process.ts";
import { startServer, toClose } from "../server-process.ts";
import { heard, nodePusher, portOf } from "./clients.ts";

/** How many chats, clients of each, and events of each. */
export type LossPlan = { readonly chats: number; readonly clients: number; readonly events: number };

type Chat = { readonly user: SignedIn; readonly sessionId: SessionId; readonly seen: number[][]; lastSeq: number };

/** A balancer: each connection goes to the next server that takes it. */
async function startBalancer(ports: () => readonly number[]) {
	let turn = 0;
	const sockets = new Set<Socket>();
	const server = createServer((client) => {
		sockets.add(client);
		client.on("error", () => client.destroy()).on("close", () => sockets.delete(client));
		const join = (left: readonly number[]) => {
			const [port, ...others] = left;
			if (port === undefined) return void client.destroy();
			const upstream = connect(port, "127.0.0.1");
			upstream.once("error", () => join(others));
			upstream.once("connect", () => {
				upstream.removeAllListeners("error").on("error", () => client.destroy());
				upstream.on("close", () => client.destroy());
				client.on("close", () => upstream.destroy());
				client.pipe(upstream).pipe(client);
			});
		};
		const all = ports();
		turn += 1;
		join([...all.slice(turn % all.length), ...all.slice(0, turn % all.length)]);
	});
	server.listen(0, "127.0.0.1");
	await heard(server, "listening");
	const close = async () => {
		for (const socket of sockets) socket.destroy();
		server.close();
	};
	return { url: `http://127.0.0.1:${portOf(server.address())}`, close };
}

/**
 * Clients follow chats over two replicas; one replica is killed and Redis restarted in the middle of the events.
 *
 * @returns milliseconds from the last event until every client held all of them
 */
export async function loseReplicaAndRedis(mongo: { readonly uri: string; readonly db: Db }, plan: LossPlan): Promise<number> {
	const closing = toClose();
	const [redisServer, identity, model] = await Promise.all([
		startRedis(),
		startIdentity(),
		startModelServer({ script: () => ({ kind: "text", text: "<Thought>I press it</Thought><Action>click(7)</Action>" }) }),
	]);
	closing.push(redisServer.stop, identity.close, model.close);
	const redis = new Redis(redisServer.url, { retryStrategy: () => 50, maxRetriesPerRequest: 0, enableOfflineQueue: false });
	redis.on("error", () => undefined);
	closing.push(async () => redis.disconnect());
	await heard(redis, "ready");
	const servers: ServerProcess[] = [];
	const balancer = await startBalancer(() => servers.map(({ url }) => Number(new URL(url).port)));
	closing.push(balancer.close);
	const urls = { mongo: mongo.uri, redis: redisServer.url, auth: identity.url, model: model.url };
	const more = { PUBLIC_URL: balancer.url, REALTIME_SOCKETS_PER_IP: "1000" };
	servers.push(...(await Promise.all([startServer(urls, more), startServer(urls, more)])));
	closing.push(() => Promise.all(servers.map((server) => server.process.kill())));

	const chats = await Promise.all(Array.from({ length: plan.chats }, () => openChat(balancer.url, identity, redis)));
	const followers = chats.flatMap((chat) => Array.from({ length: plan.clients }, () => follow(chat, balancer.url)));
	closing.push(async () => {
		for (const { follower } of followers) follower.close();
	});
	await poll(() => followers.every(({ state }) => state() === "connected"));

	const write = createWriter(mongo.db, redis);
	for (let index = 0; index < plan.events; index += 1) {
		if (index === Math.floor(plan.events / 3)) {
			const [dead] = servers.splice(0, 1);
			await dead?.process.kill();
		}
		if (index === Math.floor((2 * plan.events) / 3)) await redisServer.restart();
		await Promise.all(chats.map((chat) => write(chat)));
		await pause(20);
	}
	const started = performance.now();
	const isComplete = () => chats.every(({ seen, lastSeq }) => seen.every((seqs) => seqs.length >= lastSeq));
	await poll(isComplete);
	const took = performance.now() - started;
	for (const { seen, lastSeq } of chats)
		for (const seqs of seen) expect(seqs).toEqual(Array.from({ length: lastSeq }, (_, index) => index + 1));
	return took;
}

async function openChat(url: string, identity: TestIdentity, redis: Redis): Promise<Chat> {
	const user = await identity.signIn(redis);
	const response = await fetch(`${url}/api/agent/interact`, {
		method: "POST",
		headers: { ...user.headers, "content-type": "application/json" },
		body: JSON.stringify({ url: shop.url, query: "Show more", dom: shop.dom }),
	});
	const { data } = (await response.json()) as { readonly data: { readonly sessionId: SessionId } };
	return { user, sessionId: data.sessionId, seen: [], lastSeq: 5 };
}

function follow({ user, sessionId, seen }: Chat, baseUrl: string): { readonly follower: Follower; readonly state: () => string } {
	const seqs: number[] = [];
	seen.push(seqs);
	let shown = "";
	const follower = followSession({
		api: { baseUrl, token: () => user.token },
		sessionId,
		cursor: 0,
		Pusher: nodePusher,
		onEvents: (events) => seqs.push(...events.map(({ seq }) => seq)),
		onReset: () => seqs.push(-1),
		onState: (state) => {
			shown = state;
		},
		onEnd: () => seqs.push(-2),
	});
	return { follower, state: () => shown };
}

/** Writes an event as a step does: numbered with the chat, published afterwards, left to the relay where that fails. */
function createWriter(db: Db, redis: Redis) {
	const publisher = createStepEvents(
		createEmbeddedPublisher(redis, Date.now),
		createOutbox({ db }, () => new Date()),
	);
	return async (chat: Chat) => {
		const { sessionId, user } = chat;
		chat.lastSeq += 1;
		const { lastSeq: seq } = chat;
		const eventId = randomUUID();
		const data = { type: "task_status", sessionId, seq, eventId };
		const event: StoredEvent = {
			eventId,
			name: "task_status",
			data,
			tenantId: user.tenantId,
			sessionId,
			seq,
			createdAt: new Date(),
			publishedAt: null,
		};
		await db.client.withSession((session) =>
			session.withTransaction(async () => {
				await db.collection("sessions").updateOne({ _id: sessionId as never }, { $set: { lastEventSeq: seq } }, { session });
				await db.collection("events").insertOne({ ...event }, { session });
			}),
		);
		await publisher.publish([event]);
	};
}
