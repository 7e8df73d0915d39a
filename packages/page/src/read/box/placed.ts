import type { Clip } from "./place.ts";

/** Where a document or a scroll container begins, for what lies left of or above that. CSS pixels of the viewport; `scrollX`, `scrollY`: how far it is scrolled. */
export type Extent = { readonly scrollX: number; readonly scrollY: number; readonly minX: number; readonly minY: number };

/** The visible part inside a box, and how far one can scroll there; `isClipped` where nothing is left of it. */
export type Surroundings = { readonly clip: Clip; readonly extent: Extent; readonly isClipped: boolean };

/**
 * A box to which what is placed absolutely inside it may refer. Only that box clips it: a menu hangs out of a list that scrolls. Whether it
 * is one is asked when something is placed, which is seldom.
 *
 * @source page.md §1
 */
export class Placing {
	readonly own: Surroundings;
	readonly #box: { readonly style: CSSStyleDeclaration; readonly position: string; readonly outer: Placing } | undefined;
	#found: Surroundings | undefined;

	/** @param box undefined for the outermost, which is the window's */
	constructor(own: Surroundings, box?: { readonly style: CSSStyleDeclaration; readonly position: string; readonly outer: Placing }) {
		this.own = own;
		this.#box = box;
	}

	/** True where nothing needs to be asked: the window, and boxes that are positioned. */
	get isCertain(): boolean {
		return this.#box === undefined || this.#box.position !== "static";
	}

	/** What clips the absolutely placed. */
	get surroundings(): Surroundings {
		this.#found ??= this.#holder().own;
		return this.#found;
	}

	#holder(): Placing {
		let holder: Placing = this;
		for (let box = holder.#box; box !== undefined; box = holder.#box) {
			if (box.position !== "static" || box.style.getPropertyValue("transform") !== "none") break;
			holder = box.outer;
		}
		return holder;
	}
}
