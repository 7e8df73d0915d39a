import type { Dom } from "./dom.ts";
import type { ShadowOf } from "./geometry/hit-test.ts";

/** What is below an element in the flat tree, and the shadow roots that were met. */
export class Children {
	readonly shadowRoots = new Set<ShadowRoot>();
	readonly #dom: Dom;
	readonly #open: ShadowOf;
	/** Opening a shadow root goes through the browser's extension code, and each element is asked for it more than once in a row. */
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

	/** Children where they are not simply the nodes below: a slot's assigned ones, the summary of closed details. */
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
