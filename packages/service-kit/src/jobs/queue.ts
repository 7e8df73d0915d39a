import { Redis } from "ioredis";
import { OwnError } from "../errors.ts";
import type { Log } from "../logs.ts";
import { closeInTime, closeRedis } from "../redis.ts";
import { runApart } from "../tracing/span.ts";
import { writeOrigin } from "./origin.ts";

/** Which jobs, and whose workers take them. */
export type QueueName = { readonly kind: string; readonly host: string };

/** Jobs of one kind for one host. A job may be lost with Redis: the row in MongoDB that it is about decides. */
export type JobQueue = {
	/** Adds a job. One of this id that is there already stays, and says again what it has answered. @throws Error without Redis */
	readonly add: (id: string, data: object) => Promise<void>;
	/** Takes a job back that no worker has. @throws Error without Redis */
	readonly withdraw: (id: string) => Promise<Withdrawn>;
};

/** `removed`: nobody had taken it. `taken`: a worker has it, maybe one that sleeps. `absent`: it was done, or is lost, or was never there. */
type Withdrawn = "removed" | "taken" | "absent";

/** Hears of a job: its answer, or nothing but that something happened to it. */
type OnNews = (answer?: unknown) => void;

/** Queues of this installation, opened when they are first asked for. */
export type JobQueues = {
	readonly of: (name: QueueName) => JobQueue;
	/** Hears of a job of any queue that is open here. Redis may lose what it tells. @returns ends it */
	readonly listen: (id: string, onNews: OnNews) => () => void;
	readonly close: () => Promise<void>;
};

/** A job is done once at most: it is never tried again by itself. At its end it is gone, so that its id can be added again. */
const jobOptions = { attempts: 1, removeOnComplete: true, removeOnFail: true } as const;

/** How BullMQ names a queue: no other key of ours begins so. */
export const keysOf = ({ kind, host }: QueueName) => ({ name: kind, prefix: `wh:jobs:${host}` });

const answerWithinMs = 2_000;
/** The clock of Redis may be another one. */
const heardBackMs = 10_000;

/** A connection as BullMQ needs it: it seeks Redis for ever, and what waits on it is never refused. */
export function openQueueConnection({ url, log }: { readonly url: string; readonly log: Log }): Redis {
	const redis = new Redis(url, {
		retryStrategy: (attempt) => Math.min(50 * attempt, 1_000),
		connectTimeout: 2_000,
		maxRetriesPerRequest: null,
	});
	redis.on("error", (err: unknown) => log.debug({ err }, "the connection of the queues broke"));
	return redis;
}

/** Opens queues to add jobs to. Never fails itself: without Redis each addition rejects. */
export function openJobQueues({ url, log }: { readonly url: string; readonly log: Log }): JobQueues {
	const redis = openQueueConnection({ url, log });
	const opened = new Map<string, ReturnType<typeof openQueue>>();
	const listeners = new Map<string, Set<OnNews>>();
	return {
		of: (name) => {
			const key = `${name.kind} ${name.host}`;
			const queue = opened.get(key) ?? openQueue({ redis, listeners, log }, name);
			opened.set(key, queue);
			return queue;
		},
		listen: (id, onNews) => {
			const found = listeners.get(id) ?? new Set();
			listeners.set(id, found.add(onNews));
			return () => {
				found.delete(onNews);
				if (found.size === 0 && listeners.get(id) === found) listeners.delete(id);
			};
		},
		close: async () => {
			await closeInTime(Promise.all([...opened.values()].map((queue) => queue.close())));
			await closeRedis(redis);
		},
	};
}

/** Asks Redis something: BullMQ would wait for it for ever. @throws Error without an answer in time */
export async function inTime<Reply>(redis: Redis, ask: () => Promise<Reply>): Promise<Reply> {
	if (redis.status !== "ready") throw new OwnError("Redis is away");
	const { promise: late, reject } = Promise.withResolvers<never>();
	const timer = setTimeout(() => reject(new OwnError("Redis stayed silent")), answerWithinMs);
	return await Promise.race([ask(), late]).finally(() => clearTimeout(timer));
}

type Opening = { readonly redis: Redis; readonly listeners: ReadonlyMap<string, Set<OnNews>>; readonly log: Log };

function openQueue({ redis, listeners, log }: Opening, named: QueueName): JobQueue & { readonly close: () => Promise<void> } {
	const { name, prefix } = keysOf(named);
	const note = (err: Error) => log.debug({ err, queue: name }, "a queue does not answer");
	const open = async () => {
		// BullMQ takes 10 MB, which a process without calls spares.
		const { Queue, QueueEvents } = await import("bullmq");
		const options = { connection: redis, prefix };
		const queue = new Queue(name, options);
		// What happened just before is read too: the first job may be answered before this listens.
		const events = new QueueEvents(name, { ...options, lastEventId: String(Date.now() - heardBackMs) });
		queue.on("error", note);
		events.on("error", note);
		const tell = (id: string, answer?: unknown) => {
			for (const onNews of listeners.get(id) ?? []) onNews(answer);
		};
		events.on("progress", ({ jobId, data }) => tell(jobId, data));
		events.on("completed", ({ jobId, returnvalue }) => tell(jobId, returnvalue));
		events.on("failed", ({ jobId }) => tell(jobId));
		events.on("duplicated", async ({ jobId }) => {
			if (!listeners.has(jobId)) return;
			const job = await queue.getJob(jobId).catch(() => undefined);
			if (typeof job?.progress === "object") tell(jobId, job.progress);
		});
		return { queue, events };
	};
	const opening = runApart(open);
	return {
		add: async (id, data) => {
			const { queue } = await opening;
			await inTime(redis, () => queue.add(name, data, { ...jobOptions, ...writeOrigin(), jobId: id }));
		},
		withdraw: async (id) => {
			const { queue } = await opening;
			return await inTime(redis, async () => {
				const state = await queue.getJobState(id);
				// BullMQ would remove it under a worker whose lock ran out.
				if (state === "active" || (await queue.remove(id)) !== 1) return "taken";
				return state === "waiting" ? "removed" : "absent";
			});
		},
		close: async () => {
			const { queue, events } = await opening;
			await Promise.all([queue.close(), events.close()]).catch(() => undefined);
		},
	};
}
