import { head } from "../../write/normalize.ts";
import type { Dom } from "../dom.ts";

type Root = Document | ShadowRoot;

/**
 * Labels by control, with one query for each document or shadow root.
 * `element.labels` searches the whole document on every call (17 s at 54,000 nodes).
 */
export class Labels {
	readonly #dom: Dom;
	readonly #texts = new Map<Element, string>();
	readonly #byRoot = new WeakMap<Node, ReadonlyMap<Element, readonly Element[]>>();

	constructor(dom: Dom) {
		this.#dom = dom;
	}

	/** Labels of a control in document order. */
	of(element: Element): readonly Element[] {
		const root = this.#dom.rootOf(element);
		const known = this.#byRoot.get(root);
		const labels = known ?? this.#read(root);
		if (known === undefined) this.#byRoot.set(root, labels);
		return labels.get(element) ?? [];
	}

	/** The beginning of a label's text, including hidden text. */
	textOf(label: Element): string {
		const known = this.#texts.get(label);
		const text = known ?? head(this.#dom.textContent(label));
		if (known === undefined) this.#texts.set(label, text);
		return text;
	}

	#read(root: Node): ReadonlyMap<Element, readonly Element[]> {
		const byControl = new Map<Element, Element[]>();
		if (this.#dom.nodeType(root) !== 9 && this.#dom.nodeType(root) !== 11) return byControl;
		for (const label of this.#dom.query(root as Root, "label")) {
			const control = (label as HTMLLabelElement).control;
			if (control === null || control === undefined) continue;
			const labels = byControl.get(control);
			if (labels === undefined) byControl.set(control, [label]);
			else labels.push(label);
		}
		return byControl;
	}
}
