import { stopWords, synonymPhrases, synonymWords } from "./synonyms.ts";

const plain = /^[ -~]*$/;
const outer = " .,:;!?*\u2026";

/** One spelling of a text for comparison: compatibility forms, case, accents, spacing, quotes and outer punctuation folded away. */
export function fold(text: string): string {
	const base = plain.test(text)
		? text
		: text
				.normalize("NFKD")
				.replace(/\p{M}+/gu, "")
				.replace(/[\u2018\u2019\u201c\u201d]+/g, "");
	const lower = base
		.toLowerCase()
		.replace(/["'`]+/g, "")
		.replaceAll("e-mail", "email")
		.replace(/\s+/g, " ");
	let [start, end] = [0, lower.length];
	while (start < end && outer.includes(lower[start] ?? "")) start += 1;
	while (end > start && outer.includes(lower[end - 1] ?? "")) end -= 1;
	return lower.slice(start, end);
}

/** The words of a text, numbers with their decimals in one piece. Marks between words fall away. */
export function wordsOf(text: string): readonly string[] {
	return wordsIn(fold(text));
}

/** The words of a text that is folded already. */
export function wordsIn(folded: string): readonly string[] {
	return folded.match(/\d+(?:[.,:]\d+)*|\p{L}+|\p{N}+/gu) ?? [];
}

/** Words that carry meaning; all words where nothing else would be left ("to", "in the"). */
export function meaningOf(words: readonly string[]): readonly string[] {
	const kept = words.filter((word) => !stopWords.has(word));
	return kept.length > 0 ? kept : words;
}

/** Words with synonyms brought to one form: "log in" and "sign in" become the same, "basket" and "cart" as well. */
export function canonical(words: readonly string[]): readonly string[] {
	const out: string[] = [];
	for (let index = 0; index < words.length; index += 1) {
		const pair = index + 1 < words.length ? synonymPhrases.get(`${words[index]} ${words[index + 1]}`) : undefined;
		if (pair !== undefined) {
			out.push(pair);
			index += 1;
			continue;
		}
		const word = words[index] ?? "";
		out.push(synonymWords.get(word) ?? synonymWords.get(singular(word)) ?? singular(word));
	}
	return out;
}

/** A plural brought to its singular by the commonest endings; other words as they are. */
function singular(word: string): string {
	if (word.length > 4 && word.endsWith("ies")) return `${word.slice(0, -3)}y`;
	if (word.length > 4 && /(?:x|ch|sh|ss)es$/.test(word)) return word.slice(0, -2);
	if (word.length > 3 && word.endsWith("s") && !/(?:ss|us|is)$/.test(word)) return word.slice(0, -1);
	return word;
}

/** Dice similarity of the letter triples of two folded texts, 0 to 1. */
export function trigramSimilarity(left: string, right: string): number {
	if (left === right) return 1;
	const a = trigrams(left);
	const b = trigrams(right);
	if (a.size === 0 || b.size === 0) return 0;
	let shared = 0;
	for (const piece of a) if (b.has(piece)) shared += 1;
	return (2 * shared) / (a.size + b.size);
}

/** One slip of the keyboard in a word of four letters or more, two in one of eight: 1 minus its share of the letters; else 0. */
export function typoSimilarity(left: string, right: string): number {
	const longest = Math.max(left.length, right.length);
	if (longest < 4 || longest > 24 || Math.abs(left.length - right.length) > 2) return 0;
	const slips = slipsBetween(left, right);
	return slips <= (longest >= 8 ? 2 : 1) ? 1 - slips / longest : 0;
}

/** Letters added, left out, changed or swapped with the next one (optimal string alignment). */
function slipsBetween(left: string, right: string): number {
	let [older, old, row] = [[] as number[], Array.from({ length: right.length + 1 }, (_, at) => at), [] as number[]];
	for (let i = 1; i <= left.length; i += 1) {
		row = [i];
		for (let j = 1; j <= right.length; j += 1) {
			const same = left[i - 1] === right[j - 1] ? 0 : 1;
			let least = Math.min((old[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1, (old[j - 1] ?? 0) + same);
			if (i > 1 && j > 1 && left[i - 1] === right[j - 2] && left[i - 2] === right[j - 1]) least = Math.min(least, (older[j - 2] ?? 0) + 1);
			row[j] = least;
		}
		[older, old] = [old, row];
	}
	return old[right.length] ?? 0;
}

function trigrams(text: string): ReadonlySet<string> {
	const padded = `  ${text} `;
	const out = new Set<string>();
	for (let index = 0; index + 3 <= padded.length; index += 1) out.add(padded.slice(index, index + 3));
	return out;
}
