import { distance } from "fastest-levenshtein";
import type { Postings } from "./postings.ts";
import { lowerBound, termAt } from "./postings.ts";

/** A term of the index that a query's term may mean; `weight` is 1 for the term itself. */
export type Expansion = { readonly index: number; readonly weight: number };

// The weights are those of MiniSearch 7, which measured them on document titles and texts.
const weights = { prefix: 0.375, fuzzy: 0.45 } as const;
const shortestPrefix = 4;
const shortestFuzzy = 6;
const mostExpansions = 50;

/** The term itself, and the terms that begin with it when it has at least 4 letters. */
export function expand(postings: Postings, term: string): Expansion[] {
	const expansions: Expansion[] = [];
	for (let index = lowerBound(postings, term); index < postings.termEnds.length && expansions.length < mostExpansions; index += 1) {
		const found = termAt(postings, index);
		if (!found.startsWith(term)) break;
		const extra = found.length - term.length;
		if (extra === 0) expansions.push({ index, weight: 1 });
		else if (term.length >= shortestPrefix)
			expansions.push({ index, weight: (weights.prefix * term.length) / (term.length + 0.3 * extra) });
		else break;
	}
	return expansions;
}

/** The terms one letter off, two from 15 letters; none for a term shorter than 6 letters or with a digit, which is no typing error. */
export function expandFuzzy(postings: Postings, term: string): Expansion[] {
	if (term.length < shortestFuzzy || /\d/.test(term)) return [];
	const most = Math.round(term.length / 10);
	const expansions: Expansion[] = [];
	for (let index = 0; index < postings.termEnds.length && expansions.length < mostExpansions; index += 1) {
		const end = postings.termEnds[index] ?? 0;
		const length = end - (index === 0 ? 0 : (postings.termEnds[index - 1] ?? 0));
		if (Math.abs(length - term.length) > most) continue;
		const letters = distance(term, termAt(postings, index));
		if (letters > 0 && letters <= most) expansions.push({ index, weight: (weights.fuzzy * length) / (length + letters) });
	}
	return expansions;
}
