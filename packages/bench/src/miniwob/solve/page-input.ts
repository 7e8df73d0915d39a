import type { ElementView, PageView } from "@webhand/page/parse/view";

/** A place on the page in pixels from its corner. */
export type Point = { readonly x: number; readonly y: number };

/** What a solver sees: the page's text as data and the sentence, nothing else of the page. */
export class PageInput {
	readonly view: PageView;
	readonly sentence: string;
	/** All controls in reading order, without the drawing layer that the package lays beside each page. */
	readonly controls: readonly ElementView[];
	/** Body lines without the sentence and the package's own display. */
	readonly lines: readonly string[];

	/** What the last lookup found, its first line with the count left out; "" when the last action was none. */
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

	/** The nth control of these types, from 0. @throws Error when the page text does not hold it */
	nth(types: string, index: number): ElementView {
		return this.#there(this.all(types)[index], `${types} number ${index + 1}`);
	}

	/** The control with this name or content. @throws Error when the page text does not hold it */
	named(name: string, types = ""): ElementView {
		return this.#there(this.maybe(name, types), `“${name}”`);
	}

	/** The same; undefined where there is none. */
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

	/** Pieces of the sentence by a pattern. @throws Error when it does not fit */
	said(pattern: RegExp): readonly string[] {
		return this.#there(pattern.exec(this.sentence) ?? undefined, `${pattern} in “${this.sentence}”`).slice(1);
	}

	/** The first line behind another one that fits. @throws Error when there is none */
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

/** The middle of a drawn thing. @throws Error when the text does not say where it stands */
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
