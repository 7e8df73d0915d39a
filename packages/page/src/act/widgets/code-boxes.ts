import { real } from "../dom/nodes.ts";

/** How far up the boxes of a code have a common ancestor. */
const levels = 5;
/** A box for one character is hardly wider than high. */
const widest = 1.8;
/** Two or three narrow fields that take more than a character are hours and minutes, or amounts. */
const fewestUnlimited = 4;
const oneLine: ReadonlySet<string> = new Set(["text", "tel", "number", "password"]);

/** The characters of a code, without the blanks and dashes of its groups. */
export const charactersOf = (text: string): readonly string[] => [...text.replaceAll(/[\s-]/g, "")];

/**
 * The boxes in a row that take a code, a character each.
 *
 * @param field one of them
 * @returns null for a field of its own
 */
export function boxesFor(field: HTMLInputElement, text: string): readonly HTMLInputElement[] | null {
	const { length } = charactersOf(text);
	if (length < (field.maxLength === 1 ? 2 : fewestUnlimited) || !isBox(field)) return null;
	let around = real(field).parentElement;
	for (let level = 0; level < levels && around !== null; level += 1) {
		const boxes = [...real(around).querySelectorAll("input")].filter((input) => isBox(input) && isAlike(input, field));
		if (boxes.length >= length) return boxes.length === length ? boxes : null;
		around = real(around).parentElement;
	}
	return null;
}

function isBox(input: HTMLInputElement): boolean {
	const { width, height } = input.getBoundingClientRect();
	return oneLine.has(input.type) && (input.maxLength === 1 || (input.maxLength === -1 && width > 0 && width <= height * widest));
}

function isAlike(input: HTMLInputElement, field: HTMLInputElement): boolean {
	const [one, other] = [input.getBoundingClientRect(), field.getBoundingClientRect()];
	return input.type === field.type && Math.abs(one.width - other.width) <= 2 && Math.abs(one.top - other.top) <= one.height / 2;
}
