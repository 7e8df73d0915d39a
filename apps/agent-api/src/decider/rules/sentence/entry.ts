import { rolesOf } from "../words/roles.ts";
import type { Token } from "../words/tokens.ts";
import { isLiteral } from "../words/tokens.ts";
import type { Entry, Thing, Value } from "./clause.ts";
import {
	fieldOf,
	genericLabels,
	isEquals,
	isLabelledWords,
	isLink,
	isNumberAmongWords,
	knownLabel,
	labelIn,
	labelOf,
	labels,
	namesField,
	withoutPreposition,
} from "./labels.ts";
import { phrase } from "./nouns/plain.ts";
import { valueOf } from "./values.ts";

const intoWords = new Set("into in inside to on onto within".split(" "));

const asWords = new Set("as for".split(" "));

const betweenWords = new Set("with to as is be = : of by".split(" "));

/** An entry; where its label is not set apart from its value, with all its words, for the page to tell. */
export function entryIn(segment: readonly Token[], count: number): Entry {
	const isKnown = knownLabel(segment) > 0;
	const words = piecesOf(withoutPreposition(segment));
	if (isOpenPair(segment)) {
		const { value, into } = entryOf(segment);
		return { value, into: into ?? fieldOf(segment), words, isOpen: true };
	}
	if (!isLabelledWords(segment) || (count < 2 && !isKnown)) {
		const entry = entryOf(segment);
		return entry.left === undefined || !isNumberAmongWords(segment)
			? entry
			: { value: { kind: "literal", text: words.join(" ") }, into: fieldOf(segment), words, isOpen: true };
	}
	return isKnown
		? { ...entryOf(segment), words }
		: { value: { kind: "literal", text: words.join(" ") }, into: fieldOf(segment), words, isOpen: true };
}

/** The words that stand apart: "A-5" is one. */
function piecesOf(tokens: readonly Token[]): readonly string[] {
	const pieces: string[] = [];
	for (const [index, { text, start }] of tokens.entries()) {
		const isJoined = start === tokens[index - 1]?.end;
		pieces.push(isJoined ? `${pieces.pop() ?? ""}${text}` : text);
	}
	return pieces;
}

/** "IBAN DE55 1000", "tax ID 12345": where the label ends only the page tells; "the code 1234" and "amount 50" are plain. */
function isOpenPair(segment: readonly Token[]): boolean {
	const first = segment.findIndex(isLiteral);
	const lead = segment.slice(0, Math.max(0, first));
	const label = lead.filter((token) => !isLead(token));
	const isWhole = segment.length <= 8 && segment.every((token) => token.kind !== "quoted" && token.kind !== "mark" && !isLink(token));
	if (!isWhole || label.length === 0 || fieldOf(label).roles.length > 0) return false;
	const isPlain = isWellKnown(label) || (label.length === 1 && (lead.some(isLead) || segment[first]?.kind !== "number"));
	return !isPlain || literalEnd(segment, first) < segment.length;
}

function entryOf(segment: readonly Token[]): Entry {
	const isValue = (token: Token | undefined) => token !== undefined && isLiteral(token) && !isFieldNumber(segment, token);
	const first = segment.findIndex(isValue);
	// `the field "Street" with "Main Street 1"`: of two literals the one behind the joint is the value.
	const isJoint = (index: number) =>
		/^(?:with|=|:|to)$/.test(segment[index]?.lower ?? "") &&
		!/^(?:next|close|adjacent|nearest|left|right)$/.test(segment[index - 1]?.lower ?? "");
	const second = segment.findIndex((token, index) => index > first && isValue(token) && isJoint(index - 1));
	// `Ada's number in the field "Phone"`: what stands before the joint is the value, whatever the field is called.
	const joint = segment.findIndex(
		(token, index) => index > 0 && token.kind === "word" && (token.lower === "into" || token.lower === "in") && index < first,
	);
	if (first === -1 || joint > 0 || namesCell(segment) || isLongPair(segment) || isLongAfterWith(segment)) return unquotedEntry(segment);
	return mixedEntry(segment, first) ?? literalEntry(segment, second === -1 ? first : second);
}

/** "IBAN with DE55 1000": all that stands behind the joint is the value. */
function isLongAfterWith(segment: readonly Token[]): boolean {
	const at = segment.findIndex((token, index) => index > 0 && token.kind === "word" && token.lower === "with");
	const behind = at === -1 ? [] : segment.slice(at + 1);
	return (
		behind.length > 1 && behind.every(({ kind }) => kind !== "quoted") && !isLiteral(behind[0]) && !segment.slice(0, at).some(isLiteral)
	);
}

