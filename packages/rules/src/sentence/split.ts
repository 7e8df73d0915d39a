import type { Token, Tokens } from "./tokens.ts";
import { hasPhrase, lowAt } from "./tokens.ts";
import type { VerbKind } from "./words.ts";
import { allWords, connectors, determiners, ordinalOf, phrasesOf, possessives, pronouns, verbs, wordSet } from "./words.ts";

/** Words before a verb that ask for nothing. */
const courtesies = phrasesOf(
	"please, pls, kindly, then, now, also, and, finally, firstly, afterwards, after that, next, first, lastly, could you, can you, would you",
	"will you, i want you to, i would like you to, i'd like you to, i want to, i'd like to, i would like to, i need to, i need you to",
	"you should, let's, go ahead and, ok, hey, hi, hello, to, when done, when finished, when you are done, once done, once finished",
);
const courtesiesByWord = Map.groupBy(courtesies, ([first]) => first ?? "");
const leadWords = wordSet("in on for from under below above within inside with using next at");
/** Verbs that stand as the name of a field or of a choice as well: behind a comma in a form they are none. */
const nounish = wordSet(
	"type order report book post set count view search input share check like star mark sort filter play copy print use read reply tick find open",
);
const maxVerbWords = 4;
const maxCourtesies = 12;
const maxNameWords = 3;

export type Verb = { readonly words: string; readonly kind: VerbKind; readonly length: number };

/** The longest verb that stands at an index; undefined when none does. */
export function verbAt(tokens: Tokens, at: number): Verb | undefined {
	let words = "";
	let found: Verb | undefined;
	for (let length = 1; length <= maxVerbWords; length += 1) {
		const low = lowAt(tokens, at + length - 1);
		if (low === "") break;
		words = length === 1 ? low : `${words} ${low}`;
		const kind = verbs.get(words);
		if (kind !== undefined) found = { words, kind, length };
	}
	return found;
}

/** The index behind courtesies and marks, as far as an order holds them: a long run of them is skipped in part. */
export function skipCourtesies(tokens: Tokens, from: number): number {
	let at = from;
	while (at - from < maxCourtesies) {
		const isMark = tokens[at]?.kind === "mark";
		if (!isMark && verbAt(tokens, at) !== undefined) break;
		const found = isMark ? [""] : courtesiesByWord.get(lowAt(tokens, at))?.find((words) => hasPhrase(tokens, at, words));
		if (found === undefined) break;
		at += found.length;
	}
	return at;
}

/** A clause with the place before its verb; without a verb it is not understood. */
export type Part = {
	readonly lead: Tokens;
	readonly verb: Verb | undefined;
	readonly rest: Tokens;
	readonly all: Tokens;
	readonly isMeans: boolean;
};

const isStrong = (tokens: Tokens, at: number): boolean => {
	const { kind, low } = tokens[at] ?? {};
	if (kind === "mark") return low !== undefined && ".;!?".includes(low);
	return low === "then" && (isWeak(tokens[at - 1]) || verbAt(tokens, skipCourtesies(tokens, at)) !== undefined);
};
const isWeak = (token: Token | undefined): boolean => token?.low === "," || token?.low === "and";

/**
 * Divides an order into clauses: at the end of a sentence, and at a comma or "and" that a verb follows.
 *
 * @param most clauses that are wanted; more end the division early
 */
export function partsOf(tokens: Tokens, most: number): readonly Part[] {
	const parts: Part[] = [];
	let hasForm = false;
	for (let at = skipCourtesies(tokens, 0); at < tokens.length && parts.length <= most; ) {
		const verbIndex = verbIndexFrom(tokens, at);
		const isPair: boolean = verbIndex === -1 && hasForm && startsPair(tokens, at);
		const pair: Verb | undefined = isPair ? { words: "fill in", kind: "form", length: 0 } : undefined;
		const verb: Verb | undefined = verbIndex === -1 ? pair : verbAt(tokens, verbIndex);
		hasForm ||= verb?.kind === "form";
		const from = verb === undefined || isPair ? at : verbIndex + verb.length;
		const end = clauseEnd(tokens, from, { verb, hasForm });
		parts.push({
			lead: verb === undefined || isPair ? [] : tokens.slice(at, verbIndex),
			verb,
			rest: tokens.slice(from, end),
			all: tokens.slice(at, end),
			isMeans: isMeansAt(tokens, end),
		});
		at = skipCourtesies(tokens, end);
	}
	return parts;
}

