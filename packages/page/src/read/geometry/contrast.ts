import type { Dom } from "../dom.ts";
import { flatParent } from "../flat-tree.ts";

type Colour = readonly [red: number, green: number, blue: number, alpha: number];

/** What is painted behind an element: a colour, and the element that paints it (null for the window's own colour). */
type Backdrop = { readonly colour: Colour | null; readonly owner: Element | null };

/** Colours whose channels differ by no more (of 255) have a WCAG contrast below 1.1. */
const leastDifference = 12;
const opaque = 0.99;
/** Each takes several questions to the browser. A page with more of them hides on purpose. */
const maxDoubts = 200;
const maxPictures = 50;
const pictures = "img,picture,video,canvas,svg,iframe,object";
/** What Chrome paints below a document in its light and its dark colours. */
const windowColours: Readonly<Record<"light" | "dark", Colour>> = { light: [255, 255, 255, 1], dark: [18, 18, 18, 1] };

const clear = "rgba(0, 0, 0, 0)";
const numbers = /[\d.]+/g;

const knownColours = new Map<string, Colour | null>();
/** Bounds the cache: it is emptied when full. */
const maxColours = 1_000;

/** Null where the browser has no canvas to draw the colour on. */
function colourOf(text: string): Colour | null {
	const known = knownColours.get(text);
	if (known !== undefined) return known;
	if (knownColours.size >= maxColours) knownColours.clear();
	const colour = text.startsWith("rgb") ? parsed(text) : drawn(text);
	knownColours.set(text, colour);
	return colour;
}

function parsed(text: string): Colour {
	const [red = 0, green = 0, blue = 0, alpha = 1] = (text.match(numbers) ?? []).map(Number);
	return [red, green, blue, alpha];
}

let canvas: OffscreenCanvasRenderingContext2D | null | undefined;

/** `oklch()`, `lab()`, `color()` as the browser draws them. */
function drawn(text: string): Colour | null {
	canvas ??= new OffscreenCanvas(1, 1).getContext("2d", { willReadFrequently: true });
	if (canvas === null) return null;
	canvas.clearRect(0, 0, 1, 1);
	canvas.fillStyle = "#000";
	canvas.fillStyle = text;
	canvas.fillRect(0, 0, 1, 1);
	const [red = 0, green = 0, blue = 0, alpha = 255] = canvas.getImageData(0, 0, 1, 1).data;
	return [red, green, blue, alpha / 255];
}

function over([red, green, blue, alpha]: Colour, below: Colour): Colour {
	const mix = (top: number, bottom: number) => top * alpha + bottom * (1 - alpha);
	return [mix(red, below[0]), mix(green, below[1]), mix(blue, below[2]), 1];
}

/** Tells text in the colour of its background, which nobody can read. */
export class Contrast {
	readonly #dom: Dom;
	readonly #backdrops = new Map<Element, Backdrop>();
	#ownColour: Colour | null | undefined;
	#doubts = 0;

	constructor(dom: Dom) {
		this.#dom = dom;
	}

	/**
	 * True for text that has the colour of what is behind it.
	 *
	 * @param element that owns the text
	 */
	isLost(
		element: Element,
		style: CSSStyleDeclaration,
		measure: () => { readonly left: number; readonly top: number; readonly right: number; readonly bottom: number },
	): boolean {
		const { colour: below, owner } = this.#backdropOf(element);
		const own = colourOf(style.webkitTextFillColor);
		if (below === null || own === null) return false;
		const [red, green, blue] = over(own, below);
		if (Math.max(Math.abs(red - below[0]), Math.abs(green - below[1]), Math.abs(blue - below[2])) > leastDifference) return false;
		this.#doubts += 1;
		return this.#doubts > maxDoubts || !this.#isPaintedOtherwise(element, owner, measure());
	}

	/** Climbs in a loop, because a page may nest 10,000 deep. */
	#backdropOf(element: Element): Backdrop {
		const dom = this.#dom;
		const path: { readonly element: Element; readonly own: string }[] = [];
		let found: Backdrop | undefined;
		for (let node: Node | null = element; found === undefined && node !== null && dom.nodeType(node) === 1; node = flatParent(dom, node)) {
			found = this.#backdrops.get(node as Element);
			if (found !== undefined) break;
			const own = dom.style(node as Element).backgroundColor;
			path.push({ element: node as Element, own });
			const colour = colourOf(own);
			if (own !== clear && (colour === null || colour[3] >= opaque)) found = { colour, owner: node as Element };
		}
		let backdrop = found ?? { colour: this.#windowColour(), owner: null };
		for (const { element: each, own } of path.reverse()) {
			const colour = own === clear || each === backdrop.owner ? null : colourOf(own);
			const below = backdrop.colour;
			if (colour !== null) backdrop = { colour: below === null ? null : over(colour, below), owner: each };
			this.#backdrops.set(each, backdrop);
		}
		return backdrop;
	}

	/** Null in a frame, which shows the page around it where it paints nothing itself. */
	#windowColour(): Colour | null {
		if (this.#ownColour !== undefined) return this.#ownColour;
		const { window, document } = this.#dom;
		const root = this.#dom.root();
		const own = root === null ? "normal" : this.#dom.style(root).colorScheme;
		const meant = this.#dom
			.query(document, 'meta[name="color-scheme" i]')
			.map((meta) => this.#dom.attribute(meta, "content")?.trim() ?? "");
		const schemes = (own === "normal" ? (meant.find((content) => content !== "") ?? "") : own).toLowerCase().split(/\s+/);
		const isChosen = () => !schemes.includes("light") || window.matchMedia("(prefers-color-scheme: dark)").matches;
		this.#ownColour = window.parent !== window ? null : windowColours[schemes.includes("dark") && isChosen() ? "dark" : "light"];
		return this.#ownColour;
	}

	/** True where something else than a background colour tells the text from what is behind it. */
	#isPaintedOtherwise(
		element: Element,
		owner: Element | null,
		{ left, top, right, bottom }: { readonly left: number; readonly top: number; readonly right: number; readonly bottom: number },
	): boolean {
		const dom = this.#dom;
		const own = dom.style(element);
		if (own.textShadow !== "none" || own.webkitTextStrokeWidth !== "0px") return true;
		for (let node: Node | null = element; node !== null && dom.nodeType(node) === 1; node = flatParent(dom, node)) {
			const style = dom.style(node as Element);
			if (style.backgroundImage !== "none" || style.mixBlendMode !== "normal" || style.filter !== "none") return true;
			for (const pseudo of ["::before", "::after"]) {
				const { content, backgroundColor, backgroundImage } = dom.style(node as Element, pseudo);
				const isDrawn = content !== "none" && content !== "normal";
				if (isDrawn && (backgroundImage !== "none" || backgroundColor !== clear)) return true;
			}
			if (node === owner) break;
		}
		const [x, y] = [(left + right) / 2, (top + bottom) / 2];
		const around = owner ?? dom.body();
		const isBehind = (picture: Element) => {
			const box = dom.rect(picture);
			return x >= box.left && x <= box.right && y >= box.top && y <= box.bottom;
		};
		if (around !== null && dom.query(around, pictures).slice(0, maxPictures).some(isBehind)) return true;
		const stack = dom.elementsAt(x, y);
		const at = stack.indexOf(element);
		const ends = owner === null ? stack.length : stack.indexOf(owner);
		return stack.slice(at + 1, ends).some((other) => dom.style(other).backgroundColor !== clear && dom.style(other).opacity !== "0");
	}
}
