import type { Redis } from "ioredis";
import { channelOf } from "../../signals.ts";
import type { OutputEntry } from "./limits.ts";

/** Live output of commands in Redis Streams, for readers at every replica. */
export type OutputCache = {
	/** Adds entries, takes others out, and wakes readers. An entry that is there already is not added twice. @throws Error without Redis */
	readonly append: (id: string, entries: readonly OutputEntry[], gone: readonly number[]) => Promise<void>;
	/** The next entries after `seq`, at most 64. @throws Error without Redis */
	readonly read: (id: string, after: number) => Promise<readonly OutputEntry[]>;
	/** The newest entries, oldest first. @throws Error without Redis */
	readonly last: (id: string, count: number) => Promise<readonly OutputEntry[]>;
	/** Removes the stream so many seconds after the end: late readers take the output from MongoDB. Never rejects. */
	readonly expire: (id: string, seconds: number) => Promise<void>;
};

const batch = 64;
/** The stream of a runner that died, counted from its last output: longer than any command runs. */
const abandonedSeconds = 3_600;
const streamOf = (id: string) => `wh:exec:${id}:out`;

/** Opens the streams. */
export function createOutputCache(redis: Redis): OutputCache {
	return {
		append: async (id, entries, gone) => {
			const pipeline = redis.pipeline();
			for (const { seq, stream, off, at, ts, data } of entries)
				pipeline.xadd(streamOf(id), `${seq}-0`, "s", stream, "o", off, "a", at, "t", ts, "d", data);
			if (gone.length > 0) pipeline.xdel(streamOf(id), ...gone.map((seq) => `${seq}-0`));
			pipeline.expire(streamOf(id), abandonedSeconds);
			pipeline.publish(channelOf(id), "");
			for (const [error] of (await pipeline.exec()) ?? []) if (error !== null && !isThere(error)) throw error;
		},
		read: async (id, after) => (await redis.xrangeBuffer(streamOf(id), `(${after}-0`, "+", "COUNT", batch)).map(entryOf),
		last: async (id, count) => (await redis.xrevrangeBuffer(streamOf(id), "+", "-", "COUNT", count)).map(entryOf).reverse(),
		expire: async (id, seconds) => {
			await redis.expire(streamOf(id), seconds).catch(() => undefined);
		},
	};
}

/** Redis refuses an id that is not above the last one: an append whose reply was lost. */
const isThere = ({ message }: Error) => message.includes("equal or smaller than the target stream top item");

function entryOf([id, fields]: [Buffer, Buffer[]]): OutputEntry {
	const [, stream, , off, , at, , ts, , data] = fields;
	return {
		seq: Number.parseInt(id.toString("latin1"), 10),
		stream: stream?.toString("latin1") === "stderr" ? "stderr" : "stdout",
		off: Number(off),
		at: Number(at),
		ts: Number(ts),
		data: data ?? Buffer.alloc(0),
	};
}
