import { beforeInput, input } from "../dom/events.ts";
import { page, real } from "../dom/real.ts";
import { longestIn, writeValue } from "../dom/value-setter.ts";

type TextField = HTMLInputElement | HTMLTextAreaElement;

/** Input types of one line of text. */
export const singleLine = new Set([
	"text",
	"search",
	"url",
	"tel",
	"email",
	"password",
	"number",
	"date",
	"time",
	"datetime-local",
	"month",
	"week",
]);

/** What Control with a letter does in a text. @returns the text that was copied, when it copies */
export function editingShortcut(place: Element, letter: string, clipboard: string | undefined): string | undefined {
	switch (letter) {
		case "a":
			if (isTextField(place)) place.select();
			else page().execCommand("selectAll");
			return undefined;
		case "c":
			return selectedText(place);
		case "x": {
			const text = selectedText(place);
			if (text !== undefined && isEditable(place)) erase(place, "Backspace");
			return text;
		}
		case "v":
			if (clipboard !== undefined) insert(place, clipboard);
			return undefined;
		default:
			return undefined;
	}
}

export const isTextField = (element: Element): element is TextField =>
	element instanceof HTMLTextAreaElement || (element instanceof HTMLInputElement && singleLine.has(element.type));

export const isEditable = (element: Element) =>
	(isTextField(element) && !element.readOnly && !element.disabled) || (element instanceof HTMLElement && real(element).isContentEditable);

/** A password is not copied, as in any browser. */
function selectedText(place: Element): string | undefined {
	if (!isTextField(place)) return getSelection()?.toString() ?? "";
	if (place.type === "password") return undefined;
	return place.value.slice(place.selectionStart ?? 0, place.selectionEnd ?? place.value.length);
}

/** Writes text at the caret, as far as the field has room; a key that its type does not take leaves it as it is. */
export function insert(place: Element, text: string): void {
	if (!isEditable(place)) return;
	if (!isTextField(place)) {
		page().execCommand("insertText", false, text);
		return;
	}
	const { start, end } = caretOf(place);
	const before = place.value;
	const room = (longestIn(place) ?? Number.POSITIVE_INFINITY) - before.length + end - start;
	const typed = text.slice(0, Math.max(0, room));
	if (typed === "" || !beforeInput(place, "insertText", typed)) return;
	writeValue(place, before.slice(0, start) + typed + before.slice(end));
	// A number or a date that it would not be any more, the browser takes away whole: a key that does not fit leaves it as it is.
	if (place.value === "") {
		writeValue(place, before);
		return;
	}
	putCaret(place, start + typed.length);
	input(place, "insertText", typed);
}

/** Erases what is chosen, else one character beside the caret. */
export function erase(place: Element, name: "Backspace" | "Delete"): void {
	if (!isEditable(place)) return;
	if (!isTextField(place)) {
		page().execCommand(name === "Backspace" ? "delete" : "forwardDelete");
		return;
	}
	const inputType = name === "Backspace" ? "deleteContentBackward" : "deleteContentForward";
	if (!beforeInput(place, inputType, null)) return;
	const { start, end } = caretOf(place);
	const from = start === end && name === "Backspace" ? Math.max(0, start - 1) : start;
	const to = start === end && name === "Delete" ? end + 1 : end;
	writeValue(place, place.value.slice(0, from) + place.value.slice(to));
	putCaret(place, from);
	input(place, inputType, null);
}

/** Types such as number have no selection; there the end counts. */
function caretOf(field: TextField): { start: number; end: number } {
	const last = field.value.length;
	return { start: field.selectionStart ?? last, end: field.selectionEnd ?? last };
}

function putCaret(field: TextField, at: number): void {
	if (field.selectionStart !== null) field.setSelectionRange(at, at);
}

/** Moves the caret of a field. */
export function moveCaret(field: TextField, name: string): void {
	const { start, end } = caretOf(field);
	const places: Readonly<Record<string, number>> = {
		Home: 0,
		End: field.value.length,
		ArrowLeft: Math.max(0, start - 1),
		ArrowRight: Math.min(field.value.length, end + 1),
	};
	const at = places[name];
	if (at !== undefined) putCaret(field, at);
}
