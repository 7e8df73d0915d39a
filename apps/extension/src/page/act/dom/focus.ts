import type { ActResult } from "../../messages.ts";
import { refuse } from "../outcome.ts";
import { page, real, shadowOf } from "./nodes.ts";
import { ancestorsOf, labelOf } from "./point.ts";

/** Gives an element the focus. @returns what keys reach then, itself or a part of it; null when it takes no focus */
export function focusOn(element: Element): Element | null {
	if (focusIn(element) === null && (element instanceof HTMLElement || element instanceof SVGElement))
		real(element).focus({ preventScroll: true });
	return focusIn(element);
}

/** The element with the focus, when it is this one or a part of it. */
export function focusIn(element: Element): Element | null {
	const focused = focusedElement();
	return focused !== null && ancestorsOf(focused).includes(element) ? focused : null;
}

/** The element with the focus, through shadow roots; null when nothing has it. */
export function focusedElement(): Element | null {
	let focused = page().activeElement;
	for (let root = focused && shadowOf(focused); root?.activeElement; root = focused && shadowOf(focused)) focused = root.activeElement;
	return focused === page().body ? null : focused;
}

const framed: ReadonlySet<string> = new Set(["iframe", "frame", "object", "embed", "fencedframe"]);

/** An element that holds a document of its own: keys go in there. */
export function isFrame(element: Element | null): element is Element {
	return element !== null && framed.has(element.localName);
}

/**
 * Why a person could not type into an element or choose in it now, though it shows: a modal dialog is in front. What is clicked needs no such look,
 * since a click hits what lies there.
 *
 * @returns null where they could
 */
export function modalRefusal(element: Element): ActResult | null {
	const dialogs = [...page().querySelectorAll("dialog:modal")];
	const dialog = dialogs.at(-1);
	// Which of several is the foremost, no script is told.
	if (dialog === undefined || ancestorsOf(element).some((each) => dialogs.includes(each))) return null;
	return refuse("COVERED", `The dialog ${labelOf(dialog)} is in front of it`);
}
