import type { Intent, Place, Target } from "../clause.ts";
import type { Tokens } from "./tokens.ts";
import { hasPhrase } from "./tokens.ts";
import { phrasesOf } from "./words.ts";

/** One clause on its way to an intent: its verb, the words behind it, and the place that stood before it ("In the row of Ada, …"). */
export type Order = {
	readonly verb: string;
	readonly rest: Tokens;
	readonly lead: Lead | undefined;
	readonly now: Date;
};

/** A place before the verb. `isTool` for "with the slider", "using the list", "from the menu". */
export type Lead = { readonly place: Place; readonly isTool: boolean };

/** What a clause asks for, one after the other; undefined when its words do not fit the verb. */
export type Reading = readonly Intent[] | undefined;

/** A thing with the place that stood before the verb. */
export const placed = (target: Target, lead: Lead | undefined): Target =>
	lead === undefined ? target : { ...target, places: [...target.places, lead.place] };

const politeEnds = phrasesOf(
	"please, thanks, thank you, for me, on the page, on this page, below, when done, when finished, when you are done",
);

/** Words without courtesies and marks at their end. */
export function trimmedEnd(tokens: Tokens): Tokens {
	for (let end = tokens.length; ; ) {
		const last = tokens[end - 1];
		const isMark = last?.kind === "mark" || last?.low === "and" || last?.low === "&";
		const found = politeEnds.find((words) => words.length < end && hasPhrase(tokens, end - words.length, words));
		if (!isMark && found === undefined) return tokens.slice(0, end);
		end -= isMark ? 1 : (found?.length ?? 1);
	}
}

/** Where a word first stands outside of quotes, from an index on; -1 when it does not. */
export const indexOfWord = (tokens: Tokens, words: RegExp, from = 0): number =>
	tokens.findIndex(({ kind, low }, index) => index >= from && kind === "word" && words.test(low));

/** The words before and behind an index. */
export const cutAt = (tokens: Tokens, index: number, length = 1): readonly [before: Tokens, behind: Tokens] => [
	tokens.slice(0, index),
	tokens.slice(index + length),
];
