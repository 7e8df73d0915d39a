import type { Token } from "../../words/tokens.ts";
import { isLiteral } from "../../words/tokens.ts";
import type { Entry, Intent, Value } from "../clause.ts";
import { entriesOf } from "../fill.ts";
import { fieldOf } from "../labels.ts";
import { phrase } from "../nouns/plain.ts";
import { thingOf } from "../nouns/things.ts";
import { valueOf } from "../values.ts";
import { word } from "./pieces.ts";

/** "the value that corresponds with each label": every field gets what the page shows beside the same label. */
function isMatching(rest: readonly Token[]): boolean {
	const words = rest.map(word);
	return (
		words.some((one) => /^(?:each|every|corresponding|corresponds|correspond|matching|respective)$/.test(one)) &&
		words.some((one) => /^(?:labels?|fields?|values?)$/.test(one)) &&
		!rest.some(isLiteral)
	);
}

/** "Write an email to Bob", "write her a nice apology": a text that is yet to be thought of is no value for a field. */
export function isUnwritten(rest: readonly Token[], verb: readonly Token[]): boolean {
	const said = word(verb[0]);
	const [first, second, third] = rest.map(word);
	if (!/^(?:write|compose|draft|type)$/.test(said) || second === undefined || rest.some(({ kind }) => kind === "quoted")) return false;
	if (said !== "type" && /^(?:an?|another|the)$/.test(first ?? "") && letters.test(second) && /^(?:to|for|about)$/.test(third ?? ""))
		return true;
	// "Write a comment: fine", "type a cat into the search": its words are there, or a field is.
	if (rest.some((token) => token.kind === "mark")) return false;
	if (said === "type" && rest.some((token) => /^(?:in|into|to|on)$/.test(word(token)))) return false;
	if (/^(?:her|him|them|me|us)$/.test(first ?? "")) return !/^(?:in|into|to|on)$/.test(second);
	return /^(?:an?|another|some)$/.test(rest[0]?.text ?? "") && /^\p{L}{2,}$/u.test(second) && !/^(?:in|into|to|on|as|for)$/.test(second);
}

const letters = /^(?:e-?mail|mail|message|letter|note|reply|answer|review|comment|post)$/;

/** "Put the lamp in the cart" adds it there. */
export function intoCart(
	rest: readonly Token[],
	verb: readonly Token[],
): { readonly rest: readonly Token[]; readonly verb: readonly Token[] } | undefined {
	const at = rest.findLastIndex((token, index) => index > 0 && /^(?:in|into|to|on|onto)$/.test(word(token)));
	const isStore = /^(?:cart|basket|bag|trolley|wishlist|wish-list|favou?rites)$/.test(word(rest.at(-1))) && rest.length - at <= 4;
	const [put] = verb;
	const joint = rest[at];
	if (at === -1 || !isStore || put?.lower !== "put" || verb.length > 1 || joint === undefined) return undefined;
	const said = (token: Token, text: string): Token => ({ ...token, text, lower: text });
	return { verb: [said(put, "add")], rest: rest.map((token) => (token === joint ? said(token, "to") : token)) };
}

/** What "enter", "type", "fill in" ask for. */
export function fillIntent(rest: readonly Token[]): Intent {
	if (isMatching(rest)) return { kind: "match" };
	// "Change nothing" is no text to be written.
	if (rest.length === 1 && /^(?:nothing|none|anything|something)$/.test(word(rest[0]))) return { kind: "unknown" };
	const submits = rest.length > 3 && /^(?:and|then) (?:press|hit) (?:enter|return)$/.test(rest.slice(-3).map(word).join(" "));
	const entries = entriesOf(submits ? rest.slice(0, -3) : rest);
	const isUnsaid =
		entries.length === 0 ||
		isHalfNamed(entries) ||
		leavesOut(rest) ||
		namesNoValue(rest) ||
		entries.some(({ value, left }) => left !== undefined || isOnlyMine(value, rest));
	return isUnsaid ? { kind: "unknown" } : { kind: "fill", entries, submits };
}

/** "Ada but leave the email empty": what is to be left out is no value. */
const leavesOut = (rest: readonly Token[]): boolean =>
	rest.some((token, index) => index > 0 && word(token) === "but" && /^(?:leave|keep|not|no|skip)$/.test(word(rest[index + 1])));

/** Some values with their field and some without: one that names no field must not land in one that nobody named. */
const isHalfNamed = (entries: readonly Entry[]): boolean => {
	const isNamed = ({ into, label }: Entry) => into !== undefined || label !== undefined;
	return entries.some(isNamed) && !entries.every(isNamed);
};

const formWords =
	/^(?:the|this|that|a|an|in|out|up|form|forms|fields?|blanks?|details?|data|answers?|information|info|values?|my|your|our|all|every|everything|rest|remaining|required|of|with|using|it|correctly|properly|completely|contact|page)$/;

