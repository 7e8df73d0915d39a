import type { ShadowOf } from "../box/cover.ts";
import type { Dom } from "../dom.ts";

/** What is below an element in the flat tree, and the shadow roots that were met. @source page.md §1 */
export class Children {
	readonly shadowRoots = new Set<ShadowRoot>();
	readonly #dom: Dom;
	readonly #open: ShadowOf;
	readonly #onMet: (root: ShadowRoot) => void;
	/** Opening a shadow root goes through the browser's extension code, and each element is asked for it more than once in a row. */
	#lastAsked: Element | undefined;
	#lastShadow: ShadowRoot | null = null;

	/** @param onMet called once for each shadow root */
	constructor(dom: Dom, open: ShadowOf, onMet: (root: ShadowRoot) => void) {
		this.#dom = dom;
		this.#open = open;
		this.#onMet = onMet;
	}

	shadowOf(element: Element): ShadowRoot | null {
		if (element === this.#lastAsked) return this.#lastShadow;
		const shadow = this.#open(element);
		this.#lastAsked = element;
		this.#lastShadow = shadow;
		if (shadow !== null) this.#meet(shadow);
		return shadow;
	}

	/** Meets the shadow roots that an element stands in, for one that is read without what is around it. */
	meetAround(element: Element): void {
		let root = this.#dom.rootOf(element);
		while (root instanceof this.#dom.window.ShadowRoot) {
			this.#meet(root);
			root = this.#dom.rootOf(root.host);
		}
	}

	#meet(shadow: ShadowRoot): void {
		if (this.shadowRoots.has(shadow)) return;
		this.shadowRoots.add(shadow);
		this.#onMet(shadow);
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
