import { isPlainText } from "../control/accessible-name.ts";
import { phraseTags } from "../control/text-alternative.ts";
import type { Dom, Rect } from "../dom.ts";
import { ContainingBlock, clipsAll, isClippedByContainer } from "../geometry/containing-block.ts";
import type { Clip } from "../geometry/viewport-zone.ts";
import { intersect, placeOf } from "../geometry/viewport-zone.ts";
import { isClipEmpty, isClipPathEmpty, isSeeThrough } from "../geometry/visibility.ts";
import type { Building } from "../page-node.ts";
import type { Context, WalkOptions } from "./context.ts";
import { Block } from "./context.ts";

/** How an element is displayed: facts of its computed style, and of its rectangle where needed. */
export type ElementStyle = {
	readonly style: CSSStyleDeclaration;
	readonly display: string;
	readonly isInline: boolean;
	/** As in `Context`. */
	readonly isUnpainted: boolean;
	readonly isFaded: boolean;
	readonly isRevealed: boolean;
	readonly isClipped: boolean;
	/** Its content is not painted (`content-visibility`, `hidden=until-found`). */
	readonly isSkipped: boolean;
	readonly block: Block;
	readonly clip: Clip;
	readonly extent: Context["extent"];
	readonly place: Context["place"];
	readonly containing: Context["containing"];
	readonly isScroller: boolean;
};

const roots: ReadonlySet<string> = new Set(["html", "body"]);
/** Display types that ignore `overflow`. */
const neverClipping: ReadonlySet<string> = new Set(["table-row", "table-row-group", "table-header-group", "table-footer-group"]);
/** Fixed content does not scroll, so it is out of reach left of or above the window. */
const fixedSurroundings = { extent: { scrollX: 0, scrollY: 0, minX: 0, minY: 0 }, isClipped: false } as const;

/** True for an element that has a box but cannot be seen. */
export function isInvisible({ isUnpainted, isClipped }: Pick<Context, "isUnpainted" | "isClipped">): boolean {
	return isUnpainted || isClipped;
}

/** True for an element that is visible if it has a box. Costs one more style read. */
export function isPainted(styling: ElementStyle): boolean {
	return !isInvisible(styling) && styling.style.visibility === "visible";
}

/** The rectangle of an element, or of its content if it has no box. */
export function rectOf(dom: Dom, element: Element, { display }: Pick<ElementStyle, "display">): Rect {
	return display === "contents" ? dom.contentRect(element) : dom.rect(element);
}

/**
 * Reads the style of an element that is not `display: none`.
 *
 * @param page visible part of the window, for fixed content
 */
export function readElementStyle(
	dom: Dom,
	element: Element,
	{
		tag,
		style,
		display,
		context,
		page,
		isRevealed,
	}: {
		readonly tag: string;
		readonly style: CSSStyleDeclaration;
		readonly display: string;
		readonly context: Context;
		readonly page: Pick<WalkOptions, "window">;
		/** As in `Context`. */
		readonly isRevealed: boolean;
	},
): ElementStyle {
	const isBoxless = display === "contents" || isRevealed;
	const isInline = display === "inline" || isBoxless;
	const clipPath = style.clipPath;
	const isPathEmpty = clipPath !== "none" && !isBoxless && isClipPathEmpty(clipPath, dom.rect(element));
	const isTransparent = isSeeThrough(style);
	const isUnpainted = context.isUnpainted || isPathEmpty || isTransparent || isRevealed;
	const isFaded = !isPathEmpty && (context.isUnpainted ? context.isFaded : isTransparent);
	const { clip, extent, containing, place } = context;
	if (isInline || roots.has(tag)) {
		const block = isInline ? context.block : new Block(dom, element, { clip, extent, place });
		const { isClipped } = context;
		return {
			style,
			display,
			isInline,
			isUnpainted,
			isFaded: isFaded && !isRevealed,
			isRevealed,
			isClipped,
			isSkipped: false,
			block,
			clip,
			extent,
			place,
			containing,
			isScroller: false,
		};
	}
	const position = style.position;
	const overflowY = style.overflowY;
	const isOut = position === "absolute" || position === "fixed";
	const around =
		position === "fixed" ? { clip: page.window, ...fixedSurroundings } : position === "absolute" ? containing.surroundings : context;
	const block = new Block(dom, element, { clip: around.clip, extent: around.extent, place: isOut ? undefined : place });
	const isCut = position === "absolute" && style.clip !== "auto" && isClipEmpty(style.clip);
	const isSkipped = style.contentVisibility === "hidden";
	const styling: Building<ElementStyle> = {
		style,
		display,
		isInline,
		isUnpainted: isUnpainted || isCut,
		isFaded: isFaded && !isCut,
		isRevealed: false,
		isClipped: around.isClipped || (context.isClipped && isClippedByContainer(dom, element, position)),
		isSkipped,
		block,
		clip: around.clip,
		extent: around.extent,
		place: isOut ? undefined : place,
		containing,
		isScroller: false,
	};
	if (overflowY !== "visible") clipInside(dom, styling, overflowY);
	const { own } = containing;
	const isSame = containing.isCertain && styling.clip === own.clip && styling.extent === own.extent && styling.isClipped === own.isClipped;
	if (!isSame) styling.containing = new ContainingBlock(styling, { style, position, outer: containing });
	return styling;
}

