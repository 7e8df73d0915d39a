import type { ActResult } from "../../execute/page-action.ts";
import { key } from "../dom/events.ts";
import { focusedElement, focusOn, isFrame } from "../dom/focus.ts";
import { page, real } from "../dom/nodes.ts";
import type { Recheck } from "../outcome.ts";
import { done, fail, refuse } from "../outcome.ts";
import { defaultEffect } from "./effects.ts";
import type { Keystroke } from "./keystroke.ts";
import { parseKeystroke } from "./keystroke.ts";
import type { KeyEffect } from "./typing.ts";

/** `refusalAt` says why keys must not reach a place; null when they may. */
export type Keys = {
	readonly keys: string;
	readonly clipboard: string | undefined;
	readonly refusalAt: (place: Element) => ActResult | null;
	readonly recheck: Recheck;
};

/**
 * Presses a key on an element, or where the focus is. An element that takes no focus gets the key itself; the focused element does not.
 *
 * @param keys `clipboard` is the text of an earlier Control+C of this task; `refusalAt` judges the place once it is known
 */
export function press(target: Element | null, { keys, clipboard, refusalAt, recheck }: Keys): ActResult {
	const stroke = parseKeystroke(keys);
	if (stroke === null) return refuse("BAD_VALUE", `${keys} is not a key; write it like Enter, a or Control+A`);
	if (target !== null && real(target).matches(":disabled")) return refuse("DISABLED", "The element is disabled");
	const place = target === null ? (focusedElement() ?? page().body) : (focusOn(target) ?? target);
	const refusal = refusalOfFrame(place) ?? refusalAt(place) ?? recheck("pressing");
	if (refusal !== null) return refusal;
	const { copied, isTooMuch, isRefused } = strike(place, stroke, clipboard);
	if (isTooMuch) return fail("BAD_VALUE", "More than 20,000 characters are not copied at once");
	if (isRefused) return fail("NOT_TAKEN", "The field does not accept this key alone; set its whole value");
	return copied === undefined ? done : { ...done, clipboard: copied };
}

/** Only the frame itself knows its focused element. */
export const refusalOfFrame = (place: Element): ActResult | null =>
	isFrame(place) ? refuse("NOT_TAKEN", "A frame has the focus; name the element in it that the key is for") : null;

/** Strikes a key, and does what the browser would do where the page leaves it alone. */
export function strike(place: Element, stroke: Keystroke, clipboard: string | undefined): KeyEffect & { readonly isTaken: boolean } {
	const isFree = key(place, "keydown", stroke);
	const writes = stroke.key === "Enter" || (stroke.key.length === 1 && !stroke.ctrlKey && !stroke.metaKey);
	const isStillFree = isFree && (!writes || key(place, "keypress", stroke));
	const effect = isStillFree ? defaultEffect(place, stroke, clipboard) : {};
	key(focusedElement() ?? place, "keyup", stroke);
	return { ...effect, isTaken: !isStillFree };
}

/** Sends a key to the page alone, without what the browser would do. */
export function tap(place: Element, name: string): void {
	const stroke = parseKeystroke(name);
	if (stroke === null) return;
	key(place, "keydown", stroke);
	key(place, "keyup", stroke);
}

/**
 * Presses Enter in a field.
 *
 * @returns true when the page took the key or a form was sent; false proves nothing, since a page may listen without a trace
 */
export function pressEnter(field: Element): boolean {
	const stroke = parseKeystroke("Enter");
	if (stroke === null) return false;
	let isSent = false;
	const sent = () => {
		isSent = true;
	};
	addEventListener("submit", sent, { capture: true });
	const { isTaken } = strike(focusOn(field) ?? field, stroke, undefined);
	removeEventListener("submit", sent, { capture: true });
	return isTaken || isSent;
}
