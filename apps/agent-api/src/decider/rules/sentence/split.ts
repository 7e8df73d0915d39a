import { fillers, openings } from "../words/lexicon.ts";
import { denialAt } from "../words/prohibitions.ts";
import { rolesOf } from "../words/roles.ts";
import type { Token } from "../words/tokens.ts";
import { isLiteral } from "../words/tokens.ts";
import type { Verb } from "../words/verbs.ts";
import { nounVerbs } from "../words/verbs.ts";
import { determiners, particles, startsAfterFiller, startsSee, startsVerb, startsWith, verbOf, withoutOpening } from "./starts.ts";

/** A run of tokens that asks for one thing. `isPurpose`: it followed "to" ("expand the section to find the link"). */
export type Part = { readonly tokens: readonly Token[]; readonly isPurpose: boolean };

const sentenceEnds = new Set([".", ";", "!", "?", "\n"]);
const ordering = new Set("then finally next afterwards afterward subsequently lastly".split(" "));
const wayVerbs: ReadonlySet<Verb> = new Set<Verb>([
	"expand",
	"open",
	"use",
	"scroll",
	"visit",
	"find",
	"switch",
	"search",
	"other",
	"close",
	"hover",
	"click",
]);
const contextWords = new Set("for in on under from within using with at".split(" "));
const asides = new Set("when once if after unless".split(" "));

/** Cuts an instruction where the right side starts with a verb; lists ("A, B and C") stay whole. Order is kept. */
export function partsOf(tokens: readonly Token[]): readonly Part[] {
	const parts: Part[] = [];
	let current: Token[] = [];
	let isPurpose = false;
	const cut = (nextIsPurpose: boolean) => {
		if (current.some((token) => token.kind !== "mark")) parts.push({ tokens: current, isPurpose });
		current = [];
		isPurpose = nextIsPurpose;
	};
	for (let at = 0; at < tokens.length; at += 1) {
		const token = tokens[at];
		if (token === undefined) continue;
		if (token.kind === "mark" && sentenceEnds.has(token.text) && !isAbbreviated(tokens, at)) {
			// "1. Click Save": the number counts the sentences.
			if (token.text === "." && current.length === 1 && current[0]?.kind === "number") current = [];
			cut(false);
			continue;
		}
		// "From the list choose X": a place in front without a comma.
		if (current.length > 1 && token.kind === "word" && isContextStart(current) && !nounVerbs.has(token.lower) && startsVerb(tokens, at))
			cut(false);
		// "…, but do not click Save", "… without saving": a prohibition is a clause of its own.
		const denial = current.length > 0 ? denialAt(tokens, at) : undefined;
		if (denial !== undefined) {
			cut(false);
			at = denial - 1;
			current.push(...tokens.slice(denial, denial + 1));
			at = denial;
			continue;
		}
		// "Don't delete Bob but edit him": what is to be done in its place.
		if (token.lower === "but" && token.kind === "word" && /^(?:dont|never|do)$/.test(withoutOpening(current)[0]?.lower ?? "")) {
			const next = skipFillers(tokens, at + 1);
			if (startsVerb(tokens, next)) {
				cut(false);
				at = next - 1;
				continue;
			}
		}
		const connector = connectorAt(tokens, at);
		if (connector > 0) {
			const next = skipFillers(tokens, at + connector);
			const said = tokens.slice(at, next).some((word) => ordering.has(word.lower));
			const isContext = current.length > 0 && isContextStart(current) && !current.some((word) => word.lower === "to");
			if (continuesPairs(tokens, next, current)) {
				current.push(token);
				continue;
			}
			const isNext = startsClause(tokens, next, said) || startsPair(tokens, next, current) || startsRow(tokens, next, current);
			if (isNext || (isContext && startsVerb(tokens, next))) {
				cut(false);
				at = next - 1;
				continue;
			}
		}
		if (token.lower === "to" && token.kind === "word" && isPurposeAt(tokens, at, current)) {
			if (current.at(-1)?.lower === "order" && current.at(-2)?.lower === "in") current.splice(-2);
			cut(true);
			at = skipFillers(tokens, at + 1) - 1;
			continue;
		}
		current.push(token);
	}
	cut(false);
	return parts
		.map((part) => ({ ...part, tokens: withoutOpening(part.tokens) }))
		.filter((part) => part.tokens.some((token) => token.kind === "quoted" || !fillers.has(token.lower)));
}

