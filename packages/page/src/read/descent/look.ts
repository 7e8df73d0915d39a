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
	const base = {
		style,
		display,
		isInline: display === "inline" || isBoxless,
		isVisible: !isBoxless && style.visibility === "visible",
		isUnseen: context.isUnseen || style.opacity === "0",
		isSkipped: false,
		isScroller: false,
	};
	if (base.isInline || roots.has(tag)) {
		const block = base.isInline ? context.block : new Block(dom, element, context);
		return { ...base, block, clip: context.clip, extent: context.extent, place: context.place };
	}
	const { position } = style;
	const isFree = position === "absolute" || position === "fixed";
	const around = position === "fixed" ? window : context.clip;
	const place = isFree ? undefined : context.place;
	const block = new Block(dom, element, { clip: around, extent: context.extent, place });
	const { overflowY, clipPath } = style;
	const isPathEmpty = clipPath !== "none" && isClipPathEmpty(clipPath, block.rect);
	const isUnseen = base.isUnseen || isPathEmpty || (position === "absolute" && style.clip !== "auto" && isClipEmpty(style.clip));
	const isSkipped = style.contentVisibility === "hidden";
	const own = { ...base, isUnseen, isSkipped, block };
	if (overflowY === "visible") return { ...own, clip: around, extent: context.extent, place };
	return { ...own, ...clipped(own, { around, extent: context.extent, place, overflowY }) };
}

/** Content of a box that clips: shown only inside it, and out of reach nowhere when it scrolls. */
function clipped(
	own: { readonly block: Block; readonly isUnseen: boolean; readonly display: string },
	{
		around,
		extent,
		place,
		overflowY,
	}: { readonly around: Clip; readonly extent: Context["extent"]; readonly place: Context["place"]; readonly overflowY: string },
): Pick<Look, "isUnseen" | "clip" | "extent" | "place" | "isScroller"> {
	const { rect } = own.block;
	const isEmpty = (rect.width <= 1 || rect.height <= 1) && !own.display.startsWith("table");
	const isScroller = overflowY === "auto" || overflowY === "scroll";
	const seen = place ?? placeOf(rect, around);
	const isOutside = seen.zone !== "view";
	return {
		isUnseen: own.isUnseen || isEmpty,
		clip: isOutside ? around : intersect(around, rect),
		extent: isScroller ? undefined : extent,
		place: isOutside ? seen : undefined,
		isScroller,
	};
}
