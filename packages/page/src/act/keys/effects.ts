import { activate, isSubmitter, submit } from "../dom/activation.ts";
import { change, input, mouse } from "../dom/events.ts";
import { isUnavailable, writeValue } from "../dom/fields.ts";
import { page, real } from "../dom/nodes.ts";
import { mainScroller } from "../scroll.ts";
import type { Keystroke } from "./keystroke.ts";
import type { KeyEffect } from "./typing.ts";
import { chooseAll, editingShortcut, erase, insert, isEditable, isTextField, moveCaret, singleLine } from "./typing.ts";

const lineHeightPx = 40;

/** Does what the browser would do for a real key; it does nothing for a scripted one. */
export function defaultEffect(place: Element, stroke: Keystroke, clipboard: string | undefined): KeyEffect {
	if (stroke.ctrlKey || stroke.metaKey) return editingShortcut(place, stroke.key.toLowerCase(), clipboard);
	if (stroke.key.length === 1 && (stroke.key !== " " || isEditable(place))) return { isRefused: !insert(place, stroke.key) };
	switch (stroke.key) {
		case "Enter":
			enter(place);
			break;
		case "Escape":
			closeTopmost(place);
			break;
		case "Tab":
			moveFocus(place, stroke.shiftKey ? -1 : 1);
			break;
		case " ":
			if (isPressable(place)) clickOn(place);
			else real(mainScroller()).scrollBy({ top: innerHeight, behavior: "instant" });
			break;
		case "Backspace":
		case "Delete":
			return { isRefused: !erase(place, stroke.key) };
		default:
			move(place, stroke.key);
	}
	return {};
}

const isPressable = (element: Element) =>
	real(element).matches(
		"button, summary, input, [role=button], [role=checkbox], [role=switch], [role=option], [role=tab], [role=menuitem]",
	);

/** Input types that Enter presses like a button. */
const pressed = new Set(["button", "submit", "reset", "image", "file", "color"]);

/** Enter in a one-line field presses the form's default button, or submits a form with a single such field. */
function enter(place: Element): void {
	if (place instanceof HTMLTextAreaElement) insert(place, "\n");
	else if (place instanceof HTMLElement && real(place).isContentEditable) page().execCommand("insertParagraph");
	else if (place instanceof HTMLSelectElement || (place instanceof HTMLInputElement && !pressed.has(place.type))) {
		change(place);
		submitFrom(place);
	} else if (isPressable(place) || real(place).matches("a[href]")) clickOn(place);
}

function submitFrom(field: HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement): void {
	const { form } = field;
	if (form === null) return;
	const root = real(real(form).getRootNode() as Document | ShadowRoot);
	// `form.elements` leaves out image buttons.
	const button = [...root.querySelectorAll("button, input")].find((control) => isSubmitter(control) && control.form === form);
	if (!isSubmitter(button)) {
		if ([...real(form).elements].filter((control) => control instanceof HTMLInputElement && singleLine.has(control.type)).length <= 1)
			submit(form);
		return;
	}
	activate(button, () => {
		if (!button.disabled) button.click();
		// No submit event follows where the page prevented the click.
		return true;
	});
}

/** Closes the topmost layer: an auto popover, else the modal dialog around the place, else the last modal dialog. */
function closeTopmost(place: Element): void {
	const popover = [...page().querySelectorAll<HTMLElement>("[popover]:popover-open")].findLast((one) => one.popover === "auto");
	if (popover !== undefined) {
		popover.hidePopover();
		return;
	}
	const dialog = real(place).closest("dialog:modal") ?? [...page().querySelectorAll("dialog:modal")].at(-1);
	if (!(dialog instanceof HTMLDialogElement)) return;
	if (dialog.dispatchEvent(new Event("cancel", { cancelable: true }))) dialog.close();
}

function clickOn(place: Element): void {
	const box = real(place).getBoundingClientRect();
	const point = { x: box.left + box.width / 2, y: box.top + box.height / 2, hit: place };
	activate(place, () => mouse("click", point, { detail: 0 }));
}

const tabbable = "a[href], button, input:not([type=hidden]), select, textarea, summary, [tabindex], [contenteditable]";

function moveFocus(place: Element, by: 1 | -1): void {
	const stops = [...page().querySelectorAll<HTMLElement>(tabbable)].filter(
		(element) => real(element).tabIndex >= 0 && !real(element).matches(":disabled") && real(element).checkVisibility(),
	);
	const at = place instanceof HTMLElement ? stops.indexOf(place) : -1;
	const next = stops.at((at + by + (at === -1 && by === -1 ? 1 : 0)) % stops.length);
	next?.focus();
	// As by hand, the next typed text replaces the value.
	if (next instanceof HTMLInputElement && isTextField(next)) chooseAll(next);
}

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
	const options = [...select.options];
	let next = select.selectedIndex + by;
	for (let option = options[next]; option !== undefined && isUnavailable(option); option = options[next]) next += by;
	if (options[next] === undefined) return;
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
	if (field.readOnly) return;
	const before = field.value;
	const by = name === "ArrowUp" || (name === "ArrowRight" && field.type === "range") ? 1 : -1;
	const isStep = name === "ArrowUp" || name === "ArrowDown" || (field.type === "range" && (name === "ArrowRight" || name === "ArrowLeft"));
	// `stepUp` throws where any step is allowed.
	if (isStep && field.step === "any") writeValue(field, String(Number(before) + by));
	else if (isStep && by === 1) field.stepUp();
	else if (isStep) field.stepDown();
	else if (name === "Home" && field.type === "range") writeValue(field, field.min === "" ? "0" : field.min);
	else if (name === "End" && field.type === "range") writeValue(field, field.max === "" ? "100" : field.max);
	if (field.value === before) return;
	input(field, "insertReplacementText", null);
	change(field);
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