/** Narrows the visible part to a box that clips. Everything inside a scroll container can be reached. */
function clipInside(dom: Dom, styling: Building<ElementStyle>, overflowY: string): void {
	const { style, block, display } = styling;
	if (neverClipping.has(display)) return;
	const shown = overflowY === "clip" ? shownBy(block.rect, style) : block.rect;
	const seen = styling.place ?? placeOf(shown, styling.clip);
	const isOutside = seen.zone !== "view";
	styling.isScroller = overflowY === "auto" || overflowY === "scroll";
	styling.isClipped ||= clipsAll({ width: shown.right - shown.left, height: shown.bottom - shown.top }, display);
	if (!isOutside) styling.clip = intersect(styling.clip, shown);
	if (styling.isScroller) styling.extent = extentOf(dom, block, style);
	styling.place = isOutside ? seen : undefined;
}

/** The visible part of a box with `overflow: clip`, which may add a margin. */
function shownBy({ left, top, right, bottom }: Rect, { overflowClipMargin, overflowX }: CSSStyleDeclaration): Clip {
	const margin = Number.parseFloat(overflowClipMargin.slice(overflowClipMargin.lastIndexOf(" ") + 1)) || 0;
	const across = overflowX === "visible" ? Number.POSITIVE_INFINITY : margin;
	return { left: left - across, top: top - margin, right: right + across, bottom: bottom + margin };
}

/** The scroll extent of a container, which may also scroll to the left or upwards. */
function extentOf(dom: Dom, { element, rect }: Block, { direction, flexDirection, writingMode }: CSSStyleDeclaration): Context["extent"] {
	const { top, left, width, clientWidth } = dom.scrollSize(element);
	const isUsual = writingMode === "horizontal-tb" && !flexDirection.endsWith("reverse");
	if (!isUsual) return { scrollX: left, scrollY: top, minX: Number.NEGATIVE_INFINITY, minY: Number.NEGATIVE_INFINITY };
	const before = direction === "rtl" ? Math.min(0, clientWidth - width) : 0;
	return { scrollX: left, scrollY: top, minX: rect.left + before, minY: rect.top };
}

const pointerCursors: ReadonlySet<string> = new Set(["pointer", "grab", "move"]);

/** True for a cursor that announces a click or a drag; draggable edges have their own cursors. */
export function isPointerCursor(cursor: string): boolean {
	return pointerCursors.has(cursor) || cursor.endsWith("-resize");
}

/** Inline tags without a meaning of their own. */
export const phraseTagSet: ReadonlySet<string> = new Set(phraseTags);

/**
 * True for an inline element that adds only its content and passes its context on unchanged.
 * Half of the elements of a text page are such, so they skip `readElementStyle`.
 */
export function isTransparentInline(
	dom: Dom,
	element: Element,
	{ style, context }: { readonly style: CSSStyleDeclaration; readonly context: Context },
): boolean {
	const { control } = context;
	if (context.isRow || isInvisible(context) || style.clipPath !== "none" || isSeeThrough(style)) return false;
	if (control === undefined) return isPointerCursor(style.cursor) === context.isPointer;
	return !control.isPlain || (style.visibility === "visible" && isPlainText(dom, element, false));
}
