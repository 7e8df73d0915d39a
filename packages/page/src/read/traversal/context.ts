import type { Dom, Rect } from "../dom.ts";
import type { ShadowOf } from "../flat-tree.ts";
import type { Extent } from "../geometry/containing-block.ts";
import { ContainingBlock } from "../geometry/containing-block.ts";
import type { Clip } from "../geometry/viewport-zone.ts";
import { placeOf } from "../geometry/viewport-zone.ts";
import type { Building, ControlNode, NodePlace, RegionNode } from "../page-node.ts";
import type { SensitiveKind } from "../sensitive.ts";

/** The nearest element with its own box, measured on first use. */
export class Block {
	readonly element: Element;
	readonly #dom: Dom;
	readonly #clip: Clip;
	readonly #extent: Extent;
	#rect: Rect | undefined;
	#place: NodePlace | undefined;

	/** @param where the visible part and scroll extent; `place` if an outer block already decides it */
	constructor(dom: Dom, element: Element, where: { readonly clip: Clip; readonly extent: Extent; readonly place: NodePlace | undefined }) {
		this.#dom = dom;
		this.element = element;
		this.#clip = where.clip;
		this.#extent = where.extent;
		this.#place = where.place;
	}

	get rect(): Rect {
		this.#rect ??= this.#dom.rect(this.element);
		return this.#rect;
	}

	get place(): NodePlace {
		this.#place ??= placeOf(this.rect, this.#clip);
		return this.#place;
	}

	/** True for a box left of or above everything that can be scrolled into view. */
	get isOff(): boolean {
		if (this.#place !== undefined && this.#rect === undefined) return false;
		const { width, height } = this.rect;
		return width > 0 && height > 0 && this.#isBeyond(this.rect);
	}

	/** True if visible text may lie out of reach, so that it must be measured. False for most boxes. */
	get mayHideLines(): boolean {
		return this.isOff || this.#isFlat;
	}

	/** True for a box of at most one pixel. Content that overflows it is visible; content that shrinks with it (`scale(0)`) is not. */
	get #isFlat(): boolean {
		return this.#rect !== undefined && isFlat(this.#rect);
	}

