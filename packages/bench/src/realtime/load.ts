import { createHmac, randomUUID } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { Redis } from "ioredis";
import Pusher from "pusher";
import { WebSocket } from "ws";
import { z } from "zod";

/**
 * What one load process does. `hold`: open the sockets, say so, and stay until stdin ends. `stream`: publish at a steady rate. `burst`:
 * publish as fast as the wire takes it. `reconnect`: drop all sockets at once and have them back. `redisUrl` publishes as our services do;
 * without it the HTTP API of a Pusher server is used.
 */
export const LoadOrder = z.object({
	kind: z.enum(["hold", "stream", "burst", "reconnect"]),
	ports: z.array(z.number()).min(1),
	key: z.string(),
	secret: z.string(),
	appId: z.string(),
	redisUrl: z.string().optional(),
	sockets: z.number(),
	chats: z.number(),
	messages: z.number().default(0),
	perSecond: z.number().default(0),
});
export type LoadOrder = z.input<typeof LoadOrder>;

/** Milliseconds: of each delivery from its publication, and of the whole. */
export const LoadResult = z.object({ latencies: z.array(z.number()), deliveries: z.number(), ms: z.number() });
export type LoadResult = z.infer<typeof LoadResult>;

type Order = z.output<typeof LoadOrder>;
type Publish = (chat: string, count: number) => Promise<unknown>;

const clock = () => performance.timeOrigin + performance.now();
const latencies: number[] = [];
let deliveries = 0;

/** Opens a socket and subscribes it. A refusal ends the run: a run of refusals is fast. */
function open(order: Order, index: number, chats: readonly string[]): Promise<WebSocket> {
	const port = order.ports[index % order.ports.length];
	// Neighbours share a chat, so that each chat has sockets at both replicas.
	const channel = `private-session-${chats[Math.floor(index / order.ports.length) % chats.length]}`;
	const ws = new WebSocket(`ws://127.0.0.1:${port}/app/${order.key}?protocol=7&client=js&version=8.6.0`, { perMessageDeflate: false });
	return new Promise((resolve, reject) => {
		ws.on("error", reject);
		ws.on("message", (bytes) => {
			const received = clock();
			const frame = JSON.parse(String(bytes)) as { readonly event: string; readonly data: unknown };
			const data = (typeof frame.data === "string" ? JSON.parse(frame.data) : frame.data) as {
				readonly at?: number;
				readonly socket_id?: string;
			};
			if (frame.event === "pusher:connection_established") {
				const signature = createHmac("sha256", order.secret).update(`${data.socket_id}:${channel}`).digest("hex");
				ws.send(JSON.stringify({ event: "pusher:subscribe", data: { channel, auth: `${order.key}:${signature}` } }));
			} else if (frame.event === "pusher_internal:subscription_succeeded") resolve(ws);
			else if (frame.event === "pusher:ping") ws.send('{"event":"pusher:pong","data":{}}');
			else if (data.at !== undefined) {
				deliveries += 1;
				latencies.push(received - data.at);
			} else if (frame.event.includes("error")) reject(new Error(String(bytes)));
		});
	});
}

/** Opens all sockets, a few hundred at a time: the kernel's queue of connections is no longer. */
async function openAll(order: Order, chats: readonly string[]): Promise<WebSocket[]> {
	const sockets: WebSocket[] = [];
	const atOnce = 250;
	for (let first = 0; first < order.sockets; first += atOnce) {
		const count = Math.min(atOnce, order.sockets - first);
		sockets.push(...(await Promise.all(Array.from({ length: count }, (_, index) => open(order, first + index, chats)))));
	}
	return sockets;
}

async function publisherOf(order: Order): Promise<{ readonly publish: Publish; readonly close: () => void }> {
	const data = (chat: string) => ({
		type: "new_message",
		sessionId: chat,
		seq: 1,
		eventId: randomUUID(),
		text: "x".repeat(500),
		at: clock(),
	});
	if (order.redisUrl !== undefined) {
		const redis = new Redis(order.redisUrl);
		const publish: Publish = async (chat, count) => {
			const pipeline = redis.pipeline();
			for (let index = 0; index < count; index += 1)
				pipeline.publish(`wh:rt:${chat}`, JSON.stringify({ name: "new_message", data: data(chat), at: Date.now() }));
			await pipeline.exec();
		};
		return { publish, close: () => redis.disconnect() };
	}
	const { appId, key, secret, ports } = order;
	const pushers = ports.map((port) => new Pusher({ appId, key, secret, host: "127.0.0.1", port: String(port), useTLS: false }));
	let turn = 0;
	const publish: Publish = async (chat, count) => {
		const messages = Array.from({ length: count }, () => ({ channel: `private-session-${chat}`, name: "new_message", data: data(chat) }));
		turn += 1;
		await pushers[turn % pushers.length]?.triggerBatch(messages);
	};
	return { publish, close: () => undefined };
}

async function arrived(expected: number): Promise<void> {
	for (let waited = 0; deliveries < expected; waited += 2) {
		if (waited > 60_000) throw new Error(`${deliveries} of ${expected} deliveries arrived`);
		await pause(2);
	}
}

async function play(order: Order): Promise<number> {
	const chats = Array.from({ length: order.chats }, () => randomUUID());
	const sockets = await openAll(order, chats);
	if (order.kind === "hold") {
		process.stdout.write("open\n");
		await new Promise((resolve) => process.once("SIGTERM", resolve));
		return 0;
	}
	if (order.kind === "reconnect") {
		const started = performance.now();
		for (const socket of sockets) socket.terminate();
		await openAll(order, chats);
		return performance.now() - started;
	}
	const { publish, close } = await publisherOf(order);
	const each = order.sockets / order.chats;
	const isBurst = order.kind === "burst";
	// Compilers and connections warm up before anything counts.
	const warm = 50;
	for (let index = 0; index < warm; index += 1) await publish(chats[index % chats.length] ?? "", 1);
	await arrived(warm * each);
	deliveries = 0;
	latencies.length = 0;
	const started = performance.now();
	const batch = isBurst ? 10 : 1;
	const running: Promise<unknown>[] = [];
	for (let index = 0; index < order.messages; index += batch) {
		const sent = publish(chats[(index / batch) % chats.length] ?? "", batch);
		running.push(sent);
		if (isBurst) await sent;
		else await pause(Math.max(0, started + ((index + 1) * 1_000) / order.perSecond - performance.now()));
	}
	await Promise.all(running);
	await arrived(order.messages * each);
	const ms = performance.now() - started;
	close();
	return ms;
}

if (import.meta.main) {
	const order = LoadOrder.parse(JSON.parse(process.env["LOAD_ORDER"] ?? "{}"));
	const ms = await play(order);
	const result: LoadResult = { latencies: order.kind === "stream" ? latencies : [], deliveries, ms };
	if (order.kind !== "hold") process.stdout.write(`\n${JSON.stringify(result)}`, () => process.exit(0));
	else process.exit(0);
}
