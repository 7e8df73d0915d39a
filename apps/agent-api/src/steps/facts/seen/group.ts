import type { ElementView, PageView } from "@webhand/page/parse/view";
import { isField } from "../kinds.ts";

/**
 * The fields that belong to a control: those of its form; outside any form those around a field, or before a button, in the same region,
 * with neither a heading nor a button between, since both part one group from the next; a button below the form of a dialog belongs to
 * the fields of the dialog. In page order, the control itself among them if it is a field.
 *
 * @throws never
 */
export function fieldsAround(control: ElementView, page: PageView): readonly ElementView[] {
	const elements = [...page.elements.values()];
	if (control.form !== undefined)
		return elements.filter((element) => isField(element.type) && element.form === control.form && element.epoch === control.epoch);
	const at = elements.indexOf(control);
	const dialog = isField(control.type) ? -1 : dialogAround(control, page);
	// The buttons of a dialog stand below its form, and belong to it all the same.
	if (dialog !== -1) return elements.filter((element) => isField(element.type) && isWithin(page, element.line, dialog));
	const before = runOf(control, elements.slice(0, Math.max(0, at)).reverse(), page);
	if (!isField(control.type)) return before.reverse();
	return [...before.reverse(), control, ...runOf(control, elements.slice(at + 1), page)];
}

/** The line of the dialog that a control stands in, -1 outside of any. */
export function dialogAround({ line }: Pick<ElementView, "line">, page: PageView): number {
	let at = line;
	while (at !== -1 && page.lines[at]?.region !== "dialog") at = page.lines[at]?.parent ?? -1;
	return at;
}

/** True for a line inside a region. */
export function isWithin(page: PageView, line: number, region: number): boolean {
	let at = line;
	while (at > region) at = page.lines[at]?.parent ?? -1;
	return at === region;
}

/** The fields that follow in one direction, up to where another group begins. */
function runOf(control: ElementView, following: readonly ElementView[], page: PageView): ElementView[] {
	const region = regionAround(page, control.line);
	const fields: ElementView[] = [];
	let line = control.line;
	for (const element of following) {
		const isBorder = isButton(element) || element.form !== undefined || element.epoch !== control.epoch;
		if (isBorder || regionAround(page, element.line) !== region || hasHeading(page, line, element.line)) break;
		if (isField(element.type)) fields.push(element);
		line = element.line;
	}
	return fields;
}

const isButton = (element: ElementView) => element.type === "button" || element.states.has("submit");

/** A heading behind the upper of two lines, up to the lower one. */
function hasHeading(page: PageView, one: number, other: number): boolean {
	for (let line = Math.min(one, other) + 1; line <= Math.max(one, other); line += 1) if (page.lines[line]?.kind === "heading") return true;
	return false;
}

/** The line of the region that a line stands in, -1 for the page itself. */
function regionAround(page: PageView, line: number): number {
	let at = page.lines[line]?.region === undefined ? (page.lines[line]?.parent ?? -1) : line;
	while (at !== -1 && page.lines[at]?.region === undefined) at = page.lines[at]?.parent ?? -1;
	return at;
}
