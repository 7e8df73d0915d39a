import type { Dom, Rect } from "../dom.ts";

const palette: readonly (readonly [name: string, red: number, green: number, blue: number])[] = [
	["black", 0, 0, 0],
	["white", 255, 255, 255],
	["grey", 128, 128, 128],
	["red", 230, 30, 30],
	["green", 30, 150, 50],
	["blue", 30, 60, 220],
	["yellow", 250, 230, 40],
	["orange", 255, 150, 20],
	["purple", 130, 40, 160],
	["pink", 255, 150, 190],
	["brown", 140, 80, 40],
	["cyan", 40, 210, 220],
	["magenta", 230, 40, 220],
	["lime", 60, 240, 60],
	["olive", 128, 128, 20],
	["navy", 10, 20, 110],
	["teal", 10, 128, 128],
];

/** The common word nearest to a computed colour; undefined for a transparent one. */
function colourWord(colour: string): string | undefined {
	const [red, green, blue, alpha] = (/^rgba?\((.*)\)$/.exec(colour)?.[1] ?? "").split(/[\s,/]+/).map(Number);
	if (red === undefined || green === undefined || blue === undefined || !Number.isFinite(red + green + blue)) return undefined;
	if (alpha !== undefined && alpha < 0.05) return undefined;
	let best = { name: "grey", distance: Number.POSITIVE_INFINITY };
	for (const [name, r, g, b] of palette) {
		const distance = (red - r) ** 2 * 2 + (green - g) ** 2 * 4 + (blue - b) ** 2 * 3;
		if (distance < best.distance) best = { name, distance };
	}
	return best.name;
}

const shapeTags: ReadonlyMap<string, string> = new Map([
	["rect", "rectangle"],
	["circle", "circle"],
	["ellipse", "ellipse"],
	["line", "line"],
	["polygon", "polygon"],
	["polyline", "line"],
	["path", "shape"],
	["image", "image"],
]);

/** True for SVG leaf tags that a user can point at. */
export function isShapeTag(tag: string): boolean {
	return shapeTags.has(tag);
}

function isSquare(width: number, height: number): boolean {
	return Math.abs(width - height) <= Math.max(1, Math.min(width, height) * 0.06);
}

/** Colour and form of an SVG leaf, such as `red circle`; undefined if it paints nothing. */
export function describeShape(dom: Dom, element: Element, rect: Rect): string | undefined {
	const tag = dom.localName(element);
	const style = dom.style(element);
	const colour = tag === "image" ? "" : (colourWord(style.fill) ?? colourWord(style.stroke));
	if (colour === undefined) return undefined;
	const corners = (dom.attribute(element, "points") ?? "").trim().split(/[\s,]+/).length / 2;
	const form =
		tag === "rect" && isSquare(rect.width, rect.height)
			? "square"
			: tag === "polygon" && corners === 3
				? "triangle"
				: (shapeTags.get(tag) ?? "shape");
	return `${colour} ${form}`.trim();
}

/** The address of the picture that CSS paints in or behind an element; "" if there is none. */
export function pictureOf(style: CSSStyleDeclaration): string {
	const painted = style.content.startsWith("url(") ? style.content : style.backgroundImage;
	return /url\("([^"]*)"\)/.exec(painted)?.[1] ?? "";
}

/** Colour and form of an empty block, such as `blue square`; undefined if it has no background or border. */
export function describeBox(style: CSSStyleDeclaration, rect: Rect): string | undefined {
	const background = colourWord(style.backgroundColor);
	const hasImage = style.backgroundImage !== "none" || style.content.startsWith("url(");
	const border =
		Number.parseFloat(style.borderTopWidth) > 0 && Number.parseFloat(style.borderLeftWidth) > 0
			? colourWord(style.borderTopColor)
			: undefined;
	if (background === undefined && !hasImage && border === undefined) return undefined;
	const radius = style.borderTopLeftRadius;
	const isRound = radius.endsWith("%")
		? Number.parseFloat(radius) >= 50
		: Number.parseFloat(radius) * 2 >= Math.min(rect.width, rect.height);
	const square = isSquare(rect.width, rect.height);
	const form = isRound ? (square ? "circle" : "ellipse") : square ? "square" : "rectangle";
	return [background ?? (hasImage ? "picture" : border), form].filter((word) => word !== undefined).join(" ");
}
