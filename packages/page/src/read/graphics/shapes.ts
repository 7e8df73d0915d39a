import { cleanText, normalize } from "../../write/normalize.ts";
import { fileNameOf, wordsOfTokens } from "../control/icon-hint.ts";
import type { Dom, Rect } from "../dom.ts";
import { boxOf, placeOf } from "../geometry/viewport-zone.ts";
import { emptyControl } from "../nodes/controls.ts";
import type { Building, ControlNode } from "../page-node.ts";
import type { Context } from "../traversal/context.ts";
import { isPainted } from "../traversal/element-style.ts";
import type { VisitedElement } from "../traversal/visited-element.ts";
import { describeBox, describeShape, pictureOf } from "./appearance.ts";

const maxShapes = 100;
const drawingSize = 40;
const boxSize = { least: 8, most: 400, slimmest: 8 } as const;

/** True for a rectangle that is a drawing and no icon. */
export function isDrawingSize(rect: { readonly width: number; readonly height: number }): boolean {
	return rect.width > drawingSize && rect.height > drawingSize;
}

/** Things one can point at: shapes of a drawing, canvases, empty blocks with a colour. At most 100 a page. */
export class Shapes {
	readonly #dom: Dom;
	#count = 0;

	constructor(dom: Dom) {
		this.#dom = dom;
	}

	/**
	 * An empty block with a background or border of its own, of a size one could mean. Inside a control only a picture counts, and where the
	 * control is no button or link of its own: a star in a clickable row.
	 */
	box(visited: VisitedElement, context: Context): ControlNode | undefined {
		const { block } = visited.styling;
		const rect = block.element === visited.element ? block.rect : this.#dom.rect(visited.element);
		const smaller = Math.min(rect.width, rect.height);
		const larger = Math.max(rect.width, rect.height);
		const isSized = smaller >= boxSize.least && larger <= boxSize.most && larger <= smaller * boxSize.slimmest;
		const { style, isInline } = visited.styling;
		const isPicture = pictureOf(style) !== "";
		if (!isSized || !isPainted(visited.styling) || context.isDrawing || (!isPicture && (isInline || context.control !== undefined)))
			return undefined;
		const description = isPicture ? this.#pictureName(visited) : describeBox(style, rect);
		return this.#node(visited, context, { type: "box", rect, description });
	}

	/** `star`: what class, id and file name of a picture tell. */
	#pictureName({ element, styling }: VisitedElement): string | undefined {
		const fact = (name: string) => this.#dom.attribute(element, name) ?? "";
		const words = wordsOfTokens(`${fact("class")} ${fact("id")} ${fileNameOf(pictureOf(styling.style))}`);
		return words.length > 0 ? words.join(" ") : describeBox(styling.style, this.#dom.rect(element));
	}

	canvas(visited: VisitedElement, context: Context): ControlNode | undefined {
		const rect = this.#dom.rect(visited.element);
		return isDrawingSize(rect) ? this.#node(visited, context, { type: "canvas", rect, description: "canvas" }) : undefined;
	}

	/** A leaf of a drawing; undefined when it paints nothing. */
	shape(visited: VisitedElement, context: Context): ControlNode | undefined {
		const rect = this.#dom.rect(visited.element);
		if (rect.width < 1 && rect.height < 1) return undefined;
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
		const box = boxOf(rect);
		const node: Building<ControlNode> = {
			...emptyControl(type, tag),
			name: normalize(said === "" ? description : said),
			attributes: [
				["at", `${box.x},${box.y}`],
				["size", `${box.width}x${box.height}`],
			],
			...placeOf(rect, context.clip),
			box,
		};
		return node;
	}
}
