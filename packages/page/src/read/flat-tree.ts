import type { Dom } from "./dom.ts";

/** Opens open and closed shadow roots; null for an element without one. */
export type ShadowOf = (element: Element) => ShadowRoot | null;

/** The parent in the flat tree: the slot of a slotted node, or the host of a shadow root. */
export function flatParent(dom: Dom, node: Node): Node | null {
	const type = dom.nodeType(node);
	const slot = type === 1 || type === 3 ? dom.assignedSlot(node as Element | Text) : null;
	if (slot !== null) return slot;
	const parent = dom.parentNode(node);
	return parent !== null && dom.nodeType(parent) === 11 && "host" in parent ? (parent as ShadowRoot).host : parent;
}

/** True if `inner` is `outer` or below it in the flat tree. */
export function isInside(dom: Dom, inner: Node, outer: Node): boolean {
	for (let node: Node | null = inner; node !== null; node = flatParent(dom, node)) if (node === outer) return true;
	return false;
}

/** Children of elements in the flat tree, and all shadow roots found so far. */
export class FlatTree {
	readonly shadowRoots = new Set<ShadowRoot>();
	readonly #dom: Dom;
	readonly #open: ShadowOf;
	/** Opening a shadow root is a call into the browser's extension code, and each element is asked several times in a row. */
	#lastAsked: Element | undefined;
	#lastShadow: ShadowRoot | null = null;

	constructor(dom: Dom, open: ShadowOf) {
		this.#dom = dom;
		this.#open = open;
	}

	shadowOf(element: Element): ShadowRoot | null {
		if (element === this.#lastAsked) return this.#lastShadow;
		const shadow = this.#open(element);
		this.#lastAsked = element;
		this.#lastShadow = shadow;
		if (shadow !== null) this.shadowRoots.add(shadow);
		return shadow;
	}

	/** Children that are not simply the child nodes: assigned nodes of a slot, the summary of closed details. */
	special(element: Element, tag: string): readonly Node[] | undefined {
		if (tag !== "slot" && tag !== "details") return undefined;
		const { HTMLSlotElement, HTMLDetailsElement } = this.#dom.window;
		if (element instanceof HTMLSlotElement) {
			const assigned = element.assignedNodes();
			return assigned.length === 0 ? undefined : assigned;
		}
		if (!(element instanceof HTMLDetailsElement) || element.open) return undefined;
		const summary = this.#dom.query(element, "summary").find((found) => this.#dom.parentNode(found) === element);
		return summary === undefined ? [] : [summary];
	}
}
