import type { Action } from "@webhand/contracts/action/grammar";
import { isPleading, isRefusing, isTaking, isWanting } from "@webhand/lexicon/answers";
import type { ElementView, PageView } from "@webhand/page/parse/view";
import { cut } from "@webhand/page/write/normalize";
import { ancestorsOf } from "../facts/lines.ts";
import { isField } from "../facts/roles.ts";

/** The page before an action, as far as a refusal is told by it. `isSame`: ids still mean the same elements. */
type Before = {
	readonly url: string;
	readonly errors?: readonly string[];
	/** What the page announces and did not announce before. */
	readonly messages: readonly string[];
	readonly target?: Target;
	readonly isSame: boolean;
	/** What it announces is all that is other than before. */
	readonly isAlone: boolean;
};

type Target = { readonly id: number; readonly role: string; readonly name: string; readonly states: readonly string[] };

const maxErrors = 10;

/**
 * Validation errors that a page shows: `"Email" "Please fill out this field"`, or `"Email" invalid` where the field says no more.
 *
 * @returns at most 10, in page order, each ≤ 120 characters
 * @throws never
 */
export function errorsOf(page: PageView): readonly string[] {
	return [...page.elements.values()].filter(isWrong).slice(0, maxErrors).map(errorOf);
}

/**
 * What a page held against a form that was sent: errors that were not there before at other fields of the form than the target, or, where
 * it shows none, messages that say so. None when the action sends nothing or another page came.
 *
 * @throws never
 */
export function refusalsOf(action: Action, before: Before, page: PageView): readonly string[] {
	if (!canSend(action, before.target) || page.url !== before.url) return [];
	const control = controlOf(before, page);
	const errors = [...page.elements.values()].filter(
		(element) =>
			isWrong(element) &&
			(before.target === undefined || control === undefined || element.form === control.form) &&
			!(before.isSame && element.id === before.target?.id) &&
			before.errors?.includes(errorOf(element)) !== true,
	);
	if (errors.length > 0) return errors.slice(0, maxErrors).map(errorOf);
	// A message alone refuses only where what was sent still stands there: otherwise the page has gone on.
	if (control === undefined && before.target !== undefined) return [];
	// A button outside any form tells of its own work, in words that may sound alike: there only a plain refusal is one, or a plea and no more.
	const isOfForm = action.name !== "click" || (control !== undefined && (control.form !== undefined || dialogLineOf(control, page) !== -1));
	return before.messages
		.filter((said) =>
			isOfForm ? isRefusing(said) || isWanting(said) : (isRefusing(said) && !hasTaken(said)) || (before.isAlone && isPleading(said)),
		)
		.map((said) => `"${cut(said, 100)}"`);
}

const hasTaken = (said: string) => said.split(/(?<=[.!])\s/u).some(isTaking);

/** Buttons that send a form say so; one that does not may send by script, so it counts unless it did something else. */
export function canSend(action: Action, target: Pick<Target, "role" | "states"> | undefined): boolean {
	if (action.name === "setValue") return action.submit;
	if (action.name === "press")
		return /^(?:Enter|NumpadEnter|Space| )$/.test(action.keys) && (action.keys.endsWith("Enter") || isButton(target));
	return action.name === "click" && action.kind === undefined && isButton(target);
}

const isButton = (target: Pick<Target, "role" | "states"> | undefined) =>
	target !== undefined && (target.role === "button" || target.states.includes("submit"));

/** The control that an action was about, on the page now: another document gave it another id. */
export function controlOf(
	{ target, isSame }: { readonly target?: Pick<Target, "id" | "role" | "name">; readonly isSame: boolean },
	page: PageView,
): ElementView | undefined {
	if (target === undefined) return undefined;
	if (isSame) return page.elements.get(target.id);
	return [...page.elements.values()].find((element) => element.type === target.role && cut(element.name, 80) === target.name);
}

const isWrong = (element: ElementView) => element.states.has("invalid") || element.attributes.has("error");

function errorOf(element: ElementView): string {
	const error = element.attributes.get("error");
	return `"${cut(element.name, 50)}" ${error === undefined ? "invalid" : `"${cut(error, 60)}"`}`;
}

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
	const dialog = isField(control.type) ? -1 : dialogLineOf(control, page);
	// The buttons of a dialog stand below its form, and belong to it all the same.
	if (dialog !== -1) return elements.filter((element) => isField(element.type) && isWithin(page, element.line, dialog));
	const before = runOf(control, elements.slice(0, Math.max(0, at)).reverse(), page);
	if (!isField(control.type)) return before.reverse();
	return [...before.reverse(), control, ...runOf(control, elements.slice(at + 1), page)];
}

/** The fields that follow in one direction, up to where another group begins. */
function runOf(control: ElementView, following: readonly ElementView[], page: PageView): ElementView[] {
	const region = regionLineOf(page, control.line);
	const fields: ElementView[] = [];
	let line = control.line;
	for (const element of following) {
		const isBorder = isFormButton(element) || element.form !== undefined || element.epoch !== control.epoch;
		if (isBorder || regionLineOf(page, element.line) !== region || hasHeading(page, line, element.line)) break;
		if (isField(element.type)) fields.push(element);
		line = element.line;
	}
	return fields;
}

const isFormButton = (element: ElementView) => element.type === "button" || element.states.has("submit");

/** A heading behind the upper of two lines, up to the lower one. */
function hasHeading(page: PageView, one: number, other: number): boolean {
	for (let line = Math.min(one, other) + 1; line <= Math.max(one, other); line += 1) if (page.lines[line]?.kind === "heading") return true;
	return false;
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
