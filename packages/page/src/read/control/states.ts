import type { Dom } from "../dom.ts";

type Flags = { readonly [state: string]: boolean };

function isTrue(value: string | null): boolean {
	return value !== null && value !== "false" && value !== "";
}

function checkedOf(dom: Dom, element: Element): Flags {
	const aria = dom.attribute(element, "aria-checked");
	if (!(element instanceof dom.window.HTMLInputElement) || (element.type !== "checkbox" && element.type !== "radio")) {
		return { checked: aria === "true", mixed: aria === "mixed" };
	}
	return { checked: element.checked, mixed: element.indeterminate || aria === "mixed" };
}

function expandedOf(dom: Dom, element: Element): Flags {
	const parent = dom.parentNode(element);
	if (dom.localName(element) === "summary" && parent instanceof dom.window.HTMLDetailsElement) {
		return { expanded: parent.open, collapsed: !parent.open };
	}
	const aria = dom.attribute(element, "aria-expanded");
	return { expanded: aria === "true", collapsed: aria === "false" };
}

/** True for a control that sends its form: a submit button, typed or by default, of a form. @source page.md §3 */
function isSubmit(dom: Dom, element: Element): boolean {
	const { HTMLButtonElement, HTMLInputElement } = dom.window;
	if (element instanceof HTMLButtonElement) return element.type === "submit" && element.form !== null;
	return element instanceof HTMLInputElement && (element.type === "submit" || element.type === "image") && element.form !== null;
}

const fieldFlags: ReadonlySet<string> = new Set(["input", "select", "textarea"]);

/**
 * Bare words of a control from its live properties, in the order of page.md §3; `covered` and `filled` are known later.
 *
 * @param focused the element that has the focus, through shadow roots
 * @source page.md §3
 */
export function statesOf(dom: Dom, element: Element, focused: Element | null): readonly string[] {
	const aria = (name: string) => isTrue(dom.attribute(element, name));
	const tag = dom.localName(element);
	const isField = fieldFlags.has(tag);
	const field = element as HTMLInputElement;
	const flags: Flags = {
		...checkedOf(dom, element),
		selected: aria("aria-selected"),
		...expandedOf(dom, element),
		pressed: dom.attribute(element, "aria-pressed") === "true",
		disabled: aria("aria-disabled") || ((isField || tag === "button") && dom.matches(element, ":disabled")),
		required: aria("aria-required") || (isField && field.required),
		readonly: aria("aria-readonly") || (isField && tag !== "select" && field.readOnly),
		invalid: aria("aria-invalid") || (isField && dom.matches(element, ":user-invalid")),
		focused: element === focused,
		current: aria("aria-current"),
		submit: isSubmit(dom, element),
		multiple: isField && field.multiple === true && field.type !== "email",
	};
	return Object.keys(flags).filter((state) => flags[state]);
}
