import type { Clip } from "../box/place.ts";
import { intersect, placeOf } from "../box/place.ts";
import { clipsAll, isHeldBack, Placing } from "../box/placed.ts";
import { isClipEmpty, isClipPathEmpty } from "../box/visible.ts";
import type { Dom } from "../dom.ts";
import type { NodePlace } from "../node.ts";
import type { Building, Context, Flow, WalkOptions } from "./context.ts";
import { Block } from "./context.ts";

/** How an element is shown, from its computed style and, where that does not say enough, its rectangle. */
export type Look = {
	readonly style: CSSStyleDeclaration;
	readonly display: string;
	readonly isInline: boolean;
	/** As in `Context`. */
	readonly isFaded: boolean;
	readonly isClipped: boolean;
	/** Content is kept from being painted (`content-visibility`, `hidden=until-found`). */
	readonly isSkipped: boolean;
	readonly block: Block;
	readonly clip: Clip;
	readonly extent: Context["extent"];
	readonly place: Context["place"];
	readonly flow: Context["flow"];
	readonly placed: Context["placed"];
	/** Scrolls its content. */
	readonly isScroller: boolean;
};

const roots: ReadonlySet<string> = new Set(["html", "body"]);
/** What is fixed does not move with the document: left of or above the window it is out of reach. */
const unplaced = { extent: { scrollX: 0, scrollY: 0, minX: 0, minY: 0 }, isClipped: false } as const;

/** True for what nobody sees, though it has a box. @source page.md §1 */
export function isUnseen({ isFaded, isClipped }: Pick<Context, "isFaded" | "isClipped">): boolean {
	return isFaded || isClipped;
}

/** True for an element with a box that is painted. Asked only of what that matters for: it takes one more property. @source page.md §1 */
export function isShown(look: Look): boolean {
	const { display, style } = look;
	return !isUnseen(look) && display !== "contents" && style.visibility === "visible";
}

/**
 * Looks at an element that is not `display: none`.
 *
 * @param page visible part of the window, for what is fixed to it
 * @param pulled shared places in which something was pulled up, and what follows it with it: no longer shared
 *
 * @source page.md §1
 */
export function lookAt(
	dom: Dom,
	element: Element,
	{
		tag,
		style,
		display,
		context,
		page,
		pulled,
	}: {
		readonly tag: string;
		readonly style: CSSStyleDeclaration;
		readonly display: string;
		readonly context: Context;
		readonly page: Pick<WalkOptions, "window">;
		readonly pulled: WeakSet<NodePlace>;
	},
): Look {
	const isBoxless = display === "contents";
	const isInline = display === "inline" || isBoxless;
	const clipPath = style.clipPath;
	const isPathEmpty = clipPath !== "none" && !isBoxless && isClipPathEmpty(clipPath, dom.rect(element));
	const isFaded = context.isFaded || isPathEmpty || style.opacity === "0";
	const { clip, extent, placed, flow } = context;
	const shared = context.place === undefined || pulled.has(context.place) ? undefined : context.place;
	const place = shared !== undefined && isInline && isShifted(style) ? undefined : shared;
	if (isInline || roots.has(tag)) {
		const block = isInline ? context.block : new Block(dom, element, { clip, extent, place });
		const { isClipped } = context;
		return { style, display, isInline, isFaded, isClipped, isSkipped: false, block, clip, extent, place, flow, placed, isScroller: false };
	}
	const position = style.position;
	const overflowY = style.overflowY;
	const isOut = position === "absolute" || position === "fixed";
	const isPulled = flow !== undefined && !isOut && !pulled.has(flow.place) && style.margin.includes("-");
	if (isPulled) pull(flow, pulled);
	const isMoved = position !== "static" || isPulled || (place !== undefined && style.transform !== "none");
	const around = position === "fixed" ? { clip: page.window, ...unplaced } : position === "absolute" ? placed.surroundings : context;
	const block = new Block(dom, element, { clip: around.clip, extent: around.extent, place: isMoved ? undefined : place });
	const isCut = position === "absolute" && style.clip !== "auto" && isClipEmpty(style.clip);
	const isSkipped = style.contentVisibility === "hidden";
	const look: Building<Look> = {
		style,
		display,
		isInline,
		isFaded: isFaded || isCut,
		isClipped: around.isClipped || (context.isClipped && isHeldBack(dom, element, position)),
		isSkipped,
		block,
		clip: around.clip,
		extent: around.extent,
		place: (isMoved ? undefined : place) ?? block.sharedPlace(page.window.bottom),
		flow: isOut ? undefined : flow,
		placed,
		isScroller: false,
	};
	if (overflowY !== "visible") clipInside(dom, look, overflowY);
	if (look.place !== undefined && look.place !== look.flow?.place) look.flow = { place: look.place, outer: look.flow };
	const { own } = placed;
	const isSame = placed.isCertain && look.clip === own.clip && look.extent === own.extent && look.isClipped === own.isClipped;
	if (!isSame) look.placed = new Placing(look, { style, position, outer: placed });
	return look;
}

/** True for an inline element that may be painted elsewhere than it stands in the flow. @source page.md §1 */
export function isShifted(style: CSSStyleDeclaration): boolean {
	return style.position === "relative";
}

/**
 * Notes that a margin pulls a box to where it may be seen again, or by nobody. So is what follows it, and what follows the boxes around it, which
 * it makes shorter.
 */
function pull(flow: Flow, pulled: WeakSet<NodePlace>): void {
	for (let each: Flow | undefined = flow; each !== undefined && !pulled.has(each.place); each = each.outer) pulled.add(each.place);
}

/** Content of a box that clips: shown only inside it, and out of reach nowhere when it scrolls. */
function clipInside(dom: Dom, look: Building<Look>, overflowY: string): void {
	const { rect } = look.block;
	const seen = look.place ?? placeOf(rect, look.clip);
	const isOutside = seen.zone !== "view";
	look.isScroller = overflowY === "auto" || overflowY === "scroll";
	look.isClipped ||= clipsAll(rect, look.display);
	if (!isOutside) look.clip = intersect(look.clip, rect);
	if (look.isScroller) look.extent = extentOf(dom, look.block, look.style);
	look.place = isOutside ? seen : undefined;
	// Margins do not reach out of such a box, but for one that only clips.
	if (overflowY !== "clip") look.flow = undefined;
}

/** Where the content of a scroll container begins: at its edge, or beyond it where it scrolls the other way. */
function extentOf(dom: Dom, { element, rect }: Block, { direction, flexDirection, writingMode }: CSSStyleDeclaration): Context["extent"] {
	const { top, left, width, clientWidth } = dom.scrollSize(element);
	const isUsual = writingMode === "horizontal-tb" && !flexDirection.endsWith("reverse");
	if (!isUsual) return { scrollX: left, scrollY: top, minX: Number.NEGATIVE_INFINITY, minY: Number.NEGATIVE_INFINITY };
	const before = direction === "rtl" ? Math.min(0, clientWidth - width) : 0;
	return { scrollX: left, scrollY: top, minX: rect.left + before, minY: rect.top };
}
