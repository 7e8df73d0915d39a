import type { Dom, Rect } from "../dom.ts";
import { flatParent } from "./hit-test.ts";
import type { Clip } from "./viewport-zone.ts";

/** Where a document or a scroll container begins, for what lies left of or above that. CSS pixels of the viewport; `scrollX`, `scrollY`: how far it is scrolled. */
export type Extent = { readonly scrollX: number; readonly scrollY: number; readonly minX: number; readonly minY: number };

/** The visible part inside a box, and how far one can scroll there; `isClipped` where nothing is left of it. */
export type Surroundings = { readonly clip: Clip; readonly extent: Extent; readonly isClipped: boolean };

/**
 * A box to which what is placed absolutely inside it may refer. Only that box clips it: a menu hangs out of a list that scrolls. Whether it
 * is one is asked when something is placed, which is seldom.
 */
export class ContainingBlock {
	readonly own: Surroundings;
	readonly #box: { readonly style: CSSStyleDeclaration; readonly position: string; readonly outer: ContainingBlock } | undefined;
	#found: Surroundings | undefined;

	/** @param box undefined for the outermost, which is the window's */
	constructor(
		own: Surroundings,
		box?: { readonly style: CSSStyleDeclaration; readonly position: string; readonly outer: ContainingBlock },
	) {
		this.own = own;
		this.#box = box;
	}

	/** True where nothing needs to be asked: the window, and boxes that are positioned. */
	get isCertain(): boolean {
		return this.#box === undefined || this.#box.position !== "static";
	}

	/** What clips the absolutely placed. */
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

/** True for a box to which even what is fixed inside it refers. */
function holdsFixed(style: CSSStyleDeclaration): boolean {
	if (clear.some((property) => !["none", ""].includes(style.getPropertyValue(property)))) return true;
	const isContained = /paint|layout|strict|content/.test(style.getPropertyValue("contain"));
	return isContained || style.contentVisibility !== "visible" || willHold.test(style.getPropertyValue("will-change"));
}

function holds(style: CSSStyleDeclaration, position: string): boolean {
	if (position === "fixed") return holdsFixed(style);
	return position !== "absolute" || style.position !== "static" || holdsFixed(style);
}

/** True for a box that shows a pixel or less of what it holds. */
export function clipsAll({ width, height }: Pick<Rect, "width" | "height">, display: string): boolean {
	return (width <= 1 || height <= 1) && !display.startsWith("table");
}

/**
 * True when one of the boxes that hold a placed element shows nothing of it: it was not placed out of that one. Goes by the styles of all that is
 * around it, so it is asked only of what would be seen otherwise.
 *
 * @param position its own, `absolute` or `fixed`
 */
export function isClippedByContainer(dom: Dom, element: Element, position: string): boolean {
	let held = position;
	for (let box = flatParent(dom, element); box !== null && dom.nodeType(box) === 1; box = flatParent(dom, box)) {
		const around = box as Element;
		const tag = dom.localName(around);
		// What the root and the body clip, the window does.
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
