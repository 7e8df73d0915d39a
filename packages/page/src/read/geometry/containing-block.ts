import type { Dom, Rect } from "../dom.ts";
import { flatParent } from "../flat-tree.ts";
import type { Clip } from "./viewport-zone.ts";

/** Scroll position of a document or scroll container, and the edges that cannot be scrolled into view. CSS pixels. */
export type Extent = { readonly scrollX: number; readonly scrollY: number; readonly minX: number; readonly minY: number };

/** Visible part and scroll extent inside a box; `isClipped` if nothing of its content is visible. */
export type Surroundings = { readonly clip: Clip; readonly extent: Extent; readonly isClipped: boolean };

/**
 * A possible containing block for absolutely positioned descendants. Only that block clips them.
 * Whether a box is one costs several style reads, so it is decided when a positioned descendant exists.
 */
export class ContainingBlock {
	readonly own: Surroundings;
	readonly #box: { readonly style: CSSStyleDeclaration; readonly position: string; readonly outer: ContainingBlock } | undefined;
	#found: Surroundings | undefined;

	/** @param box undefined for the initial containing block */
	constructor(
		own: Surroundings,
		box?: { readonly style: CSSStyleDeclaration; readonly position: string; readonly outer: ContainingBlock },
	) {
		this.own = own;
		this.#box = box;
	}

	/** True if no style must be read: the initial block and positioned boxes. */
	get isCertain(): boolean {
		return this.#box === undefined || this.#box.position !== "static";
	}

	/** What clips absolutely positioned descendants. */
	get surroundings(): Surroundings {
		const passed: ContainingBlock[] = [];
		let holder: ContainingBlock = this;
		while (holder.#found === undefined && !holder.#isHolder) {
			passed.push(holder);
			holder = holder.#box?.outer ?? holder;
		}
		const found = holder.#found ?? holder.own;
		holder.#found = found;
		for (const box of passed) box.#found = found;
		return found;
	}

	get #isHolder(): boolean {
		return this.#box === undefined || this.#box.position !== "static" || holdsFixed(this.#box.style);
	}
}

const clear = ["transform", "translate", "rotate", "scale", "perspective", "filter", "backdrop-filter"] as const;
const willHold = /transform|translate|rotate|scale|perspective|filter|contain/;

/** True for a box that also contains fixed descendants. */
function holdsFixed(style: CSSStyleDeclaration): boolean {
	if (clear.some((property) => !["none", ""].includes(style.getPropertyValue(property)))) return true;
	const isContained = /paint|layout|strict|content/.test(style.getPropertyValue("contain"));
	return isContained || style.contentVisibility !== "visible" || willHold.test(style.getPropertyValue("will-change"));
}

function holds(style: CSSStyleDeclaration, position: string): boolean {
	if (position === "fixed") return holdsFixed(style);
	return position !== "absolute" || style.position !== "static" || holdsFixed(style);
}

/** True for a box that shows at most one pixel of its content. */
export function clipsAll({ width, height }: Pick<Rect, "width" | "height">, display: string): boolean {
	return (width <= 1 || height <= 1) && !display.startsWith("table");
}

/**
 * True if a containing block of the element shows nothing of its content.
 * Reads the styles of all ancestors, so it is asked only of elements that would be visible.
 *
 * @param position of the element: `absolute` or `fixed`
 */
export function isClippedByContainer(dom: Dom, element: Element, position: string): boolean {
	let held = position;
	for (let box = flatParent(dom, element); box !== null && dom.nodeType(box) === 1; box = flatParent(dom, box)) {
		const around = box as Element;
		const tag = dom.localName(around);
		// The viewport applies the overflow of root and body.
		if (tag === "html" || tag === "body") return false;
		const style = dom.style(around);
		const display = style.display;
		if (display === "contents" || !holds(style, held)) continue;
		const isClipping = display !== "inline" && style.overflowY !== "visible";
		if (isClipping && clipsAll(dom.rect(around), display)) return true;
		held = style.position;
	}
	return false;
}
