/** A text in the forms that comparing needs. */
export type Phrase = { readonly text: string; readonly folded: string; readonly words: readonly string[]; readonly joined: string };

/** Lower case, one kind of quotes, hyphens and spaces, without what only decorates: "Email *:" is "email". */
export function fold(text: string): string {
	return text
		.normalize("NFKC")
		.toLowerCase()
		.replaceAll(/[‘’´`]/g, "'")
		.replaceAll(/[‐‑–—]/g, "-")
		.replaceAll(/\s+/g, " ")
		.replace(/^[\s"“”„'•]+/, "")
		.replace(/(?<![\s:*…"“”'.])[\s:*…"“”'.]+$/, "");
}

/** The words of a folded text; numbers, dates and addresses are one word each. */
export function wordsOf(folded: string): readonly string[] {
	return folded.match(/[\p{L}\p{N}]+(?:['.,@/:+-]+[\p{L}\p{N}]+)*/gu) ?? [];
}

// "Cart (2)" is the cart.
const withoutCount = (folded: string): string => folded.replace(/(?<=\S)\s*[([]\d[\d.,+]*[)\]]$/, "");

/** Prepares a text for comparison; what is longer than 300 characters is no name and compares by its start. */
export function phraseOf(text: string): Phrase {
	const folded = withoutCount(fold(text.slice(0, 300)));
	const words = wordsOf(folded);
	return { text: text.trim(), folded, words, joined: folded.replaceAll(/(?<=\p{L})[\s-]+(?=\p{L})/gu, "") };
}

/** A noun without its plural. */
export const stem = (word: string): string => word.replace(/(?:(?<=[^aeiou])ies|(?<=[sxz])es|(?<=[^s])s)$/, "");
