import { Queue, Worker } from "bullmq";
import type { Log } from "../logs.ts";
import { closeInTime, closeRedis } from "../redis.ts";
import type { Tracing } from "../tracing/ports.ts";
import { newRequestId } from "../tracing/traceparent.ts";
import { traced } from "../tracing/tracing.ts";
import type { QueueName } from "./queue.ts";
import { inTime, keysOf, openQueueConnection } from "./queue.ts";

/** When a job comes again: cron on the clocks of a time zone. */
export type ClockTimes = { readonly cron: string; readonly timeZone: string; readonly endsAt?: Date | undefined };

/** Jobs that come again and again, from Redis. What Redis lost is set again; who gets a job too often, or too late, looks in MongoDB. */
export type JobClock = {
	/** Sets when the job of this id comes. One that is there is replaced. @throws Error without Redis */
	readonly set: (id: string, times: ClockTimes, data: object) => Promise<void>;
	/** @throws Error without Redis */
	readonly drop: (id: string) => Promise<void>;
	/** How many ids are set. @throws Error without Redis */
	readonly count: () => Promise<number>;
	readonly close: () => Promise<void>;
};

/** Jobs of one process at once. */
const concurrency = 16;
const template = { attempts: 1, removeOnComplete: true, removeOnFail: true } as const;

/**
 * Opens the clock of one kind of jobs, and does those that come.
 *
 * @param options.next when a job comes next, in milliseconds; undefined: never again
 */
export function openClock(
	{ url, log, tracing }: { readonly url: string; readonly log: Log; readonly tracing?: Tracing | undefined },
	options: QueueName & {
		readonly next: (times: ClockTimes, after: Date) => Date | undefined;
		readonly work: (data: unknown) => Promise<void>;
	},
): JobClock {
	const { name, prefix } = keysOf(options);
	const connection = openQueueConnection({ url, log });
	const repeatStrategy = (after: number, given: { readonly pattern?: string; readonly tz?: string }) =>
		options.next({ cron: given.pattern ?? "", timeZone: given.tz ?? "UTC" }, new Date(after))?.getTime();
	const shared = { connection, prefix, settings: { repeatStrategy } };
	const queue = new Queue(name, shared);
	const facts = { "messaging.system": "bullmq", "messaging.destination.name": name } as const;
	const work = (data: unknown) =>
		traced(tracing, { name: `job ${name}`, kind: "consumer", facts, from: { requestId: newRequestId() } }, () => options.work(data));
	const worker = new Worker(name, ({ data }) => work(data), { ...shared, concurrency, runRetryDelay: 1_000 });
	const note = (err: Error) => log.debug({ err, queue: name }, "a clock does not answer");
	queue.on("error", note);
	worker.on("error", note);
	worker.on("failed", (job, err) => log.info({ err, queue: name, jobId: job?.id }, "a job of a clock failed"));
	return {
		set: async (id, { cron, timeZone, endsAt }, data) => {
			const end = endsAt === undefined ? {} : { endDate: endsAt };
			await inTime(connection, () => queue.upsertJobScheduler(id, { pattern: cron, tz: timeZone, ...end }, { name, data, opts: template }));
		},
		drop: async (id) => {
			await inTime(connection, () => queue.removeJobScheduler(id));
		},
		count: () => inTime(connection, () => queue.getJobSchedulersCount()),
		close: async () => {
			await closeInTime(worker.close());
			await closeInTime(Promise.all([worker.disconnect(), queue.close()]));
			await closeRedis(connection);
		},
	};
}
