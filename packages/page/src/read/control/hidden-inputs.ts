import type { Dom } from "../dom.ts";
import { flatParent } from "../flat-tree.ts";
import { fieldTags } from "../interactive.ts";
import { replacementBoxOf } from "./custom-combobox.ts";
import type { Labels } from "./labels.ts";

const keptTypes: ReadonlySet<string> = new Set(["file", "checkbox", "radio", "range"]);

/** Selector of the inputs that pages hide and draw themselves. */
export const restylableSelector = "input[type=file],input[type=checkbox],input[type=radio],input[type=range]";

/** Longest name in characters. A longer label stays as text. */
export const maxNameLength = 80;

/** True for an input that pages often hide behind a label or a drawn box. */
export function isRestylable(element: Element, tag: string): element is HTMLInputElement {
	return tag === "input" && keptTypes.has((element as HTMLInputElement).type);
}

/** Finds out whether a hidden input shows through a label or box, and which text already names a control. */
export class HiddenInputs {
	readonly #dom: Dom;
	readonly #labels: Labels;

	constructor(dom: Dom, labels: Labels) {
		this.#dom = dom;
		this.#labels = labels;
	}

	/** The label that a user would click instead of the control. */
	visibleLabel(element: Element): Element | undefined {
		return this.#labels.of(element).find((label) => this.#dom.isShown(label));
	}

	/** True when a label or box represents the hidden input. A file input is always usable. */
	isShownByProxy(element: Element, tag: string): boolean {
		if (!isRestylable(element, tag)) return tag === "input" && replacementBoxOf(this.#dom, element) !== undefined;
		if (element.type === "file" || this.visibleLabel(element) !== undefined) return true;
		const parent = flatParent(this.#dom, element);
		if (parent === null || this.#dom.nodeType(parent) !== 1) return false;
		const rect = this.#dom.rect(parent as Element);
		return rect.width >= 4 && rect.height >= 4 && this.#dom.isShown(parent as Element);
	}

	/** True for a label or legend whose text becomes the name of a control or group. */
	isUsedAsName(element: Element, tag: string): boolean {
		if (tag === "legend") return this.#isTitle(element);
		return tag === "label" && this.#isName(element as HTMLLabelElement);
	}

	#isTitle(legend: Element): boolean {
		const dom = this.#dom;
		const parent = dom.parentNode(legend);
		const isInFieldset = parent !== null && dom.nodeType(parent) === 1 && dom.localName(parent as Element) === "fieldset";
		return isInFieldset && dom.textContent(legend).trim().length <= maxNameLength;
	}

	#isName(label: HTMLLabelElement): boolean {
		const dom = this.#dom;
		const { control } = label;
		// In a drawing, an element named `label` is not a label and has no `control`.
		if (!control || dom.textContent(label).trim().length > maxNameLength) return false;
		if (dom.hasAttribute(control, "aria-label") || dom.hasAttribute(control, "aria-labelledby")) return false;
		const tag = dom.localName(control);
		return fieldTags.has(tag) && (dom.isShown(control) || this.isShownByProxy(control, tag));
	}
}
