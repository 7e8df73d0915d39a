import { cleanText, cut } from "../../write/normalize.ts";
import type { Frame } from "../descent/descend.ts";
import { isShown } from "../descent/look.ts";
import type { Openings } from "../descent/nodes/openings.ts";
import type { Texts } from "../descent/nodes/texts.ts";
import { saidLimit } from "../descent/showing.ts";
import type { Taken } from "../descent/taken.ts";
import { attributesOf } from "../descent/taken.ts";
import type { Dom } from "../dom.ts";
import type { Operable } from "../interactive.ts";
import { operableOf } from "../interactive.ts";
import { boxOfArea, contentBoxOf } from "./area.ts";
import type { Drawings } from "./drawings.ts";
import { isDrawingSize } from "./drawings.ts";

/** Reads images, drawings and canvases. @source page.md §1 */
export class Pictures {
	readonly #dom: Dom;
	readonly #openings: Openings;
	readonly #drawings: Drawings;
	readonly #texts: Texts;
	/** Two images may share a map: its parts stand in the first. */
	readonly #areas = new Set<Element>();

	constructor(dom: Dom, parts: { readonly openings: Openings; readonly drawings: Drawings; readonly texts: Texts }) {
		this.#dom = dom;
		this.#openings = parts.openings;
		this.#drawings = parts.drawings;
		this.#texts = parts.texts;
	}

	/** Images, drawings and their parts; "walk" where what is inside is read too. */
	read(taken: Taken, frame: Frame, operable: Operable | undefined): "walk" | "done" {
		const { element, tag, look } = taken;
		const { context } = frame;
		const mayDraw = tag === "svg" && context.control === undefined && operable === undefined;
		const isDrawing = mayDraw && isShown(look);
		if (tag === "svg" && (context.isDrawing || (isDrawing && isDrawingSize(this.#dom.rect(element))))) return "walk";
		if (operable !== undefined && !context.isDrawing) this.#openings.leaf(taken, frame, operable);
		else if (context.control === undefined && isShown(look)) this.#show(taken, frame);
		if (tag === "img" && !context.isInert && isShown(look) && this.#dom.hasAttribute(element, "usemap")) this.#map(taken, frame);
		return "done";
	}

	/** The parts of an image that lead somewhere: elements without a box, placed by their coordinates. */
	#map({ element, look }: Taken, frame: Frame): void {
		const dom = this.#dom;
		const name = (dom.attribute(element, "usemap") ?? "").replace(/^#/, "");
		const map = dom.query(dom.rootOf(element) as Document, "map").find((found) => dom.attribute(found, "name") === name);
		if (map === undefined) return;
		const content = contentBoxOf(dom.rect(element), look.style);
		for (const area of dom.query(map, "area")) {
			const own = attributesOf(dom, area);
			const operable = operableOf("area", own, own);
			if (operable === undefined || this.#areas.has(area)) continue;
			this.#areas.add(area);
			const { left, top, width, height } = boxOfArea({ shape: own("shape") ?? "", coords: own("coords") ?? "" }, content);
			const rect = new dom.window.DOMRect(content.left + left, content.top + top, width, height);
			this.#openings.part(area, { rect, operable }, frame);
		}
	}

	#show(taken: Taken, frame: Frame): void {
		const { context } = frame;
		const { element, tag, attributes } = taken;
		if (tag === "canvas") this.#openings.point(this.#drawings.canvas(taken, context), element, frame);
		else if (context.isDrawing) this.#openings.point(this.#drawings.shape(taken, context), element, frame);
		else if (attributes?.("aria-hidden") !== "true" && !context.isSaid) {
			const label = attributes?.("aria-label") ?? (tag === "img" ? this.#dom.attribute(element, "alt") : null) ?? "";
			if (label.trim() !== "") this.#texts.push(` [image: ${cut(cleanText(label), saidLimit)}] `, { ...frame, element });
		}
	}
}
