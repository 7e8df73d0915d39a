import { cleanText, normalize } from "../../write/normalize.ts";
import { fileNameOf, wordsOfTokens } from "../control/icon-hint.ts";
import type { Dom, Rect } from "../dom.ts";
import { boxOf, boxWords, placeOf } from "../geometry/viewport-zone.ts";
import { emptyControl } from "../nodes/controls.ts";
import type { Building, ControlNode } from "../page-node.ts";
import type { Context } from "../traversal/context.ts";
import { isPainted } from "../traversal/element-style.ts";
import type { VisitedElement } from "../traversal/visited-element.ts";
import { describeBox, describeShape, pictureOf } from "./appearance.ts";

const maxShapes = 100;
const drawingSize = 40;
const boxSize = { least: 8, most: 400, slimmest: 8 } as const;

/** True for a rectangle that is a drawing, not an icon. */
export function isDrawingSize(rect: { readonly width: number; readonly height: number }): boolean {
	return rect.width > drawingSize && rect.height > drawingSize;
}

/** Things to point at: SVG shapes, canvases and empty coloured blocks. At most 100 in a page. */
export class Shapes {
	readonly #dom: Dom;
	#count = 0;

	constructor(dom: Dom) {
		this.#dom = dom;
	}

	/**
	 * An empty block with its own background or border, of a plausible size.
	 * Inside a control only a picture counts, such as a star in a clickable row.
	 */
	box(visited: VisitedElement, context: Context): ControlNode | undefined {
		const { block } = visited.styling;
		const rect = block.element === visited.element ? block.rect : this.#dom.rect(visited.element);
		const smaller = Math.min(rect.width, rect.height);
		const larger = Math.max(rect.width, rect.height);
		const isSized = smaller >= boxSize.least && larger <= boxSize.most && larger <= smaller * boxSize.slimmest;
		const { style, isInline } = visited.styling;
		const isPicture = pictureOf(style) !== "";
		// The picture of a draggable element is part of that element.
		const isDragged = context.control !== undefined && ["move", "grab"].includes(style.cursor);
		if (
			!isSized ||
			isDragged ||
			!isPainted(visited.styling) ||
			context.isDrawing ||
			(!isPicture && (isInline || context.control !== undefined))
		)
			return undefined;
		const description = isPicture ? this.#pictureName(visited) : describeBox(style, rect);
		return this.#node(visited, context, { type: "box", rect, description });
	}

	/** Words of class, id and file name, such as `star`. */
	#pictureName({ element, styling }: VisitedElement): string | undefined {
		const fact = (name: string) => this.#dom.attribute(element, name) ?? "";
		const words = wordsOfTokens(`${fact("class")} ${fact("id")} ${fileNameOf(pictureOf(styling.style))}`);
		return words.length > 0 ? words.join(" ") : describeBox(styling.style, this.#dom.rect(element));
	}

	canvas(visited: VisitedElement, context: Context): ControlNode | undefined {
		const rect = this.#dom.rect(visited.element);
		return isDrawingSize(rect) ? this.#node(visited, context, { type: "canvas", rect, description: "canvas" }) : undefined;
	}

	/** An SVG leaf; undefined if it paints nothing. */
	shape(visited: VisitedElement, context: Context): ControlNode | undefined {
		const rect = this.#dom.rect(visited.element);
		if (rect.width < 1 && rect.height < 1) return undefined;
		// A shape larger than the window is a background or a grid.
		const { innerWidth, innerHeight } = this.#dom.window;
		if (rect.width > innerWidth || rect.height > innerHeight) return undefined;
		return this.#node(visited, context, { type: "shape", rect, description: describeShape(this.#dom, visited.element, rect) });
	}

	#node(
		{ element, tag, attributes }: VisitedElement,
		context: Context,
		{ type, rect, description }: { readonly type: string; readonly rect: Rect; readonly description: string | undefined },
	): ControlNode | undefined {
		if (description === undefined || this.#count >= maxShapes) return undefined;
		this.#count += 1;
		const title = context.isDrawing ? this.#dom.queryFirst(element, "title") : null;
		const said = cleanText(attributes?.("aria-label") ?? attributes?.("title") ?? (title === null ? "" : this.#dom.textContent(title)));
		const node: Building<ControlNode> = {
			...emptyControl(type, tag),
			name: normalize(said === "" ? description : said),
			attributes: boxWords(rect),
			...placeOf(rect, context.clip),
			box: boxOf(rect),
		};
		return node;
	}
}
