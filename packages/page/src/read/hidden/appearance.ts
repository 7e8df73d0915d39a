import type { Dom } from "../dom.ts";
import type { VisitedElement } from "../traversal/visited-element.ts";
import { HoverRules } from "./hover-rules.ts";
import { isForKeyboardOnly } from "./keyboard-only.ts";

/**
 * How a hidden control can be made visible for an action. A transparent control is not hidden here: a mouse hits it.
 *
 * @returns undefined for a visible control, and for one that nothing makes visible
 */
export function appearanceOf(dom: Dom, element: Element): VisitedElement["appears"] {
	if (new HoverRules(dom).showsAround(element)) return "on-hover";
	return isForKeyboardOnly(dom, element) ? "on-focus" : undefined;
}