/** "fill in the form", "with my answers": nobody said what is to be written. */
const namesNoValue = (rest: readonly Token[]): boolean =>
	rest.every((token) => token.kind === "word" && formWords.test(token.lower)) &&
	rest.some((token) => /^(?:forms?|fields?|blanks?|answers?|details?|data|information|info|values?|everything)$/.test(token.lower));

/** "my name": what a person calls so is known to the person alone. */
const isOnlyMine = (value: Value, rest: readonly Token[]): boolean =>
	value.kind === "literal" &&
	/^(?:my|our) /i.test(value.text) &&
	!rest.some((token) => token.kind === "quoted" && token.text === value.text);

/** "set X to Y": a field and its value, or a switch and its state. */
export function setIntent(rest: readonly Token[]): Intent {
	const several = settingsOf(rest);
	if (several.length > 1) {
		const set = several.map((one) => setIntent(one));
		if (set.every((one) => one.kind === "fill")) return { kind: "fill", entries: set.flatMap((one) => one.entries), submits: false };
	}
	const at = rest.findLastIndex((token) => word(token) === "to" || word(token) === "as" || token.text === "=" || token.text === ":");
	if (at <= 0) return fillIntent(rest);
	const thing = fieldOf(rest.slice(0, at));
	const value = rest.slice(at + 1);
	const state = word(value[0]);
	if (value.length === 1 && /^(?:on|off|true|false|enabled|disabled|checked|unchecked)$/.test(state))
		return { kind: "tick", things: [thing], on: !/^(?:off|false|disabled|unchecked)$/.test(state) };
	const entry: Entry = { value: valueOf(value, { isText: true }), into: thing };
	const splits = splitsOf(rest);
	return { kind: "fill", entries: [splits.length < 2 ? entry : { ...entry, splits }], submits: false };
}

/** "The note to Call back to Ann": each way to cut it into a field and its value, longest field first. */
function splitsOf(rest: readonly Token[]): NonNullable<Entry["splits"]> {
	const joints = rest.flatMap((token, index) => (index > 0 && index < rest.length - 1 && /^(?:to|as)$/.test(word(token)) ? [index] : []));
	if (rest.some((token) => word(token) === "from")) return [];
	return joints.reverse().map((at) => ({ value: { kind: "literal", text: phrase(rest.slice(at + 1)) }, into: fieldOf(rest.slice(0, at)) }));
}

/** "switch the language to French" sets it; "switch to the second tab" names a control. */
export function switchIntent(rest: readonly Token[], verb: readonly Token[]): Intent {
	if (verb.length > 1) return { kind: "click", things: [thingOf(rest)], times: 1 };
	const last = word(rest.at(-1));
	if (rest.length > 1 && /^(?:on|off)$/.test(last))
		return { kind: "tick", things: [thingOf(rest.slice(0, -1))], on: last === "on", called: `switch ${last}` };
	if (rest.some((token) => word(token) === "from")) return { kind: "unknown" };
	return rest.some((token, index) => index > 0 && word(token) === "to")
		? setIntent(rest)
		: { kind: "click", things: [thingOf(rest)], times: 1 };
}

/** "size to L, color to red and quantity to 2": cut where the next piece has a "to" of its own. */
function settingsOf(rest: readonly Token[]): readonly (readonly Token[])[] {
	const pieces: Token[][] = [[]];
	for (const [index, token] of rest.entries()) {
		const joins = (token.kind === "mark" && token.text === ",") || word(token) === "and";
		const current = pieces.at(-1) ?? [];
		if (!joins || !current.some((one) => word(one) === "to")) {
			if (!joins || current.length > 0) current.push(token);
			continue;
		}
		const next = rest.slice(index + 1);
		const end = next.findIndex((one) => one.text === "," || word(one) === "and");
		const isNext = next.length === 0 || (end === -1 ? next : next.slice(0, end)).some((one) => word(one) === "to") || end === 0;
		if (isNext) pieces.push([]);
		else current.push(token);
	}
	return pieces.filter((piece) => piece.length > 0);
}

/** "paste it into X". */
export function pasteIntent(rest: readonly Token[]): Intent {
	const into = rest.findIndex((token) => /^(?:into|in|inside|to|on)$/.test(word(token)));
	return into === -1 ? { kind: "paste" } : { kind: "paste", into: thingOf(rest.slice(into + 1)) };
}

/** "use X as Y" fills Y; "use the slider" names an instrument. */
export function useIntent(rest: readonly Token[]): Intent {
	const at = rest.findLastIndex((token, index) => index > 0 && /^(?:as|for)$/.test(word(token)));
	if (at === -1) return { kind: "find", thing: thingOf(rest) };
	const value: Value = valueOf(rest.slice(0, at), { isText: true });
	return { kind: "fill", entries: [{ value, into: fieldOf(rest.slice(at + 1)) }], submits: false };
}
