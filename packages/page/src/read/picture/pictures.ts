import { cleanText, cut } from "../../write/normalize.ts";
import type { Frame } from "../descent/descend.ts";
import { isShown } from "../descent/look.ts";
import type { Openings } from "../descent/nodes/openings.ts";
import type { Texts } from "../descent/nodes/texts.ts";
import { saidLimit } from "../descent/showing.ts";
import type { Taken } from "../descent/taken.ts";
import type { Dom } from "../dom.ts";
import type { Operable } from "../interactive.ts";
import type { Drawings } from "./drawings.ts";
import { isDrawingSize } from "./drawings.ts";

/** Reads images, drawings and canvases. @source page.md §1 */
export class Pictures {
	readonly #dom: Dom;
	readonly #openings: Openings;
	readonly #drawings: Drawings;
	readonly #texts: Texts;

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
		return "done";
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
