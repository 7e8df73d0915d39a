import { fileURLToPath } from "node:url";
import type { DocumentFailure, DocumentFormat, DocumentLanguage } from "@webhand/contracts/knowledge/documents";
import { Piscina } from "piscina";
import { createSemaphore } from "./semaphore.ts";

/**
 * A part of a text, within one section and page. Its content is `text.slice(charStart, charEnd)`, after the header row of the table and a
 * line break where the part begins within a table.
 */
export type CutChunk = {
	readonly content: string;
	readonly section?: string;
	readonly page?: number;
	readonly charStart: number;
	readonly charEnd: number;
};

/** What a document holds. `title` is the one it gives itself, at most 200 characters. */
export type ParsedDocument = {
	readonly title?: string;
	readonly language: DocumentLanguage;
	readonly text: string;
	readonly chunks: readonly CutChunk[];
};

/** A document's text, or why there is none. */
export type ParseResult =
	| { readonly kind: "parsed"; readonly document: ParsedDocument }
	| { readonly kind: "failed"; readonly reason: DocumentFailure };

/** A document as it goes to a worker. */
export type ParseTask<Buffer extends ArrayBufferLike = ArrayBufferLike> = {
	readonly bytes: Uint8Array<Buffer>;
	readonly format: DocumentFormat;
};

/** Reads documents outside the event loop, within bounds of memory and time. */
export type Parser = {
	/**
	 * Waits for a free thread, then reads. The caller's bytes stay its own.
	 *
	 * @returns `failed` for a document that cannot be read, whatever it does to the worker; `parsed` has at least one chunk
	 * @throws the reason of `signal` when it ends, an error after `close` or when no worker can start
	 */
	readonly parse: (document: ParseTask, signal: AbortSignal) => Promise<ParseResult>;
	/** Ends what is being read. */
	readonly close: () => Promise<void>;
};

export type ParserOptions = {
	/** Documents that are read at once; the others wait. */
	readonly threads?: number;
	/** Longest time for one document, in milliseconds, with the start of its worker. */
	readonly limitMs?: number;
	/** Most memory of a worker, in megabytes: of its heap, and of its buffers outside of it. */
	readonly memoryMegabytes?: number;
};

const file = fileURLToPath(new URL(import.meta.url.endsWith(".ts") ? "./thread.ts" : "./thread.mjs", import.meta.url));
const memoryCheckMs = 50;
// V8 ends the whole process when a thread passes this limit within one call, so the check must come first.
const hardLimit = 4;

/** A parser without workers: each document gets its own, so that nothing of one tenant's document is left for the next. */
export function openParser({ threads = 4, limitMs = 20_000, memoryMegabytes = 256 }: ParserOptions = {}): Parser {
	const closing = new AbortController();
	const running = new Set<Promise<unknown>>();
	const semaphore = createSemaphore(threads);

	const read = async (worker: DocumentWorker, { bytes, format }: ParseTask, signal: AbortSignal): Promise<ParseResult> => {
		const timeout = AbortSignal.timeout(limitMs);
		const tooLarge = new AbortController();
		const check = setInterval(async () => {
			if ((await worker.usedBytes()) > memoryMegabytes * 2 ** 20) tooLarge.abort();
		}, memoryCheckMs);
		try {
			return await worker.run({ bytes: Uint8Array.from(bytes), format }, AbortSignal.any([signal, timeout, tooLarge.signal]));
		} catch (error) {
			signal.throwIfAborted();
			if (timeout.aborted) return { kind: "failed", reason: "TIMEOUT" };
			return { kind: "failed", reason: tooLarge.signal.aborted ? "TOO_LARGE" : reasonOf(error) };
		} finally {
			clearInterval(check);
		}
	};
	const parse: Parser["parse"] = async (task, signal) => {
		const ended = AbortSignal.any([signal, closing.signal]);
		const leave = await semaphore.enter(ended);
		const worker = openWorker(memoryMegabytes);
		try {
			return await read(worker, task, ended);
		} finally {
			// The next document waits for the end of the thread, the caller does not.
			void worker.close().finally(leave);
		}
	};
	return {
		parse: (task, signal) => {
			const result = parse(task, signal);
			running.add(result);
			return result.finally(() => running.delete(result));
		},
		close: async () => {
			closing.abort(new Error("The parser is closed"));
			await Promise.allSettled(running);
		},
	};
}

type DocumentWorker = ReturnType<typeof openWorker>;

function openWorker(memoryMegabytes: number) {
	const pool = new Piscina<ParseTask<ArrayBuffer>, ParseResult>({
		filename: file,
		name: "parse",
		minThreads: 1,
		maxThreads: 1,
		// The parsers wait for promises of their own.
		atomics: "disabled",
		// No setting of the service is the parsers' business.
		env: {},
		resourceLimits: { maxOldGenerationSizeMb: memoryMegabytes * hardLimit },
	});
	// What ends a worker rejects its task too.
	pool.on("error", () => {});
	return {
		run: (task: ParseTask<ArrayBuffer>, signal: AbortSignal) => pool.run(task, { signal, transferList: [task.bytes.buffer] }),
		/** Memory of the heap or of the buffers outside of it, whichever is larger; 0 when the worker has ended. */
		usedBytes: async () => {
			const statistics = await pool.threads[0]?.getHeapStatistics().catch(() => undefined);
			return Math.max(statistics?.used_heap_size ?? 0, statistics?.external_memory ?? 0);
		},
		close: () => pool.destroy(),
	};
}

/** What a worker's end says of its document. @throws the error when it says something of the installation */
function reasonOf(error: unknown): DocumentFailure {
	const code = error instanceof Error && "code" in error ? error.code : undefined;
	if (code === "ERR_MODULE_NOT_FOUND" || code === "MODULE_NOT_FOUND") throw error;
	return code === "ERR_WORKER_OUT_OF_MEMORY" ? "TOO_LARGE" : "MALFORMED";
}