// "Hauptstr. 1", "St. Gallen", "2025.pdf": this full stop ends no sentence. A number with one of its own ("2. Click …") counts the sentences.
function isAbbreviated(tokens: readonly Token[], at: number): boolean {
	const [before, mark, next, after] = [tokens[at - 1], tokens[at], tokens[at + 1], tokens[at + 2]];
	if (mark?.text !== "." || before === undefined || before.end !== mark.start || next === undefined) return false;
	const isGlued = next.start === mark.end && next.kind === "word" && before.kind !== "quoted";
	if (isGlued && !fillers.has(next.lower) && !startsVerb(tokens, at + 1)) return true;
	if (before.kind !== "word") return false;
	if (next.kind === "number") return after?.text !== "." && !(after?.kind === "mark" && after.text === ")");
	return next.kind === "word" && /^(?:str|st|mr|mrs|ms|dr|prof|no|nr)$/.test(before.lower) && !startsVerb(tokens, at + 1);
}

/** How many tokens at this place join clauses or list items ("," "and" "then" "&" "after that"); 0 when none. */
function connectorAt(tokens: readonly Token[], at: number): number {
	let next = at;
	for (;;) {
		const token = tokens[next];
		if (token === undefined) break;
		if (
			token.kind === "mark" &&
			(token.text === "," || token.text === "&" || token.text === "-" || token.text === "\u2013" || token.text === "\u2014")
		)
			next += 1;
		else if (token.kind === "word" && (token.lower === "and" || token.lower === "then" || (next > at && ordering.has(token.lower))))
			next += 1;
		else if (startsWith(tokens.slice(next), "after that")) next += 2;
		else break;
	}
	return next - at;
}

function skipFillers(tokens: readonly Token[], from: number): number {
	let at = from;
	for (;;) {
		const token = tokens[at];
		if (token === undefined) return at;
		if (token.kind === "mark" && token.text === ",") at += 1;
		else if (token.kind !== "quoted" && fillers.has(token.lower) && startsAfterFiller(tokens.slice(at))) at += 1;
		else return at;
	}
}

const clickableNouns =
	/^(?:buttons?|links?|options?|tabs?|box(?:es)?|checkbox(?:es)?|radio|icons?|items?|images?|menu|fields?|rows?|results?|number|the|a|an|and|or)$/;

/** `…, date 2026-03-05` behind a list of choices: a label and its value, which belong to the form and not to the list. */
function startsPair(tokens: readonly Token[], at: number, current: readonly Token[]): boolean {
	const verb = verbOf(withoutOpening(current))?.verb;
	if (verb !== "tick" && verb !== "untick" && verb !== "choose" && verb !== "toggle") return false;
	// "Check-in 2026-12-04 and check-out 2026-12-07" are two of a kind.
	if (verb === "choose" && current.at(-1)?.kind === "date") return false;
	for (let end = at; end < Math.min(at + 4, tokens.length); end += 1) {
		const token = tokens[end];
		if (end > at && isLiteral(token)) return true;
		if (token?.kind === "mark" && token.text === ":" && end > at) return true;
		if (token?.kind !== "word" || clickableNouns.test(token.lower)) return false;
	}
	return false;
}

/** "…, and in the second line amount 18": the fields of another row. */
function startsRow(tokens: readonly Token[], at: number, current: readonly Token[]): boolean {
	const verb = verbOf(withoutOpening(current))?.verb;
	if (tokens[at]?.lower !== "in" || (verb !== "fill" && verb !== "set")) return false;
	const behind = at + rowWords(tokens.slice(at));
	return behind > at && tokens[behind]?.kind === "word" && connectorAt(tokens, behind) === 0;
}

/** How many words "in the second line", "in row 2" take at the start of these; 0 for others. */
export function rowWords(tokens: readonly Token[]): number {
	const noun = tokens.slice(0, 4).findIndex((token) => token.kind === "word" && rolesOf(token.lower).includes("row"));
	if (noun < 1) return 0;
	const isNumbered = tokens[noun + 1]?.kind === "number" && tokens[noun - 1]?.kind !== "ordinal";
	return isNumbered ? noun + 2 : noun + 1;
}

