import type { Dom } from "../dom.ts";
import { flatParent } from "../geometry/hit-test.ts";

/** How far around its input such a box is looked for, and how much larger a frame, an arrow and a clear button may make it, in CSS pixels. */
export const replacementBox = { levels: 3, width: 80, height: 40 } as const;

/**
 * The box that shows in the place of a list of choices whose own input has no opacity, as libraries of components make them: the nearest one
 * around it that holds text and is hardly larger than the input.
 *
 * @returns undefined for every other field, and where nothing is drawn
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
