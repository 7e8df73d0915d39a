/** In pixels: no letter has a shape below it. */
const leastFont = 2;

const leastOpacity = 0.06;

/** True for what is painted so faintly that nobody sees it. */
export function isSeeThrough({ opacity }: CSSStyleDeclaration): boolean {
	return opacity !== "1" && Number.parseFloat(opacity) < leastOpacity;
}

/** True for text smaller than two pixels or without colour. Gradient text has no colour but paints its background. */
export function isTextUnseen(style: CSSStyleDeclaration): boolean {
	if (Number.parseFloat(style.fontSize) < leastFont) return true;
	// The colour of text; the same as `color` unless the page sets it.
	const color = style.webkitTextFillColor;
	const isClear = (color.startsWith("rgba(") && color.endsWith(", 0)")) || color.endsWith("/ 0)") || color === "transparent";
	return isClear && !style.backgroundClip.includes("text");
}

function lengths(text: string, size: number): readonly number[] {
	return text
		.split(/[\s,]+/)
		.map((word) => (word.endsWith("%") ? (Number.parseFloat(word) / 100) * size : Number.parseFloat(word)))
		.filter((length) => Number.isFinite(length));
}

function insetExtent(size: number, first: number | undefined, last: number | undefined): number {
	return size - (first ?? 0) - (last ?? first ?? 0);
}

function isInsetAway(inner: string, { width, height }: { readonly width: number; readonly height: number }): boolean {
	const [edges = ""] = inner.split("round");
	const vertical = lengths(edges, height);
	const horizontal = lengths(edges, width);
	const sides = vertical.length;
	const right = horizontal[sides === 1 ? 0 : 1];
	return (
		insetExtent(height, vertical[0], vertical[sides < 3 ? 0 : 2]) <= 1 ||
		insetExtent(width, right, horizontal[sides < 4 ? (sides === 1 ? 0 : 1) : 3]) <= 1
	);
}

/** True if `clip-path` leaves at most one pixel: an inset from both sides, a circle without radius, a polygon without extent. */
export function isClipPathEmpty(clipPath: string, rect: { readonly width: number; readonly height: number }): boolean {
	const open = clipPath.indexOf("(");
	const shape = clipPath.slice(0, open);
	const inner = clipPath.slice(open + 1, clipPath.lastIndexOf(")"));
	if (shape === "inset") return isInsetAway(inner, rect);
	if (shape === "circle" || shape === "ellipse") return lengths(inner, rect.width)[0] === 0 && /^\s*0/.test(inner);
	if (shape !== "polygon") return false;
	const points = inner.split(",").map((point) => lengths(point.trim(), rect.width));
	const spread = (index: number) => {
		const values = points.map((point) => point[index] ?? 0);
		return Math.max(...values) - Math.min(...values);
	};
	return points.length > 0 && points.length < 100 && (spread(0) <= 1 || spread(1) <= 1);
}

/** True for `clip: rect(0, 0, 0, 0)`, which hides screen-reader text. */
export function isClipEmpty(clip: string): boolean {
	if (!clip.startsWith("rect(")) return false;
	const [top, right, bottom, left] = clip
		.slice(5, -1)
		.split(/[\s,]+/)
		.map((word) => Number.parseFloat(word));
	const isEmpty = (from: number | undefined, to: number | undefined) =>
		from !== undefined && to !== undefined && Number.isFinite(from) && Number.isFinite(to) && to - from <= 1;
	return isEmpty(left, right) || isEmpty(top, bottom);
}
