import type { Action } from "@webhand/contracts/action/grammar";
import { isComputing, isPleading, isRefusing, isTaking, isWanting } from "@webhand/lexicon/answers";
import type { ElementView, PageLine, PageView } from "@webhand/page/parse/view";
import { cut } from "@webhand/page/write/normalize";
import { digest } from "../keys.ts";
import { isSensitiveField } from "../sensitive.ts";
import { targetOf } from "../target.ts";
import { isTickingText } from "../ticking.ts";
import { dialogAround, fieldsAround, isWithin } from "./group.ts";
import { canSend, controlOf } from "./refusal.ts";

/** What a form said when it was sent and still stands as it was. `isIncomplete`: a field that it wants is empty. */
export type FormAnswer = { readonly texts: readonly string[]; readonly isIncomplete: boolean };

type Before = {
	readonly url: string;
	readonly sent?: string;
	/** Texts that the page did not hold before. */
	readonly fresh: readonly string[];
	/** What the page announces and did not announce before, wherever that stands. */
	readonly messages: readonly string[];
	readonly target?: { readonly id: number; readonly role: string; readonly name: string };
	readonly isSame: boolean;
};

const maxTexts = 3;

/** A digest of what stands in the fields that an action would send; undefined for actions that send none. Secrets are left out: pages empty them. */
export function sentFields(action: Action, page: PageView): string | undefined {
	const target = targetOf(action, page);
	const role = target === undefined ? undefined : { role: target.type, states: [...target.states] };
	return canSend(action, role) ? digestOf(action, target, page) : undefined;
}

/**
 * What a form says in plain text where it was sent and stands there as before: the same fields with the same values, and words among them
 * that were not there. A page that took the form would hardly leave it so; but it may, so this is a doubt and no refusal, in any language.
 *
 * @returns null when nothing was sent, the page went on, or nothing was said but that it was taken
 * @throws never
 */
export function answerInForm(action: Action, before: Before, page: PageView): FormAnswer | null {
	if (before.sent === undefined || page.url !== before.url) return null;
	const control = controlOf(before, page);
	if (control === undefined || !isSender(action, control, page) || digestOf(action, control, page) !== before.sent) return null;
	const isInside = blockOf(control, page);
	const fresh = new Set(before.fresh.filter((text) => /\p{L}{2}/u.test(text) && !isTickingText(text)));
	const lines = page.lines.filter((line) => fresh.has(line.text) && isInside(line.index) && !isOfOthers(line, control, page));
	const pleas = before.messages.filter((said) => isPleading(said) && !lines.some(({ text }) => text === said));
	// A line may hold a label and a button beside what is said in it.
	const own = ({ text }: PageLine) => before.messages.find((said) => text.includes(said)) ?? text;
	const isResult = isComputing(senderOf(control, page)?.name ?? "");
	const said = [...lines.map(own), ...pleas].filter((text) => !isResult || isRefusing(text) || isWanting(text));
	const texts = said.map((text) => cut(text, 100));
	if (texts.length === 0 || texts.every(isTaking)) return null;
	// Controls that came elsewhere are what the form brought about: results, a new row.
	if ([...page.elements.values()].some((element) => element.isNew && !isInside(element.line))) return null;
	const isIncomplete = fieldsAround(control, page).some((field) => field.states.has("required") && isEmpty(field));
	return { texts: texts.slice(0, maxTexts), isIncomplete };
}

/** The button that was pressed, or the one that Enter in a field presses. */
function senderOf(control: ElementView, page: PageView): ElementView | undefined {
	if (control.type === "button") return control;
	const inForm = ({ form, states }: ElementView) => control.form !== undefined && form === control.form && states.has("submit");
	return [...page.elements.values()].find(inForm);
}

/** In a form with a button that sends it, the others step a number, turn a calendar, add a line. */
function isSender(action: Action, control: ElementView, page: PageView): boolean {
	if (action.name !== "click" || control.states.has("submit") || control.form === undefined) return true;
	return ![...page.elements.values()].some(({ form, states }) => form === control.form && states.has("submit"));
}

/** A line around buttons of its own shows what these have changed: "− 2 +", "‹ May 2026 ›". What the page says to a form stands alone. */
function isOfOthers({ cells }: PageLine, control: ElementView, page: PageView): boolean {
	const parts = cells.flat();
	const isButton = (id: number) => page.elements.get(id)?.type === "button";
	const at = parts.flatMap((part, index) => (part.kind === "element" && isButton(part.id) ? [index] : []));
	const isOwn = parts.some((part) => part.kind === "element" && part.id === control.id);
	const [first, last] = [at[0] ?? 0, at.at(-1) ?? 0];
	return isOwn ? parts.slice(first, last).some((part) => part.kind === "text" && part.text.trim() !== "") : at.length > 0;
}

function digestOf(action: Action, control: ElementView | undefined, page: PageView): string | undefined {
	if (control === undefined) return undefined;
	const fields = fieldsAround(control, page);
	// What the action itself fills in is no field that stayed as it was.
	const others = fields.filter((field) => action.name !== "setValue" || field !== control);
	return fields.length === 0 ? undefined : digest(others.map(factsOf).join("\n"));
}

function factsOf(field: ElementView): string {
	if (isSensitiveField(field)) return `${field.type} ${field.name}`;
	return `${field.type} ${field.name} ${field.attributes.get("value") ?? ""} ${field.states.has("checked") || field.states.has("selected")}`;
}

const isEmpty = (field: ElementView) =>
	!field.states.has("filled") && !field.states.has("checked") && (field.attributes.get("value") ?? "") === "";

/** The lines of a form, or those from the first field of a loose group to its button. */
function blockOf(control: ElementView, page: PageView): (line: number) => boolean {
	const form = control.form === undefined ? undefined : page.forms[control.form];
	const dialog = form === undefined ? dialogAround(control, page) : -1;
	if (dialog !== -1) return (line) => isWithin(page, line, dialog);
	if (form === undefined) {
		const lines = [control, ...fieldsAround(control, page)].map((element) => element.line);
		const [first, last] = [Math.min(...lines), Math.max(...lines)];
		return (line) => line >= first && line <= last;
	}
	return (line) => isWithin(page, line, form.line);
}
