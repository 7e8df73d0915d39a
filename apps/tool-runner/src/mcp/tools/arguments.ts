import { fileURLToPath } from "node:url";
import { AppError } from "@webhand/service-kit/errors";
import { createPlaces } from "@webhand/service-kit/shares/places";
import type { Sharer } from "@webhand/service-kit/shares/policy";
import { Piscina } from "piscina";

type Values = Readonly<Record<string, unknown>>;

/** What a thread checks; `hash` stands for the schema. */
export type CheckTask = { readonly schema: Values; readonly given: Values; readonly hash: string };

/** What is wrong with arguments; `field` with dots, empty for all of them. */
export type ArgumentProblem = { readonly field: string; readonly message: string };

/** One check; those of one tenant take turns. */
export type ArgumentCheckRequest = CheckTask & { readonly sharer: Sharer; readonly signal: AbortSignal };

/** Checks arguments against the schemas of tools. */
export type ArgumentCheck = {
	/** @throws AppError TOOL_ARGUMENTS_INVALID naming the field; RATE_LIMIT while too many wait */
	readonly check: (request: ArgumentCheckRequest) => Promise<void>;
	readonly close: () => Promise<void>;
};

const file = fileURLToPath(new URL(import.meta.url.endsWith(".ts") ? "./thread.ts" : "./thread.mjs", import.meta.url));
const threads = 2;
const memoryCheckMs = 50;
const idleMs = 60_000;
// V8 may end the whole process where a thread reaches the limit of its heap, so the check ends the thread long before.
const heapHeadroom = 4;

/**
 * Opens the check. Schemas come from servers that nobody has to trust, so they are compiled and used in threads of their own: one that takes
 * too long, or too much memory, is ended with its check.
 *
 * @param limits `ms` for one check, `megabytes` of heap
 */
export function createArgumentCheck({ ms = 2_000, megabytes = 64 } = {}): ArgumentCheck {
	const places = createPlaces({ places: threads, mostWaiting: 50 });
	const free = Array.from({ length: threads }, () => openThread({ ms, megabytes }));
	const all = [...free];
	return {
		check: async ({ sharer, signal, schema, given, hash }) => {
			const release = await places.enter(sharer, signal);
			// There are as many threads as places.
			const thread = free.pop() as Thread;
			const problem = await thread.check({ schema, given, hash }).finally(() => {
				free.push(thread);
				release();
			});
			if (problem === null) return;
			throw new AppError("TOOL_ARGUMENTS_INVALID", `${problem.field === "" ? "The arguments" : problem.field} ${problem.message}`, {
				details: problem,
			});
		},
		close: async () => {
			await Promise.all(all.map(({ close }) => close()));
		},
	};
}

type Thread = ReturnType<typeof openThread>;

/** One thread; it starts with its first check, and again after one that was ended. */
function openThread({ ms, megabytes }: { readonly ms: number; readonly megabytes: number }) {
	let pool: Piscina<CheckTask | null, ArgumentProblem | null> | undefined;
	let started: Promise<unknown> | undefined;
	const open = () => {
		const opened = new Piscina<CheckTask | null, ArgumentProblem | null>({
			filename: file,
			name: "check",
			minThreads: 0,
			maxThreads: 1,
			idleTimeout: idleMs,
			atomics: "disabled" as const,
			// No setting of the service is the schema's business.
			env: {},
			resourceLimits: { maxOldGenerationSizeMb: heapHeadroom * megabytes },
		});
		// What ends a thread rejects its check too.
		opened.on("error", () => undefined);
		return opened;
	};
	const heapBytes = async () => (await pool?.threads[0]?.getHeapStatistics().catch(() => undefined))?.used_heap_size ?? 0;
	return {
		check: async (task: CheckTask): Promise<ArgumentProblem | null> => {
			pool ??= open();
			// The time for the start of the thread is not the check's.
			if (pool.threads.length === 0) started = undefined;
			started ??= pool.run(null);
			await started;
			const tooMuch = new AbortController();
			const watch = setInterval(async () => {
				if ((await heapBytes()) > megabytes * 2 ** 20) tooMuch.abort();
			}, memoryCheckMs);
			try {
				return await pool.run(task, { signal: AbortSignal.any([AbortSignal.timeout(ms), tooMuch.signal]) });
			} catch {
				started = undefined;
				return { field: "", message: "cannot be checked: the schema of this tool takes too much time or memory" };
			} finally {
				clearInterval(watch);
			}
		},
		close: async () => {
			await pool?.destroy();
		},
	};
}
