import type { Dom } from "../dom.ts";
import type { Box } from "../page-node.ts";

/** Opens closed shadow roots where the browser lets us; null for a host without one. */
export type ShadowOf = (element: Element) => ShadowRoot | null;

/** Each shadow root takes a hit test of its own. */
const maxRoots = 64;

/** The topmost element at a point, through at most 64 shadow roots; null where there is none, or where it lies deeper. */
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

/** The parent in the flat tree: the slot of a slotted node, the host of a shadow root. */
export function flatParent(dom: Dom, node: Node): Node | null {
	const type = dom.nodeType(node);
	const slot = type === 1 || type === 3 ? dom.assignedSlot(node as Element | Text) : null;
	if (slot !== null) return slot;
	const parent = dom.parentNode(node);
	return parent !== null && dom.nodeType(parent) === 11 && "host" in parent ? (parent as ShadowRoot).host : parent;
}

/** True when `inner` is `outer` or below it in the flat tree. */
export function isInside(dom: Dom, inner: Node, outer: Node): boolean {
	for (let node: Node | null = inner; node !== null; node = flatParent(dom, node)) if (node === outer) return true;
	return false;
}

/** Points of a box where a control is tried: its centre, then two more; only those inside the viewport. */
function probesOf(
	box: Box,
	viewport: { readonly width: number; readonly height: number },
): readonly { readonly x: number; readonly y: number }[] {
	const at = (across: number, down: number) => ({ x: box.x + box.width * across, y: box.y + box.height * down });
	return [at(0.5, 0.5), at(0.2, 0.25), at(0.8, 0.75)].filter(({ x, y }) => x >= 0 && y >= 0 && x < viewport.width && y < viewport.height);
}

/**
 * True when something else lies over a control at each of the points tried.
 *
 * @param surfaces the control itself, its labels: what a click on counts as a click on it
 * @param isOwn says which elements are ours and not of the page
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

/** A control that lets the pointer through is clicked on its parent, which the page meant. */
function isTransparentToPointer(dom: Dom, control: Element | undefined, top: Element): boolean {
	return control !== undefined && isInside(dom, control, top) && dom.style(control).pointerEvents === "none";
}
