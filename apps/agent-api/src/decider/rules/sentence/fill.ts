import { rolesOf } from "../words/roles.ts";
import type { Token } from "../words/tokens.ts";
import { isLiteral } from "../words/tokens.ts";
import type { Entry, Thing, Value } from "./clause.ts";
import { phrase } from "./nouns/plain.ts";
import { thingOf } from "./nouns/things.ts";
import { rowWords } from "./split.ts";
import { valueOf, withoutArticle } from "./values.ts";

const intoWords = new Set("into in inside to on onto within".split(" "));
const asWords = new Set("as for".split(" "));
const betweenWords = new Set("with to as is be = : of by".split(" "));

/**
 * Reads what follows "enter", "type", "fill in" …: values, each with its field where the sentence names one.
 *
 * Forms: `V into T` · `T with V` · `T: V` · `V as T` · `the T V` · `V`; joined by commas and "and"; a field said once at the end
 * ("into the text fields") holds for all values that have none.
 */
export function entriesOf(given: readonly Token[]): readonly Entry[] {
	const tokens = withoutFormName(given);
	const segments = segmentsOf(tokens);
	const entries = inOneRow(segments.map((segment) => entryIn(segment, segments.length)));
	const last = entries.at(-1)?.into;
	// "ada@x.example and password p": a label before its value is of that value alone.
	if (last === undefined || entries.length < 2 || knownLabel(segments.at(-1) ?? []) > 0) return entries;
	return entries.map((entry) => (entry.into === undefined && entry.label === undefined ? { ...entry, into: last } : entry));
}

/** "Taxi as description and 18.90 as amount in the second row": a row said once holds for what stands before it, or behind it. */
function inOneRow(entries: readonly Entry[]): readonly Entry[] {
	const rowOf = ({ into }: Entry) => into?.places.find(({ anchor }) => anchor.roles.includes("row"));
	return entries.map((entry, index) => {
		const row =
			entries
				.slice(index)
				.map(rowOf)
				.find((one) => one !== undefined) ??
			entries
				.slice(0, index)
				.map(rowOf)
				.findLast((one) => one !== undefined);
		const { into } = entry;
		return into === undefined || into.places.length > 0 || row === undefined ? entry : { ...entry, into: { ...into, places: [row] } };
	});
}

// "the support form: name "Ada", …": the pairs after the colon count, the form is only where they stand.
function withoutFormName(tokens: readonly Token[]): readonly Token[] {
	const colon = tokens.findIndex((token) => token.kind === "mark" && token.text === ":");
	const before = tokens.slice(0, Math.max(0, colon));
	const isFormName =
		colon > 0 &&
		!before.some(isLiteral) &&
		before.some((token) => /^(?:form|fields?|details?|following|information|page|this|out|data|values?|address)$/.test(token.lower));
	if (isFormName) return tokens.slice(colon + 1);
	// "the form with name "Ada" and email "a@x""
	const form = tokens.findIndex((token) => token.kind === "word" && /^(?:form|fields|details)$/.test(token.lower));
	if (form >= 0 && form <= 3 && /^(?:with|using|by)$/.test(tokens[form + 1]?.lower ?? "") && !tokens.slice(0, form).some(isLiteral))
		return tokens.slice(form + 2);
	return tokens;
}

/** Cuts at "," and "and" where the next piece carries a value of its own. */
function segmentsOf(given: readonly Token[]): readonly (readonly Token[])[] {
	const tokens = given.slice(given.findIndex((token) => token.kind !== "mark" || token.text.startsWith("(")));
	const segments: Token[][] = [[]];
	for (const [at, token] of tokens.entries()) {
		const joins = (token.kind === "mark" && (token.text === "," || token.text === ";")) || (token.kind === "word" && token.lower === "and");
		const current = segments.at(-1) ?? [];
		if (joins && (startsSegment(current, tokens.slice(at + 1)) || (segments.length > 1 && isLabelledWords(current)))) segments.push([]);
		else if (!joins || current.length > 0) current.push(token);
	}
	// "12 Main Street, Berlin": a comma within a value is a part of it.
	return segments.map((segment) => withoutMarksBehind(segment)).filter((segment) => segment.length > 0);
}

