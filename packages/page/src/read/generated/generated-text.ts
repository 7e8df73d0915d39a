import type { Dom } from "../dom.ts";
import { rulesIn } from "../hidden/sheet-rules.ts";
import { Counters, contentText, numberIn } from "./counters.ts";

/** Text that a style sheet puts before and after the content of an element; "" for none. */
export type Generated = { readonly before: string; readonly after: string };

type Root = Document | ShadowRoot;

const words = /[\p{L}\p{N}]/u;
const mostElements = 2_000;
const nothing: Generated = { before: "", after: "" };

/**
 * The words that CSS generates: `content` with its counters, and the numbers of lists. Only elements that a readable rule names are asked,
 * since reading the style of generated content costs ten times as much as any other. Never throws.
 */
export class GeneratedText {
	readonly #dom: Dom;
	readonly #shadowRoots: ReadonlySet<ShadowRoot>;
	readonly #read = new Set<Root>();
	readonly #texts = new Map<Element, Generated>();
	readonly #ordinals = new Map<Element, ReadonlyMap<Element, number>>();

	/** @param shadowRoots found so far; the walk adds to them */
	constructor(dom: Dom, shadowRoots: ReadonlySet<ShadowRoot>) {
		this.#dom = dom;
		this.#shadowRoots = shadowRoots;
	}

	of(element: Element): Generated {
		// The document and each shadow root are read once.
		if (this.#read.size <= this.#shadowRoots.size)
			for (const root of [this.#dom.document, ...this.#shadowRoots]) if (!this.#read.has(root)) this.#readRoot(root);
		return this.#texts.get(element) ?? nothing;
	}

	/** `3. ` of an entry in a numbered list; "" for any other. */
	markerOf(item: Element, style: CSSStyleDeclaration): string {
		const list = this.#dom.parentNode(item);
		if (style.display !== "list-item" || list === null || !(list instanceof this.#dom.window.HTMLOListElement)) return "";
		const known = this.#ordinals.get(list) ?? ordinalsIn(list);
		this.#ordinals.set(list, known);
		const number = numberIn(style.listStyleType, known.get(item) ?? 0);
		return number === undefined ? "" : `${number}. `;
	}

	#readRoot(root: Root): void {
		this.#read.add(root);
		const { wording, counting } = rulesIn(this.#dom, root);
		if (wording === "") return;
		const dom = this.#dom;
		const asked = new Set(dom.query(root, wording).slice(0, mostElements));
		const met = counting === "" ? asked : new Set(dom.query(root, `${wording},${counting}`).slice(0, 2 * mostElements));
		const counters = new Counters();
		const contains = (outer: Element, inner: Element) => outer === inner || outer.contains(inner);
		const scopeOf = (element: Element) => {
			const parent = dom.parentNode(element);
			return parent !== null && dom.nodeType(parent) === 1 ? (parent as Element) : element;
		};
		for (const element of met) {
			if (counting !== "") counters.meet(element, countingOf(dom.style(element)), { scope: scopeOf(element), contains });
			const textOf = (which: "before" | "after") => {
				const style = dom.style(element, `::${which}`);
				if (counting !== "") counters.meet(element, countingOf(style), { scope: element, contains });
				const isShown = style.display !== "none" && style.visibility === "visible" && style.opacity !== "0";
				const text = isShown ? contentText(style.content, counters) : "";
				return words.test(text) ? text : "";
			};
			if (asked.has(element)) this.#texts.set(element, { before: textOf("before"), after: textOf("after") });
		}
	}
}

const countingOf = ({ counterReset: reset, counterSet: set, counterIncrement: increment }: CSSStyleDeclaration) => ({
	reset,
	set,
	increment,
});

function ordinalsIn(list: HTMLOListElement): ReadonlyMap<Element, number> {
	const items = [...list.children].filter(({ localName }) => localName === "li");
	const step = list.reversed ? -1 : 1;
	let next = list.hasAttribute("start") ? list.start : list.reversed ? items.length : 1;
	return new Map(
		items.map((item) => {
			const own = item.getAttribute("value");
			const number = own !== null && /^-?\d+$/.test(own.trim()) ? Number(own) : next;
			next = number + step;
			return [item, number];
		}),
	);
}
