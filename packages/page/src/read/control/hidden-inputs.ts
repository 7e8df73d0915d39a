import type { Dom } from "../dom.ts";
import { flatParent } from "../geometry/hit-test.ts";
import { replacementBoxOf } from "./custom-combobox.ts";
import type { Labels } from "./labels.ts";

const keptTypes: ReadonlySet<string> = new Set(["file", "checkbox", "radio", "range"]);
const fields: ReadonlySet<string> = new Set(["input", "select", "textarea"]);

/** Selector of the fields that may be kept although their own box is not seen. */
export const restylableSelector = "input[type=file],input[type=checkbox],input[type=radio],input[type=range]";

/** AccessibleNames are at most this long; a longer label stays as text. CSS pixels do not matter here, characters do. */
export const maxNameLength = 80;

/** True for a field that custom styling may hide behind its label or a drawn box. */
export function isRestylable(element: Element, tag: string): element is HTMLInputElement {
	return tag === "input" && keptTypes.has((element as HTMLInputElement).type);
}

/** Whether things that are not painted themselves show through others, and which text is said by a control already. */
export class HiddenInputs {
	readonly #dom: Dom;
	readonly #labels: Labels;

	constructor(dom: Dom, labels: Labels) {
		this.#dom = dom;
		this.#labels = labels;
	}

	/** The label one would click instead of the control. */
	visibleLabel(element: Element): Element | undefined {
		return this.#labels.of(element).find((label) => this.#dom.isShown(label));
	}

	/** True when a field that is not seen shows through its label or the box around it; a file field always can be used. */
	isShownByProxy(element: Element, tag: string): boolean {
		if (!isRestylable(element, tag)) return tag === "input" && replacementBoxOf(this.#dom, element) !== undefined;
		if (element.type === "file" || this.visibleLabel(element) !== undefined) return true;
		const parent = flatParent(this.#dom, element);
		if (parent === null || this.#dom.nodeType(parent) !== 1) return false;
		const rect = this.#dom.rect(parent as Element);
		return rect.width >= 4 && rect.height >= 4 && this.#dom.isShown(parent as Element);
	}

	/** True for a label or legend whose text stands as the name of a control or group, unless it is too long for one. */
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
		// In a drawing a tag of this name is no label, and has no such property.
		if (!control || dom.textContent(label).trim().length > maxNameLength) return false;
		if (dom.hasAttribute(control, "aria-label") || dom.hasAttribute(control, "aria-labelledby")) return false;
		const tag = dom.localName(control);
		return fields.has(tag) && (dom.isShown(control) || this.isShownByProxy(control, tag));
	}
}
