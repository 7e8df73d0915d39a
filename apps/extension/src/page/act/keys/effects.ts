import { activate } from "../dom/activation.ts";
import { beforeInput, change, input, mouse } from "../dom/events.ts";
import { page, real } from "../dom/real.ts";
import { writeValue } from "../dom/value-setter.ts";
import { mainScroller } from "../scroll.ts";
import type { Stroke } from "./stroke.ts";

type TextField = HTMLInputElement | HTMLTextAreaElement;

const lineHeightPx = 40;
const singleLine = new Set([
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

/**
 * What the browser would do for a real key.
 *
 * @returns the text that was copied, when the stroke copies
 */
export function defaultEffect(place: Element, stroke: Stroke, clipboard: string | undefined): string | undefined {
	if (stroke.ctrlKey || stroke.metaKey) return editingShortcut(place, stroke.key.toLowerCase(), clipboard);
	switch (stroke.key) {
		case "Enter":
			enter(place);
			return undefined;
		case "Escape":
			closeDialog(place);
			return undefined;
		case "Tab":
			moveFocus(place, stroke.shiftKey ? -1 : 1);
			return undefined;
		case " ":
			if (isEditable(place)) insert(place, " ");
			else if (isPressable(place)) clickOn(place);
			else real(mainScroller()).scrollBy({ top: innerHeight, behavior: "instant" });
			return undefined;
		case "Backspace":
		case "Delete":
			erase(place, stroke.key);
			return undefined;
		default:
			if (stroke.key.length === 1) insert(place, stroke.key);
			else move(place, stroke.key);
			return undefined;
	}
}

function editingShortcut(place: Element, letter: string, clipboard: string | undefined): string | undefined {
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

const isTextField = (element: Element): element is TextField =>
	element instanceof HTMLTextAreaElement || (element instanceof HTMLInputElement && singleLine.has(element.type));

const isEditable = (element: Element) =>
	(isTextField(element) && !element.readOnly && !element.disabled) || (element instanceof HTMLElement && real(element).isContentEditable);

const isPressable = (element: Element) =>
	real(element).matches(
		"button, summary, input, [role=button], [role=checkbox], [role=switch], [role=option], [role=tab], [role=menuitem]",
	);

/** A password is not copied, as in any browser. */
function selectedText(place: Element): string | undefined {
	if (!isTextField(place)) return getSelection()?.toString() ?? "";
	if (place.type === "password") return undefined;
	return place.value.slice(place.selectionStart ?? 0, place.selectionEnd ?? place.value.length);
}

function insert(place: Element, text: string): void {
	if (!isEditable(place)) return;
	if (!isTextField(place)) {
		page().execCommand("insertText", false, text);
		return;
	}
	if (!beforeInput(place, "insertText", text)) return;
	const { start, end } = caretOf(place);
	writeValue(place, place.value.slice(0, start) + text + place.value.slice(end));
	putCaret(place, start + text.length);
	input(place, "insertText", text);
}

function erase(place: Element, name: "Backspace" | "Delete"): void {
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

/** In a one-line field the form's default button is pressed, as the browser does it; without one the form is submitted. */
function enter(place: Element): void {
	if (place instanceof HTMLTextAreaElement) insert(place, "\n");
	else if (place instanceof HTMLElement && real(place).isContentEditable) page().execCommand("insertParagraph");
	else if (isTextField(place) || place instanceof HTMLSelectElement || (place instanceof HTMLInputElement && place.type !== "button")) {
		change(place);
		submitFrom(place);
	} else if (isPressable(place) || real(place).matches("a[href]")) clickOn(place);
}

function submitFrom(field: HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement): void {
	const { form } = field;
	if (form === null) return;
	const button = [...real(form).elements].find(
		(control): control is HTMLButtonElement | HTMLInputElement =>
			(control instanceof HTMLButtonElement && control.type === "submit") ||
			(control instanceof HTMLInputElement && (control.type === "submit" || control.type === "image")),
	);
	activate(button ?? field, () => {
		if (button === undefined) real(form).requestSubmit();
		else if (!button.disabled) button.click();
		// No submit event follows where the page prevented the click.
		return true;
	});
}

function closeDialog(place: Element): void {
	const dialog = real(place).closest("dialog[open]") ?? page().querySelector("dialog:modal");
	if (!(dialog instanceof HTMLDialogElement)) return;
	if (dialog.dispatchEvent(new Event("cancel", { cancelable: true }))) dialog.close();
}

function clickOn(place: Element): void {
	const box = real(place).getBoundingClientRect();
	const aim = { x: box.left + box.width / 2, y: box.top + box.height / 2, hit: place };
	activate(place, () => mouse("click", aim, { detail: 0 }));
}

const tabbable = "a[href], button, input:not([type=hidden]), select, textarea, summary, [tabindex], [contenteditable]";

function moveFocus(place: Element, by: 1 | -1): void {
	const stops = [...page().querySelectorAll<HTMLElement>(tabbable)].filter(
		(element) => real(element).tabIndex >= 0 && !real(element).matches(":disabled") && real(element).checkVisibility(),
	);
	const at = place instanceof HTMLElement ? stops.indexOf(place) : -1;
	stops.at((at + by + (at === -1 && by === -1 ? 1 : 0)) % stops.length)?.focus();
}

/** Arrows and their like: a value, the caret, or the page moves. */
function move(place: Element, name: string): void {
	const by = name === "ArrowDown" || name === "ArrowRight" ? 1 : -1;
	const isArrow = name.startsWith("Arrow");
	if (place instanceof HTMLSelectElement && isArrow) moveSelection(place, by);
	else if (place instanceof HTMLInputElement && place.type === "radio" && isArrow) moveRadio(place, by);
	else if (place instanceof HTMLInputElement && (place.type === "range" || place.type === "number")) step(place, name);
	else if (isTextField(place)) moveCaret(place, name);
	else scrollPage(name);
}

function moveSelection(select: HTMLSelectElement, by: 1 | -1): void {
	const next = select.selectedIndex + by;
	if (next < 0 || next >= select.options.length) return;
	select.selectedIndex = next;
	input(select, "insertReplacementText", null);
	change(select);
}

function moveRadio(radio: HTMLInputElement, by: 1 | -1): void {
	const root = real(radio.form ?? document);
	const group = [...root.querySelectorAll<HTMLInputElement>("input[type=radio]")].filter(
		(other) => other.name === radio.name && !other.disabled,
	);
	const next = group.at((group.indexOf(radio) + by) % group.length);
	next?.focus();
	next?.click();
}

function step(field: HTMLInputElement, name: string): void {
	const before = field.value;
	if (name === "ArrowUp" || (name === "ArrowRight" && field.type === "range")) field.stepUp();
	else if (name === "ArrowDown" || (name === "ArrowLeft" && field.type === "range")) field.stepDown();
	else if (name === "Home" && field.type === "range") writeValue(field, field.min === "" ? "0" : field.min);
	else if (name === "End" && field.type === "range") writeValue(field, field.max === "" ? "100" : field.max);
	if (field.value === before) return;
	input(field, "insertReplacementText", null);
	change(field);
}

function moveCaret(field: TextField, name: string): void {
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

function scrollPage(name: string): void {
	const scroller = real(mainScroller());
	const distances: Readonly<Record<string, number>> = {
		ArrowDown: lineHeightPx,
		ArrowUp: -lineHeightPx,
		PageDown: scroller.clientHeight,
		PageUp: -scroller.clientHeight,
		Home: -scroller.scrollHeight,
		End: scroller.scrollHeight,
	};
	const top = distances[name];
	if (top !== undefined) scroller.scrollBy({ top, behavior: "instant" });
}
