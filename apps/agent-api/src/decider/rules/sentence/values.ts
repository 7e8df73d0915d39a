import { rolesOf } from "../words/roles.ts";
import type { Token } from "../words/tokens.ts";
import { isLiteral } from "../words/tokens.ts";
import type { TextPart, Thing, Value } from "./clause.ts";
import { emptyThing, phrase } from "./nouns/plain.ts";
import { thingOf } from "./nouns/things.ts";

const units: Readonly<Record<string, TextPart["unit"]>> = {
	word: "word",
	words: "word",
	line: "line",
	lines: "line",
	row: "line",
	sentence: "sentence",
	letter: "letter",
	character: "letter",
	paragraph: "paragraph",
};

const relativeDay =
	/^(?:todays? date|the current date|current date|today|tomorrow|yesterday|the day after tomorrow|(?:in )?\d+ (?:days?|weeks?|months?)(?: from (?:now|today)| ago| later)?|(?:next|this|last|on) (?:mon|tues|wednes|thurs|fri|satur|sun)day|next (?:week|month|year))$/;
const remembered = new Set("it that them this answer result solution outcome value one".split(" "));
const comparisons = /^(?:sum|total|addition)$/;

/**
 * Reads what is to be written or told. `isText` decides what words without quotes mean: text to write as it stands, or a thing of the
 * page whose text is meant.
 */
export function valueOf(given: readonly Token[], reading: { readonly isText: boolean }): Value {
	const tokens = withoutArticle(given);
	const words = tokens.map((token) => token.lower);
	const only = tokens.length === 1 ? tokens[0] : undefined;
	if (only !== undefined && isLiteral(only)) return { kind: "literal", text: only.text };
	if (only?.kind === "word" && remembered.has(only.lower)) return { kind: "remembered" };
	if (only?.kind === "word" && only.lower === "sum") return { kind: "sum", thing: emptyThing };
	if (tokens.length === 2 && /^(?:your|the|this|that|its)$/.test(words[0] ?? "") && remembered.has(words[1] ?? ""))
		return { kind: "remembered" };
	if (relativeDay.test(words.join(" ")))
		return { kind: "day", text: phrase(tokens).replace(/^today'?s date$|^(?:the )?current date$/i, "today") };
	return (
		computed(tokens) ??
		(reading.isText && !namesPagePart(tokens) ? { kind: "literal", text: phrase(given) } : { kind: "text", thing: thingOf(tokens) })
	);
}

/** Counts, sums, extremes, nth words and table cells; undefined for everything else. */
function computed(tokens: readonly Token[]): Value | undefined {
	const words = tokens.map((token) => token.lower);
	const text = words.join(" ");
	if (/\b(?:math|arithmetic|equation|calculation|sum below|expression)\b/.test(text)) return { kind: "math" };
	const number = words.indexOf("number");
	if (number !== -1 && words[number + 1] === "of" && (number === 0 || words[number - 1] === "total"))
		return { kind: "count", thing: thingOf(tokens.slice(number + 2)) };
	if (comparisons.test(words[0] ?? "") && words[1] === "of") return { kind: "sum", thing: thingOf(tokens.slice(2)) };
	const part = textPart(tokens);
	if (part !== undefined) return part;
	if ((words[0] === "value" || words[0] === "values") && /^(?:of|for|from)$/.test(words[1] ?? "")) return cell(tokens.slice(2));
	const thing = thingOf(tokens);
	const extreme = thing.superlative;
	if (extreme !== undefined && (thing.roles.includes("number") || thing.noun === "value"))
		return { kind: "extreme", thing, end: extreme.end };
	return undefined;
}

/** "the 3rd word in the paragraph", "the last line of the text area". */
function textPart(tokens: readonly Token[]): Value | undefined {
	const at = tokens.findIndex((token) => token.kind === "ordinal" && token.value !== undefined);
	const unit = units[tokens[at + 1]?.lower ?? ""];
	const position = tokens[at]?.value;
	if (at === -1 || at > 1 || unit === undefined || position === undefined) return undefined;
	let rest = tokens.slice(at + 2);
	while (/^(?:in|of|from|on|inside|within)$/.test(rest[0]?.lower ?? "")) rest = rest.slice(1);
	return { kind: "text", thing: thingOf(rest), part: { unit, position } };
}

function cell(tokens: readonly Token[]): Value {
	const split = tokens.findIndex((token) => token.kind === "word" && /^(?:in|for|of|from)$/.test(token.lower));
	const labels = listOf(split === -1 ? tokens : tokens.slice(0, split)).map((part) => phrase(withoutArticle(part)));
	const row: Thing | undefined = split === -1 ? undefined : thingOf(tokens.slice(split + 1));
	return { kind: "cell", labels, ...(row === undefined || row.whole === "" ? {} : { row }) };
}

/** The items of a list: split at commas, "and", "or", "&", empty ones dropped. Quotations are never split. */
export function listOf(tokens: readonly Token[]): readonly (readonly Token[])[] {
	const items: Token[][] = [[]];
	for (const token of tokens) {
		const isSeparator =
			(token.kind === "mark" && (token.text === "," || token.text === ";" || token.text === "&")) ||
			(token.kind === "word" && (token.lower === "and" || token.lower === "or"));
		if (isSeparator) items.push([]);
		else items.at(-1)?.push(token);
	}
	return items.filter((item) => item.length > 0);
}

/** "The Hague", "A 41": what is written with a capital in the middle of a sentence is no article. */
export const isArticleSaid = ({ text, lower, start }: Token): boolean => text === lower || start === 0;

/** Tokens without a leading article or "value". */
export function withoutArticle(tokens: readonly Token[]): readonly Token[] {
	let rest = tokens;
	while (
		rest.length > 1 &&
		rest[0]?.kind === "word" &&
		/^(?:the|a|an|some|text|to)$/.test(rest[0].lower) &&
		isArticleSaid(rest[0]) &&
		!(rest[0].lower === "text" && rest[1]?.kind === "word")
	)
		rest = rest.slice(1);
	return rest;
}

// "the text in the box", "the price of the lamp", "the number shown": parts of the page, not words to write.
function namesPagePart(tokens: readonly Token[]): boolean {
	const words = tokens.map((token) => token.lower);
	const part = /^(?:price|total|value|content|contents|code|address|email|phone|number|amount|date|time|title|name)$/;
	if (tokens.some((token) => /['\u2019]s$/.test(token.text)) && part.test(words.at(-1) ?? "")) return true;
	const joint = words.findIndex((word, index) => index > 0 && /^(?:in|of|from|on|below|above|shown|displayed)$/.test(word));
	if (joint === -1) return false;
	return (
		rolesOf(words[joint - 1] ?? "").length > 0 ||
		/^(?:price|total|value|content|contents|code|address|email|phone|amount|date|time|title)$/.test(words[joint - 1] ?? "")
	);
}
