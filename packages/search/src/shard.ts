import { setImmediate as otherWork } from "node:timers/promises";
import type { Options } from "minisearch";
import MiniSearch from "minisearch";
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

/** A chunk as it is indexed: its fields are terms, each on a line of its own. */
type IndexedChunk = {
	readonly id: string;
	readonly document: string;
	readonly title: string;
	readonly section: string;
	readonly content: string;
};

/**
 * The full-text index of some documents, without their text. It never changes: a change gives another shard, so whoever searches sees one
 * state of the documents. `ids` are those of the chunks of each document; `postings` counts the terms of all chunks; `bytes` is an estimate
 * of the memory, a whole number.
 */
export type Shard = {
	readonly documents: ReadonlyMap<string, Language>;
	readonly ids: ReadonlyMap<string, readonly string[]>;
	readonly index: MiniSearch<IndexedChunk>;
	readonly postings: number;
	readonly bytes: number;
};

/** What a shard changes by, and the most that it may take then by its own estimate. */
export type ShardChange = {
	readonly removed?: ReadonlySet<string>;
	readonly added?: Iterable<ShardChunk> | AsyncIterable<ShardChunk>;
	readonly maxBytes?: number;
};

/** The documents need more memory than they may have. */
export class ShardTooLarge extends Error {
	override readonly name = "ShardTooLarge";
}

const sliceMs = 5;
const chunksPerCheck = 200;
// Fitted to the heap of 5,000 chunks in 10 to 100 shards, within a tenth: MiniSearch keeps maps for each term, and an entry for each chunk.
const bytesPerTerm = 570;
const bytesPerPosting = 47;

// Terms were made from words before: MiniSearch does not tell `processTerm` the language of a document.
const options: Options<IndexedChunk> = {
	fields: ["title", "section", "content"],
	storeFields: ["document"],
	tokenize: (terms) => (terms === "" ? [] : terms.split("\n")),
	processTerm: (term) => term,
	autoVacuum: false,
};

/** A shard of nothing. */
export const emptyShard: Shard = { documents: new Map(), ids: new Map(), index: new MiniSearch(options), postings: 0, bytes: 0 };

/**
 * The shard after some documents went and others came, in whatever order. Works in slices of 5 ms and lets other work run between them.
 *
 * @throws what `added` throws, the reason of `signal` when it ends, and ShardTooLarge
 */
export async function changeShard(shard: Shard, change: ShardChange, signal?: AbortSignal): Promise<Shard> {
	const { removed = new Set(), added = [], maxBytes = Number.POSITIVE_INFINITY } = change;
	const pause = createPause(signal);
	const index = await copyOf(shard);
	const documents = new Map([...shard.documents].filter(([document]) => !removed.has(document)));
	const ids = new Map<string, string[]>([...documents.keys()].map((document) => [document, [...(shard.ids.get(document) ?? [])]]));
	for (const document of removed) {
		index.discardAll(shard.ids.get(document) ?? []);
		await pause();
	}
	// Terms of removed chunks go, else they would count in the next copy.
	if (index.dirtCount > 0) await index.vacuum({ batchSize: 500, batchWait: 1 });
	const termsOf = createTermsOf();
	let postings = documents.size === 0 ? 0 : Math.ceil(shard.postings * (index.documentCount / shard.index.documentCount));
	const linesOf = (text: string, language: Language): string => {
		const terms = termsOf(text, language);
		postings += new Set(terms).size;
		return terms.join("\n");
	};
	for await (const { id, document, language, title, section = "", content } of added) {
		index.add({ id, document, title: linesOf(title, language), section: linesOf(section, language), content: linesOf(content, language) });
		// MiniSearch counts its terms anew after each chunk, so the check comes now and then.
		if (index.documentCount % chunksPerCheck === 0) refuseAbove(maxBytes, bytesOf(index, postings));
		documents.set(document, language);
		const known = ids.get(document);
		if (known === undefined) ids.set(document, [id]);
		else known.push(id);
		await pause();
	}
	const bytes = bytesOf(index, postings);
	refuseAbove(maxBytes, bytes);
	return { documents, ids, index, postings, bytes };
}

function refuseAbove(maxBytes: number, bytes: number): void {
	if (bytes > maxBytes) throw new ShardTooLarge("The documents of one domain need more memory than the search index may take");
}

function bytesOf({ termCount }: MiniSearch<IndexedChunk>, postings: number): number {
	return bytesPerTerm * termCount + bytesPerPosting * postings;
}

async function copyOf({ index }: Shard): Promise<MiniSearch<IndexedChunk>> {
	return index.documentCount === 0 ? new MiniSearch(options) : await MiniSearch.loadJSAsync<IndexedChunk>(index.toJSON(), options);
}

/** A text's terms. Most words come again within a document, and a stem costs more than a look into a map. */
function createTermsOf(): (text: string, language: Language) => readonly string[] {
	const known = new Map<string, string>();
	return (text, language) =>
		wordsOf(text).map((word) => {
			const key = `${language} ${word}`;
			const term = known.get(key) ?? termOf(word, language);
			known.set(key, term);
			return term;
		});
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
