import { cleanText, cut } from "../../write/normalize.ts";
import type { Frame } from "../descent/descend.ts";
import { isShown } from "../descent/look.ts";
import type { Openings } from "../descent/nodes/openings.ts";
import type { Texts } from "../descent/nodes/texts.ts";
import { saidLimit } from "../descent/showing.ts";
import type { Taken } from "../descent/taken.ts";
import { attributesOf } from "../descent/taken.ts";
import type { Dom } from "../dom.ts";
import { rectAt } from "../dom.ts";
import type { Operable } from "../interactive.ts";
import { operableOf } from "../interactive.ts";
import { boxOfArea, contentBoxOf } from "./area.ts";
import type { Drawings } from "./drawings.ts";
import { isDrawingSize } from "./drawings.ts";

/** Reads images, drawings and canvases. */
export class Pictures {
	readonly #dom: Dom;
	readonly #openings: Openings;
	readonly #drawings: Drawings;
	readonly #texts: Texts;
	/** Maps by their names, the first of each, once a root. Two images may share one: its parts stand in the first, which takes it out. */
	readonly #maps = new Map<Node, Map<string, Element>>();
	/** A map in a map may have its parts read with that one. */
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
		const maps = this.#mapsOf(dom.rootOf(element) as Document | ShadowRoot);
		const map = maps.get(name);
		if (map === undefined) return;
		maps.delete(name);
		const content = contentBoxOf(dom.rect(element), look.style);
		for (const area of dom.query(map, "area")) {
			if (this.#areas.has(area)) continue;
			this.#areas.add(area);
			const own = attributesOf(dom, area);
			const operable = operableOf("area", own, own);
			if (operable === undefined) continue;
			const { left, top, width, height } = boxOfArea({ shape: own("shape") ?? "", coords: own("coords") ?? "" }, content);
			const rect = rectAt({ x: content.left + left, y: content.top + top, width, height });
			this.#openings.part(area, { rect, operable }, frame);
		}
	}

	#mapsOf(root: Document | ShadowRoot): Map<string, Element> {
		const known = this.#maps.get(root);
		if (known !== undefined) return known;
		const maps = new Map<string, Element>();
		// From the last to the first, which thus stays.
		for (const map of this.#dom.query(root, "map[name]").toReversed()) maps.set(this.#dom.attribute(map, "name") ?? "", map);
		this.#maps.set(root, maps);
		return maps;
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
