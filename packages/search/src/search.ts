import type { Expansion } from "./expand.ts";
import { expand, expandFuzzy } from "./expand.ts";
import { listAt } from "./postings.ts";
import type { Shard } from "./shard.ts";
import { queryTermsOf, wordsOf } from "./terms.ts";

/** A chunk that was found; a higher `score` comes first. Scores of two shards do not compare. */
export type Hit = { readonly id: string; readonly document: string; readonly score: number };

// Okapi BM25 with the constants of Lucene.
const bm25 = { k1: 1.2, b: 0.75 } as const;
const fewHits = 3;

/**
 * The chunks that hold words of the query or words that begin with them, best first; close spellings, too, when fewer than 3 chunks do. Ties
 * by id, so equal documents and query give equal hits, in whatever order the documents came.
 *
 * @param query any text; without a word in it nothing is found
 */
export function searchShard(shard: Shard, query: string, k: number): readonly Hit[] {
	const languages = [...new Set(shard.documents.values())].sort();
	const words = [...new Set(wordsOf(query))].map((word) => queryTermsOf(word, languages));
	const scores = new Map<number, number>();
	for (const terms of words) addScores(shard, scores, expandAll(shard, terms, expand));
	if (scores.size < fewHits) for (const terms of words) addScores(shard, scores, expandAll(shard, terms, expandFuzzy));
	const hits = [...scores].map(([ordinal, score]) => ({
		id: shard.ids[ordinal] ?? "",
		document: shard.owners[ordinal] ?? "",
		// Sums of floats may differ in their last digits; two chunks with equal words must tie.
		score: Number(score.toPrecision(10)),
	}));
	return hits.sort((a, b) => b.score - a.score || (a.id < b.id ? -1 : 1)).slice(0, k);
}

function expandAll({ postings }: Shard, terms: readonly string[], by: typeof expand): Expansion[] {
	return terms.flatMap((term) => by(postings, term));
}

/** One word of a query: a chunk counts with the best of the word's expansions that it holds. */
function addScores({ ids, lengths, averageLength, postings }: Shard, scores: Map<number, number>, expansions: readonly Expansion[]): void {
	const best = new Map<number, number>();
	for (const { index, weight } of expansions) {
		const { begin, end } = listAt(postings, index);
		const holders = end - begin;
		const rarity = Math.log(1 + (ids.length - holders + 0.5) / (holders + 0.5));
		for (let at = begin; at < end; at += 1) {
			const ordinal = postings.ordinals[at] ?? 0;
			const count = (postings.counts[at] ?? 0) / 2;
			const relativeLength = (lengths[ordinal] ?? 0) / averageLength;
			const saturation = (count * (bm25.k1 + 1)) / (count + bm25.k1 * (1 - bm25.b + bm25.b * relativeLength));
			const score = weight * rarity * saturation;
			if (score > (best.get(ordinal) ?? 0)) best.set(ordinal, score);
		}
	}
	for (const [ordinal, score] of best) scores.set(ordinal, (scores.get(ordinal) ?? 0) + score);
}
