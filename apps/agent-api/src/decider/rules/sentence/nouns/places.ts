import type { Token } from "../../words/tokens.ts";
import type { Relation } from "../clause.ts";
import { naming, namingNouns, relative, relativeFillers } from "./words.ts";

// Longest first: "to the left of" before "left of".
const placePhrases: readonly (readonly [string, Relation])[] = (
	[
		["to the left of|on the left of|on the left side of|left of", "left"],
		["to the right of|on the right of|on the right side of|right of", "right"],
		[
			"in the same row as|in the row of|in the row for|in the row with|in the row named|in the row labeled|on the row of|from the row of|in the line of|in the column of|in the column for|in the card of|in the card for",
			"of",
		],
		[
			"in the section of|in the section called|in the section named|in the section labeled|in the section titled|in the section|in section|under the heading|under heading|in the panel|in the group",
			"section",
		],
		["next to|nearest to|closest to|close to|adjacent to|beside|near|alongside|right by", "next"],
		["directly below|right below|just below|below|underneath|under|beneath", "below"],
		["directly above|right above|just above|above|over", "above"],
		["that belongs to|belonging to|written by|posted by|sent by|authored by|created by|addressed to|by|from|of|for|with|about", "of"],
		["inside of|inside|within|in|on|at", "inside"],
		["between", "between"],
		["right after|after|following", "after"],
		["right before|before|preceding", "before"],
	] as const
).flatMap(([phrases, relation]) => phrases.split("|").map((phrase) => [phrase, relation] as const));

const longestPlaces = [...placePhrases]
	.sort((left, right) => right[0].length - left[0].length)
	.map(([phrase, relation]) => ({ words: phrase.split(" "), relation }));

/** "the email you got from Bob", "the box that is next to A": the words between a thing and its place fall away. */
export function withoutRelative(tokens: readonly Token[]): readonly Token[] {
	for (let at = 1; at < tokens.length - 1; at += 1) {
		const token = tokens[at];
		if (token?.kind !== "word" || !(relative.has(token.lower) || /^(?:you|i|we|they|he|she)$/.test(token.lower))) continue;
		let next = at + 1;
		while (tokens[next]?.kind === "word" && relativeFillers.has(tokens[next]?.lower ?? "")) next += 1;
		if (next > at + 1 && isPlaceWord(tokens[next])) return withoutRelative([...tokens.slice(0, at), ...tokens.slice(next)]);
	}
	return tokens;
}

type Cut = { readonly at: number; readonly next: number; readonly relation: Relation; readonly isWith: boolean };

export function placeIn(tokens: readonly Token[]): Cut | undefined {
	for (let at = 1; at < tokens.length - 1; at += 1) {
		const token = tokens[at];
		if (token?.kind !== "word") continue;
		// "with the label X", "with the text X" name the thing itself.
		if (namesItself(tokens, at)) return undefined;
		if (
			/^(?:that|which|leading|going|linking)$/.test(token.lower) &&
			tokens.slice(at, at + 3).some((one) => /^(?:leads|leading|goes|links|points|takes)$/.test(one.lower))
		)
			return undefined;
		const found = longestPlaces.find(({ words }) =>
			words.every((word, offset) => tokens[at + offset]?.kind !== "quoted" && tokens[at + offset]?.lower === word),
		);
		if (found === undefined) {
			if (relative.has(token.lower)) {
				let next = at + 1;
				while (relativeFillers.has(tokens[next]?.lower ?? "")) next += 1;
				if (next > at + 1 && !naming.has(tokens[next]?.lower ?? "") && !isPlaceWord(tokens[next]))
					return { at, next, relation: "of", isWith: false };
			}
			continue;
		}
		const next = at + found.words.length;
		if (next >= tokens.length) return undefined;
		return { at, next, relation: found.relation, isWith: token.lower === "with" };
	}
	return undefined;
}

const isPlaceWord = (token: Token | undefined): boolean =>
	token?.kind === "word" && longestPlaces.some(({ words }) => words[0] === token.lower);

export function namesItself(tokens: readonly Token[], at: number): boolean {
	if (naming.has(tokens[at]?.lower ?? "")) return true;
	if (tokens[at]?.lower !== "with") return false;
	const noun = tokens[at + 1]?.lower === "the" || tokens[at + 1]?.lower === "a" ? tokens[at + 2] : tokens[at + 1];
	const after = noun === undefined ? undefined : tokens[tokens.indexOf(noun) + 1];
	if (noun?.kind === "quoted") return true;
	return namingNouns.has(noun?.lower ?? "") && after !== undefined;
}
