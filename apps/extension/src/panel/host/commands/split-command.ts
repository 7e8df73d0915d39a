/** What was typed as words. `shellWords` are those that a shell would act upon. */
export type TypedCommand = {
	readonly words: readonly string[];
	readonly shellWords: ReadonlySet<string>;
	/** A quotation mark that is not closed. */
	readonly isOpen: boolean;
};

const quotes = ['"', "'"] as const;
// Chains, pipes, redirections, background jobs, variables and substitutions.
const shellMeaning = /^(?:&&?|\|\|?|;|\d?>>?|<<?<?|2>&1)$|;$|^\d?>>?\S|\$\(|`|\$\{|^\$[A-Za-z_]/;

/**
 * Splits what a person types at its blanks. Quotation marks keep words together and are not part of them; nothing else has a meaning, since
 * there is no shell.
 *
 * @throws never
 */
export function splitCommand(typed: string): TypedCommand {
	const words: string[] = [];
	const shellWords = new Set<string>();
	let word: string | null = null;
	let quote: string | null = null;
	let wasQuoted = false;
	const end = () => {
		if (word !== null) words.push(word);
		if (word !== null && !wasQuoted && shellMeaning.test(word)) shellWords.add(word);
		word = null;
		wasQuoted = false;
	};
	for (const character of typed) {
		if (quote !== null) {
			if (character === quote) quote = null;
			else word = `${word ?? ""}${character}`;
		} else if (quotes.some((one) => one === character)) {
			quote = character;
			wasQuoted = true;
			word ??= "";
		} else if (/\s/.test(character)) end();
		else word = `${word ?? ""}${character}`;
	}
	end();
	return { words, shellWords, isOpen: quote !== null };
}

/** Words as they are typed: with quotation marks where a word needs them. @throws never */
export function joinCommand(words: readonly string[]): string {
	return words.map(quoted).join(" ");
}

function quoted(word: string): string {
	if (word !== "" && !/[\s"']/.test(word)) return word;
	if (!word.includes('"')) return `"${word}"`;
	if (!word.includes("'")) return `'${word}'`;
	return word
		.split('"')
		.map((part) => `"${part}"`)
		.join("'\"'");
}
