import type { Readable } from "node:stream";
import type { OutputCache } from "./cache.ts";
import type { KeptOutput } from "./keep.ts";
import { keepOutput } from "./keep.ts";
import type { OutputEntry } from "./limits.ts";
import { outputLimits } from "./limits.ts";
import { openTail, piecesOf } from "./text.ts";

type Stream = OutputEntry["stream"];

/** What a recorder is for. `onLimit` is called once, above 64 MiB; `onFirst` with the first byte. */
export type RecorderOptions = {
	readonly id: string;
	readonly cache: Pick<OutputCache, "append">;
	readonly now: () => Date;
	readonly onFirst: () => void;
	readonly onLimit: () => void;
};

/** What was recorded. */
export type Recorded = {
	readonly kept: KeptOutput;
	readonly bytes: Readonly<Record<Stream, number>>;
	readonly lastSeq: number;
};

/** Records the output of one command. */
export type Recorder = {
	readonly attach: (stream: Stream, from: Readable) => void;
	/** Records what is left, once both streams have ended. Waits for Redis no longer than one write. Never rejects. */
	readonly finish: () => Promise<Recorded>;
};

const everyMs = 20;
const retryMs = 1_000;

/**
 * Turns output into entries: the first at once, then every 20 ms. They are kept in memory and go to Redis; while Redis is away the command
 * goes on, and what is kept follows. A program that writes faster waits.
 */
export function createRecorder({ id, cache, now, onFirst, onLimit }: RecorderOptions): Recorder {
	const kept = keepOutput();
	const waiting: Record<Stream, Buffer[]> = { stdout: [], stderr: [] };
	const bytes = { stdout: 0, stderr: 0 };
	const offsets = { stdout: 0, stderr: 0 };
	const sources: Readable[] = [];
	let [waitingBytes, at, seq, sentSeq, lastFlush, retryAt] = [0, 0, 0, 0, Number.NEGATIVE_INFINITY, 0];
	let [isLimited, hasNew] = [false, false];
	let gone: number[] = [];
	let timer: NodeJS.Timeout | undefined;
	let retry: NodeJS.Timeout | undefined;
	let sending: Promise<void> | undefined;

	const take = (stream: Stream, isEnd: boolean): readonly Uint8Array[] => {
		const all = Buffer.concat(waiting[stream]);
		const rest = isEnd ? 0 : openTail(all);
		waiting[stream] = rest === 0 ? [] : [all.subarray(all.length - rest)];
		return piecesOf(all.subarray(0, all.length - rest), outputLimits.entry);
	};
	const record = (isEnd: boolean) => {
		const ts = now().getTime();
		hasNew = false;
		for (const stream of ["stdout", "stderr"] as const)
			for (const piece of take(stream, isEnd)) {
				seq += 1;
				// A copy of its own: a piece of a large read would keep all of it in memory.
				gone.push(...kept.add({ seq, stream, off: offsets[stream], at, ts, data: Buffer.from(piece) }));
				offsets[stream] += piece.length;
				at += piece.length;
			}
		waitingBytes = waiting.stdout.concat(waiting.stderr).reduce((sum, { length }) => sum + length, 0);
	};
	const send = async () => {
		if (performance.now() < retryAt) return;
		const leaving = gone.filter((one) => one <= sentSeq);
		const entries = kept.since(sentSeq + 1);
		if (entries.length === 0 && leaving.length === 0) return;
		gone = [];
		try {
			await cache.append(id, entries, leaving);
			sentSeq = entries.at(-1)?.seq ?? sentSeq;
		} catch {
			gone = [...leaving, ...gone];
			retryAt = performance.now() + retryMs;
			retry ??= setTimeout(() => {
				retry = undefined;
				schedule(0);
			}, retryMs);
		}
	};
	const flush = async () => {
		timer = undefined;
		lastFlush = performance.now();
		record(false);
		sending = send();
		await sending;
		sending = undefined;
		for (const source of sources) source.resume();
		if (hasNew) schedule(everyMs);
	};
	const schedule = (ms: number) => {
		timer ??= setTimeout(() => void flush(), ms);
	};
	const onData = (stream: Stream, chunk: Buffer) => {
		if (at === 0 && waitingBytes === 0) onFirst();
		bytes[stream] += chunk.length;
		if (isLimited) return;
		if (bytes.stdout + bytes.stderr > outputLimits.most) {
			isLimited = true;
			onLimit();
			return;
		}
		waiting[stream].push(chunk);
		hasNew = true;
		waitingBytes += chunk.length;
		if (waitingBytes >= outputLimits.waiting) for (const source of sources) source.pause();
		if (timer !== undefined || sending !== undefined) return;
		const since = performance.now() - lastFlush;
		if (since >= everyMs) void flush();
		else schedule(everyMs - since);
	};
	return {
		attach: (stream, from) => {
			sources.push(from);
			from.on("error", () => undefined).on("data", (chunk: Buffer) => onData(stream, chunk));
		},
		finish: async () => {
			await sending;
			clearTimeout(timer);
			record(true);
			await send();
			clearTimeout(retry);
			return { kept, bytes, lastSeq: seq };
		},
	};
}
