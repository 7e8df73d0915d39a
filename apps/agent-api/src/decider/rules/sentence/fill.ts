import type { Token } from "../words/tokens.ts";
import { isLiteral } from "../words/tokens.ts";
import type { Entry } from "./clause.ts";
import { entryIn } from "./entry.ts";
import { isEquals, isLabelledLiteral, isLabelledWords, knownLabel, namesField, withoutPreposition } from "./labels.ts";
import { rowWords } from "./split.ts";

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

// Up to the next joint there is a literal, or a `label: words` pair.
function hasValueAhead(tokens: readonly Token[]): boolean {
	for (const [at, token] of tokens.entries()) {
		if (isLiteral(token) || isEquals(token)) return true;
		const joins = (token.kind === "mark" && token.text === ",") || (token.kind === "word" && token.lower === "and");
		if (joins && at > 0) return false;
	}
	return false;
}
