import type { Box, ControlNode, NodePlace } from "../page-node.ts";

/** The visible part of the viewport in CSS pixels: the window, or what scroll containers leave of it. */
export type Clip = { readonly left: number; readonly top: number; readonly right: number; readonly bottom: number };

type Rect = { readonly left: number; readonly top: number; readonly right: number; readonly bottom: number };

/** The zone of a box. A box that only touches the visible part is outside; an empty box counts by its corner. */
export function placeOf(rect: Rect, clip: Clip): NodePlace {
	const above = clip.top - rect.bottom;
	const below = rect.top - clip.bottom;
	if (below >= 0) return { zone: "below", distance: Math.round(below) + 1 };
	if (above >= 0 && rect.top < clip.top) return { zone: "above", distance: Math.round(above) + 1 };
	const aside = Math.max(clip.left - rect.right, rect.left - clip.right);
	if (aside >= 0 && (rect.left < clip.left || rect.right > clip.right)) return { zone: "aside", distance: Math.round(aside) + 1 };
	return { zone: "view", distance: 0 };
}

/** The visible part inside a container that clips. */
export function intersect(clip: Clip, rect: Rect): Clip {
	return {
		left: Math.max(clip.left, rect.left),
		top: Math.max(clip.top, rect.top),
		right: Math.min(clip.right, rect.right),
		bottom: Math.min(clip.bottom, rect.bottom),
	};
}

/** A rectangle in whole pixels. */
export function boxOf(rect: { readonly left: number; readonly top: number; readonly width: number; readonly height: number }): Box {
	return { x: Math.round(rect.left), y: Math.round(rect.top), width: Math.round(rect.width), height: Math.round(rect.height) };
}

/** Position and size of an element without text, as attributes. */
export function boxWords(rect: Parameters<typeof boxOf>[0]): ControlNode["attributes"] {
	const { x, y, width, height } = boxOf(rect);
	return [
		["at", `${x},${y}`],
		["size", `${width}x${height}`],
	];
}
