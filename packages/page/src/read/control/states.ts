import type { Dom } from "../dom.ts";
import { fieldTags } from "../interactive.ts";

function isTrue(value: string | null): boolean {
	return value !== null && value !== "false" && value !== "";
}

function addChecked(dom: Dom, element: Element, states: string[]): void {
	const aria = dom.attribute(element, "aria-checked");
	const isTick = element instanceof dom.window.HTMLInputElement && (element.type === "checkbox" || element.type === "radio");
	if (isTick ? element.checked : aria === "true") states.push("checked");
	if (aria === "mixed" || (isTick && element.indeterminate)) states.push("mixed");
}

/** A button that names a part of the page which it opens, closes or changes. */
const controlsPart = (dom: Dom, element: Element) => dom.localName(element) === "button" && dom.hasAttribute(element, "aria-controls");

function addExpanded(dom: Dom, element: Element, states: string[]): void {
	const parent = dom.parentNode(element);
	if (dom.localName(element) === "summary" && parent instanceof dom.window.HTMLDetailsElement) {
		states.push(parent.open ? "expanded" : "collapsed");
		return;
	}
	const aria = dom.attribute(element, "aria-expanded");
	if (aria === "true") states.push("expanded");
	else if (aria === "false") states.push("collapsed");
	// Expanded or collapsed says more than that a popup exists.
	else if (isTrue(dom.attribute(element, "aria-haspopup")) || dom.hasAttribute(element, "popovertarget") || controlsPart(dom, element))
		states.push("has-popup");
}

/** True for a control that submits a form. */
function isSubmit(dom: Dom, element: Element): boolean {
	const { HTMLButtonElement, HTMLInputElement } = dom.window;
	if (element instanceof HTMLButtonElement) return element.type === "submit" && element.form !== null;
	return element instanceof HTMLInputElement && (element.type === "submit" || element.type === "image") && element.form !== null;
}

const typed = "input:not([type=hidden]),textarea,[contenteditable]";

/** True for a combobox that opens on a press and accepts no typed text. */
function isPressedOpen(dom: Dom, element: Element): boolean {
	if (dom.attribute(element, "role") !== "combobox" || fieldTags.has(dom.localName(element))) return false;
	const completes = dom.attribute(element, "aria-autocomplete") ?? "none";
	return completes === "none" && !dom.hasAttribute(element, "contenteditable") && dom.queryFirst(element, typed) === null;
}

const linkTags: ReadonlySet<string> = new Set(["a", "area"]);
const none: readonly string[] = [];
const onlyFocused: readonly string[] = ["focused"];

/**
 * State words of a control from its live properties, in writing order. The caller adds `covered` and `filled`.
 *
 * @param focused the focused element, through shadow roots
 */
export function statesOf(dom: Dom, element: Element, focused: Element | null): readonly string[] {
	const tag = dom.localName(element);
	const isField = fieldTags.has(tag);
	const isPlain = !isField && tag !== "button" && tag !== "summary";
	// Most links and texts have none of the attributes below.
	const names = isPlain ? dom.attributeNames(element) : none;
	if (isPlain && !names.some((name) => name.startsWith("aria-") || name === "download")) return element === focused ? onlyFocused : none;
	const states: string[] = [];
	const aria = (name: string) => isTrue(dom.attribute(element, name));
	const add = (state: string, isSo: boolean) => {
		if (isSo) states.push(state);
	};
	const field = element as HTMLInputElement;
	addChecked(dom, element, states);
	add("selected", aria("aria-selected"));
	addExpanded(dom, element, states);
	add("pressed", dom.attribute(element, "aria-pressed") === "true");
	add("disabled", aria("aria-disabled") || ((isField || tag === "button") && dom.matches(element, ":disabled")));
	add("required", aria("aria-required") || (isField && field.required));
	add("readonly", aria("aria-readonly") || (isField && tag !== "select" && field.readOnly) || isPressedOpen(dom, element));
	add("invalid", aria("aria-invalid") || (isField && dom.matches(element, ":user-invalid")));
	add("focused", element === focused);
	add("current", aria("aria-current"));
	add("submit", (isField || tag === "button") && isSubmit(dom, element));
	add("download", linkTags.has(tag) && names.includes("download"));
	add("multiple", isField && field.multiple === true && field.type !== "email");
	return states;
}
