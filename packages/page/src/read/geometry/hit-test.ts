import type { Dom } from "../dom.ts";
import type { ShadowOf } from "../flat-tree.ts";
import { isInside } from "../flat-tree.ts";
import type { Box } from "../page-node.ts";

/** Each shadow root takes its own hit test. */
const maxRoots = 64;

/** The topmost element at a point, through at most 64 shadow roots; null if there is none, or if it lies deeper. */
export function topmostAt(dom: Dom, shadowOf: ShadowOf, point: { readonly x: number; readonly y: number }): Element | null {
	let found = dom.elementAt(dom.document, point.x, point.y);
	for (let depth = 0; found !== null && depth < maxRoots; depth += 1) {
		const shadow = shadowOf(found);
		const inner = shadow === null ? null : dom.elementAt(shadow, point.x, point.y);
		if (inner === null || inner === found) return found;
		found = inner;
	}
	return null;
}

/** Points to test: the centre and two more, as far as they lie in the viewport. */
function probesOf(
	box: Box,
	viewport: { readonly width: number; readonly height: number },
): readonly { readonly x: number; readonly y: number }[] {
	const at = (across: number, down: number) => ({ x: box.x + box.width * across, y: box.y + box.height * down });
	return [at(0.5, 0.5), at(0.2, 0.25), at(0.8, 0.75)].filter(({ x, y }) => x >= 0 && y >= 0 && x < viewport.width && y < viewport.height);
}

/**
 * True if another element covers a control at each tested point.
 *
 * @param surfaces the control and its labels: a click on any of them reaches the control
 * @param isOwn true for elements that belong to the extension
 */
export function isCovered(
	dom: Dom,
	{
		surfaces,
		box,
		viewport,
	}: { readonly surfaces: readonly Element[]; readonly box: Box; readonly viewport: { readonly width: number; readonly height: number } },
	{ shadowOf, isOwn }: { readonly shadowOf: ShadowOf; readonly isOwn: (element: Element) => boolean },
): boolean {
	const probes = probesOf(box, viewport);
	const isHit = (point: { readonly x: number; readonly y: number }) => {
		const top = topmostAt(dom, shadowOf, point);
		if (top === null || isOwn(top)) return true;
		return surfaces.some((surface) => isInside(dom, top, surface)) || isTransparentToPointer(dom, surfaces[0], top);
	};
	return probes.length > 0 && !probes.some(isHit);
}

/** A control without pointer events is clicked through its parent. */
function isTransparentToPointer(dom: Dom, control: Element | undefined, top: Element): boolean {
	return control !== undefined && isInside(dom, control, top) && dom.style(control).pointerEvents === "none";
}
