import { isBlank } from "../../write/normalize.ts";
import type { Dom } from "../dom.ts";
import { Contrast } from "../geometry/contrast.ts";
import { placeOf } from "../geometry/viewport-zone.ts";
import { isTextUnseen } from "../geometry/visibility.ts";
import type { Building, TextNode } from "../page-node.ts";
import type { Context } from "../traversal/context.ts";
import type { Frame } from "../traversal/traverse.ts";
import { pushBreak } from "../traversal/traverse.ts";

const maxText = 200_000;

/** Adds visible text to the tree. */
export class Texts {
	/** Elements that own text, indexed by `place` of their nodes. */
	readonly places: Element[] = [];
	/** All text nodes found. */
	readonly nodes: Text[] = [];
	/** Characters added so far. */
	length = 0;
	readonly #dom: Dom;
	readonly #windowHeight: number;
	readonly #contrast: Contrast;

	constructor(dom: Dom, windowHeight: number) {
		this.#dom = dom;
		this.#windowHeight = windowHeight;
		this.#contrast = new Contrast(dom);
	}

	/** Adds a text node if it is visible. */
	read(node: Text, frame: Frame): void {
		const { context, out } = frame;
		this.nodes.push(node);
		if (context.isUnpainted || context.isClipped || context.isUsedAsName) return;
		const { data } = node;
		const text = data.length > maxText ? data.slice(0, maxText) : data;
		const last = out[out.length - 1];
		if (isBlank(text)) {
			if (last?.kind === "text") (last as Building<TextNode>).text += " ";
			else if (last?.kind === "region") pushBreak(out, false);
			else if (last !== undefined && last.kind !== "break") this.push(" ", frame);
			return;
		}
		frame.isTextSeen ??= frame.style === undefined || (frame.style.visibility === "visible" && !isTextUnseen(frame.style));
		if (!frame.isTextSeen || this.#isHidden(node, context)) {
			if (context.control !== undefined) context.control.isPlain = false;
			return;
		}
		frame.isTextLost ??= this.#isLost(node, frame);
		// The control keeps its name; the state `unseen` marks it.
		if (frame.isTextLost && context.control !== undefined) context.control.isLost = true;
		else if (frame.isTextLost) {
			this.push(`[unseen: ${text.trim().replaceAll("]", ")")}]`, frame, node);
			return;
		}
		if (!context.isPreformatted) {
			this.push(text, frame, node);
			return;
		}
		for (const [index, line] of text.split("\n").entries()) {
			if (index > 0) pushBreak(out, true);
			if (line !== "") this.push(line, frame, node);
		}
	}

	/** True for text in the colour of its background. */
	#isLost(node: Text, { element, style }: Frame): boolean {
		if (style === undefined) return false;
		return this.#contrast.isLost(element, style, () => this.#dom.contentRect(node));
	}

	#isHidden(node: Text, { block, place }: Context): boolean {
		return block.mayHideLines && block.hidesLine(place, () => this.#dom.contentRect(node));
	}

	/** @param node measured by itself if its block is taller than the window or out of reach */
	push(text: string, { context, out, element }: Frame, node?: Text): void {
		this.length += text.length;
		const last = out[out.length - 1];
		const { block } = context;
		const isVague = node !== undefined && context.place === undefined && (block.rect.height > this.#windowHeight || block.isOff);
		const place = isVague ? placeOf(this.#dom.contentRect(node), context.clip) : block.place;
		if (last?.kind === "text" && last.zone === place.zone) {
			(last as Building<TextNode>).text += text;
			return;
		}
		const owner = this.places[this.places.length - 1] === element ? this.places.length : this.places.push(element);
		out.push({ kind: "text", text, zone: place.zone, distance: place.distance, place: owner - 1 });
	}
}
