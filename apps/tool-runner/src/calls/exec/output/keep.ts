import type { OutputEntry } from "./limits.ts";
import { outputLimits } from "./limits.ts";

/**
 * What is kept of an output: its beginning and its end; below `kept` bytes all of it. `add` gives back the numbers of entries that have to
 * go for it.
 */
export type KeptOutput = {
	readonly add: (entry: OutputEntry) => readonly number[];
	readonly entries: () => readonly OutputEntry[];
	/** Entries from this number on. */
	readonly since: (seq: number) => readonly OutputEntry[];
	readonly omittedBytes: () => number;
	/** The last bytes of one stream as text. */
	readonly shown: (stream: OutputEntry["stream"]) => string;
};

/** Keeps output in memory. */
export function keepOutput({
	head: mostHead,
	kept,
	shown,
}: {
	readonly head: number;
	readonly kept: number;
	readonly shown: number;
} = outputLimits): KeptOutput {
	const head: OutputEntry[] = [];
	let tail: OutputEntry[] = [];
	// Entries that left the tail stand before this place until it is cut.
	let first = 0;
	let [headBytes, tailBytes, omitted, isHeadFull] = [0, 0, 0, false];
	const all = () => [...head, ...tail.slice(first)];
	return {
		add: (entry) => {
			if (!isHeadFull && headBytes + entry.data.length <= mostHead) {
				head.push(entry);
				headBytes += entry.data.length;
				return [];
			}
			isHeadFull = true;
			tail.push(entry);
			tailBytes += entry.data.length;
			const gone: number[] = [];
			while (headBytes + tailBytes > kept) {
				const oldest = tail[first];
				if (oldest === undefined) break;
				first += 1;
				tailBytes -= oldest.data.length;
				omitted += oldest.data.length;
				gone.push(oldest.seq);
			}
			if (first > 1_000) {
				tail = tail.slice(first);
				first = 0;
			}
			return gone;
		},
		entries: all,
		since: (seq) => {
			const found: OutputEntry[] = [];
			for (let index = tail.length - 1; index >= first; index -= 1) {
				const entry = tail[index] as OutputEntry;
				if (entry.seq < seq) return found.reverse();
				found.push(entry);
			}
			return [...head.filter((entry) => entry.seq >= seq), ...found.reverse()];
		},
		omittedBytes: () => omitted,
		shown: (stream) =>
			lastText(
				all().filter((entry) => entry.stream === stream),
				shown,
			),
	};
}

/** The last `most` bytes of entries as text; what is no UTF-8 becomes U+FFFD. @throws never */
export function lastText(entries: readonly OutputEntry[], most: number): string {
	const parts: Buffer[] = [];
	let bytes = 0;
	for (let index = entries.length - 1; index >= 0 && bytes < most; index -= 1) {
		const { data } = entries[index] as OutputEntry;
		parts.unshift(data);
		bytes += data.length;
	}
	const last = Buffer.concat(parts).subarray(-most);
	// A character that was cut in two is left out.
	const start = bytes > most ? last.findIndex((byte) => (byte & 0b1100_0000) !== 0b1000_0000) : 0;
	return last.subarray(Math.max(0, start)).toString("utf8");
}
