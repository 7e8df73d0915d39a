import type { Entry, Target } from "../clause.ts";
import { dateOf } from "./dates.ts";
import { roleAtEnd } from "./head.ts";
import type { Lead, Order, Reading } from "./order.ts";
import { cutAt, indexOfWord, placed } from "./order.ts";
import { fieldOf } from "./target.ts";
import type { Tokens } from "./tokens.ts";
import { lowAt, textOf } from "./tokens.ts";
import { connectors, determiners, possessives, pronouns, wordSet } from "./words.ts";

/** A field and its value, as far as one part of a list names them. */
type Pair = { readonly field?: Target; readonly value: string };
type PairReader = (tokens: Tokens) => Pair | undefined;

const fieldWords = /^(?:into|in|as|to|for|on|at|inside)$/;
const nameWords = /^(?:to|with|is|=|:)$/;
const maxDescriptors = 4;
/** An unquoted value that holds commas or "and" may join so many parts. */
const maxJoined = 8;
const textBoxes = wordSet("field list slider switch");

/**
 * Reads a list of pairs that commas and "and" divide. A part that is no pair by itself belongs to the next one ("Tom and Jerry into …").
 *
 * @returns undefined when a part is left over
 */
function pairsOf(tokens: Tokens, read: PairReader): readonly Pair[] | undefined {
	const pairs: Pair[] = [];
	let from = 0;
	let joined = 0;
	for (let at = 0; at <= tokens.length; at += 1) {
		const isEnd = at === tokens.length;
		if (!isEnd && lowAt(tokens, at) !== "," && lowAt(tokens, at) !== "and") continue;
		if (at > from) {
			joined += 1;
			const pair = joined > maxJoined ? undefined : read(tokens.slice(from, at));
			if (pair !== undefined) {
				pairs.push(pair);
				from = at + 1;
				joined = 0;
			} else if (joined > maxJoined) return undefined;
		} else from = at + 1;
	}
	return from < tokens.length || pairs.length === 0 ? undefined : pairs;
}

/** A value without quotes: none that points at something else ("the price of the kettle", "it"). */
function literalOf(tokens: Tokens): string | undefined {
	const [first] = tokens;
	if (first === undefined) return undefined;
	if (tokens.length === 1 && first.kind === "quote") return first.text;
	const isPointing = determiners.has(first.low) || possessives.has(first.low) || pronouns.has(first.low) || first.low === "that";
	const text = textOf(tokens);
	const isOwned = /['’]s\s/.test(text) && !/^today['’]s date$/i.test(text);
	return isPointing || isOwned || tokens.some(({ kind }) => kind === "quote") ? undefined : text;
}

const isFigure = (token: { readonly kind: string; readonly low: string }): boolean => token.kind === "quote" || /[\d@]/.test(token.low);

/** "the code 1234", "the number “9”": what is called so, and the value at its end. */
function namedValue(tokens: Tokens): Pair | undefined {
	const at = tokens.findIndex(isFigure);
	const before = tokens.slice(0, at);
	const behind = tokens.slice(at);
	if (at < 1 || at > maxDescriptors || !behind.every(isFigure)) return undefined;
	const isName = before.every(({ kind, low, text }) => kind === "word" && !connectors.has(low) && (text === low || before.length > 1));
	if (!isName || (behind[0]?.kind !== "quote" && /^\p{Lu}\p{Ll}/u.test(before.at(-1)?.text ?? ""))) return undefined;
	if (behind.length > 1 && behind.some(({ kind }) => kind === "quote")) return undefined;
	const field = fieldOf(before);
	return field === undefined ? undefined : { field, value: textOf(behind) };
}