/** "…, to find and click": what stands before only leads there. */
const isMeansAt = (tokens: Tokens, end: number): boolean => lowAt(tokens, end) === "," && lowAt(tokens, end + 1) === "to";

/** The verb of a clause that begins at an index; a place may stand before it ("In the row of Ada, click Edit"). -1 when it has none. */
function verbIndexFrom(tokens: Tokens, at: number): number {
	if (verbAt(tokens, at) !== undefined) return at;
	if (!leadWords.has(lowAt(tokens, at))) return -1;
	for (let next = at + 2; next < tokens.length && !isStrong(tokens, next); next += 1) {
		const isBehindComma = tokens[next - 1]?.low === ",";
		const verb = verbAt(tokens, next);
		const text = tokens[next]?.text ?? "";
		if (verb !== undefined && (isBehindComma || (text === text.toLowerCase() && !nounish.has(verb.words)))) return next;
		if (isBehindComma) return -1;
	}
	return -1;
}

function clauseEnd(
	tokens: Tokens,
	from: number,
	{ verb, hasForm }: { readonly verb: Verb | undefined; readonly hasForm: boolean },
): number {
	for (let at = from; at < tokens.length; at += 1) {
		if (isStrong(tokens, at)) return at;
		if (!isWeak(tokens[at])) continue;
		const isChoice = verb?.kind === "choose" || verb?.kind === "tick" || verb?.kind === "untick";
		if (startsClause(tokens, at, verb) || (hasForm && isChoice && startsPair(tokens, at + 1))) return at;
	}
	return tokens.length;
}

/** "and make it nicer", "and flambé the quote": a verb that is not understood, with its object. */
function startsUnlisted(tokens: Tokens, at: number): boolean {
	const [word, next] = [tokens[at], lowAt(tokens, at + 1)];
	const isVerb = word?.kind === "word" && /^\p{Ll}{3,}$/u.test(word.text) && ordinalOf(word.low) === undefined;
	const isObject = (determiners.has(next) || pronouns.has(next)) && tokens[at + 1]?.text === next;
	return isVerb && isObject && ![connectors, determiners, allWords, possessives].some((words) => words.has(word.low));
}

/** "date 2026-03-05" and "message “Hello”" go on with a form that stood before. */
function startsPair(tokens: Tokens, at: number): boolean {
	const words = tokens.slice(at, at + maxNameWords + 1);
	const name = words.slice(
		0,
		words.findIndex(({ kind, low }, index) => index > 0 && (kind === "quote" || /[\d@]/.test(low))),
	);
	const isName = name.every(({ kind, low, text }) => kind === "word" && text === low && !connectors.has(low) && !allWords.has(low));
	return isName && name.length > 0 && name.length < words.length;
}

/** True when a clause begins behind a comma or "and". */
function startsClause(tokens: Tokens, joint: number, before: Verb | undefined): boolean {
	const at = skipCourtesies(tokens, joint + 1);
	const verb = verbAt(tokens, at);
	if (verb === undefined) return startsUnlisted(tokens, at);
	const next = lowAt(tokens, at + verb.length);
	if (next === "=" || next === ":") return false;
	// "Set name to A, address to B": pairs go on behind commas.
	const isPaired = tokens[joint]?.low === "," && (before?.kind === "set" || before?.kind === "form");
	if (next === "to") return !isPaired && !nounish.has(verb.words);
	if (before?.kind === "form" && nounish.has(verb.words)) return false;
	const text = tokens[at]?.text ?? "";
	if (!/^\p{Lu}/u.test(text)) return true;
	// "Click Save and Close" and "Tick Reply, Archive" go on with names.
	const isFollowed = tokens[at + verb.length]?.kind === "quote" || /^(?:the|a|an|on|in|all|every|it|them|my|to)$/.test(next);
	return isFollowed || ((verb.kind === "click" || verb.kind === "press") && next !== "" && next !== "and");
}
