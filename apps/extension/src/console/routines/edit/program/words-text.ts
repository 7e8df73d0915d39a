import type { Words } from "@webhand/contracts/routine/words";

/** A `{name}` of an input, or a brace that is meant as a brace. */
const pieces = /\{\{|\{([a-z][a-z0-9_]{0,39})\}/g;

/** A text with inputs as a person types it: inputs stand in braces, a brace of the text is doubled. @throws never */
export function textOfWords(words: Words): string {
	return words.map((part) => (typeof part === "string" ? part.replaceAll("{", "{{") : `{${part.input}}`)).join("");
}

/** What was typed: the words, or the name in braces that no input has. */
export type ReadText = { readonly ok: true; readonly words: Words } | { readonly ok: false; readonly unknown: string };

/** Reads a text with inputs in braces. @param names of the inputs that may stand in it @throws never */
export function wordsOfText(text: string, names: ReadonlySet<string>): ReadText {
	const words: Words = [];
	let literal = "";
	let end = 0;
	const close = () => {
		if (literal !== "") words.push(literal);
		literal = "";
	};
	for (const found of text.matchAll(pieces)) {
		const [whole, name] = found;
		literal += text.slice(end, found.index);
		end = found.index + whole.length;
		if (name === undefined) literal += "{";
		else if (!names.has(name)) return { ok: false, unknown: name };
		else {
			close();
			words.push({ input: name });
		}
	}
	literal += text.slice(end);
	close();
	return { ok: true, words };
}
