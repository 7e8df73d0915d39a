import { allWords } from "@webhand/lexicon/ordered";
import { destructiveWords, payWords } from "@webhand/lexicon/vocabulary/lists";
import type { Phrase } from "@webhand/page/layout/phrase";
import { distance } from "fastest-levenshtein";

/** How well a name fits, best first: `exact`, but for case, as whole words of a longer name, but for one letter. */
export const grades = { exact: 5, folded: 4, contained: 3, loose: 2, none: 0 } as const;

const articles = new Set(["the", "a", "an", "my", "your", "this", "that", "to", "of", "in", "into", "for", "der", "die", "das"]);

// What ends a name is no article: "shelf mark A".
const meaning = (words: readonly string[]): readonly string[] => {
	const kept = words.filter((word, at) => !articles.has(word) || (at > 0 && at === words.length - 1));
	return kept.length === 0 ? words : kept;
};

/** Where a run of words stands in another, whole words only; -1 when it does not. */
export function indexOfRun(words: readonly string[], run: readonly string[]): number {
	if (run.length === 0) return -1;
	for (let at = 0; at + run.length <= words.length; at += 1) if (run.every((word, offset) => words[at + offset] === word)) return at;
	return -1;
}

/** True where all of one text's words stand together in another. */
export function holdsPhrase(shown: Phrase, wanted: Phrase): boolean {
	return (
		indexOfRun(shown.words, wanted.words) !== -1 ||
		indexOfRun(meaning(shown.words), meaning(wanted.words)) !== -1 ||
		(wanted.words.length > 1 && wanted.joined.length > 4 && shown.words.includes(wanted.joined)) ||
		haveSameWords(meaning(shown.words), meaning(wanted.words))
	);
}

/** "Purchase date" is the "Date of purchase". */
const haveSameWords = (left: readonly string[], right: readonly string[]): boolean =>
	left.length > 1 &&
	left.length === right.length &&
	left.every((word) => right.includes(word)) &&
	right.every((word) => left.includes(word));

/** How well a shown name is the wanted one. A misspelt name is never pressed: it is offered, see `isNear`. */
export function gradeOf(wanted: Phrase, shown: Phrase): number {
	if (wanted.folded === "" || shown.folded === "") return wanted.text !== "" && wanted.text === shown.text ? grades.exact : grades.none;
	if (wanted.text === shown.text) return grades.exact;
	if (wanted.folded === shown.folded || wanted.joined === shown.joined) return grades.folded;
	return holdsPhrase(shown, wanted) ? grades.contained : grades.none;
}

/** Those of the highest grade; none where nothing fits. */
export function bestOf<Item extends { readonly grade: number }>(items: readonly Item[]): readonly Item[] {
	const best = items.reduce((top, { grade }) => Math.max(top, grade), 1);
	return items.filter(({ grade }) => grade === best);
}

const heavy = new Set([...allWords, ...[...destructiveWords, ...payWords].flatMap((line) => line.split(" "))]);

/** True where a longer name says more than the order: it deletes, pays or reaches everybody, and the order does not. */
export function saysMore(shown: Phrase, order: Phrase): boolean {
	return shown.words.some((word) => heavy.has(word) && !order.words.includes(word));
}

/** True for names near enough to be offered: they share half of their words, or most of their letters. */
export function isNear(wanted: Phrase, shown: Phrase): boolean {
	if (wanted.words.length === 0 || shown.words.length === 0) return false;
	const left = meaning(wanted.words);
	const right = meaning(shown.words);
	const common = left.filter((word) => right.some((other) => other === word || isSameStem(other, word))).length;
	if (common * 2 >= Math.max(left.length, right.length)) return true;
	const longest = Math.max(wanted.folded.length, shown.folded.length);
	return (
		longest >= 4 && longest <= 40 && Math.abs(wanted.folded.length - shown.folded.length) <= 2 && distance(wanted.folded, shown.folded) <= 2
	);
}

const isSameStem = (left: string, right: string): boolean =>
	Math.min(left.length, right.length) >= 4 && (left.startsWith(right) || right.startsWith(left));

/** A name in the quotes that thoughts use. */
export const quoted = (text: string): string => `“${text.length > 80 ? `${text.slice(0, 79)}…` : text}”`;
