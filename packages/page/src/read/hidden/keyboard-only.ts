import type { Dom } from "../dom.ts";
import { flatParent } from "../flat-tree.ts";
import { isClipEmpty, isClipPathEmpty } from "../geometry/visibility.ts";

/** The box of one pixel that hides a control is at most so many ancestors away. */
const levels = 3;
/** A visible field is larger. CSS pixels. */
const thinnest = 4;
/** A field, or an element with a text model of its own, that wants no help of the browser. */
const keyCatcher = ":is(textarea,[role=textbox])[autocorrect=off][autocapitalize=off][spellcheck=false]";
/** Elements that may be such a control. */
export const keyboardOnly = 'button,input[type=submit],a[href^="#"],textarea,input[type=range]';
/** The field behind a slider that is drawn. */
const range = "input[type=range]";

/**
 * True for an invisible control that the keyboard reaches: a form's submit button, a skip link or a slider for screen readers, and the text
 * field in which an editor catches keys.
 */
export function isForKeyboardOnly(dom: Dom, element: Element): boolean {
	const isReached = !dom.matches(element, ":disabled") && dom.attribute(element, "tabindex") !== "-1";
	if (!isReached) return false;
	if (isKeyCatcher(dom, element)) return true;
	const isOffered = isSubmit(dom, element) || isSkipLink(dom, element) || dom.matches(element, range);
	return isOffered && dom.isShown(element) && isSmallOrOff(dom, element);
}

function isSubmit(dom: Dom, element: Element): boolean {
	const { HTMLButtonElement, HTMLInputElement } = dom.window;
	const isButton = element instanceof HTMLButtonElement || element instanceof HTMLInputElement;
	return isButton && element.type === "submit" && element.form !== null;
}

function isSkipLink(dom: Dom, element: Element): boolean {
	return dom.localName(element) === "a" && (dom.attribute(element, "href") ?? "").startsWith("#");
}

/** Code editors draw their text and keep a field of hardly any extent for the keys, without any help of the browser. */
function isKeyCatcher(dom: Dom, element: Element): boolean {
	if (!dom.matches(element, keyCatcher)) return false;
	return isThin(dom, element) || dom.style(element).opacity === "0" || isClippedThin(dom, element);
}

function isThin(dom: Dom, element: Element): boolean {
	const { width, height } = dom.rect(element);
	return width <= thinnest || height <= thinnest;
}

/** True in a box that hides all but a strip of its content: the field in it may be as wide as it likes. */
function isClippedThin(dom: Dom, element: Element): boolean {
	let around = flatParent(dom, element);
	for (let level = 0; level < levels && around !== null && dom.nodeType(around) === 1; level += 1) {
		const box = around as Element;
		if (dom.style(box).overflowY !== "visible" && isThin(dom, box)) return true;
		around = flatParent(dom, box);
	}
	return false;
}

/** True for a control in a box of one pixel, or left of or above the document; other clipped places open and close. */
function isSmallOrOff(dom: Dom, element: Element): boolean {
	const { right, bottom } = dom.rect(element);
	if (right + dom.window.scrollX <= 0 || bottom + dom.window.scrollY <= 0) return true;
	let around: Node | null = element;
	for (let level = 0; level < levels && around !== null && dom.nodeType(around) === 1; level += 1) {
		if (isPixel(dom, around as Element)) return true;
		around = flatParent(dom, around as Element);
	}
	return false;
}

/** True for a box of at most a pixel, or cut down to one: it keeps its content for screen readers. */
export function isPixel(dom: Dom, element: Element): boolean {
	const rect = dom.rect(element);
	if (rect.width === 0 || rect.height === 0) return false;
	if (rect.width <= 1 && rect.height <= 1) return true;
	const { position, clip, clipPath } = dom.style(element);
	return (position === "absolute" && isClipEmpty(clip)) || (clipPath !== "none" && isClipPathEmpty(clipPath, rect));
}
