import type { SearchOptions } from "minisearch";
import type { Shard } from "./shard.ts";
import { queryTermsOf, wordsOf } from "./terms.ts";

/** A chunk that was found; a higher `score` comes first. Scores of two shards do not compare. */
export type Hit = { readonly id: string; readonly document: string; readonly score: number };

const boost = { title: 2, section: 1.5, content: 1 } as const;
const shortestPrefix = 4;
const shortestFuzzy = 6;
const fewHits = 3;

/**
 * The chunks that hold words of the query or words that begin with them, best first; close spellings, too, when fewer than 3 chunks do. Ties
 * by id, so equal documents and query give equal hits, in whatever order the documents came.
 *
 * @param query any text; without a word in it nothing is found
 */
export function searchShard({ documents, index }: Shard, query: string, k: number): readonly Hit[] {
	const languages = [...new Set(documents.values())].sort();
	const searchOptions: SearchOptions = {
		boost,
		tokenize: (text) => [...new Set(wordsOf(text))],
		processTerm: (word) => [...queryTermsOf(word, languages)],
		prefix: (term) => term.length >= shortestPrefix,
	};
	const found = index.search(query, searchOptions);
	const hits = found.length < fewHits ? index.search(query, { ...searchOptions, fuzzy: fuzzyFor }) : found;
	return hits
		.map(({ id, document, score }) => ({
			id: String(id),
			document: String(document),
			// Sums of floats may differ in their last digits; two chunks with equal words must tie.
			score: Number(score.toPrecision(10)),
		}))
		.sort((a, b) => b.score - a.score || (a.id < b.id ? -1 : 1))
		.slice(0, k);
}

/** The share of letters that may differ. A number with another digit is no typing error. */
function fuzzyFor(term: string): number | boolean {
	return term.length >= shortestFuzzy && !/\d/.test(term) ? 0.1 : false;
}
