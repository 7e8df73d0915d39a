import { beforeInput, input } from "../dom/events.ts";
import { maxLengthOf, writeValue } from "../dom/fields.ts";
import { page, real } from "../dom/nodes.ts";

type TextField = HTMLInputElement | HTMLTextAreaElement;

export const singleLine = new Set("text search url tel email password number date time datetime-local month week".split(" "));

/** The effect of a key: the copied text, a text too long to copy, or a value that the field's type refuses. */
export type KeyEffect = { readonly copied?: string | undefined; readonly isTooMuch?: boolean; readonly isRefused?: boolean };

/** Characters that a message can carry. */
const longestCopy = 20_000;

export function editingShortcut(place: Element, letter: string, clipboard: string | undefined): KeyEffect {
	switch (letter) {
		case "a":
			if (isTextField(place)) chooseAll(place);
			else page().execCommand("selectAll");
			return {};
		case "c":
		case "x": {
			const copied = selectedText(place);
			if ((copied?.length ?? 0) > longestCopy) return { isTooMuch: true };
			if (letter === "c") return { copied };
			return { copied, isRefused: copied !== undefined && isEditable(place) && !erase(place, "Backspace") };
		}
		case "v":
			return { isRefused: clipboard !== undefined && !insert(place, clipboard) };
		default:
			return {};
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

/**
 * Inserts text at the caret, up to the field's limit.
 *
 * @returns false when the field's type refuses the text; the value is then unchanged
 */
export function insert(place: Element, text: string): boolean {
	if (!isEditable(place)) return true;
	if (!isTextField(place)) {
		page().execCommand("insertText", false, text);
		return true;
	}
	const { start, end } = caretOf(place);
	const before = place.value;
	const room = (maxLengthOf(place) ?? Number.POSITIVE_INFINITY) - before.length + end - start;
	const typed = text.slice(0, Math.max(0, room));
	if (typed === "" || !beforeInput(place, "insertText", typed)) return true;
	writeValue(place, before.slice(0, start) + typed + before.slice(end));
	// The browser empties a number field at "1.", on the way to "1.5"; the next key would then go wrong.
	if (place.value === "") {
		writeValue(place, before);
		return false;
	}
	putCaret(place, start + typed.length);
	input(place, "insertText", typed);
	return true;
}

/** Erases the selection, else one character. @returns false when the field's type refuses the rest */
export function erase(place: Element, name: "Backspace" | "Delete"): boolean {
	if (!isEditable(place)) return true;
	if (!isTextField(place)) {
		page().execCommand(name === "Backspace" ? "delete" : "forwardDelete");
		return true;
	}
	const inputType = name === "Backspace" ? "deleteContentBackward" : "deleteContentForward";
	if (!beforeInput(place, inputType, null)) return true;
	const { start, end } = caretOf(place);
	const from = start === end && name === "Backspace" ? Math.max(0, start - 1) : start;
	const to = start === end && name === "Delete" ? end + 1 : end;
	const before = place.value;
	const left = before.slice(0, from) + before.slice(to);
	writeValue(place, left);
	if (place.value === "" && left !== "") {
		writeValue(place, before);
		return false;
	}
	putCaret(place, from);
	input(place, inputType, null);
	return true;
}

/** The fully selected field. Types such as number do not report a selection. */
let chosen: { readonly field: TextField; readonly value: string } | null = null;

const forget = () => {
	chosen = null;
};

export function chooseAll(field: TextField): void {
	field.select();
	chosen = { field, value: field.value };
	field.addEventListener("blur", forget, { once: true });
}

/** Types without a selection: the whole value or its end. */
function caretOf(field: TextField): { start: number; end: number } {
	const last = field.value.length;
	const start = field.selectionStart ?? (field === chosen?.field && field.value === chosen.value ? 0 : last);
	forget();
	return { start, end: field.selectionEnd ?? last };
}

function putCaret(field: TextField, at: number): void {
	if (field.selectionStart !== null) field.setSelectionRange(at, at);
}

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
