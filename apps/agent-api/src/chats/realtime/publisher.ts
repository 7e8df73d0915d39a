import type { Redis } from "ioredis";
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

/** Data that is too large becomes a pointer: the client reads the event from the log. @throws never */
export function fit({ data }: WireEvent): Readonly<Record<string, unknown>> {
	if (Buffer.byteLength(JSON.stringify(data)) <= largestDataBytes) return data;
	const { type, sessionId, seq, eventId } = data;
	return { type, sessionId, seq, eventId, truncated: true };
}
