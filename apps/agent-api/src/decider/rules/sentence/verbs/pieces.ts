import { countOf } from "../../words/lexicon.ts";
import type { Token } from "../../words/tokens.ts";
import { phrase } from "../nouns/plain.ts";
import { withoutArticle } from "../values.ts";

/** A token's word; "" for quotations, which are never words of the sentence. */
export const word = (token: Token | undefined): string => (token?.kind === "quoted" ? "" : (token?.lower ?? ""));
/** The tokens without leading words of a kind. */
export const without = (tokens: readonly Token[], words: RegExp): readonly Token[] => {
	let rest = tokens;
	while (rest.length > 0 && rest[0]?.kind === "word" && words.test(rest[0].lower)) rest = rest.slice(1);
	return rest;
};

/** The tokens without words of a kind at their end; at least one is left. */
export const trimEnd = (tokens: readonly Token[], words: RegExp): readonly Token[] => {
	let rest = tokens;
	while (rest.length > 1 && words.test(word(rest.at(-1)))) rest = rest.slice(0, -1);
	return rest;
};

/** "twice", "3 times" at the end: how often, 1 to 20, and the rest. */
export function timesOf(tokens: readonly Token[]): { readonly count: number; readonly rest: readonly Token[] } {
	const last = tokens.at(-1);
	if (/^(?:once|twice|thrice)$/.test(word(last)) && tokens.length > 1)
		return { count: last?.value ?? countOf(word(last)) ?? 1, rest: tokens.slice(0, -1) };
	const count = tokens.at(-2);
	if (word(last) === "times" && count?.value !== undefined && tokens.length > 2)
		return { count: Math.max(1, Math.min(20, count.value)), rest: tokens.slice(0, -2) };
	return { count: 1, rest: tokens };
}

/** "File > Open > Recent": the names in order, or undefined. */
export function pathOf(tokens: readonly Token[]): readonly string[] | undefined {
	if (!tokens.some((token) => token.kind === "mark" && (token.text === ">" || token.text === "\u203a" || token.text === "\u2192")))
		return undefined;
	const names: Token[][] = [[]];
	for (const token of tokens) {
		if (token.kind === "mark" && /^[>\u203a\u2192]$/.test(token.text)) names.push([]);
		else if (token.kind !== "mark" || token.text !== "-") names.at(-1)?.push(token);
	}
	const read = names.filter((name) => name.length > 0).map((name) => phrase(withoutArticle(name)));
	return read.length > 1 ? read : undefined;
}
