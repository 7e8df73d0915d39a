import type { ActResult } from "../../execute/page-action.ts";
import { refuse } from "../outcome.ts";
import { page, real, shadowOf } from "./nodes.ts";
import { ancestorsOf, labelOf } from "./point.ts";

/** Focuses an element. @returns the element or its part that now gets keys; null when it takes no focus */
export function focusOn(element: Element): Element | null {
	if (focusIn(element) === null && (element instanceof HTMLElement || element instanceof SVGElement))
		real(element).focus({ preventScroll: true });
	return focusIn(element);
}

/** The focused element, when it is this one or inside it. */
export function focusIn(element: Element): Element | null {
	const focused = focusedElement();
	return focused !== null && ancestorsOf(focused).includes(element) ? focused : null;
}

/** The focused element, through shadow roots; null for none. */
export function focusedElement(): Element | null {
	let focused = page().activeElement;
	for (let root = focused && shadowOf(focused); root?.activeElement; root = focused && shadowOf(focused)) focused = root.activeElement;
	return focused === page().body ? null : focused;
}

const framed: ReadonlySet<string> = new Set(["iframe", "frame", "object", "embed", "fencedframe"]);

/** True for an element with a document of its own, where its keys go. */
export function isFrame(element: Element | null): element is Element {
	return element !== null && framed.has(element.localName);
}

/**
 * Refuses input to an element behind a modal dialog. A click needs no such check, since it hits the dialog.
 *
 * @returns null when the element can be reached
 */
export function modalRefusal(element: Element): ActResult | null {
	const dialogs = [...page().querySelectorAll("dialog:modal")];
	const dialog = dialogs.at(-1);
	// No API tells which of several modal dialogs is in front.
	if (dialog === undefined || ancestorsOf(element).some((each) => dialogs.includes(each))) return null;
	return refuse("COVERED", `The dialog ${labelOf(dialog)} is in front of it`);
}
