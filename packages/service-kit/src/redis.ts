import { setTimeout as pause } from "node:timers/promises";
import type { Command } from "ioredis";
import { Redis } from "ioredis";
import { OwnError } from "./errors.ts";
import type { Log } from "./logs.ts";
import type { Metrics } from "./metrics.ts";
import { noteCommand } from "./tracing/span.ts";

/** How to reach Redis; `silenceMs` is how long a command may stay unanswered, 50 by default. */
export type RedisOptions = { readonly url: string; readonly log: Log; readonly metrics: Metrics; readonly silenceMs?: number };

const retryStrategy = (attempt: number) => Math.min(50 * attempt, 1_000);
const silence = "Redis stayed silent";

/**
 * Opens the connection for the request path: no offline queue, no repeats, each command answered within 50 ms or refused. Never fails
 * itself: without Redis each command rejects at once, and the connection is sought in the background.
 */
export function openRedis(options: RedisOptions): Redis {
	const redis = new RequestRedis(options);
	reportOutages(redis, options.log);
	return redis;
}

const closeWithinMs = 2_000;

/** Waits for something to close, two seconds at most: without Redis it may never say that it has. Never rejects. */
export async function closeInTime(closing: Promise<unknown>): Promise<void> {
	await Promise.race([closing.catch(() => undefined), pause(closeWithinMs, undefined, { ref: false })]);
}

/** Ends a connection, also one that never came up or stays silent. */
export async function closeRedis(redis: Redis): Promise<void> {
	if (redis.status === "ready") await closeInTime(redis.quit());
	redis.disconnect();
}

/** Did Redis refuse, stay silent or go away? A reply that the command is wrong does not count. */
export function isRedisUnavailable(error: unknown): boolean {
	if (!(error instanceof Error)) return false;
	if (error.name === "MaxRetriesPerRequestError" || error.name === "ClusterAllFailedError") return true;
	if (error.name === "ReplyError") return /^(LOADING|READONLY|MASTERDOWN|CLUSTERDOWN|BUSY|TRYAGAIN|OOM|MISCONF)\b/.test(error.message);
	return error.message === silence || error.message === "Connection is closed." || error.message.startsWith("Stream isn't writeable");
}

const measuredCommands = new Set([
	"get",
	"set",
	"del",
	"evalsha",
	"eval",
	"publish",
	"ping",
	"incr",
	"incrby",
	"pttl",
	"expire",
	"xadd",
	"xread",
]);

const measuredName = (command: string) => (measuredCommands.has(command) ? command : "other");

/**
 * ioredis's own `commandTimeout` counts our busy event loop as Redis's silence: timers run before sockets are read. Here the reply gets
 * one more turn of the loop before the command is refused.
 */
class RequestRedis extends Redis {
	readonly #silenceMs: number;
	readonly #observe: (op: string, seconds: number) => void;

	constructor(options: RedisOptions) {
		super(options.url, {
			retryStrategy,
			enableOfflineQueue: false,
			maxRetriesPerRequest: 0,
			autoResendUnfulfilledCommands: false,
			connectTimeout: 2_000,
			lazyConnect: true,
		});
		this.#silenceMs = options.silenceMs ?? 50;
		const seconds = options.metrics.seconds("webhand_redis_seconds", "Time of Redis commands", ["op"]);
		this.#observe = (op, took) => seconds.observe({ op: measuredName(op) }, took);
		this.connect().catch(() => undefined);
	}

	/** What is sent in one turn of the loop leaves in one write: a write of its own costs a command more than Redis does. */
	#gather(): void {
		const stream: Redis["stream"] | undefined = this.stream;
		if (stream === undefined || stream.writableCorked > 0) return;
		stream.cork();
		process.nextTick(() => stream.uncork());
	}

	override sendCommand(command: Command, ...rest: readonly []): unknown {
		this.#gather();
		const started = performance.now();
		const timer = setTimeout(() => setImmediate(() => command.reject(new OwnError(silence))), this.#silenceMs);
		const settled = () => {
			clearTimeout(timer);
			this.#observe(command.name, (performance.now() - started) / 1_000);
		};
		command.promise.then(settled, settled);
		noteCommand({ system: "redis", op: measuredName(command.name) }, command.promise);
		return super.sendCommand(command, ...rest);
	}
}

/** One line when it goes and one when it is back, not one per attempt. */
function reportOutages(redis: Redis, log: Log): void {
	let isDown = false;
	redis.on("error", (cause: unknown) => {
		if (!isDown) log.warn({ err: cause }, "Redis is unreachable");
		isDown = true;
	});
	redis.on("ready", () => {
		if (isDown) log.info({}, "Redis is back");
		isDown = false;
	});
}

/** A connection that only listens. Messages of a time without connection are lost: `onReturn` tells that there was one. */
export type Subscriber = {
	/** Resolves once Redis confirmed it. @throws Error when Redis is away; the channel is subscribed once Redis is back, unless unsubscribed */
	readonly subscribe: (channel: string) => Promise<void>;
	/** Never throws. */
	readonly unsubscribe: (channel: string) => void;
	readonly isReady: () => boolean;
	readonly close: () => void;
};

/** `onMessage` gets the text of each message; `onReturn` is called when Redis is back and everything is subscribed again. */
export type SubscriberOptions = {
	readonly url: string;
	readonly log: Log;
	readonly onMessage: (channel: string, text: string) => void;
	readonly onReturn: () => void;
};

const pingEveryMs = 5_000;
const pongWithinMs = 2_000;

/**
 * Opens a connection for messages beside the request connection. It reconnects and subscribes again by itself; a ping every five seconds
 * finds a connection that is dead and does not say so. Never fails itself.
 */
export function openSubscriber({ url, log, onMessage, onReturn }: SubscriberOptions): Subscriber {
	const channels = new Set<string>();
	let wasAway = false;
	let isReady = false;
	const redis = new Redis(url, {
		retryStrategy,
		enableOfflineQueue: false,
		maxRetriesPerRequest: 0,
		autoResubscribe: false,
		autoResendUnfulfilledCommands: false,
		connectTimeout: 2_000,
		lazyConnect: true,
	});
	reportOutages(redis, log);
	redis.on("message", onMessage);
	redis.on("close", () => {
		isReady = false;
		wasAway = true;
	});
	redis.on("ready", async () => {
		try {
			if (channels.size > 0) await redis.subscribe(...channels);
		} catch {
			redis.disconnect(true);
			return;
		}
		isReady = true;
		if (wasAway) onReturn();
		wasAway = false;
	});
	redis.connect().catch(() => undefined);
	const timer = setInterval(() => {
		if (!isReady) return;
		const tooLate = setTimeout(() => redis.disconnect(true), pongWithinMs).unref();
		redis
			.ping()
			.catch(() => undefined)
			.finally(() => clearTimeout(tooLate));
	}, pingEveryMs).unref();
	return {
		subscribe: async (channel) => {
			channels.add(channel);
			await redis.subscribe(channel);
		},
		unsubscribe: (channel) => {
			channels.delete(channel);
			redis.unsubscribe(channel).catch(() => undefined);
		},
		isReady: () => isReady,
		close: () => {
			clearInterval(timer);
			redis.disconnect();
		},
	};
}
