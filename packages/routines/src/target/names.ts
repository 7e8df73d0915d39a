import type { Layout } from "@webhand/page/layout/layout";
import { namesOf } from "@webhand/page/layout/names";
import { fold, stem, wordsOf } from "@webhand/page/layout/phrase";
import { once } from "@webhand/page/once";
import type { ElementView } from "@webhand/page/parse/view";
import { distance } from "fastest-levenshtein";

/** A count in brackets at either end: "Inbox (3)", "(12) Inbox", "Drafts [2 new]". */
const count = /^[([]\d[\d.,+]*(?: \p{L}+)?[)\]]\s*(?=\S)|(?<=\S)\s*[([]\d[\d.,+]*(?: \p{L}+)?[)\]]$/gu;
const speaking = /[\p{L}\p{N}]/u;
/** One wrong letter in so many is a typo; in a shorter word it makes another word. */
const lettersForTypo = 8;

/** A name without its counter: "Inbox (3)" is "Inbox". @throws never */
export function withoutCount(name: string): string {
	return name.endsWith(")") || name.endsWith("]") || name.startsWith("(") || name.startsWith("[")
		? name.replaceAll(count, "").trim()
		: name;
}

/** What a control is called: its own name, or else its label, without a counter; "" for none. */
export const nameOf = once((element: ElementView, layout: Layout): string => {
	const names = namesOf(layout, element);
	return withoutCount(names.find((name) => speaking.test(name)) ?? names[0] ?? "");
});

/**
 * True for names that differ only in case, spaces, punctuation, number of a noun, or one typo in a long word. Figures have to be the same:
 * "Address 1" is not "Address 2".
 *
 * @throws never
 */
export function areAlike(one: string, other: string): boolean {
	const [left, right] = [one, other].map((name) => wordsOf(fold(name)).flatMap((word) => word.split(/['.,@/:+-]+/)));
	if (left === undefined || right === undefined || left.length === 0) return false;
	if (left.join("") === right.join("")) return true;
	return left.length === right.length && left.every((word, at) => isSameWord(word, right[at] ?? ""));
}

function isSameWord(one: string, other: string): boolean {
	if (one === other) return true;
	if (/\p{N}/u.test(one + other)) return false;
	if (stem(one) === stem(other)) return true;
	// Another beginning often turns a word around: "activate", "deactivate".
	return one[0] === other[0] && Math.min(one.length, other.length) >= lettersForTypo && distance(one, other) === 1;
}
