import type { InputValues, Words } from "@webhand/contracts/routine/words";

/** A text with its inputs filled in; undefined where one of them has no value. @throws never */
export function wordsText(words: Words, values: InputValues): string | undefined {
	let text = "";
	for (const piece of words) {
		const said = typeof piece === "string" ? piece : values[piece.input];
		if (said === undefined) return undefined;
		text += said;
	}
	return text;
}

/** The inputs that a text names. @throws never */
export function inputsIn(words: Words): readonly string[] {
	return words.flatMap((piece) => (typeof piece === "string" ? [] : [piece.input]));
}

/** A text without inputs as words. @throws never */
export const asWords = (text: string): Words => (text === "" ? [] : [text]);
