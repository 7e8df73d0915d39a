import { stemmer as stemEnglish } from "@orama/stemmers/english";
import { stemmer as stemGerman } from "@orama/stemmers/german";
import { stemmer as stemRussian } from "@orama/stemmers/russian";

/** A language with word stems of its own; `other` is searched by whole words. ISO 639-1. */
export type Language = "en" | "de" | "ru" | "other";

const stemmers: Readonly<Record<Language, (word: string) => string>> = {
	en: stemEnglish,
	de: stemGerman,
	ru: stemRussian,
	other: (word) => word,
};

// Scripts that are written without spaces: the segmenter finds their words.
const word =
	/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}ー]+|[\p{L}\p{M}\p{N}]+/gu;
const unspaced = /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;
const segmenter = new Intl.Segmenter("ja", { granularity: "word" });

/** Longer words are data, such as encoded pictures; what a person searches for is shorter. */
const longestWord = 64;

/** The words of a text in their order, repeats included: NFKC, lower case. */
export function wordsOf(text: string): string[] {
	const found = text.normalize("NFKC").toLowerCase().match(word) ?? [];
	return found
		.flatMap((run) => (unspaced.test(run) ? [...segmenter.segment(run)].map(({ segment }) => segment) : [run]))
		.filter((each) => each.length <= longestWord);
}

/** A word as it stands in the index: its stem without accents. The stem comes first, since umlauts tell the stemmer more. */
export function termOf(word: string, language: Language): string {
	return fold(stemmers[language](word));
}

/**
 * The terms that a word of a query stands for in an index of these languages, each once: its stem in each of them, and the word itself.
 *
 * @param languages those of the indexed documents
 */
export function queryTermsOf(word: string, languages: readonly Language[]): readonly string[] {
	return [...new Set(languages.map((language) => termOf(word, language)))];
}

function fold(text: string): string {
	if (/^[a-z0-9]*$/.test(text)) return text;
	return text.normalize("NFKD").replace(/\p{M}/gu, "").replaceAll("ß", "ss");
}
