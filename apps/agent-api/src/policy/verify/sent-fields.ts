import type { Action } from "@webhand/contracts/action/grammar";
import type { ElementView, PageView } from "@webhand/page/parse/view";
import { cut } from "@webhand/page/write/normalize";
import { ancestorsOf } from "../facts/lines.ts";
import { isField } from "../facts/roles.ts";

type Control = { readonly role: string; readonly states: readonly string[] };

const maxErrors = 10;

/** True for an action that may send something. A button that is no submit may send by script, so it counts unless it did something else. */
export function canSend(action: Action, target: Control | undefined): boolean {
	if (action.name === "setValue") return action.submit;
	if (action.name === "press")
		return /^(?:Enter|NumpadEnter|Space| )$/.test(action.keys) && (action.keys.endsWith("Enter") || isButton(target));
	return action.name === "click" && action.kind === undefined && isButton(target);
}

const isButton = (target: Control | undefined) => target !== undefined && (target.role === "button" || target.states.includes("submit"));

/** The control that an action was about, on the page now: in another document it has another id. */
export function controlOf(
	{ target, isSame }: { readonly target?: { readonly id: number; readonly role: string; readonly name: string }; readonly isSame: boolean },
	page: PageView,
): ElementView | undefined {
	if (target === undefined) return undefined;
	if (isSame) return page.elements.get(target.id);
	return [...page.elements.values()].find((element) => element.type === target.role && cut(element.name, 80) === target.name);
}

/**
 * Validation errors that a page shows: `"Email" "Please fill out this field"`, or `"Email" invalid` where the field says no more.
 *
 * @returns at most 10, in page order, each ≤ 120 characters
 * @throws never
 */
export function errorsOf(page: PageView, isCounted: (element: ElementView) => boolean = () => true): readonly string[] {
	const invalid = [...page.elements.values()].filter(({ states, attributes }) => states.has("invalid") || attributes.has("error"));
	return invalid.filter(isCounted).slice(0, maxErrors).map(errorOf);
}

/** The validation error of one field, as `errorsOf` quotes it. */
export function errorOf({ name, attributes }: ElementView): string {
	const error = attributes.get("error");
	return `"${cut(name, 50)}" ${error === undefined ? "invalid" : `"${cut(error, 60)}"`}`;
}

/**
 * The fields that a control sends: those of its form. Outside any form those around a field, or before a button, in the same region, with
 * neither a heading nor a button between. The buttons of a dialog belong to all its fields. In page order, the control itself included.
 * @throws never
 */
export function fieldsAround(control: ElementView, page: PageView): readonly ElementView[] {
	const elements = [...page.elements.values()];
	if (control.form !== undefined)
		return elements.filter((element) => isField(element.type) && element.form === control.form && element.epoch === control.epoch);
	const at = elements.indexOf(control);
	const dialog = isField(control.type) ? -1 : dialogLineOf(control, page);
	// The buttons of a dialog stand below its form, and belong to it all the same.
	if (dialog !== -1) return elements.filter((element) => isField(element.type) && isWithin(page, element.line, dialog));
	const before = groupFrom(control, elements.slice(0, Math.max(0, at)).reverse(), page).reverse();
	return isField(control.type) ? [...before, control, ...groupFrom(control, elements.slice(at + 1), page)] : before;
}

/** Controls that show another part of the page: outside any form no button sends them. */
const showsMore: ReadonlySet<string> = new Set(["tab", "summary"]);

/** The fields that follow in one direction, up to where another group begins. */
function groupFrom(control: ElementView, following: readonly ElementView[], page: PageView): ElementView[] {
	const region = regionLineOf(page, control.line);
	const fields: ElementView[] = [];
	let line = control.line;
	for (const element of following) {
		const isFormButton = element.type === "button" || element.states.has("submit");
		const isBorder = isFormButton || element.form !== undefined || element.epoch !== control.epoch;
		if (isBorder || regionLineOf(page, element.line) !== region || hasHeadingBetween(page, line, element.line)) break;
		if (isField(element.type) && !showsMore.has(element.type)) fields.push(element);
		line = element.line;
	}
	return fields;
}

/** A heading below the upper of two lines, up to the lower one. */
function hasHeadingBetween({ lines }: PageView, one: number, other: number): boolean {
	return lines.slice(Math.min(one, other) + 1, Math.max(one, other) + 1).some(({ kind }) => kind === "heading");
}

/** The line of the dialog that a control stands in, -1 outside of any. */
export function dialogLineOf({ line }: Pick<ElementView, "line">, page: PageView): number {
	return ancestorsOf(line, page).find(({ region }) => region === "dialog")?.index ?? -1;
}

/** True for a line inside a region, or the line that opens it. */
export function isWithin(page: PageView, line: number, region: number): boolean {
	return ancestorsOf(line, page).some(({ index }) => index === region);
}

/** The line of the region that a line stands in, -1 for the page itself. */
function regionLineOf(page: PageView, line: number): number {
	return ancestorsOf(line, page).find(({ region }) => region !== undefined)?.index ?? -1;
}