	/**
	 * True for text out of reach or as flat as its box. Lines can overflow a short box, so the text itself is measured.
	 *
	 * @param place as in `Context`: content of a clipping box shares the place of that box
	 */
	hidesLine(place: NodePlace | undefined, measure: () => Rect): boolean {
		return (this.isOff && (place !== undefined || this.#isBeyond(measure()))) || (this.#isFlat && isFlat(measure()));
	}

	#isBeyond({ right, bottom }: Rect): boolean {
		const { scrollX, scrollY, minX, minY } = this.#extent;
		return right + scrollX <= minX || bottom + scrollY <= minY;
	}
}

function isFlat({ width, height }: Rect): boolean {
	return width <= 1 || height <= 1;
}

/** A control whose content is being read. */
export type OpenControl = {
	readonly element: Element;
	readonly node: Building<ControlNode>;
	/** A button, link or widget by itself, not only by a pointer cursor or handler. */
	readonly isExplicit: boolean;
	/** False once it holds an icon, hidden part, role or tooltip; otherwise its text is its name. */
	isPlain: boolean;
	/** True once it holds text in the colour of its background. */
	isLost?: boolean;
};

/** A form whose content is being read. */
export type OpenForm = { readonly element: Element; readonly node: Building<RegionNode>; readonly sensitive: Set<SensitiveKind> };

/** What an element passes on to its content. */
export type Context = {
	readonly control: OpenControl | undefined;
	readonly form: OpenForm | undefined;
	readonly block: Block;
	readonly clip: Clip;
	readonly extent: Extent;
	/** The containing block of absolutely positioned content. */
	readonly containing: ContainingBlock;
	/** The place of a clipping box outside the visible part, which all its content shares. */
	readonly place: NodePlace | undefined;
	readonly isPointer: boolean;
	readonly isRow: boolean;
	/** Not painted: opacity 0, or an empty clip path. */
	readonly isUnpainted: boolean;
	/** Not painted only because of opacity 0, as controls are that show when their row is pointed at. */
	readonly isFaded: boolean;
	/** Without a box (`display: none`) until it is pointed at. */
	readonly isRevealed: boolean;
	/** Inside a clipping box without extent. Content that is positioned outside of it may still be visible. */
	readonly isClipped: boolean;
	readonly isInert: boolean;
	readonly isDrawing: boolean;
	readonly isLayoutTable: boolean;
	readonly isPreformatted: boolean;
	/** The text already stands as the name of a control. */
	readonly isUsedAsName: boolean;
};

/** The parts of a context that the style of an element decides, and those that its kind decides. */
type StylePart = Pick<
	Context,
	"block" | "clip" | "extent" | "containing" | "place" | "isUnpainted" | "isFaded" | "isRevealed" | "isClipped"
>;
type KindPart = Pick<Context, "isPointer" | "isRow" | "isInert" | "isDrawing" | "isLayoutTable" | "isPreformatted" | "isUsedAsName">;

/** The context for the content of an element: the same object if nothing changes, as for most inline elements. */
export function handDown(around: Context, styling: StylePart, kind: KindPart): Context {
	const isSame =
		styling.block === around.block &&
		styling.place === around.place &&
		styling.containing === around.containing &&
		styling.isUnpainted === around.isUnpainted &&
		styling.isFaded === around.isFaded &&
		styling.isRevealed === around.isRevealed &&
		styling.isClipped === around.isClipped &&
		kind.isPointer === around.isPointer &&
		kind.isRow === around.isRow &&
		kind.isInert === around.isInert &&
		kind.isDrawing === around.isDrawing &&
		kind.isLayoutTable === around.isLayoutTable &&
		kind.isPreformatted === around.isPreformatted &&
		kind.isUsedAsName === around.isUsedAsName;
	if (isSame) return around;
	return {
		control: around.control,
		form: around.form,
		block: styling.block,
		clip: styling.clip,
		extent: styling.extent,
		containing: styling.containing,
		place: styling.place,
		isPointer: kind.isPointer,
		isRow: kind.isRow,
		isUnpainted: styling.isUnpainted,
		isFaded: styling.isFaded,
		isRevealed: styling.isRevealed,
		isClipped: styling.isClipped,
		isInert: kind.isInert,
		isDrawing: kind.isDrawing,
		isLayoutTable: kind.isLayoutTable,
		isPreformatted: kind.isPreformatted,
		isUsedAsName: kind.isUsedAsName,
	};
}

/** Settings of a walk. Times in milliseconds of `now`. */
export type WalkOptions = {
	readonly shadowOf: ShadowOf;
	readonly isOwn: (element: Element) => boolean;
	readonly isPinned: (element: Element) => boolean;
	readonly focused: Element | null;
	/** Fields that hid their text once, as in `PageMemory`; new ones are added. */
	readonly secrets: WeakSet<Element>;
	readonly pageUrl: string;
	readonly window: Clip;
	readonly extent: Extent;
	readonly now: () => number;
	readonly deadline: number;
	/** The walk stops after this many characters of text. */
	readonly maxCharacters?: number | undefined;
	/** True for a page so large that the time may run out; distant parts are then read last. */
	readonly isHuge: boolean;
	/** False for a distant part that is not read at all. */
	readonly shouldRead: (part: Element) => boolean;
	/** Measures every control, also in clipped boxes out of view. */
	readonly hasFarBoxes: boolean;
};

/** True inside inert content. A modal dialog is not inert, wherever it stands. */
function isInertAround(dom: Dom, element: Element): boolean {
	const nearest = dom.closest(element, "[inert],:modal");
	return nearest !== null && dom.hasAttribute(nearest, "inert");
}

/** The context of the first element of a walk. */
export function rootContext(dom: Dom, element: Element, { window: clip, extent }: Pick<WalkOptions, "window" | "extent">): Context {
	return {
		control: undefined,
		form: undefined,
		block: new Block(dom, element, { clip, extent, place: undefined }),
		clip,
		extent,
		containing: new ContainingBlock({ clip, extent, isClipped: false }),
		place: undefined,
		isPointer: false,
		isRow: false,
		isUnpainted: false,
		isFaded: false,
		isRevealed: false,
		isClipped: false,
		isInert: isInertAround(dom, element),
		isDrawing: false,
		isLayoutTable: false,
		isPreformatted: false,
		isUsedAsName: false,
	};
}