/** `"Ada" into the name field`, "12 March into the date field", `the username "x"`, `my name as "Ada"`. */
const readValueFirst: PairReader = (tokens) => {
	const quote = tokens.findIndex(({ kind }) => kind === "quote");
	const names = tokens.findIndex(({ low }, index) => index > 0 && /^(?:as|=|:)$/.test(low));
	const isNameFirst = names !== -1 && names + 1 === quote && quote === tokens.length - 1;
	if (isNameFirst && (lowAt(tokens, names) !== "as" || determiners.has(lowAt(tokens, 0)))) {
		const field = fieldOf(tokens.slice(0, names));
		return field && { field, value: tokens[quote]?.text ?? "" };
	}
	const at = fieldWordAt(tokens, quote);
	if (at === "unclear") return undefined;
	if (at === undefined) return namedValue(tokens);
	const isInTo = lowAt(tokens, at) === "in" && tokens[at + 1]?.text === "to" && at + 2 < tokens.length;
	const [said, where] = cutAt(tokens, at, isInTo ? 2 : 1);
	const field = fieldOf(where);
	if (field === undefined) return undefined;
	const named = namedValue(said);
	// "code 1234 as voucher": it is not said whether "code" belongs to the value.
	if (named !== undefined && said.every(({ kind }) => kind === "word") && !determiners.has(lowAt(said, 0))) return undefined;
	const value = named?.value ?? literalOf(said);
	if (value === undefined) return undefined;
	if (field.role === "row") {
		const cell = named?.field ?? { text: "", name: "", isQuoted: false, role: "field", places: [] };
		return { field: { ...cell, places: [...cell.places, { relation: "row", anchor: field }] }, value };
	}
	// "the password “y” into the text fields": the field is the one that the value is called by; into "both" it is each of them.
	const isGeneral = field.name === "" && field.ordinal === undefined && field.places.length === 0 && !field.isPronoun;
	if (!isGeneral || field.isAll || !/s$/.test(where.at(-1)?.low ?? "")) return { field, value };
	const label = named?.field?.name ?? "";
	if (label === "") return undefined;
	return { field: { ...field, name: label, text: label }, value };
};

/** Where the word between value and field stands. Without quotes, the first one that a field follows; "unclear" when several may be it. */
function fieldWordAt(tokens: Tokens, quote: number): number | undefined | "unclear" {
	const found = tokens.flatMap(({ kind, low }, index) =>
		kind === "word" && index > 0 && index < tokens.length - 1 && fieldWords.test(low) ? [index] : [],
	);
	if (quote !== -1 && (found[0] === undefined || found[0] > quote)) return found[0];
	const fields = found.filter((at) => textBoxes.has(fieldOf(tokens.slice(at + 1))?.role ?? ""));
	if (fields[0] !== undefined) return fields[0];
	const strong = found.filter((at) => /^(?:into|as)$/.test(lowAt(tokens, at)));
	if (strong.length === 1) return strong[0];
	return found.length > 1 || strong.length > 1 ? "unclear" : found[0];
}