function withoutMarksBehind(tokens: readonly Token[]): readonly Token[] {
	const end = tokens.findLastIndex(({ kind, text }) => kind !== "mark" || !/^[,;]$/.test(text));
	return tokens.slice(0, end + 1);
}

function startsSegment(current: readonly Token[], next: readonly Token[]): boolean {
	const hasValue = current.some(isLiteral) || current.some(isEquals);
	const isNamed = hasValue || linksIn(current).length === 1;
	const isPair =
		(hasValue && hasValueAhead(next)) || (isNamed && knownLabel(next) > 0) || (knownLabel(current) > 0 && knownLabel(next) > 0);
	const piece = next.slice(0, jointIn(next));
	return (
		isPair ||
		(isLabelledWords(withoutPreposition(current)) && isLabelledLiteral(piece)) ||
		((hasValue || isLabelledWords(current)) && isLabelledWords(piece)) ||
		(namesTarget(current) && namesTarget(piece)) ||
		areAlike(current, piece)
	);
}

/** "country France", "VAT ID DE123456789" in a list: a label and its value, which only the page tells apart. */
const isLabelledWords = (piece: readonly Token[]): boolean =>
	piece.length > 1 && piece.length <= 8 && piece.every((token, at) => isPlainWord(token, piece[at + 1]) && !isLink(token));

/** "cost center 300 IT": a label and a value that begins with a number. */
const isNumberAmongWords = (segment: readonly Token[]): boolean =>
	segment.length <= 8 &&
	segment[0]?.kind === "word" &&
	segment.every((token) => token.kind === "number" || (token.kind === "word" && !isLink(token)));

/** `description "Inn"` */
const isLabelledLiteral = (piece: readonly Token[]): boolean =>
	piece.length > 1 && isLiteral(piece.at(-1)) && piece.slice(0, -1).every((token) => token.kind === "word" && !isLink(token));

const linkWords = /^(?:in|into|inside|to|with|as|is|for|onto|then|or|but|not|press|hit|twice|times|it|them|please)$/;

/** A word that is no position: "last" of "last name" is none. */
const isPlainWord = ({ kind }: Token, next: Token | undefined): boolean =>
	kind === "word" || (kind === "ordinal" && next?.kind === "word" && next.lower === "name");

/** "IT" in capitals is a department, and no pronoun. */
const isLink = ({ lower, text }: Token): boolean => linkWords.test(lower) && !/^\p{Lu}{2,}$/u.test(text);

/** "Ada in Name" and "10115 in Postcode", "name with Ada" and "town with Bath": two pieces, each joined once by the same word. */
function areAlike(current: readonly Token[], next: readonly Token[]): boolean {
	const [left, right] = [linksIn(current), linksIn(next)];
	return left.length === 1 && (right.length === 1 || rowsIn(next)) && left[0] === right[0];
}

/** "12 as amount in the second line": what is behind the second joint is a row. */
const rowsIn = (tokens: readonly Token[]): boolean =>
	tokens.some((token, index) => index > 2 && token.lower === "in" && rowWords(tokens.slice(index)) > 0);

const linksIn = (tokens: readonly Token[]): readonly string[] =>
	tokens.flatMap((token, index) =>
		index > 0 && index < tokens.length - 1 && token.kind === "word" && /^(?:in|into|with|for|as)$/.test(token.lower)
			? [token.lower === "into" ? "in" : token.lower]
			: [],
	);

/** "Ada Lovelace in the full name field": a value and, said by its noun, the field that it goes into. */
const namesTarget = (tokens: readonly Token[]): boolean =>
	tokens.some(
		(token, index) => index > 0 && token.kind === "word" && /^(?:in|into)$/.test(token.lower) && namesField(tokens.slice(index + 1)),
	);

