import { setTimeout as pause } from "node:timers/promises";
import { Worker } from "node:worker_threads";
import type { Base } from "../base.ts";
import { AppError, OwnError } from "../errors.ts";
import type { Log } from "../logs.ts";
import type { MetricCounts } from "../metrics.ts";
import { repeat } from "../repeat.ts";
import type { AnswerLarge } from "./hand-over.ts";
import type { FromThread, ThreadReply, ToThread } from "./messages.ts";
import { heartbeatMs } from "./messages.ts";

/** Requests with large bodies, which a thread answers. Without one there is no thread. */
export type LargeBodies = {
	readonly answer: AnswerLarge;
	/** Lets the thread end its requests. */
	readonly close: () => Promise<void>;
};

/** `file`: the thread's module; `stuckMs`: a thread whose event loop is blocked for longer is terminated. */
type ThreadOptions = { readonly file: string; readonly stuckMs: number };

const closeLimitMs = 20_000;
const countsLimitMs = 500;

/** Without a bound the heap grows to 1.5 GB on a machine that has it. */
const memory = { maxOldGenerationSizeMb: 512, maxYoungGenerationSizeMb: 32 };

/**
 * Starts the thread with the first large request, and another one after a thread that ended. The thread is a replica of the service with its
 * own connections.
 */
export function openLargeBodies(
	{ log, metrics }: Pick<Base, "log" | "metrics">,
	{ file, stuckMs = 20_000 }: Pick<ThreadOptions, "file"> & Partial<ThreadOptions>,
): LargeBodies {
	let thread: Thread | null = null;
	const opened = () => {
		if (thread !== null) return thread;
		const onEnd = (cause: Error | null) => {
			if (thread === started) thread = null;
			if (cause !== null) log.error({ err: cause }, "the thread for large bodies ended");
		};
		log.info({}, "a thread for large bodies starts");
		const started = startThread({ file, stuckMs }, { onEnd, log });
		thread = started;
		return started;
	};
	metrics.addCounts(async () => (await thread?.counts()) ?? []);
	return {
		answer: (request, signal) => opened().answer(request, signal),
		close: async () => thread?.close(),
	};
}

type Thread = {
	readonly answer: AnswerLarge;
	/** Of a busy thread those of before. Never rejects. */
	readonly counts: () => Promise<MetricCounts>;
	readonly close: () => Promise<void>;
};

/** `onEnd` gets the cause; null after `close`. */
type ThreadContext = { readonly onEnd: (cause: Error | null) => void; readonly log: Log };

function startThread({ file, stuckMs }: ThreadOptions, { onEnd, log }: ThreadContext): Thread {
	const worker = new Worker(file, { name: "large-bodies", resourceLimits: memory });
	const waiting = new Map<number, PromiseWithResolvers<ThreadReply>>();
	let lastId = 0;
	let lastMessageAt = performance.now();
	let lastCounts: MetricCounts = [];
	let isClosing = false;
	let cause: Error | null = null;

	const send = (message: ToThread) => worker.postMessage(message);
	const ask = (make: (id: number) => ToThread): { readonly id: number; readonly reply: Promise<ThreadReply> } => {
		lastId += 1;
		const id = lastId;
		const pending = Promise.withResolvers<ThreadReply>();
		waiting.set(id, pending);
		send(make(id));
		return { id, reply: pending.promise.finally(() => waiting.delete(id)) };
	};
	const watching = repeat({ name: "thread for large bodies", everyMs: Math.min(heartbeatMs, stuckMs / 2), log }, async () => {
		if (waiting.size === 0) lastMessageAt = performance.now();
		else if (performance.now() - lastMessageAt > stuckMs) {
			cause = new OwnError("its event loop was blocked");
			await worker.terminate();
		}
	});
	worker.on("message", (message: FromThread) => {
		lastMessageAt = performance.now();
		if (message.kind !== "heartbeat") waiting.get(message.id)?.resolve(message);
	});
	worker.on("error", (thrown) => {
		cause = thrown instanceof Error ? thrown : new Error(String(thrown));
	});
	const ended = new Promise<void>((resolve) => {
		worker.on("exit", () => {
			void watching.stop();
			for (const { reject } of waiting.values())
				reject(new AppError("SERVICE_UNAVAILABLE", "The service could not read this page", { retryAfterSeconds: 1 }));
			onEnd(isClosing ? null : (cause ?? new OwnError("it ended by itself")));
			resolve();
		});
	});
	const readCounts = async () => {
		const reply = await ask((id) => ({ kind: "counts", id })).reply;
		if (reply.kind === "counts") lastCounts = reply.counts;
	};
	return {
		answer: async (request, signal) => {
			signal.throwIfAborted();
			const { id, reply } = ask((id) => ({ kind: "request", id, request }));
			const cancel = () => {
				send({ kind: "cancel", id });
				waiting.get(id)?.reject(signal.reason);
			};
			signal.addEventListener("abort", cancel, { once: true });
			const answered = await reply.finally(() => signal.removeEventListener("abort", cancel));
			if (answered.kind !== "answer") throw new OwnError(`${answered.kind} is no answer to a request`);
			return answered.answer;
		},
		counts: async () => {
			// A sum that drops while the thread is busy would read as a restart of the service.
			await Promise.race([readCounts().catch(() => undefined), pause(countsLimitMs, undefined, { ref: false })]);
			return lastCounts;
		},
		close: async () => {
			isClosing = true;
			send({ kind: "close" });
			await Promise.race([ended, pause(closeLimitMs, undefined, { ref: false })]);
			await worker.terminate();
		},
	};
}
