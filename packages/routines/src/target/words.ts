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

/** A text that says its own label: "Total: 41.90 €". @throws never */
export function labelledText(text: string): { readonly label: string; readonly value: string } | undefined {
	const [, label, value] = /^(.{1,80}?)\s*[:=]\s+(\S.*)$/su.exec(text) ?? [];
	return label === undefined || value === undefined ? undefined : { label, value };
}

/**
 * The pieces of a text in which labels of one word stand side by side with their values, as a page joins them: "Ada", "Deposit: 20 €" and
 * "Room: 7" of "Ada Deposit: 20 € Room: 7".
 *
 * @throws never
 */
export function labelledPieces(text: string): readonly string[] {
	const starts = [...text.matchAll(/(?<=^|\s)\p{L}[\p{L}\p{N}-]*[:=]\s+(?=\S)/gu)].map(({ index }) => index);
	return [0, ...starts].map((from, at) => text.slice(from, starts[at]).trim()).filter((piece) => piece !== "" && piece !== text);
}
