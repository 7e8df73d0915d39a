import { setTimeout as pause } from "node:timers/promises";
import { Worker } from "node:worker_threads";
import type { Base } from "../base.ts";
import { AppError, OwnError } from "../errors.ts";
import type { Log } from "../logs.ts";
import type { MetricCounts } from "../metrics.ts";
import { repeat } from "../repeat.ts";
import type { AnswerLarge } from "./hand-over.ts";
import type { Ask, Said } from "./messages.ts";
import { aliveEveryMs } from "./messages.ts";

/** Requests with large bodies, which a thread answers. Without one there is no thread. */
export type LargeBodies = {
	readonly answer: AnswerLarge;
	/** Lets the thread end its requests. */
	readonly close: () => Promise<void>;
};

/** `file`: the thread's module; `silentMs`: a thread whose event loop stands still for so long is ended. */
type ThreadOptions = { readonly file: string; readonly silentMs: number };

const closeLimitMs = 20_000;
const countsLimitMs = 500;

/** Without a bound the heap grows to 1.5 GB on a machine that has it. */
const memory = { maxOldGenerationSizeMb: 512, maxYoungGenerationSizeMb: 32 };

/**
 * Opens the thread with the first large request, and a new one after one that ended. It is a replica of the service: it has its own
 * connections, and whatever holds between replicas holds between the two.
 */
export function openLargeBodies(
	{ log, metrics }: Pick<Base, "log" | "metrics">,
	{ file, silentMs = 20_000 }: Pick<ThreadOptions, "file"> & Partial<ThreadOptions>,
): LargeBodies {
	let thread: Thread | null = null;
	const opened = () => {
		if (thread !== null) return thread;
		const onEnd = (cause: Error | null) => {
			if (thread === started) thread = null;
			if (cause !== null) log.error({ err: cause }, "the thread for large bodies ended");
		};
		log.info({}, "a thread for large bodies starts");
		const started = startThread({ file, silentMs }, { onEnd, log });
		thread = started;
		return started;
	};
	metrics.addCounts(async () => {
		if (thread === null) return [];
		const late = pause<MetricCounts>(countsLimitMs, [], { ref: false });
		return await Promise.race([thread.counts().catch((): MetricCounts => []), late]);
	});
	return {
		answer: (request, signal) => opened().answer(request, signal),
		close: async () => thread?.close(),
	};
}

type Thread = {
	readonly answer: AnswerLarge;
	readonly counts: () => Promise<MetricCounts>;
	readonly close: () => Promise<void>;
};

/** `onEnd` hears why it ended; null where it was told to. */
type Hearing = { readonly onEnd: (cause: Error | null) => void; readonly log: Log };

function startThread({ file, silentMs }: ThreadOptions, { onEnd, log }: Hearing): Thread {
	const worker = new Worker(file, { name: "large-bodies", resourceLimits: memory });
	const waiting = new Map<number, PromiseWithResolvers<Extract<Said, { readonly id: number }>>>();
	let newest = 0;
	let heardAt = performance.now();
	let isClosing = false;
	let cause: Error | null = null;

	const ask = (make: (id: number) => Ask): { readonly id: number; readonly said: Promise<Extract<Said, { readonly id: number }>> } => {
		newest += 1;
		const id = newest;
		const answer = Promise.withResolvers<Extract<Said, { readonly id: number }>>();
		waiting.set(id, answer);
		worker.postMessage(make(id));
		return { id, said: answer.promise.finally(() => waiting.delete(id)) };
	};
	const watching = repeat({ name: "thread for large bodies", everyMs: Math.min(aliveEveryMs, silentMs / 2), log }, async () => {
		if (waiting.size === 0) heardAt = performance.now();
		else if (performance.now() - heardAt > silentMs) {
			cause = new OwnError("it stood still");
			await worker.terminate();
		}
	});
	worker.on("message", (said: Said) => {
		heardAt = performance.now();
		if (said.kind !== "alive") waiting.get(said.id)?.resolve(said);
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
	return {
		answer: async (request, signal) => {
			const { id, said } = ask((id) => ({ kind: "request", id, request }));
			const leave = () => {
				worker.postMessage({ kind: "leave", id } satisfies Ask);
				waiting.get(id)?.reject(signal.reason);
			};
			signal.addEventListener("abort", leave, { once: true });
			const answered = await said.finally(() => signal.removeEventListener("abort", leave));
			if (answered.kind !== "answer") throw new OwnError(`${answered.kind} is no answer to a request`);
			return answered.answer;
		},
		counts: async () => {
			const answered = await ask((id) => ({ kind: "counts", id })).said;
			return answered.kind === "counts" ? answered.counts : [];
		},
		close: async () => {
			isClosing = true;
			worker.postMessage({ kind: "close" } satisfies Ask);
			await Promise.race([ended, pause(closeLimitMs, undefined, { ref: false })]);
			await worker.terminate();
		},
	};
}
