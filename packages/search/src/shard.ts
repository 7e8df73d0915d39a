import { setImmediate as otherWork } from "node:timers/promises";
import type { Lists, Postings } from "./postings.ts";
import { freezeLists, listAt, postingsBytes, termAt } from "./postings.ts";
import type { Language } from "./terms.ts";
import { termOf, wordsOf } from "./terms.ts";

/** A chunk as it comes into a shard. `document` names one version of one document; all its chunks come and go together. */
export type ShardChunk = {
	readonly id: string;
	readonly document: string;
	readonly language: Language;
	readonly title: string;
	readonly section?: string | undefined;
	readonly content: string;
};

/**
 * The full-text index of some documents, without their text. It never changes: a change gives another shard, so whoever searches sees one
 * state of the documents. `bytes` is an estimate of its memory.
 */
export type Shard = {
	readonly documents: ReadonlyMap<string, Language>;
	readonly ids: readonly string[];
	readonly owners: readonly string[];
	readonly lengths: Float32Array;
	readonly averageLength: number;
	readonly postings: Postings;
	readonly bytes: number;
};

/** What a shard changes by. */
export type ShardChange = {
	readonly removed?: ReadonlySet<string>;
	readonly added?: Iterable<ShardChunk> | AsyncIterable<ShardChunk>;
};

const fieldWeights = { title: 2, section: 1.5, content: 1 } as const;
const sliceMs = 5;
const bytesPerChunk = 100;

/** A shard of nothing. */
export const emptyShard: Shard = {
	documents: new Map(),
	ids: [],
	owners: [],
	lengths: new Float32Array(0),
	averageLength: 0,
	postings: {
		terms: "",
		termEnds: new Uint32Array(0),
		listEnds: new Uint32Array(0),
		ordinals: new Uint16Array(0),
		counts: new Uint8Array(0),
	},
	bytes: 0,
};

/**
 * The shard after some documents went and others came, in whatever order. Works in slices of 5 ms and lets other work run between them.
 *
 * @throws what `added` throws, and the reason of `signal` when it ends
 */
export async function changeShard(shard: Shard, { removed = new Set(), added = [] }: ShardChange, signal?: AbortSignal): Promise<Shard> {
	const pause = createPause(signal);
	const ids: string[] = [];
	const owners: string[] = [];
	const lengths: number[] = [];
	const documents = new Map([...shard.documents].filter(([document]) => !removed.has(document)));
	const lists = await keptLists(shard, { removed, ids, owners, lengths }, pause);
	const termsOf = createTermsOf();
	for await (const chunk of added) {
		const { counts, length } = countTerms(chunk, termsOf);
		for (const [term, count] of counts) addTo(lists, term, [ids.length, Math.round(2 * count)]);
		ids.push(chunk.id);
		owners.push(chunk.document);
		lengths.push(length);
		documents.set(chunk.document, chunk.language);
		await pause();
	}
	const postings = await freezeLists(lists, ids.length, pause);
	const bytes = postingsBytes(postings) + ids.length * bytesPerChunk;
	const averageLength = lengths.reduce((sum, length) => sum + length, 0) / Math.max(1, ids.length);
	return { documents, ids, owners, lengths: Float32Array.from(lengths), averageLength, postings, bytes };
}

type Kept = {
	readonly removed: ReadonlySet<string>;
	readonly ids: string[];
	readonly owners: string[];
	readonly lengths: number[];
};

/** The lists of the chunks that stay, which are counted anew. */
async function keptLists(shard: Shard, { removed, ids, owners, lengths }: Kept, pause: () => Promise<void>): Promise<Lists> {
	const ordinals = shard.owners.map((owner, old) => {
		if (removed.has(owner)) return -1;
		owners.push(owner);
		lengths.push(shard.lengths[old] ?? 0);
		return ids.push(shard.ids[old] ?? "") - 1;
	});
	const lists: Lists = new Map();
	for (let index = 0; index < shard.postings.termEnds.length; index += 1) {
		const { begin, end } = listAt(shard.postings, index);
		const kept: number[] = [];
		for (let at = begin; at < end; at += 1) {
			const ordinal = ordinals[shard.postings.ordinals[at] ?? 0] ?? -1;
			if (ordinal >= 0) kept.push(ordinal, shard.postings.counts[at] ?? 0);
		}
		if (kept.length > 0) lists.set(termAt(shard.postings, index), kept);
		await pause();
	}
	return lists;
}

type TermsOf = (text: string, language: Language) => readonly string[];

/** A text's terms. Most words come again within a document, and a stem costs more than a look into a map. */
function createTermsOf(): TermsOf {
	const known = new Map<string, string>();
	return (text, language) =>
		wordsOf(text).map((word) => {
			const key = `${language} ${word}`;
			const term = known.get(key) ?? termOf(word, language);
			known.set(key, term);
			return term;
		});
}

function countTerms({ language, ...chunk }: ShardChunk, termsOf: TermsOf) {
	const counts = new Map<string, number>();
	let length = 0;
	for (const field of ["title", "section", "content"] as const)
		for (const term of termsOf(chunk[field] ?? "", language)) {
			length += fieldWeights[field];
			counts.set(term, (counts.get(term) ?? 0) + fieldWeights[field]);
		}
	return { counts, length };
}

function addTo(lists: Lists, term: string, posting: readonly [ordinal: number, count: number]): void {
	const list = lists.get(term);
	if (list === undefined) lists.set(term, [...posting]);
	else list.push(...posting);
}

/** Awaited often; lets other work run whenever 5 ms have passed. */
function createPause(signal: AbortSignal | undefined): () => Promise<void> {
	let since = performance.now();
	return async () => {
		if (performance.now() - since < sliceMs) return;
		await otherWork();
		signal?.throwIfAborted();
		since = performance.now();
	};
}
