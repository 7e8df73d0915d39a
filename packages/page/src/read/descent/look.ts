import type { Clip } from "../box/place.ts";
import { intersect, placeOf } from "../box/place.ts";
import { isClipEmpty, isClipPathEmpty } from "../box/visible.ts";
import type { Dom } from "../dom.ts";
import type { Context } from "./context.ts";
import { Block } from "./context.ts";

/** How an element is shown, from its computed style and, where that does not say enough, its rectangle. */
export type Look = {
	readonly style: CSSStyleDeclaration;
	readonly display: string;
	readonly isInline: boolean;
	/** Has a box, and that box is painted. */
	readonly isVisible: boolean;
	/** Neither it nor what is inside it can be seen. */
	readonly isUnseen: boolean;
	/** Content is kept from being painted (`content-visibility`, `hidden=until-found`). */
	readonly isSkipped: boolean;
	readonly block: Block;
	readonly clip: Clip;
	readonly extent: Context["extent"];
	readonly place: Context["place"];
	/** Scrolls its content. */
	readonly isScroller: boolean;
};

const roots: ReadonlySet<string> = new Set(["html", "body"]);
/** What is fixed does not move with the document: left of or above the window it is out of reach. */
const unscrolled = { scrollX: 0, scrollY: 0, minX: 0 } as const;

/**
 * Looks at an element that is not `display: none`.
 *
 * @param window visible part of the viewport, for what is fixed to it
 *
 * @source page.md §1
 */
export function lookAt(
	dom: Dom,
	element: Element,
	{
		tag,
		style,
		context,
		window,
	}: { readonly tag: string; readonly style: CSSStyleDeclaration; readonly context: Context; readonly window: Clip },
): Look {
	const { display } = style;
	const isBoxless = display === "contents";
	const isInline = display === "inline" || isBoxless;
	const isVisible = !isBoxless && style.visibility === "visible";
	const isFaded = context.isUnseen || style.opacity === "0";
	const { clipPath } = style;
	const isPathEmpty = clipPath !== "none" && !isBoxless && isClipPathEmpty(clipPath, dom.rect(element));
	const { clip, extent, place } = context;
	if (isInline || roots.has(tag)) {
		const block = isInline ? context.block : new Block(dom, element, context);
		const isUnseen = isFaded || isPathEmpty;
		return { style, display, isInline, isVisible, isUnseen, isSkipped: false, block, clip, extent, place, isScroller: false };
	}
	const { position, overflowY } = style;
	const isFixed = position === "fixed";
	const isMoved = position !== "static" || (place !== undefined && isPulled(style));
	const where = { clip: isFixed ? window : clip, extent: isFixed ? unscrolled : extent, place: isMoved ? undefined : place };
	const block = new Block(dom, element, where);
	const isUnseen = isFaded || isPathEmpty || (position === "absolute" && style.clip !== "auto" && isClipEmpty(style.clip));
	const isSkipped = style.contentVisibility === "hidden";
	const shared = where.place ?? block.sharedPlace(window.bottom);
	const look: Look = {
		style,
		display,
		isInline,
		isVisible,
		isUnseen,
		isSkipped,
		block,
		clip: where.clip,
		extent: where.extent,
		place: shared,
		isScroller: false,
	};
	return overflowY === "visible" ? look : { ...look, ...clipped(look, overflowY) };
}

/** True for a box that its margins pull out of its place in the flow, to where it may be seen again, or by nobody. */
function isPulled(style: CSSStyleDeclaration): boolean {
	return style.marginTop.startsWith("-") || style.marginLeft.startsWith("-");
}

/** Content of a box that clips: shown only inside it, and out of reach nowhere when it scrolls. */
function clipped(
	{ block, isUnseen, display, clip, extent, place }: Look,
	overflowY: string,
): Pick<Look, "isUnseen" | "clip" | "extent" | "place" | "isScroller"> {
	const { rect } = block;
	const isEmpty = (rect.width <= 1 || rect.height <= 1) && !display.startsWith("table");
	const isScroller = overflowY === "auto" || overflowY === "scroll";
	const seen = place ?? placeOf(rect, clip);
	const isOutside = seen.zone !== "view";
	return {
		isUnseen: isUnseen || isEmpty,
		clip: isOutside ? clip : intersect(clip, rect),
		extent: isScroller ? undefined : extent,
		place: isOutside ? seen : undefined,
		isScroller,
	};
}
