import { setTimeout as pause } from "node:timers/promises";
import { channelOf } from "@webhand/contracts/chat/realtime";
import type { SessionId } from "@webhand/contracts/ids";
import type { Redis } from "ioredis";
import Pusher from "pusher";
import type { Publisher, WireEvent } from "./outbox/publish.ts";
import type { Published } from "./sockets/fanout.ts";
import { redisChannelOf } from "./sockets/fanout.ts";

/** Hosted Pusher takes 10 KB of data; this leaves a margin. */
const largestDataBytes = 9_500;

/** Publishes for the sockets of all replicas, all events in one write. `now` in milliseconds since the epoch. */
export function createEmbeddedPublisher(redis: Pick<Redis, "pipeline" | "pubsub">, now: () => number): Publisher {
	return {
		publish: async (events) => {
			const pipeline = redis.pipeline();
			for (const event of events) {
				const message: Published = { name: event.name, data: { sessionId: event.sessionId, ...fit(event) }, at: now() };
				pipeline.publish(redisChannelOf(event.sessionId), JSON.stringify(message));
			}
			const results = await pipeline.exec().catch(() => null);
			const failed = results?.findIndex(([error]) => error !== null) ?? 0;
			return failed === -1 ? events.length : failed;
		},
		hasListener: async (sessionId) => Number((await redis.pubsub("NUMSUB", redisChannelOf(sessionId)))[1] ?? 0) > 0,
	};
}

/** How a Pusher server is reached: hosted by its cluster, Sockudo or another one by host and port. */
export type PusherServer = {
	readonly appId: string;
	readonly key: string;
	readonly secret: string;
	readonly cluster?: string;
	readonly host?: string;
	readonly port: number;
	readonly useTls: boolean;
};

const batchSize = 10;
const timeoutMs = 2_000;
const listenerTimeoutMs = 300;

/** Publishes through the HTTP API of a Pusher server. `terminate` ends the connections of a sign-in; never rejects. */
export function createPusherPublisher({ appId, key, secret, cluster, host, port, useTls }: PusherServer): Publisher & {
	readonly terminate: (sid: string) => Promise<void>;
} {
	const common = { appId, key, secret, useTLS: useTls, timeout: timeoutMs };
	const pusher = new Pusher(host === undefined ? { ...common, cluster: cluster ?? "mt1" } : { ...common, host, port: String(port) });
	const isOccupied = async (sessionId: SessionId): Promise<boolean> => {
		const answer = await pusher.get({ path: `/channels/${channelOf(sessionId)}` });
		const body: unknown = await answer.json();
		return typeof body === "object" && body !== null && "occupied" in body && body.occupied === true;
	};
	return {
		publish: async (events) => {
			for (let first = 0; first < events.length; first += batchSize) {
				const batch = events.slice(first, first + batchSize);
				const messages = batch.map((event) => ({ channel: channelOf(event.sessionId), name: event.name, data: fit(event) }));
				const isSent = await pusher.triggerBatch(messages).then(
					() => true,
					() => false,
				);
				if (!isSent) return first;
			}
			return events.length;
		},
		// A step waits for the answer before it asks the model, so a slow server counts as one without listeners.
		hasListener: (sessionId) => Promise.race([isOccupied(sessionId), pause(listenerTimeoutMs, false, { ref: false })]),
		terminate: async (sid) => {
			await pusher.terminateUserConnections(sid).catch(() => undefined);
		},
	};
}

/** Data that is too large becomes a pointer: the client reads the event from the log. */
function fit({ data }: WireEvent): Readonly<Record<string, unknown>> {
	if (Buffer.byteLength(JSON.stringify(data)) <= largestDataBytes) return data;
	const { type, sessionId, seq, eventId } = data;
	return { type, sessionId, seq, eventId, truncated: true };
}