/**
 * "Invoice 4711 as reference", "12 Main Street into the address field": all the words before the joint are the value, of which nothing may
 * be cut. Undefined where a quotation is the value, or where it is a literal alone or behind what only says its sort ("the code 1234").
 */
function mixedEntry(segment: readonly Token[], first: number): Entry | undefined {
	const end = literalEnd(segment, first);
	const isJoint = (token: Token | undefined) => token?.kind === "word" && (intoWords.has(token.lower) || asWords.has(token.lower));
	const naming = segment.findLastIndex(
		({ kind, lower }, index) => kind === "word" && /^(?:as|into|onto)$/.test(lower) && index >= end && index < segment.length - 1,
	);
	const joint = naming > 0 ? naming : isJoint(segment[end]) && end < segment.length - 1 ? end : lastJoint(segment);
	if (joint === undefined || joint <= first || segment.slice(0, joint).some(({ kind }) => kind === "quoted")) return undefined;
	const said = segment.slice(0, joint);
	const lead = said.slice(0, first);
	const into = fieldOf(segment.slice(joint + 1));
	if (end === joint && (lead.every(isLead) || into.roles.includes("row") || isSortOf(lead, into))) return undefined;
	// "The voucher 4711 as code", "email 12 as note", "Room 12 as room": whether the first words are a part of the value is not told.
	const isUnsure = lead.some(isLead) || (end === joint && (isWellKnown(lead) || isCalledAs(lead, into)));
	return { value: { kind: "literal", text: phrase(said) }, into, ...(isUnsure ? { left: phrase(said) } : {}) };
}

/** "The" in capitals is a part of a name. */
const isLead = ({ kind, text }: Token): boolean => kind === "word" && /^(?:the|a|an|my|your|our)$/.test(text);

/** Where the literal that begins here ends: "030 1234" are the groups of one number. */
function literalEnd(segment: readonly Token[], at: number): number {
	const groups = segment.slice(at).findIndex(({ kind }) => kind !== "number");
	return groups === 0 ? at + 1 : groups === -1 ? segment.length : at + groups;
}

const wordsIn = (tokens: readonly Token[]): string => tokens.map(({ lower }) => lower).join(" ");

const isWellKnown = (label: readonly Token[]): boolean =>
	labels.has(wordsIn(label)) || (label.length === 1 && genericLabels.has(wordsIn(label)));

const isCalledAs = (label: readonly Token[], { name }: Thing): boolean =>
	label.every(({ lower }) => name.toLowerCase().split(/\s+/).includes(lower));

/** "The code 1234", "email a@x.example" for the email field: the words say what sort of thing the literal is. */
function isSortOf(lead: readonly Token[], into: Thing): boolean {
	const label = lead.filter((token) => !isLead(token));
	if (label.some(({ text }) => text !== text.toLowerCase())) return false;
	const isSaidSo = isWellKnown(label) && (label.length < lead.length || into.name === "");
	return isSaidSo || genericLabels.has(wordsIn(label)) || isCalledAs(label, into);
}

// "Street: Hauptstr. 1": all that stands behind the colon is the value.
function isLongPair(segment: readonly Token[]): boolean {
	const colon = segment.findIndex(isEquals);
	const [label, value] = [segment.slice(0, Math.max(0, colon)), segment.slice(colon + 1)];
	const isPlain = value.every((token) => token.kind !== "quoted" && !/^(?:in|into|as|for)$/.test(token.lower));
	return label.length > 0 && value.length > 1 && isPlain && !label.some(isLiteral);
}

// "the value of "Color"": the quotation names a row, it is not what is written.
const namesCell = (segment: readonly Token[]): boolean =>
	/^(?:the )?values? (?:of|for|from|in) /.test(`${segment.map((token) => token.lower).join(" ")} `);

// "field 2", "#3": a number behind a role noun is part of the field's name while another literal is there.
function isFieldNumber(segment: readonly Token[], token: Token): boolean {
	if (token.kind !== "number") return false;
	const before = segment[segment.indexOf(token) - 1];
	return before !== undefined && rolesOf(before.lower).includes("field") && segment.some((other) => other !== token && isLiteral(other));
}

