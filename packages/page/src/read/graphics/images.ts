import { cleanText, cut } from "../../write/normalize.ts";
import { maxNameLength } from "../control/hidden-inputs.ts";
import type { Dom } from "../dom.ts";
import { rectAt } from "../dom.ts";
import type { Operable } from "../interactive.ts";
import { operableOf } from "../interactive.ts";
import type { NodeOpener } from "../nodes/node-opener.ts";
import type { Texts } from "../nodes/texts.ts";
import { isPainted } from "../traversal/element-style.ts";
import type { Frame } from "../traversal/traverse.ts";
import type { VisitedElement } from "../traversal/visited-element.ts";
import { attributesOf } from "../traversal/visited-element.ts";
import { boxOfArea, contentBoxOf } from "./image-map.ts";
import type { Shapes } from "./shapes.ts";
import { isDrawingSize } from "./shapes.ts";

/** Reads images, drawings and canvases. */
export class Images {
	readonly #dom: Dom;
	readonly #opener: NodeOpener;
	readonly #shapes: Shapes;
	readonly #texts: Texts;
	/** The first map of each name, by root. The first of two images that share a map takes its areas. */
	readonly #maps = new Map<Node, Map<string, Element>>();
	/** Areas of nested maps may be read with the outer map. */
	readonly #areas = new Set<Element>();

	constructor(dom: Dom, parts: { readonly opener: NodeOpener; readonly shapes: Shapes; readonly texts: Texts }) {
		this.#dom = dom;
		this.#opener = parts.opener;
		this.#shapes = parts.shapes;
		this.#texts = parts.texts;
	}

	/** Reads an image or drawing; "walk" if its content is read too. */
	read(visited: VisitedElement, frame: Frame, operable: Operable | undefined): "walk" | "done" {
		const { element, tag, styling } = visited;
		const { context } = frame;
		const mayDraw = tag === "svg" && context.control === undefined && operable === undefined;
		const isDrawing = mayDraw && isPainted(styling);
		if (tag === "svg" && (context.isDrawing || (isDrawing && isDrawingSize(this.#dom.rect(element))))) return "walk";
		if (operable !== undefined && !context.isDrawing) this.#opener.leaf(visited, frame, operable);
		else if ((context.control === undefined || operable !== undefined) && isPainted(styling)) this.#show(visited, frame);
		if (tag === "img" && !context.isInert && isPainted(styling) && this.#dom.hasAttribute(element, "usemap")) this.#map(visited, frame);
		return "done";
	}

	/** Links of an image map: elements without a box, placed by their coordinates. */
	#map({ element, styling }: VisitedElement, frame: Frame): void {
		const dom = this.#dom;
		const name = (dom.attribute(element, "usemap") ?? "").replace(/^#/, "");
		const maps = this.#mapsOf(dom.rootOf(element) as Document | ShadowRoot);
		const map = maps.get(name);
		if (map === undefined) return;
		maps.delete(name);
		const content = contentBoxOf(dom.rect(element), styling.style);
		for (const area of dom.query(map, "area")) {
			if (this.#areas.has(area)) continue;
			this.#areas.add(area);
			const own = attributesOf(dom, area);
			const operable = operableOf("area", own, own);
			if (operable === undefined) continue;
			const { left, top, width, height } = boxOfArea({ shape: own("shape") ?? "", coords: own("coords") ?? "" }, content);
			const rect = rectAt({ x: content.left + left, y: content.top + top, width, height });
			this.#opener.part(area, { rect, operable }, frame);
		}
	}

	#mapsOf(root: Document | ShadowRoot): Map<string, Element> {
		const known = this.#maps.get(root);
		if (known !== undefined) return known;
		const maps = new Map<string, Element>();
		// In reverse order, so that the first map of a name stays.
		for (const map of this.#dom.query(root, "map[name]").toReversed()) maps.set(this.#dom.attribute(map, "name") ?? "", map);
		this.#maps.set(root, maps);
		return maps;
	}

	#show(visited: VisitedElement, frame: Frame): void {
		const { context } = frame;
		const { element, tag, attributes } = visited;
		if (tag === "canvas") this.#opener.point(this.#shapes.canvas(visited, context), element, frame);
		else if (context.isDrawing) this.#opener.point(this.#shapes.shape(visited, context), element, frame);
		else if (attributes?.("aria-hidden") !== "true" && !context.isUsedAsName) {
			const label = attributes?.("aria-label") ?? (tag === "img" ? this.#dom.attribute(element, "alt") : null) ?? "";
			if (label.trim() !== "") this.#texts.push(` [image: ${cut(cleanText(label), maxNameLength)}] `, { ...frame, element });
		}
	}
}
