import { focusedElement } from "@webhand/page/act/dom/focus";
import { real, shadowOf } from "@webhand/page/act/dom/nodes";
import { ancestorsOf, deepestAt } from "@webhand/page/act/dom/point";
import { isToggle, isTyped } from "@webhand/page/act/value";
import type { KeyPlace } from "./keys.ts";

/** The element that an event is about and all around it, innermost first. A closed shadow root tells its host alone, so it is opened here. */
export function pathOf(event: Event): readonly Element[] {
	const [first] = event.composedPath();
	if (!(first instanceof Element)) return [];
	if (shadowOf(first) === null) return ancestorsOf(first);
	const inner = event instanceof MouseEvent && event.detail > 0 ? deepestAt(event.clientX, event.clientY) : focusedElement();
	const path = inner === null ? [] : ancestorsOf(inner);
	return path.includes(first) ? path : ancestorsOf(first);
}

/** Also the controls that a pressed label stands for, before what is around the label. */
export function withLabelled(path: readonly Element[]): readonly Element[] {
	return path.flatMap((element) =>
		element instanceof HTMLLabelElement && element.control !== null ? [element.control, element] : [element],
	);
}

const byKeys = "button, a[href], area[href], summary, select, audio, video";
const withoutText: ReadonlySet<string> = new Set("button checkbox color file image radio range reset submit".split(" "));
const listRoles: ReadonlySet<string> = new Set(
	"combobox grid gridcell listbox menu menubar menuitem menuitemcheckbox menuitemradio option radio row slider spinbutton tab tablist tree treegrid treeitem".split(
		" ",
	),
);
const opensList = "[role=combobox], [aria-autocomplete], [aria-expanded=true], [aria-activedescendant], [aria-haspopup=listbox]";

/** How keys work in an element; null for the page itself. @throws never */
export function keyPlaceOf(element: Element | null): { readonly place: KeyPlace; readonly hasList: boolean } {
	if (element === null) return { place: "other", hasList: false };
	const hasList = real(element).matches(opensList);
	return { place: placeOf(element), hasList };
}

function placeOf(element: Element): KeyPlace {
	if (element instanceof HTMLInputElement) return withoutText.has(element.type) ? "native" : "line";
	if (isTyped(element)) return "text";
	if (real(element).matches(byKeys)) return "native";
	return listRoles.has(real(element).getAttribute("role") ?? "") ? "list" : "other";
}

const presses: ReadonlySet<string> = new Set("button checkbox file image radio reset submit".split(" "));

/** True for a field of any kind: a press in it is mostly for its value. */
export function takesValue(element: Element): boolean {
	return element instanceof HTMLInputElement ? !presses.has(element.type) : isTyped(element);
}

/** True for a box, switch or radio button, whoever draws it. */
export function isTick(element: Element): boolean {
	return isToggle(element) || (element instanceof HTMLInputElement && (element.type === "checkbox" || element.type === "radio"));
}

/** A radio button and those that it stands with, in their order; none for any other control. @throws never */
export function radioGroupOf(element: Element): readonly Element[] {
	if (element instanceof HTMLInputElement && element.type === "radio") {
		const root = real(element).getRootNode() as ParentNode;
		const radios = [...root.querySelectorAll<HTMLInputElement>("input[type=radio]")];
		return element.name === "" ? [element] : radios.filter(({ name, form }) => name === element.name && form === element.form);
	}
	if (real(element).getAttribute("role") !== "radio") return [];
	const group = real(element).closest("[role=radiogroup]");
	return group === null ? [element] : [...real(group).querySelectorAll("[role=radio]")];
}

export const isFilePicker = (element: Element): element is HTMLInputElement =>
	element instanceof HTMLInputElement && element.type === "file";