function literalEntry(segment: readonly Token[], at: number): Entry {
	const before = segment.slice(0, at);
	const end = literalEnd(segment, at);
	const value: Value = { kind: "literal", text: phrase(segment.slice(at, end)) };
	const after = segment.slice(end);
	// "Hotel as category and 12 as amount": a value of its own stands before, and is no label.
	if (before.slice(1, -1).some((token) => token.kind === "word" && token.lower === "as")) return { value, left: phrase(before) };
	const joint = after[0];
	if (joint?.kind === "word" && (intoWords.has(joint.lower) || asWords.has(joint.lower))) {
		const label = labelOf(before);
		const into = fieldOf(after.slice(1));
		// `merchant "Luigi" in the first line`: the row is where the field stands.
		if (label !== undefined && into.roles.includes("row"))
			return { value, into: { ...label, places: [{ relation: "inside", anchor: into }] } };
		return { value, into, ...(label === undefined ? {} : { label: label.whole }) };
	}
	const link = before.at(-1);
	if (link !== undefined && betweenWords.has(link.lower)) {
		const named = labelIn(before.slice(0, -1));
		if (named.length > 0) return { value, into: fieldOf(named) };
	}
	const label = labelOf(before);
	if (label !== undefined) return { value, into: label, ...(after.some((token) => token.kind !== "mark") ? { left: phrase(after) } : {}) };
	// `"Ada" (name)`, `"Ada" name field`
	return after.length > 0 &&
		after.every((token) => token.kind === "word" || token.kind === "ordinal") &&
		rolesOf(after.at(-1)?.lower ?? "").length > 0
		? { value, into: fieldOf(after) }
		: { value, ...(after.some((token) => token.kind !== "mark") ? { left: phrase(after) } : {}) };
}

function unquotedEntry(segment: readonly Token[]): Entry {
	const colon = segment.findIndex((token) => token.kind === "mark" && (token.text === ":" || token.text === "="));
	if (colon > 0 && colon < segment.length - 1)
		return { value: valueOf(segment.slice(colon + 1), { isText: true }), into: fieldOf(withoutPreposition(segment.slice(0, colon))) };
	const withAt = segment.findIndex((token, index) => index > 0 && token.kind === "word" && token.lower === "with");
	if (withAt > 0 && isField(segment.slice(0, withAt)))
		return { value: valueOf(segment.slice(withAt + 1), { isText: true }), into: fieldOf(labelIn(segment.slice(0, withAt))) };
	const into = lastJoint(segment);
	if (into !== undefined) return { value: valueOf(segment.slice(0, into), { isText: true }), into: fieldOf(segment.slice(into + 1)) };
	if (withAt > 0) return { value: valueOf(segment.slice(withAt + 1), { isText: true }), into: fieldOf(labelIn(segment.slice(0, withAt))) };
	// "enter username ada": the first words name a field, the rest is its value.
	const label = knownLabel(segment);
	if (label > 0)
		return { value: valueOf(segment.slice(label), { isText: true }), into: fieldOf(withoutPreposition(segment.slice(0, label))) };
	const last = segment.at(-1);
	// "the voucher TEA10": what is called so, and its code.
	if (last !== undefined && segment.length > 2 && isCode(last) && /^(?:the|my|your|our)$/.test(segment[0]?.lower ?? "") && isPlain(segment))
		return { value: { kind: "literal", text: last.text }, into: fieldOf(withoutPreposition(segment.slice(0, -1))) };
	return { value: valueOf(segment, { isText: true }) };
}

const isCode = ({ kind, text }: Token): boolean => kind === "word" && /\d/.test(text) && /^[\p{L}\d-]+$/u.test(text);

const isPlain = (segment: readonly Token[]): boolean =>
	segment.slice(0, -1).every(({ kind, lower }) => kind === "word" && !/\d|^(?:to|of|in|on|for|from|about|with|at|by|is)$/.test(lower));

const isField = (tokens: readonly Token[]): boolean => tokens.some((token) => rolesOf(token.lower).includes("field")) || tokens.length <= 3;

/** The last "into", or the last "in", "to", "on", "as", "for" with a field behind it. */
function lastJoint(segment: readonly Token[]): number | undefined {
	const at = (wanted: (token: Token) => boolean) =>
		segment.findLastIndex((token, index) => index > 0 && index < segment.length - 1 && token.kind === "word" && wanted(token));
	const into = at((token) => token.lower === "into" || token.lower === "onto");
	if (into > 0) return into;
	const field = at(
		(token) => (intoWords.has(token.lower) || asWords.has(token.lower)) && namesField(segment.slice(segment.indexOf(token) + 1)),
	);
	if (field > 0) return field;
	const first = at((token) => asWords.has(token.lower) || token.lower === "in");
	return first > 0 && segment.length - first <= 4 ? first : undefined;
}
