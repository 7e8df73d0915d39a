/**
 * Which chunks hold which term, in four flat arrays: a hundred chunks take about 0.1 MB, where a map per term takes 2.3 MB.
 *
 * `terms` are all terms, sorted by code unit and joined; term `i` ends at `termEnds[i]`, its list at `listEnds[i]`. A list is the ordinals
 * of its chunks in `ordinals`, and beside each in `counts` twice the weighted number of times it stands there, at most 255.
 */
export type Postings = {
	readonly terms: string;
	readonly termEnds: Uint32Array;
	readonly listEnds: Uint32Array;
	readonly ordinals: Uint32Array | Uint16Array;
	readonly counts: Uint8Array;
};

/** Lists under construction: per term the ordinal and count of each chunk by turns. */
export type Lists = Map<string, number[]>;

const mostCount = 255;

/** Flat arrays from lists. `pause` is awaited between slices of a few milliseconds. */
export async function freezeLists(lists: Lists, chunks: number, pause: () => Promise<void>): Promise<Postings> {
	const sorted = await sortTerms(lists.keys(), pause);
	const total = [...lists.values()].reduce((sum, list) => sum + list.length / 2, 0);
	const postings = {
		terms: sorted.join(""),
		termEnds: new Uint32Array(sorted.length),
		listEnds: new Uint32Array(sorted.length),
		ordinals: chunks <= 0xffff ? new Uint16Array(total) : new Uint32Array(total),
		counts: new Uint8Array(total),
	};
	let termEnd = 0;
	let next = 0;
	for (const [index, term] of sorted.entries()) {
		const list = lists.get(term) ?? [];
		for (let at = 0; at < list.length; at += 2, next += 1) {
			postings.ordinals[next] = list[at] ?? 0;
			postings.counts[next] = Math.min(list[at + 1] ?? 0, mostCount);
		}
		termEnd += term.length;
		postings.termEnds[index] = termEnd;
		postings.listEnds[index] = next;
		if (index % 1_000 === 999) await pause();
	}
	return postings;
}

/** In slices, since sorting all terms of 50,000 chunks at once takes 100 ms. */
async function sortTerms(terms: Iterable<string>, pause: () => Promise<void>): Promise<string[]> {
	const byBeginning = Map.groupBy(terms, (term) => term.slice(0, 2));
	await pause();
	const sorted: string[] = [];
	for (const beginning of [...byBeginning.keys()].sort()) {
		for (const term of (byBeginning.get(beginning) ?? []).sort()) sorted.push(term);
		await pause();
	}
	return sorted;
}

/** The term at an index. */
export function termAt({ terms, termEnds }: Postings, index: number): string {
	return terms.slice(index === 0 ? 0 : termEnds[index - 1], termEnds[index]);
}

/** Where the list of the term at an index begins and ends. */
export function listAt({ listEnds }: Postings, index: number): { readonly begin: number; readonly end: number } {
	return { begin: index === 0 ? 0 : (listEnds[index - 1] ?? 0), end: listEnds[index] ?? 0 };
}

/** The index of the first term that is not before `wanted`; the number of terms if all are. */
export function lowerBound(postings: Postings, wanted: string): number {
	let low = 0;
	let high = postings.termEnds.length;
	while (low < high) {
		const middle = (low + high) >>> 1;
		if (termAt(postings, middle) < wanted) low = middle + 1;
		else high = middle;
	}
	return low;
}

/** Estimated bytes, within a tenth of what the arrays take. */
export function postingsBytes({ terms, termEnds, listEnds, ordinals, counts }: Postings): number {
	const bytesPerCharacter = /[^\0-\xff]/.test(terms) ? 2 : 1;
	return terms.length * bytesPerCharacter + termEnds.byteLength + listEnds.byteLength + ordinals.byteLength + counts.byteLength;
}
