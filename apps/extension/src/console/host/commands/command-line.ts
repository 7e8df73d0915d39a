/** The words of a line, parted by blanks; quotes keep blanks in a word. Null while a quote is open. @throws never */
export function splitWords(line: string): string[] | null {
	const words: string[] = [];
	let word: string | null = null;
	let quote = "";
	for (const letter of line) {
		if (quote !== "") {
			if (letter === quote) quote = "";
			else word += letter;
		} else if (letter === "'" || letter === '"') {
			quote = letter;
			word ??= "";
		} else if (/\s/.test(letter)) {
			if (word !== null) words.push(word);
			word = null;
		} else word = (word ?? "") + letter;
	}
	if (quote !== "") return null;
	return word === null ? words : [...words, word];
}

/** A line that `splitWords` reads as these words. @throws never */
export function joinWords(words: readonly string[]): string {
	const quoted = (word: string) => `"${word.split('"').join(`"'"'"`)}"`;
	return words.map((word) => (word === "" || /[\s'"]/.test(word) ? quoted(word) : word)).join(" ");
}
