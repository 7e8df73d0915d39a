import type { ElementView, PageView } from "@webhand/page/parse/view";

/** A position on the page in pixels from its corner. */
export type Point = { readonly x: number; readonly y: number };

/** The input of a solver: the page text as data, and the sentence. */
export class PageInput {
	readonly view: PageView;
	readonly sentence: string;
	/** Controls in reading order, without the drawing layer of the package. */
	readonly controls: readonly ElementView[];
	/** Body lines without the sentence and the display of the package. */
	readonly lines: readonly string[];

	/** The answer of the last lookup without its first line; "" if the last action was no lookup. */
	readonly lookup: string;

	constructor(view: PageView, sentence: string, lookup = "") {
		this.view = view;
		this.sentence = sentence;
		this.lookup = lookup;
		this.controls = [...view.elements.values()].filter((element) => element.type !== "canvas");
		const display = /^(?:Last reward|Last 10 average|Time left|Episodes done)/;
		this.lines = view.lines.map((line) => line.text).filter((line) => !display.test(line) && squeezed(line) !== squeezed(sentence));
	}

	/** Controls of these types, in reading order. */
	all(types: string): readonly ElementView[] {
		const wanted = types.split(" ");
		return this.controls.filter((element) => wanted.includes(element.type));
	}

	/** The nth control of these types, from 0. @throws Error if there is none */
	nth(types: string, index: number): ElementView {
		return this.#there(this.all(types)[index], `${types} number ${index + 1}`);
	}

	/** The control with this name or content. @throws Error if there is none */
	named(name: string, types = ""): ElementView {
		return this.#there(this.maybe(name, types), `“${name}”`);
	}

	/** The same; undefined if there is none. */
	maybe(name: string, types = ""): ElementView | undefined {
		const among = types === "" ? this.controls : this.all(types);
		const wanted = squeezed(name);
		return (
			among.find((element) => element.name === name || element.content === name) ??
			among.find((element) => squeezed(element.name) === wanted || squeezed(element.attributes.get("hint") ?? "") === wanted)
		);
	}

	/** Texts of the sentence in double quotes. */
	get quoted(): readonly string[] {
		return [...this.sentence.matchAll(/"([^"]*)"/g)].map((match) => match[1] ?? "");
	}

	/** Groups of a pattern in the sentence. @throws Error if it does not match */
	said(pattern: RegExp): readonly string[] {
		return this.#there(pattern.exec(this.sentence) ?? undefined, `${pattern} in “${this.sentence}”`).slice(1);
	}

	/** The first line that matches. @throws Error if none does */
	lineWith(pattern: RegExp): string {
		return this.#there(
			this.lines.find((line) => pattern.test(line)),
			String(pattern),
		);
	}

	#there<Thing>(thing: Thing | undefined, what: string): Thing {
		if (thing === undefined) throw new Error(`the page text holds no ${what}`);
		return thing;
	}
}

/** The centre of a shape. @throws Error if the text has no position */
export function middleOf(element: ElementView): Point {
	const [x, y] = (element.attributes.get("at") ?? "").split(",").map(Number);
	const [width, height] = (element.attributes.get("size") ?? "").split("x").map(Number);
	if (x === undefined || y === undefined || width === undefined || height === undefined)
		throw new Error(`the page text does not say where ${element.type} ${element.id} stands`);
	return { x: x + width / 2, y: y + height / 2 };
}

const squeezed = (text: string): string =>
	text
		.replace(/[\s›>]+/g, " ")
		.trim()
		.toLowerCase();