function jointIn(tokens: readonly Token[]): number {
	const at = tokens.findIndex((token) => (token.kind === "mark" && /^[,;]$/.test(token.text)) || token.lower === "and");
	return at === -1 ? tokens.length : at;
}

const isEquals = (token: Token): boolean => token.kind === "mark" && (token.text === ":" || token.text === "=");

// Up to the next joint there is a literal, or a `label: words` pair.
function hasValueAhead(tokens: readonly Token[]): boolean {
	for (const [at, token] of tokens.entries()) {
		if (isLiteral(token) || isEquals(token)) return true;
		const joins = (token.kind === "mark" && token.text === ",") || (token.kind === "word" && token.lower === "and");
		if (joins && at > 0) return false;
	}
	return false;
}

/** An entry; where its label is not set apart from its value, with all its words, for the page to tell. */
function entryIn(segment: readonly Token[], count: number): Entry {
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

// Words in front of a value that only say what sort of thing it is.
const genericLabels = new Set("text value word words string phrase number following letters content name it".split(" "));

function labelOf(before: readonly Token[]): Thing | undefined {
	const tokens = withoutArticle(withoutPreposition(before)).filter((token) => token.kind !== "mark");
	if (tokens.length === 0) return undefined;
	const words = tokens.map((token) => token.lower);
	if (tokens.length === 1 && genericLabels.has(words[0] ?? "") && words[0] !== "name") return undefined;
	return fieldOf(tokens);
}

/** A field as it is called: "message", "date", "message area" are names here, whatever sort of thing they are elsewhere. */
export function fieldOf(tokens: readonly Token[]): Thing {
	const thing = thingOf(tokens);
	const isField = thing.roles.some((role) => /^(?:field|textarea|select|slider|checkbox|radio|color)$/.test(role));
	const isBare = thing.position === undefined && thing.pronoun === undefined && thing.places.length === 0 && !thing.isAll;
	if (isField || thing.roles.length === 0 || !isBare) return thing;
	return { ...thing, name: thing.name === "" ? thing.whole : thing.name, roles: [], role: undefined, noun: "" };
}

function withoutPreposition(tokens: readonly Token[]): readonly Token[] {
	let rest = tokens;
	while (rest[0]?.kind === "word" && /^(?:in|into|for|the|a|out|up|your|my|on|to)$/.test(rest[0].lower) && rest.length > 0)
		rest = rest.slice(1);
	return rest;
}

/** The words of a label; "To" alone is one. */
function labelIn(tokens: readonly Token[]): readonly Token[] {
	const named = withoutPreposition(tokens);
	return named.length === 0 && /^(?:to|from|for|on)$/.test(tokens.at(-1)?.lower ?? "") ? tokens.slice(-1) : named;
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

const labels = new Set(
	"username|user name|user|email|e-mail|email address|password|name|first name|last name|full name|phone|phone number|city|zip|zip code|postcode|street|country|state|address|company|age|subject|title|quantity|amount|pin|code|date of birth|birthday".split(
		"|",
	),
);

/** How many words at the start are a well-known label with something behind them; 0 for none. */
function knownLabel(tokens: readonly Token[]): number {
	const words = withoutPreposition(tokens);
	const skipped = tokens.length - words.length;
	for (const count of [3, 2, 1]) {
		const said = words.slice(0, count);
		if (
			said.length === count &&
			words.length > count &&
			said.every((token) => token.kind === "word" || token.kind === "ordinal") &&
			labels.has(said.map((token) => token.lower).join(" "))
		)
			return count + skipped;
	}
	return 0;
}

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

const namesField = (tokens: readonly Token[]): boolean => {
	const last = phrase(tokens).toLowerCase().split(" ").at(-1) ?? "";
	return rolesOf(last).some((role) => role === "field" || role === "textarea" || role === "select" || role === "date" || role === "slider");
};
