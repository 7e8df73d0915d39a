import { rolesOf } from "../words/roles.ts";
import type { Token } from "../words/tokens.ts";
import { isLiteral } from "../words/tokens.ts";
import type { Thing } from "./clause.ts";
import { phrase } from "./nouns/plain.ts";
import { thingOf } from "./nouns/things.ts";
import { isArticleSaid, withoutArticle } from "./values.ts";

/** "country France", "VAT ID DE123456789" in a list: a label and its value, which only the page tells apart. */
export const isLabelledWords = (piece: readonly Token[]): boolean =>
	piece.length > 1 && piece.length <= 8 && piece.every((token, at) => isPlainWord(token, piece[at + 1]) && !isLink(token));

/** "cost center 300 IT": a label and a value that begins with a number. */
export const isNumberAmongWords = (segment: readonly Token[]): boolean =>
	segment.length <= 8 &&
	segment[0]?.kind === "word" &&
	segment.every((token) => token.kind === "number" || (token.kind === "word" && !isLink(token)));

/** `description "Inn"` */
export const isLabelledLiteral = (piece: readonly Token[]): boolean =>
	piece.length > 1 && isLiteral(piece.at(-1)) && piece.slice(0, -1).every((token) => token.kind === "word" && !isLink(token));

const linkWords = /^(?:in|into|inside|to|with|as|is|for|onto|then|or|but|not|press|hit|twice|times|it|them|please)$/;

/** A word that is no position: "last" of "last name" is none. */
const isPlainWord = ({ kind }: Token, next: Token | undefined): boolean =>
	kind === "word" || (kind === "ordinal" && next?.kind === "word" && next.lower === "name");

/** "IT" in capitals is a department, and no pronoun. */
export const isLink = ({ lower, text }: Token): boolean => linkWords.test(lower) && !/^\p{Lu}{2,}$/u.test(text);

export const isEquals = (token: Token): boolean => token.kind === "mark" && (token.text === ":" || token.text === "=");

// Words in front of a value that only say what sort of thing it is.
export const genericLabels = new Set("text value word words string phrase number following letters content name it".split(" "));

export function labelOf(before: readonly Token[]): Thing | undefined {
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

export function withoutPreposition(tokens: readonly Token[]): readonly Token[] {
	let rest = tokens;
	while (rest[0]?.kind === "word" && /^(?:in|into|for|the|a|out|up|your|my|on|to)$/.test(rest[0].lower) && isArticleSaid(rest[0]))
		rest = rest.slice(1);
	return rest;
}

/** The words of a label; "To" alone is one. */
export function labelIn(tokens: readonly Token[]): readonly Token[] {
	const named = withoutPreposition(tokens);
	return named.length === 0 && /^(?:to|from|for|on)$/.test(tokens.at(-1)?.lower ?? "") ? tokens.slice(-1) : named;
}

export const labels = new Set(
	"username|user name|user|email|e-mail|email address|password|name|first name|last name|full name|phone|phone number|city|zip|zip code|postcode|street|country|state|address|company|age|subject|title|quantity|amount|pin|code|date of birth|birthday".split(
		"|",
	),
);

/** How many words at the start are a well-known label with something behind them; 0 for none. */
export function knownLabel(tokens: readonly Token[]): number {
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

export const namesField = (tokens: readonly Token[]): boolean => {
	const last = phrase(tokens).toLowerCase().split(" ").at(-1) ?? "";
	return rolesOf(last).some((role) => role === "field" || role === "textarea" || role === "select" || role === "date" || role === "slider");
};
