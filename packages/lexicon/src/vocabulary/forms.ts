/** A word, and how it is written without the signs above its letters: "löschen", "loeschen", "loschen". @throws never */
export function formsOf(word: string): readonly string[] {
	if (!/^[\p{Script=Latin}'\p{M}]+$/u.test(word)) return [word];
	const spelled = word.replaceAll("ä", "ae").replaceAll("ö", "oe").replaceAll("ü", "ue").replaceAll("ß", "ss");
	const bare = word
		.replaceAll("ß", "ss")
		.normalize("NFD")
		.replaceAll(/\p{M}+/gu, "");
	return [...new Set([word, spelled, bare])];
}

/** Words by each of their forms, from lines of words. @throws never */
export function wordsByForm(lines: readonly string[]): ReadonlyMap<string, string> {
	const words = [...new Set(lines.flatMap((line) => line.split(" ")))];
	// A word of its own comes before the form of another one.
	return new Map([
		...words.flatMap((word) => formsOf(word).map((form) => [form, word] as const)),
		...words.map((word) => [word, word] as const),
	]);
}
