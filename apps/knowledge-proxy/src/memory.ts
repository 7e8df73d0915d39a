/** What a process may take, in bytes: V8's heap, and all of it. `total` is that of the container, or of the computer without one. */
export type MemoryLimits = { readonly heap: number; readonly total: number };

/** Who gets how much: the index and the cache of answers in bytes, and how many documents are read at once. */
export type MemoryPlan = {
	readonly indexBytes: number;
	readonly cacheBytes: number;
	readonly documentThreads: number;
	/** The most that the index may take in this process, where more was asked for. */
	readonly reducedToMb?: number;
};

const bytesPerMb = 1_000_000;
const largest = { indexMb: 512, cacheBytes: 64 * bytesPerMb, documentThreads: 4 } as const;
// Above 0.85 of the heap requests get 503. An idle service takes some 50 MB, and a collection leaves what became free since the last one.
const shares = { index: 0.4, mostIndex: 0.5, cache: 0.1 } as const;
/** A document's thread ends above this: `documents/parse/parser.ts`. */
const threadBytes = 256 * 2 ** 20;
/** Code, stacks and buffers of a process beside its heap. */
const processBytes = 128 * 2 ** 20;

/**
 * Divides the memory of the process so that index, cache and documents fit at once.
 *
 * @param askedMb for the index, in megabytes; 512 without it, or 40 % of the heap where that is less
 */
export function planMemory({ heap, total }: MemoryLimits, askedMb?: number): MemoryPlan {
	const mostMb = Math.max(1, Math.floor((shares.mostIndex * heap) / bytesPerMb));
	const wantedMb = askedMb ?? Math.max(1, Math.min(largest.indexMb, Math.floor((shares.index * heap) / bytesPerMb)));
	const threads = Math.floor((total - heap - processBytes) / threadBytes);
	return {
		indexBytes: Math.min(wantedMb, mostMb) * bytesPerMb,
		cacheBytes: Math.min(largest.cacheBytes, Math.floor(shares.cache * heap)),
		documentThreads: Math.min(largest.documentThreads, Math.max(1, threads)),
		...(wantedMb > mostMb && { reducedToMb: mostMb }),
	};
}
