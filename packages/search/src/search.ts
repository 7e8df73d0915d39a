import type { SearchOptions } from "minisearch";
import type { Shard } from "./shard.ts";
import { queryTermsOf, wordsOf } from "./terms.ts";

/** A chunk that was found; a higher `score` comes first. Scores of two shards do not compare. */
export type Hit = { readonly id: string; readonly document: string; readonly score: number };

const boost = { title: 2, section: 1.5, content: 1 } as const;
const shortestPrefix = 4;
const shortestFuzzy = 6;
const fewHits = 3;
// Measured with 20,000 chunks: a word takes up to 1 ms, a prefix up to 12, in one turn of the event loop.
const mostWords = 32;
const mostPrefixes = 8;

/**
 * The chunks that hold words of the query, or words that begin with its 8 longest ones, best first. Close spellings count, too, when fewer
 * than 3 chunks are found. Ties by id, so equal documents and query give equal hits, in whatever order the documents came.
 *
 * @param query any text; without a word in it nothing is found. Of more than 32 words the first and the last 16 count
 */
export function searchShard({ documents, index }: Shard, query: string, k: number): readonly Hit[] {
	const languages = [...new Set(documents.values())].sort();
	const words = wordsToFind(query);
	const longest = words.toSorted((a, b) => b.length - a.length).slice(0, mostPrefixes);
	const prefixes = new Set(longest.flatMap((word) => queryTermsOf(word, languages)).filter((term) => term.length >= shortestPrefix));
	const searchOptions: SearchOptions = {
		boost,
		tokenize: () => [...words],
		processTerm: (word) => [...queryTermsOf(word, languages)],
		prefix: (term) => prefixes.has(term),
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

/** A task says at its beginning what is wanted, and at its end which step is under way. */
function wordsToFind(query: string): readonly string[] {
	const words = [...new Set(wordsOf(query))];
	return words.length <= mostWords ? words : [...words.slice(0, mostWords / 2), ...words.slice(-mostWords / 2)];
}
