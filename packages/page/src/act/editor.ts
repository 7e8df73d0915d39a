import type { ActResult } from "../execute/page-action.ts";
import { beforeInput, key } from "./dom/events.ts";
import { focusedElement, focusOn } from "./dom/focus.ts";
import { drawnText, page, real } from "./dom/nodes.ts";
import { ancestorsOf } from "./dom/point.ts";
import type { Precision } from "./editor-text.ts";
import { hasText, isSameText, keepsOld } from "./editor-text.ts";
import { parseKeystroke } from "./keys/keystroke.ts";
import { strike } from "./keys/press.ts";
import { done, fail, nextFrame, refuse, waitUntil } from "./outcome.ts";

const drawLimitMs = 300;
/** An editor that works on a paste gives it up when its selection changes, so it is left alone until it has drawn something. */
const pasteLimitMs = 600;
const copyPausesMs = [0, 300, 600];
/** How far up the box is in which an editor draws. */
const boxLevels = 5;
/** Some editors hear of a new selection a tenth of a second later. */
const selectMs = 120;

/** True for an element that has its own text model instead of editable content. */
export const hasEditContext = (element: Element): boolean => "editContext" in element && element.editContext !== null;

/**
 * Replaces the text of an editor as a person does: select all, paste, and copy to read back. Editors without a paste of their own get one
 * input event.
 *
 * @param field editable content, or the invisible field in which an editor catches keys
 */
export async function writeEditor(field: Element, text: string): Promise<ActResult> {
	// The body of a frame has the keys without being told to have the focus.
	if (focusOn(field) === null && isKeyCatcher(field)) return refuse("NOT_TAKEN", "The editor takes no focus");
	const before = drawnIn(field);
	for (const way of text === "" ? [erase] : waysFor(field, text)) {
		await selectAll(field);
		const drawnBefore = drawnAround(field);
		if (!way(keysOf(field), text)) continue;
		if (isKeyCatcher(field)) await frames(pasteLimitMs, () => drawnAround(field) !== drawnBefore);
		const isDrawn = () => isSameText(drawnIn(field), text, precisionOf(field));
		if (!isKeyCatcher(field) && (await waitUntil(isDrawn, drawLimitMs))) return withText(field, text);
		const copied = await copiedText(field, text);
		if (copied !== undefined && isSameText(copied, text, precisionOf(field))) return { ...done, actualState: { value: copied } };
		// Typed on top, each line would be indented once more.
		if (isKeyCatcher(field)) break;
		const shown = copied ?? drawnIn(field);
		// An editor that adds words of its own around the text has taken it; one that keeps the old text has not.
		if (hasText(shown, text) && !keepsOld(shown, before, text)) return done;
	}
	const left = await copyAll(field);
	return fail("NOT_TAKEN", "The editor did not take the text as it is", left === undefined ? undefined : { value: left });
}

/** Lines of a list or code count when they are pasted; a single line is typed, since some pages make attachments of what is pasted. */
function waysFor(field: Element, text: string): readonly Way[] {
	if (isKeyCatcher(field)) return [paste, type];
	return text.includes("\n") ? [paste, type] : [type, paste];
}

/** @returns false when nobody took the text */
type Way = (place: Element, text: string) => boolean;

const isKeyCatcher = (field: Element) => field instanceof HTMLTextAreaElement || hasEditContext(field);

/** Where the editor hears keys: the focus may have moved inside it. */
const keysOf = (field: Element) => focusOn(field) ?? field;

function precisionOf(field: Element): Precision {
	if (isKeyCatcher(field)) return "exact";
	return /^(?:pre|break-spaces)/.test(getComputedStyle(field).whiteSpace) ? "indents" : "words";
}

const drawnIn = (field: Element) => (isKeyCatcher(field) ? "" : drawnText(field));

/** An editor that draws a part of a long text may hold more than that. */
const withText = (field: Element, text: string): ActResult =>
	precisionOf(field) === "indents" ? { ...done, actualState: { value: text } } : done;

const modifier = /Mac/.test(navigator.platform) ? "Meta" : "Control";

async function selectAll(field: Element): Promise<void> {
	const place = keysOf(field);
	const stroke = parseKeystroke(`${modifier}+A`);
	if (stroke !== null) strike(place, stroke, undefined);
	if (!isKeyCatcher(field) && getSelection()?.isCollapsed === true) getSelection()?.selectAllChildren(field);
	await frames(isKeyCatcher(field) ? 0 : selectMs, () => false);
}

function clipboardEvent(type: "copy" | "paste", text: string): ClipboardEvent {
	const clipboardData = new DataTransfer();
	if (text !== "") clipboardData.setData("text/plain", text);
	return new ClipboardEvent(type, { bubbles: true, cancelable: true, composed: true, clipboardData });
}

const paste: Way = (place, text) => !real(place).dispatchEvent(clipboardEvent("paste", text));

const type: Way = (place, text) => {
	if (hasEditContext(place)) return false;
	// Rich editors handle and prevent this event. Elsewhere `execCommand` fires the input event and keeps the undo history.
	if (beforeInput(place, "insertText", text)) page().execCommand("insertText", false, text);
	return true;
};

const erase: Way = (place) => {
	const stroke = parseKeystroke("Backspace");
	if (stroke === null) return false;
	if (isKeyCatcher(place)) strike(place, stroke, undefined);
	else if (key(place, "keydown", stroke) && beforeInput(place, "deleteContentBackward", null)) page().execCommand("delete");
	return true;
};

/** Lets the page draw, a frame at least, until something has happened. */
async function frames(limitMs: number, hasHappened: () => boolean): Promise<void> {
	const end = performance.now() + limitMs;
	do await nextFrame();
	while (performance.now() < end && !hasHappened());
}

function drawnAround(field: Element): string {
	const around = ancestorsOf(field);
	return (around[boxLevels] ?? around.at(-1))?.textContent ?? "";
}

/** What the editor gives once it holds the wanted text, else what it gives at last. */
async function copiedText(field: Element, text: string): Promise<string | undefined> {
	let copied: string | undefined;
	for (const pauseMs of isKeyCatcher(field) ? copyPausesMs : [0]) {
		await frames(pauseMs, () => false);
		copied = (await copyAll(field)) ?? (isKeyCatcher(field) && text === "" ? "" : undefined);
		if (copied !== undefined && isSameText(copied, text, precisionOf(field))) break;
	}
	return copied;
}

/** The whole text as the editor would give it to the clipboard; undefined for an editor without a copy of its own. */
async function copyAll(field: Element): Promise<string | undefined> {
	await selectAll(field);
	const event = clipboardEvent("copy", "");
	const isTaken = !real(keysOf(field)).dispatchEvent(event);
	const place = focusedElement();
	// Left alone, the browser copies what the field has selected.
	const selected = place instanceof HTMLTextAreaElement ? place.value.slice(place.selectionStart, place.selectionEnd) : "";
	const copied = event.clipboardData?.getData("text/plain") || selected;
	// Left selected, the text would give way to the next key.
	if (place instanceof HTMLTextAreaElement || (place !== null && hasEditContext(place))) {
		const stroke = parseKeystroke("ArrowRight");
		if (stroke !== null) strike(place, stroke, undefined);
	} else getSelection()?.collapseToEnd();
	return isTaken || copied !== "" ? copied : undefined;
}
