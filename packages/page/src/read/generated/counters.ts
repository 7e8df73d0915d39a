/** A counter in force: its value, and the element whose content it counts. */
type Counter = { readonly name: string; readonly scope: Element; value: number };

/** What an element does to counters, as its computed style says. */
export type Counting = { readonly reset: string; readonly set: string; readonly increment: string };

const roman: readonly (readonly [number, string])[] = [
	...([
		[1_000, "m"],
		[900, "cm"],
		[500, "d"],
		[400, "cd"],
		[100, "c"],
		[90, "xc"],
	] as const),
	...([
		[50, "l"],
		[40, "xl"],
		[10, "x"],
		[9, "ix"],
		[5, "v"],
		[4, "iv"],
		[1, "i"],
	] as const),
];

function inLetters(value: number): string {
	let text = "";
	for (let left = value; left > 0; left = Math.floor((left - 1) / 26)) text = String.fromCharCode(97 + ((left - 1) % 26)) + text;
	return text;
}

function inRoman(value: number): string {
	let [text, left] = ["", value];
	for (const [worth, sign] of roman) for (; left >= worth; left -= worth) text += sign;
	return text;
}

/** Writes a number in a counter style; undefined for a style without numbers, such as `disc`. */
export function numberIn(style: string, value: number): string | undefined {
	const isCounted = value > 0 && value < 4_000;
	switch (style) {
		case "decimal":
			return String(value);
		case "decimal-leading-zero":
			return String(value).padStart(2, "0");
		case "lower-alpha":
		case "lower-latin":
			return isCounted ? inLetters(value) : String(value);
		case "upper-alpha":
		case "upper-latin":
			return isCounted ? inLetters(value).toUpperCase() : String(value);
		case "lower-roman":
			return isCounted ? inRoman(value) : String(value);
		case "upper-roman":
			return isCounted ? inRoman(value).toUpperCase() : String(value);
		default:
			return undefined;
	}
}

/** `item 0 part 2` as pairs; "none" for none. */
function pairsOf(text: string): readonly (readonly [name: string, by: number])[] {
	return [...text.matchAll(/([\w-]+)\s+(-?\d+)/g)].map(([, name = "", by]) => [name, Number(by)]);
}

/** The counters of a document, met in document order. */
export class Counters {
	#inForce: Counter[] = [];

	/**
	 * Takes what an element does to counters.
	 *
	 * @param scope of what it begins: its parent, or itself for its generated content
	 * @param contains true where the first element holds the second
	 */
	meet(
		element: Element,
		{ reset, set, increment }: Counting,
		{ scope, contains }: { readonly scope: Element; readonly contains: (outer: Element, inner: Element) => boolean },
	): void {
		this.#inForce = this.#inForce.filter((counter) => contains(counter.scope, element));
		for (const [name, value] of pairsOf(reset)) {
			this.#inForce = this.#inForce.filter((counter) => counter.name !== name || counter.scope !== scope);
			this.#inForce.push({ name, scope, value });
		}
		const innermost = (name: string): Counter => {
			const known = this.#inForce.findLast((counter) => counter.name === name);
			const counter = known ?? { name, scope, value: 0 };
			if (known === undefined) this.#inForce.push(counter);
			return counter;
		};
		for (const [name, by] of pairsOf(increment)) innermost(name).value += by;
		for (const [name, value] of pairsOf(set)) innermost(name).value = value;
	}

	/** The values of a counter, the outermost first. */
	valuesOf(name: string): readonly number[] {
		const values = this.#inForce.flatMap((counter) => (counter.name === name ? [counter.value] : []));
		return values.length === 0 ? [0] : values;
	}
}

const part = /"((?:[^"\\]|\\.)*)"|counters?\(\s*([\w-]+)\s*(?:,\s*"((?:[^"\\]|\\.)*)"\s*)?(?:,\s*([\w-]+)\s*)?\)/g;

/** The text of a computed `content`; pictures and quotation marks add nothing. */
export function contentText(content: string, counters: Pick<Counters, "valuesOf">): string {
	let text = "";
	for (const [whole, words, name, separator, style = "decimal"] of content.matchAll(part)) {
		if (name === undefined) text += unescaped(words ?? "");
		else {
			const values = counters.valuesOf(name);
			const shown = whole.startsWith("counters(") ? values : values.slice(-1);
			text += shown.map((value) => numberIn(style, value) ?? "").join(unescaped(separator ?? ""));
		}
	}
	return text;
}

const unescaped = (text: string) =>
	text.replaceAll(/\\(?:([0-9a-f]{1,6})\s?|(.))/gi, (_all, code: string | undefined, sign: string | undefined) =>
		code === undefined ? (sign ?? "") : String.fromCodePoint(Math.min(Number.parseInt(code, 16), 0x10_ff_ff)),
	);
