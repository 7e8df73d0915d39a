import { countOf, ordinalOf } from "./lexicon.ts";

/**
 * A piece of an instruction. `text` is the value (a quotation without its quotes), `lower` the folded word; `start` and `end` are
 * positions in the instruction; `value` the number an ordinal, number or number word means (-1: the last).
 */
export type Token = {
	readonly kind: "word" | "quoted" | "number" | "ordinal" | "url" | "email" | "date" | "time" | "mark";
	readonly text: string;
	readonly lower: string;
	readonly start: number;
	readonly end: number;
	readonly value?: number;
};

const closingOf: Readonly<Record<string, string>> = {
	'"': '"',
	"\u201c": "\u201d",
	"\u201e": "\u201c\u201d",
	"\u00ab": "\u00bb",
	"\u2018": "\u2019",
	"`": "`",
	"'": "'",
};

const months =
	"jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sep(?:t(?:ember)?)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?";

// Tried in this order at each position; none can backtrack over more than one token.
const patterns: readonly (readonly [Token["kind"], RegExp])[] = [
	["url", /https?:\/\/[^\s"'<>]*[^\s"'<>.,;:!?)\]]/iy],
	["email", /[\w.+-]{1,64}@[a-z0-9-]{1,63}(?:\.[a-z0-9-]{1,63}){1,8}/iy],
	[
		"url",
		/(?:www\.[a-z0-9-]+(?:\.[a-z0-9-]+)+|(?:[a-z0-9-]+\.){1,6}(?:com|org|net|io|dev|example|info|edu|gov|co|eu|de|fr|es|it|uk|local|test)|localhost)(?::\d{2,5})?(?:\/[^\s"'<>]*[^\s"'<>.,;:!?)\]])?(?![\w@])/iy,
	],
	["date", /\d{4}-\d{1,2}-\d{1,2}(?!\w)/y],
	["date", /\d{1,2}[/.]\d{1,2}[/.]\d{2,4}(?!\w)/y],
	["date", new RegExp(`(?:${months})\\.?\\s{1,2}\\d{1,2}(?:st|nd|rd|th)?(?:,?\\s{1,2}\\d{4})?(?!\\w)`, "iy")],
	["date", new RegExp(`\\d{1,2}(?:st|nd|rd|th)?\\s{1,2}(?:of\\s{1,2})?(?:${months})\\b\\.?(?:,?\\s{1,2}\\d{4})?(?!\\w)`, "iy")],
	["time", /\d{1,2}:\d{2}(?::\d{2})?(?:\s?[ap]\.?m\b\.?)?(?!\w)/iy],
	["time", /\d{1,2}\s?[ap]m\b/iy],
	["mark", /\(\s*-?\d+(?:\.\d+)?\s*,\s*-?\d+(?:\.\d+)?\s*\)/y],
	// Telephone and order numbers: digits in groups.
	["number", /\+\d{1,3}(?:[ ()/-]{1,2}\d{1,6}){1,6}(?![\w-])|\d{2,6}(?:-\d{2,6}){1,4}(?![\w-])/y],
	["number", /[-\u2212+]?(?:[$€£]\s?)?\d+(?:[.,]\d+)*(?:\s?[%€$£])?(?![\w-])/y],
	["word", /[#@][\p{L}\p{N}_][\p{L}\p{N}_-]*/uy],
	["word", /[\p{L}\p{N}_]+(?:['\u2019&./+-][\p{L}\p{N}_]+)*/uy],
];

/**
 * The pieces of an instruction in order: words, numbers, ordinals, quoted texts, addresses, dates, marks. White space falls away,
 * a line break becomes the mark "\n".
 */
export function tokensOf(text: string): readonly Token[] {
	const tokens: Token[] = [];
	let at = 0;
	while (at < text.length) {
		const character = text[at] ?? "";
		if (character === "\n" || character === "\r") {
			tokens.push({ kind: "mark", text: "\n", lower: "\n", start: at, end: at + 1 });
			at += 1;
			continue;
		}
		if (/\s/.test(character)) {
			at += 1;
			continue;
		}
		const token = quotation(text, at) ?? byPattern(text, at) ?? { kind: "mark", text: character, lower: character, start: at, end: at + 1 };
		tokens.push(token);
		at = token.end;
	}
	return tokens;
}

function quotation(text: string, at: number): Token | undefined {
	const open = text[at] ?? "";
	const closing = closingOf[open];
	if (closing === undefined) return undefined;
	// An apostrophe opens a quotation only at the start of a word, and closes one only at its end.
	if ((open === "'" || open === "\u2018" || open === "`") && /[\p{L}\p{N}]/u.test(text[at - 1] ?? "")) return undefined;
	for (let end = at + 1; end < text.length; end += 1) {
		const character = text[end] ?? "";
		if (!closing.includes(character) || end === at + 1) continue;
		if (text[end - 1] === "\\") continue;
		if ((character === "'" || character === "\u2019") && /[\p{L}\p{N}]/u.test(text[end + 1] ?? "")) continue;
		const inner = text.slice(at + 1, end).replaceAll(`\\${open}`, open);
		return { kind: "quoted", text: inner, lower: inner.toLowerCase(), start: at, end: end + 1 };
	}
	return undefined;
}

function byPattern(text: string, at: number): Token | undefined {
	for (const [kind, pattern] of patterns) {
		pattern.lastIndex = at;
		const found = pattern.exec(text)?.[0];
		if (found === undefined) continue;
		return refined(kind, found, at);
	}
	return undefined;
}

function refined(kind: Token["kind"], found: string, start: number): Token {
	const plain = { text: found, lower: found.toLowerCase().replaceAll("\u2019", "'").replaceAll("'", ""), start, end: start + found.length };
	if (kind === "number") {
		const value = Number(
			found
				.replace(/[$€£%\s]/g, "")
				.replace("\u2212", "-")
				.replace(/,(?=\d{3})/g, "")
				.replace(",", "."),
		);
		return Number.isFinite(value) ? { kind, ...plain, value } : { kind, ...plain };
	}
	if (kind !== "word") return { kind, ...plain };
	const position = ordinalOf(plain.lower);
	if (position !== undefined) return { kind: "ordinal", ...plain, value: position };
	const count = countOf(plain.lower);
	return count === undefined ? { kind, ...plain } : { kind, ...plain, value: count };
}

/** The instruction as the person wrote it, from the first to the last of these tokens; "" for none. */
export function sourceOf(text: string, tokens: readonly Token[]): string {
	const first = tokens[0];
	const last = tokens.at(-1);
	return first === undefined || last === undefined ? "" : text.slice(first.start, last.end).replace(/\s+/g, " ").trim();
}

/** True for tokens whose text is meant literally, as a value or a name: quotations, addresses, dates, times, numbers. */
export function isLiteral(token: Token | undefined): boolean {
	return token !== undefined && token.kind !== "word" && token.kind !== "mark" && token.kind !== "ordinal";
}
