import { stopWords, synonymPhrases, synonymWords } from "./lexicon.ts";

/** One spelling of a text for comparison: compatibility forms, case, accents, spacing, quotes and outer punctuation folded away. */
export function fold(text: string): string {
	return text
		.normalize("NFKD")
		.replace(/\p{M}+/gu, "")
		.toLowerCase()
		.replace(/[\u2018\u2019\u201c\u201d"'`]+/g, "")
		.replace(/\be-mail/g, "email")
		.replace(/[\s\u00a0]+/g, " ")
		.replace(/^[\s.,:;!?*…]+|[\s.,:;!?*…]+$/g, "");
}

/** The words of a folded text, numbers with their decimals in one piece. Marks between words fall away. */
export function wordsOf(text: string): readonly string[] {
	return fold(text).match(/\d+(?:[.,:]\d+)*|[\p{L}]+|\p{N}+/gu) ?? [];
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
		const pair = synonymPhrases.get(`${words[index]} ${words[index + 1]}`);
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

function trigrams(text: string): ReadonlySet<string> {
	const padded = `  ${text} `;
	const out = new Set<string>();
	for (let index = 0; index + 3 <= padded.length; index += 1) out.add(padded.slice(index, index + 3));
	return out;
}
