/** A box in CSS pixels. */
type Box = { readonly left: number; readonly top: number; readonly width: number; readonly height: number };

function around(xs: readonly number[], ys: readonly number[]): Box {
	const [left, top] = [Math.min(...xs), Math.min(...ys)];
	return { left, top, width: Math.max(...xs) - left, height: Math.max(...ys) - top };
}

/**
 * The bounding box of an image map area, relative to the content box of its image.
 *
 * @param shape,coords attributes of the `area`; the whole image if they are invalid
 * @param image size of the content box
 */
export function boxOfArea(
	{ shape, coords }: { readonly shape: string; readonly coords: string },
	image: { readonly width: number; readonly height: number },
): Box {
	const numbers = coords
		.split(/[\s,;]+/, 1_000)
		.flatMap((word) => (Number.isFinite(Number.parseFloat(word)) ? [Number.parseFloat(word)] : []));
	const [x = 0, y = 0, radius] = numbers;
	const kind = shape.trim().toLowerCase();
	if (kind.startsWith("circ") && radius !== undefined) return around([x - radius, x + radius], [y - radius, y + radius]);
	if (kind === "default" || numbers.length < 4) return { left: 0, top: 0, ...image };
	const pairs = kind.startsWith("poly") ? numbers.slice(0, numbers.length - (numbers.length % 2)) : numbers.slice(0, 4);
	return around(
		pairs.filter((_, index) => index % 2 === 0),
		pairs.filter((_, index) => index % 2 === 1),
	);
}

/**
 * The content box of an image in the viewport.
 *
 * @param rect its border box
 */
export function contentBoxOf(rect: Box, style: CSSStyleDeclaration): Box {
	const edge = (side: "Left" | "Top" | "Right" | "Bottom") =>
		(Number.parseFloat(style[`border${side}Width`]) || 0) + (Number.parseFloat(style[`padding${side}`]) || 0);
	const [left, top] = [edge("Left"), edge("Top")];
	return {
		left: rect.left + left,
		top: rect.top + top,
		width: rect.width - left - edge("Right"),
		height: rect.height - top - edge("Bottom"),
	};
}
