import type { Dom, Rect } from "../dom.ts";
import type { Extent } from "../geometry/containing-block.ts";
import { ContainingBlock } from "../geometry/containing-block.ts";
import type { ShadowOf } from "../geometry/hit-test.ts";
import type { Clip } from "../geometry/viewport-zone.ts";
import { placeOf } from "../geometry/viewport-zone.ts";
import type { Building, ControlNode, NodePlace, RegionNode } from "../page-node.ts";
import type { SensitiveKind } from "../sensitive.ts";

/** The nearest element with a box of its own; measured when first asked for. */
export class Block {
	readonly element: Element;
	readonly #dom: Dom;
	readonly #clip: Clip;
	readonly #extent: Extent;
	#rect: Rect | undefined;
	#place: NodePlace | undefined;

	/**
	 * @param where the visible part, and the extent of what scrolls around it; `place` where it is known from an outer block
	 */
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

	/** True for a box wholly left of or above the document, or the container that scrolls it, where nobody can scroll. */
	get isOff(): boolean {
		if (this.#place !== undefined && this.#rect === undefined) return false;
		const { width, height } = this.rect;
		return width > 0 && height > 0 && this.#isBeyond(this.rect);
	}

	/** False for the many in which what is not hidden itself is seen, so that nothing of it needs to be measured. */
	get mayHideLines(): boolean {
		return this.isOff || this.#isFlat;
	}

	/** True for a box of a pixel or less, as far as it is measured: what overflows it is seen, what is shrunk with it (`scale(0)`) is not. */
	get #isFlat(): boolean {
		return this.#rect !== undefined && isFlat(this.#rect);
	}

	/**
	 * True for a part of a line that lies there with its box, or that is as flat as it. Lines overflow a box that is shorter than they are, so
	 * that they are measured too where it is off or flat.
	 *
	 * @param place as in `Context`; what stands in a box that clips is where that one is
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

/** A control that is being read. */
export type OpenControl = {
	readonly element: Element;
	readonly node: Building<ControlNode>;
	/** A button, link or widget by itself, not only by its pointer cursor or handler. */
	readonly isOwn: boolean;
	/** No icon, hidden part, role or tooltip below it: its name is its text. */
	isPlain: boolean;
};

/** A form that is being read. */
export type OpenForm = { readonly element: Element; readonly node: Building<RegionNode>; readonly sensitive: Set<SensitiveKind> };

/** What an element hands down to what is inside it. */
export type Context = {
	readonly control: OpenControl | undefined;
	readonly form: OpenForm | undefined;
	readonly block: Block;
	readonly clip: Clip;
	readonly extent: Extent;
	/** The same two for what is placed absolutely. */
	readonly placed: ContainingBlock;
	/** Place of a box that clips, where that lies outside the visible part: all inside share it, whatever moves them there. */
	readonly place: NodePlace | undefined;
	readonly isPointer: boolean;
	readonly isRow: boolean;
	/** Not painted: opacity 0, or clipped together with all that is inside. */
	readonly isUnpainted: boolean;
	/** In a box of no extent that clips. What is placed elsewhere from there is seen all the same. */
	readonly isClipped: boolean;
	readonly isInert: boolean;
	readonly isDrawing: boolean;
	readonly isLayoutTable: boolean;
	readonly isPreformatted: boolean;
	/** Text that already stands as the name of a control. */
	readonly isUsedAsName: boolean;
};

/** What an element's style decides of what it hands down, and what its kind does. */
type StylePart = Pick<Context, "block" | "clip" | "extent" | "placed" | "place" | "isUnpainted" | "isClipped">;
type KindPart = Pick<Context, "isPointer" | "isRow" | "isInert" | "isDrawing" | "isLayoutTable" | "isPreformatted" | "isUsedAsName">;

/** What an element hands down: its surroundings themselves where it changes nothing, as most inline elements do. */
export function handDown(around: Context, styling: StylePart, kind: KindPart): Context {
	const isSame =
		styling.block === around.block &&
		styling.place === around.place &&
		styling.placed === around.placed &&
		styling.isUnpainted === around.isUnpainted &&
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
		placed: styling.placed,
		place: styling.place,
		isPointer: kind.isPointer,
		isRow: kind.isRow,
		isUnpainted: styling.isUnpainted,
		isClipped: styling.isClipped,
		isInert: kind.isInert,
		isDrawing: kind.isDrawing,
		isLayoutTable: kind.isLayoutTable,
		isPreformatted: kind.isPreformatted,
		isUsedAsName: kind.isUsedAsName,
	};
}

/** What a walk is given beside the DOM. Times in milliseconds of `now`. */
export type WalkOptions = {
	readonly shadowOf: ShadowOf;
	readonly isOwn: (element: Element) => boolean;
	readonly isPinned: (element: Element) => boolean;
	readonly focused: Element | null;
	/** As in the memory of the page: what is met is added. */
	readonly secrets: WeakSet<Element>;
	readonly pageUrl: string;
	readonly window: Clip;
	readonly extent: Extent;
	readonly now: () => number;
	readonly deadline: number;
	/** Characters of text after which no more is read. */
	readonly maxCharacters?: number | undefined;
	/** So large that the time may run out: what is far from the visible area is read last. */
	readonly isHuge: boolean;
	/** Of what is read last: false for what is not read at all. */
	readonly shouldRead: (part: Element) => boolean;
	/** Measures every control, also those inside what clips and is out of view. */
	readonly hasFarBoxes: boolean;
};

/** True inside of what is inert; a modal dialog is not, whatever it stands in. */
function isInertAround(dom: Dom, element: Element): boolean {
	const nearest = dom.closest(element, "[inert],:modal");
	return nearest !== null && dom.hasAttribute(nearest, "inert");
}

/** What the first element of a walk is in: a page of which nothing is known yet. */
export function rootContext(dom: Dom, element: Element, { window: clip, extent }: Pick<WalkOptions, "window" | "extent">): Context {
	return {
		control: undefined,
		form: undefined,
		block: new Block(dom, element, { clip, extent, place: undefined }),
		clip,
		extent,
		placed: new ContainingBlock({ clip, extent, isClipped: false }),
		place: undefined,
		isPointer: false,
		isRow: false,
		isUnpainted: false,
		isClipped: false,
		isInert: isInertAround(dom, element),
		isDrawing: false,
		isLayoutTable: false,
		isPreformatted: false,
		isUsedAsName: false,
	};
}