/** "name Ada", "tax ID 123", `date = 2026-03-05`, "the email field with ada@x.org". */
const readNameFirst: PairReader = (tokens) => {
	const at = tokens.findIndex(({ low }, index) => index > 0 && index < tokens.length - 1 && nameWords.test(low));
	if (at !== -1) {
		const [name, said] = cutAt(tokens, at);
		const field = fieldOf(name);
		const value = literalOf(said);
		return field === undefined || value === undefined ? undefined : { field, value };
	}
	const named = namedValue(tokens);
	if (named !== undefined) return named;
	const behind = tokens.findIndex(({ text }, index) => index > 0 && /^\p{Lu}/u.test(text));
	const start = behind === -1 && tokens.length === 2 ? 1 : behind;
	const [name, said] = [tokens.slice(0, start), tokens.slice(start)];
	// "Ada Lovelace" is no field called Ada.
	if (
		start < 1 ||
		start > maxDescriptors ||
		/^\p{Lu}/u.test(name[0]?.text ?? "") ||
		said.some(({ text }) => /^[\p{Ll}"]/u.test(text) && behind !== -1)
	)
		return undefined;
	const field = fieldOf(name);
	const value = literalOf(said);
	return field === undefined || value === undefined ? undefined : { field, value };
};

/** "FIELD to VALUE" and "FIELD with VALUE". */
const readFieldTo =
	(words: RegExp): PairReader =>
	(tokens) => {
		const at = indexOfWord(tokens, words, 1);
		// "Set the ship to address to Berlin" may be divided in two ways.
		if (at === -1 || indexOfWord(tokens, words, at + 1) !== -1) return undefined;
		const [name, said] = cutAt(tokens, at);
		const field = fieldOf(name);
		const value = literalOf(said);
		return field === undefined || field.isPronoun || value === undefined ? undefined : { field, value };
	};

/** Pairs as entries, dates read, in the place that stood before the verb. */
export function entriesOf(pairs: readonly Pair[], lead: Lead | undefined, now: Date): readonly Entry[] | undefined {
	// "Train as category and 18 as amount in the second row" does not say which row the first one is in.
	const hasRow = ({ field }: Pair) => field?.places.some(({ relation }) => relation === "row") === true;
	if (pairs.slice(1).some(hasRow) && !pairs.slice(0, -1).every(hasRow)) return undefined;
	const anywhere: Target = { text: "", name: "", isQuoted: false, role: "field", places: [] };
	return pairs.map(({ field, value }) => {
		const iso = dateOf(value, now);
		const where = field === undefined ? (lead?.isTool ? lead.place.anchor : lead && placed(anywhere, lead)) : placedField(field, lead);
		return { ...(where === undefined ? {} : { field: where }), value, ...(iso === undefined ? {} : { iso }) };
	});
}

const placedField = (field: Target, lead: Lead | undefined): Target => (lead?.isTool ? field : placed(field, lead));

/** The intent of entries that could be read. */
export const filled = (entries: readonly Entry[] | undefined, submits = false): Reading => entries && [{ kind: "fill", entries, submits }];

/** "enter", "type", "put": values and the fields they go into. */
export function readFill({ verb, rest, lead, now }: Order): Reading {
	const isList = rest.some(({ low }) => low === "," || low === "and");
	const named =
		pairsOf(rest, readValueFirst) ?? (isList ? pairsOf(rest, (part) => readValueFirst(part) ?? readNameFirst(part)) : undefined);
	if (named !== undefined) return filled(entriesOf(named, lead, now));
	const hasPlace = rest.some(({ kind, low }) => kind === "word" && fieldWords.test(low));
	// "Enter Invoice 4711" without a field may as well mean to go there.
	const isGoing = verb === "enter" && !rest.every(isFigure);
	const value = isList || hasPlace || isGoing ? undefined : literalOf(rest);
	return value === undefined ? undefined : filled(entriesOf([{ value }], lead, now));
}

/** "fill in the form with …", "fill the name field with …", "fill in “Ada” as the first name". */
export function readForm({ rest, lead, now }: Order): Reading {
	const pairs = formPairs(rest);
	return pairs && filled(entriesOf(pairs, lead, now));
}

function formPairs(rest: Tokens): readonly Pair[] | undefined {
	const start = indexOfWord(rest, /^with$/);
	const colon = rest.findIndex(({ low }) => low === ":");
	const at = start === -1 || (colon !== -1 && colon < start) ? colon : start;
	const [head, list] = at === -1 ? [rest, rest] : cutAt(rest, at);
	const isForm = head.length === 0 || /^(?:form|fields|details|data)$/.test(head.at(-1)?.low ?? "");
	if (at !== -1 && isForm && head.every(({ kind }) => kind === "word") && head.length <= maxDescriptors)
		return pairsOf(list, readNameFirst) ?? pairsOf(list, readValueFirst);
	if (roleAtEnd(rest)?.length === rest.length) return undefined;
	return pairsOf(rest, readFieldTo(/^(?:with|:)$/)) ?? pairsOf(rest, readValueFirst) ?? pairsOf(rest, readNameFirst);
}

/** "set", "change": a field to a value; to "on" or "off" a switch. */
export function readSet({ rest, lead, now }: Order): Reading {
	const pairs = pairsOf(rest, readFieldTo(/^(?:to|=)$/));
	const [first] = pairs ?? [];
	if (pairs === undefined || first === undefined) return undefined;
	const isOn = /^(?:on|off)$/i.exec(first.value)?.[0].toLowerCase();
	if (isOn !== undefined && pairs.length === 1 && first.field !== undefined)
		return [{ kind: "tick", targets: [placed(first.field, lead)], isOn: isOn === "on" }];
	return filled(entriesOf(pairs, lead, now));
}

/** Pairs of a sign-in: "with username ada and password x", `as ada with password "x"`. */
export function credentialsOf(tokens: Tokens): readonly Pair[] | undefined {
	if (lowAt(tokens, 0) === "as") {
		const at = indexOfWord(tokens, /^(?:with|and)$/);
		const value = literalOf(tokens.slice(1, at === -1 ? undefined : at));
		const rest = at === -1 ? [] : pairsOf(tokens.slice(at + 1), readNameFirst);
		return value === undefined || rest === undefined ? undefined : [{ value }, ...rest];
	}
	if (!/^(?:with|using)$/.test(lowAt(tokens, 0))) return undefined;
	const [, first, joint, ...others] = tokens;
	const rest = isFigure(first ?? { kind: "", low: "" }) && joint?.low === "and" ? pairsOf(others, readNameFirst) : undefined;
	return rest === undefined ? pairsOf(tokens.slice(1), readNameFirst) : [{ value: first?.text ?? "" }, ...rest];
}

/** "check-in 2026-12-04": a name and a date. */
export const datesByName = (tokens: Tokens, now: Date): readonly Pair[] | undefined => {
	const pairs = pairsOf(tokens, namedValue);
	return pairs?.every(({ value }) => dateOf(value, now) !== undefined) ? pairs : undefined;
};

/** `"Large" as the size and "Red" as the color`. */
export const valuesAsFields = (tokens: Tokens): readonly Pair[] | undefined => pairsOf(tokens, readValueFirst);
