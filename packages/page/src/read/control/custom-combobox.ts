import type { Dom } from "../dom.ts";
import { flatParent } from "../flat-tree.ts";

/** How many ancestors are tried, and how much larger than its input the box may be (frame, arrow, clear button), in CSS pixels. */
export const replacementBox = { levels: 3, width: 80, height: 40 } as const;

/**
 * Component libraries hide the input of a combobox (opacity 0) and draw a box instead.
 * Finds the nearest ancestor that shows text and is hardly larger than the input.
 *
 * @returns undefined for all other fields
 */
export function replacementBoxOf(dom: Dom, input: Element): Element | undefined {
	if (dom.attribute(input, "role") !== "combobox" || dom.style(input).opacity !== "0") return undefined;
	const own = dom.rect(input);
	if (own.width < 4 || own.height < 4) return undefined;
	let around = flatParent(dom, input);
	for (let level = 0; level < replacementBox.levels && around !== null && dom.nodeType(around) === 1; level += 1) {
		const box = around as Element;
		const { width, height } = dom.rect(box);
		if (width > own.width + replacementBox.width || height > own.height + replacementBox.height) return undefined;
		if (dom.textContent(box).trim() !== "" && dom.isShown(box)) return box;
		around = flatParent(dom, box);
	}
	return undefined;
}
