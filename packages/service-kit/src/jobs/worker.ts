import { Queue, Worker } from "bullmq";
import type { Redis } from "ioredis";
import { OwnError } from "../errors.ts";
import type { Log } from "../logs.ts";
import type { Metrics } from "../metrics.ts";
import { closeInTime, closeRedis } from "../redis.ts";
import { repeat } from "../repeat.ts";
import type { Tracing } from "../tracing/ports.ts";
import { traced } from "../tracing/tracing.ts";
import { readOrigin } from "./origin.ts";
import type { QueueName } from "./queue.ts";
import { inTime, keysOf, openQueueConnection } from "./queue.ts";

/** A job as its worker gets it: nothing of `data` is checked yet. `answer` is heard at once by who added it, and takes `data` out of Redis. */
export type TakenJob = { readonly id: string; readonly data: unknown; readonly answer: (answer: object) => Promise<void> };

/** Does a job. What it returns is its last answer; a job whose work rejects counts as failed, and is not done again by itself. */
export type Work = (job: TakenJob) => Promise<object>;

/** Workers of this process. `pause` takes no more jobs; `close` waits for the work under way. */
export type JobWorkers = { readonly pause: () => Promise<void>; readonly close: () => Promise<void> };

/**
 * A worker that dies leaves its job stalled: nobody else gets it, since its effect may be there. Whose turn it is among tenants is for the
 * work to say, so none of them waits here for a place.
 */
const options = { maxStalledCount: 0, lockDuration: 5_000, stalledInterval: 2_500, runRetryDelay: 1_000, concurrency: 2_000 } as const;
const countEveryMs = 5_000;

/** `url` is that of Redis. */
export type WorkerDeps = {
	readonly url: string;
	readonly log: Log;
	readonly metrics: Metrics;
	readonly tracing?: Tracing | undefined;
};

/** Starts a worker for each queue, and counts its jobs. */
export function startJobWorkers(
	{ url, log, metrics, tracing }: WorkerDeps,
	queues: readonly (QueueName & { readonly work: Work })[],
): JobWorkers {
	const connection = openQueueConnection({ url, log });
	let isPaused = false;
	const failed = metrics.counter("webhand_queue_failed_total", "Jobs whose work failed or whose worker died, by queue", ["queue"]);
	const all = queues.map(({ work, ...named }) => {
		const { name, prefix } = keysOf(named);
		const worker = new Worker(
			name,
			async (job) => {
				// BullMQ takes one more when it was waiting for it; who added it adds it again.
				if (isPaused) throw new OwnError("This process takes no more jobs");
				const answer = async (given: object) => {
					// An answer that is lost is asked for again.
					await Promise.all([job.updateProgress(given), job.updateData({})]).catch(() => undefined);
				};
				const { id = "", data, opts } = job;
				const facts = { "messaging.system": "bullmq", "messaging.destination.name": name } as const;
				const from = readOrigin(opts.telemetry?.metadata, id);
				return await traced(tracing, { name: `job ${name}`, kind: "consumer", facts, from }, () => work({ id, data, answer }));
			},
			{ connection, prefix, ...options },
		);
		worker.on("error", (err) => log.debug({ err, queue: name }, "a queue does not answer"));
		worker.on("failed", (job, err) => {
			failed.inc({ queue: name });
			log.warn({ err, queue: name, jobId: job?.id }, "a job failed");
		});
		const queue = new Queue(name, { connection, prefix });
		queue.on("error", () => undefined);
		return { worker, queue, counting: countJobs(connection, queue, { metrics, log }) };
	});
	return {
		pause: async () => {
			isPaused = true;
			await Promise.all(all.map(({ worker }) => worker.pause(true)));
		},
		close: async () => {
			await Promise.all(
				all.map(async ({ worker, counting }) => {
					await counting.stop();
					await closeInTime(worker.close());
				}),
			);
			await closeInTime(Promise.all(all.flatMap(({ worker, queue }) => [worker.disconnect(), queue.close()])));
			await closeRedis(connection);
		},
	};
}

/** How many jobs of a queue wait and run, and since when. */
function countJobs(redis: Redis, queue: Queue, { metrics, log }: { readonly metrics: Metrics; readonly log: Log }) {
	const seen = { waiting: 0, active: 0, addedAt: Number.POSITIVE_INFINITY };
	const labels = { queue: queue.name };
	metrics.gauge("webhand_queue_waiting", "Jobs that no worker has taken", { labels, read: () => seen.waiting });
	metrics.gauge("webhand_queue_active", "Jobs whose work is not over", { labels, read: () => seen.active });
	const oldest = () => Math.max(0, (Date.now() - seen.addedAt) / 1_000);
	metrics.gauge("webhand_queue_oldest_seconds", "Age of the oldest job that no worker has taken", { labels, read: oldest });
	return repeat({ name: `jobs of ${queue.name}`, everyMs: countEveryMs, log }, async () => {
		const read = () => Promise.all([queue.getJobCounts("waiting", "active"), queue.getWaiting(0, 0)]);
		const [counts, [first]] = await inTime(redis, read);
		seen.waiting = counts["waiting"] ?? 0;
		seen.active = counts["active"] ?? 0;
		seen.addedAt = first?.timestamp ?? Number.POSITIVE_INFINITY;
	});
}