/** `name with "Ada", email with "a@x.example"`: what could be a verb is one more field of the list. */
function continuesPairs(tokens: readonly Token[], at: number, current: readonly Token[]): boolean {
	const token = tokens[at];
	if (token?.kind !== "word" || !nounVerbs.has(token.lower)) return false;
	const verb = verbOf(withoutOpening(current))?.verb;
	if (verb !== "fill" && verb !== "set") return false;
	// "London as To": behind a link stands a name, whatever word it is.
	const link = current.findLast((one, index) => isPairLink(one) && !isFieldJoint(current[index - 1]))?.lower;
	const next = tokens.slice(at + 1, at + 4).find((one) => isPairLink(one) || one.kind !== "word");
	return link !== undefined && next?.kind !== "quoted" && next?.lower === link;
}

const isPairLink = (token: Token): boolean =>
	(token.kind === "word" && /^(?:with|as|is|to)$/.test(token.lower)) || (token.kind === "mark" && /^[:=]$/.test(token.text));

const isFieldJoint = (token: Token | undefined): boolean => token?.kind === "word" && /^(?:as|in|into)$/.test(token.lower);

const joints =
	/^(?:to|by|of|into|onto|as|is|are|was|be|than|but|near|beside|behind|below|above|over|next|through|across|between|not|only|also|even|until|while|before|because|which|who|what|how|why|where|per|about|with|without|like|against|during)$/;

/** True where a new clause begins: a verb in a place where it cannot be a noun. */
function startsClause(tokens: readonly Token[], at: number, afterThen: boolean): boolean {
	const token = tokens[at];
	if (token?.kind !== "word") return false;
	if (openings.some((words) => startsWith(tokens.slice(at), words))) return true;
	if (asides.has(token.lower) || token.lower === "do" || token.lower === "dont" || token.lower === "never") return true;
	if (startsVerb(tokens, at) || startsSee(tokens, at)) return true;
	// An unknown word right before a pronoun or a determiner is a verb: "and flambé it".
	const next = tokens[at + 1];
	if (determiners.has(token.lower) || contextWords.has(token.lower) || token.lower === "or") return false;
	if (next?.lower === "it" || next?.lower === "them") return true;
	if (/^(?:the|my|your|this|these|all)$/.test(next?.lower ?? "") && next?.kind === "word" && !joints.test(token.lower)) return true;
	return afterThen && (next === undefined || next.kind !== "mark") && !determiners.has(token.lower);
}

const isContextStart = (tokens: readonly Token[]): boolean => {
	const bare = withoutOpening(tokens);
	return bare[0]?.kind === "word" && contextWords.has(bare[0].lower);
};

/** "to" that leads to a purpose: "expand the sections to find the link", "use the box to enter X". */
function isPurposeAt(tokens: readonly Token[], at: number, current: readonly Token[]): boolean {
	const next = skipFillers(tokens, at + 1);
	// "in To, set …", "in To and click …", "the To do column": a name.
	const isCalledTo = /^(?:the|as|into)$/.test(tokens[at - 1]?.lower ?? "") || (tokens[at]?.text === "To" && tokens[at - 1]?.lower === "in");
	if (isCalledTo || connectorAt(tokens, at + 1) > 0 || tokens[at + 1]?.kind === "mark" || !startsVerb(tokens, next)) return false;
	const bare = withoutOpening(current);
	if (bare.length < 2) return false;
	if (
		openings.some(
			(words) =>
				words.endsWith(" to") &&
				words
					.split(" ")
					.every((word, index, all) => (index === all.length - 1 ? word === "to" : current.at(index - all.length + 1)?.lower === word)),
		)
	)
		return false;
	const verb = verbOf(bare)?.verb;
	const after = tokens[next];
	// "drag A to open", "go to search": the word after "to" is a place there.
	if (verb === "drag" || verb === "set" || (bare.length === 1 && verb === "visit")) return false;
	if (
		after !== undefined &&
		nounVerbs.has(after.lower) &&
		tokens[next + 1]?.lower !== "and" &&
		tokens[next + 1] !== undefined &&
		tokens[next + 1]?.kind !== "mark" &&
		!determiners.has(tokens[next + 1]?.lower ?? "") &&
		!isLiteral(tokens[next + 1]) &&
		!particles.has(tokens[next + 1]?.lower ?? "")
	)
		return false;
	return verb === undefined
		? isContextStart(bare)
		: wayVerbs.has(verb) || verb === "press" || verb === "fill" || verb === "choose" || verb === "tick";
}
