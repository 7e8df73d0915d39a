/** A piece of an order: a word with its lower-case form, what stands in quotes (without them), or a mark between words. */
export type Token = {
	readonly kind: "word" | "quote" | "mark";
	readonly text: string;
	/** Lower case with straight apostrophes; "" for a quote, so that no quoted word counts as a word of the order. */
	readonly low: string;
	readonly isSpaced: boolean;
	readonly start: number;
	readonly end: number;
};

export type Tokens = readonly Token[];

/** What opens a quote, each followed by what closes it. */
const closers: ReadonlyMap<string, string> = new Map(
	['""', "“”", "””", "„“”", "«»", "‹›", "‘’", "''", "``", "「」"].map(([open = "", ...close]) => [open, close.join("")]),
);
const isLetter = (character: string | undefined): boolean => character !== undefined && /[\p{L}\p{N}]/u.test(character);
const isSpace = (character: string | undefined): boolean => character === undefined || /\s/u.test(character);
const isMonth = /^(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*$/;
const isArrow = (character: string | undefined): boolean => character === ">" || character === "›" || character === "→";
const trailing = ",;:.!?";

/** The pieces of an order in their order; undefined when a quote is never closed. Linear in the length of the text. @throws never */
export function tokensOf(text: string): Tokens | undefined {
	const tokens: Token[] = [];
	let isSpaced = false;
	const add = (kind: Token["kind"], [start, end]: readonly [number, number], content = text.slice(start, end)) => {
		const low = kind === "quote" ? "" : content.toLowerCase().replaceAll("’", "'");
		tokens.push({ kind, text: content, low, isSpaced, start, end });
		isSpaced = false;
	};
	let hasSingles = true;
	for (let at = 0; at < text.length; ) {
		const character = text[at] ?? "";
		if (isSpace(character)) {
			if (character === "\n") add("mark", [at, at + 1], ".");
			isSpaced = true;
			at += 1;
			continue;
		}
		const closer = isLetter(text[at - 1]) ? undefined : closers.get(character);
		const isApostrophe = character === "'" || character === "‘";
		if (closer !== undefined && (!isApostrophe || hasSingles)) {
			const end = closeOf(text, at + 1, closer);
			if (end !== -1) {
				const quoted = text.slice(at + 1, end).replaceAll('\\"', '"');
				add("quote", [at, end + 1], quoted.trim());
				at = end + 1;
				continue;
			}
			if (!isApostrophe) return undefined;
			hasSingles = false;
		}
		const end = wordEnd(text, at);
		let stem = end;
		while (stem > at && trailing.includes(text[stem - 1] ?? "")) stem -= 1;
		// "March 5, 2026" is one date.
		const isDay =
			stem === end - 1 && text[stem] === "," && /^\d{1,2}$/.test(text.slice(at, stem)) && isMonth.test(tokens.at(-1)?.low ?? "");
		if (isDay && /^\s\d{4}(?!\d)/.test(text.slice(end, end + 6))) stem = end;
		if (stem > at) add("word", [at, stem]);
		for (let mark = stem; mark < end; mark += 1) add("mark", [mark, mark + 1]);
		at = end;
	}
	return tokens;
}

/** Where a quote ends; a single quote that a letter follows is an apostrophe. -1 when it never ends. */
function closeOf(text: string, from: number, closer: string): number {
	const isSingle = closer === "'" || closer === "’";
	for (let at = from; at < text.length; at += 1) {
		if (!closer.includes(text[at] ?? "") || text[at - 1] === "\\") continue;
		if (!isSingle || !isLetter(text[at + 1])) return at;
	}
	return -1;
}

/** A word ends at a space, at the arrow of a path, or where a quote opens behind a mark: `File>Open`, `name="Ada"`. */
function wordEnd(text: string, from: number): number {
	let at = from + 1;
	while (at < text.length && !isSpace(text[at]) && !isArrow(text[at]) && !isArrow(text[at - 1])) {
		if (closers.has(text[at] ?? "") && "=:,;(".includes(text[at - 1] ?? "")) break;
		at += 1;
	}
	return at;
}

/** The words as they were written, quotes without their marks. */
export function textOf(tokens: Tokens): string {
	return tokens.map((token, index) => (token.isSpaced && index > 0 ? ` ${token.text}` : token.text)).join("");
}

/** The lower-case word at an index; "" for a quote or none. */
export const lowAt = (tokens: Tokens, index: number): string => tokens[index]?.low ?? "";

/** True when these words stand at an index. */
export const hasPhrase = (tokens: Tokens, index: number, phrase: string | readonly string[]): boolean =>
	(typeof phrase === "string" ? phrase.split(" ") : phrase).every((word, offset) => lowAt(tokens, index + offset) === word);

/** Parts between the tokens that a test names, empty ones left out. */
export function partsBetween(tokens: Tokens, isBetween: (token: Token) => boolean): readonly Tokens[] {
	const parts: Token[][] = [[]];
	for (const token of tokens) isBetween(token) ? parts.push([]) : parts.at(-1)?.push(token);
	return parts.filter((part) => part.length > 0);
}
