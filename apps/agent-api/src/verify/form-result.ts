import type { Action } from "@webhand/contracts/action/grammar";
import { isComputing, isPleading, isRefusing, isRepeated, isTaking, isWanting, isWorking } from "@webhand/lexicon/answers";
import { newTexts } from "@webhand/page/parse/skeleton";
import type { ElementView, PageLine, PageView } from "@webhand/page/parse/view";
import { cut } from "@webhand/page/write/normalize";
import { isTickingText } from "../facts/keys.ts";
import type { BeforeState, PageChange, Report } from "./before-state.ts";
import { digestOf, isSameDocument } from "./before-state.ts";
import { canSend, controlOf, dialogLineOf, fieldsAround, isWithin, refusalsOf } from "./refusals.ts";

/**
 * What a page says to an action that sends something: `refusals` in its fields and messages, `form` in plain text inside a form that stands
 * as before, `beside` the button in words that refuse, where neither of them says anything. `isBusy`: it is still at work.
 * `fresh`: texts that it did not hold before.
 */
export type PageAnswer = {
	readonly refusals: readonly string[];
	readonly form: FormAnswer | null;
	readonly beside: readonly string[];
	readonly isBusy: boolean;
	readonly fresh: readonly string[];
};

const nothing: PageAnswer = { refusals: [], form: null, beside: [], isBusy: false, fresh: [] };

type Sent = {
	readonly action: Action;
	readonly before: BeforeState | null;
	readonly page: PageView;
	readonly change: PageChange;
	readonly report: Report;
};

/** The answer of a page; nothing where the action sends nothing or no state before it was kept. @throws never */
export function answerOf({ action, before, page, change, report }: Sent): PageAnswer {
	if (before === null || !canSend(action, before.target)) return nothing;
	const [fresh, messages] = [newTexts(before.skeleton, page), newMessages(before, page, report)];
	const isAlone = change.added + change.removed + (change.linesRemoved ?? 0) === 0 && fresh.every((text) => messages.includes(text));
	const context = { ...before, isSame: isSameDocument(before, page), fresh, messages, isAlone };
	const refusals = refusalsOf(action, context, page);
	const form = refusals.length > 0 ? null : answerInForm(action, context, page);
	const isTold = refusals.length > 0 || form !== null;
	return {
		refusals,
		form,
		beside: isTold ? [] : refusedBeside(context, page, change),
		isBusy: isBusyBeside(context, page),
		fresh: context.fresh,
	};
}

/** What a form said when it was sent and still stands as it was. `isIncomplete`: a field that it wants is empty. */
export type FormAnswer = { readonly texts: readonly string[]; readonly isIncomplete: boolean };

type FormBefore = {
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

/**
 * What a form says in plain text where it was sent and stands there as before: the same fields with the same values, and words among them
 * that were not there. A page that took the form would hardly leave it so; but it may, so this is a doubt and no refusal, in any language.
 *
 * @returns null when nothing was sent, the page went on, or nothing was said but that it was taken
 * @throws never
 */
function answerInForm(action: Action, before: FormBefore, page: PageView): FormAnswer | null {
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

const isEmpty = (field: ElementView) =>
	!field.states.has("filled") && !field.states.has("checked") && (field.attributes.get("value") ?? "") === "";

/** The lines of a form, or those from the first field of a loose group to its button. */
function blockOf(control: ElementView, page: PageView): (line: number) => boolean {
	const form = control.form === undefined ? undefined : page.forms[control.form];
	const dialog = form === undefined ? dialogLineOf(control, page) : -1;
	if (dialog !== -1) return (line) => isWithin(page, line, dialog);
	if (form === undefined) {
		const lines = [control, ...fieldsAround(control, page)].map((element) => element.line);
		const [first, last] = [Math.min(...lines), Math.max(...lines)];
		return (line) => line >= first && line <= last;
	}
	return (line) => isWithin(page, line, form.line);
}

type TargetBefore = {
	readonly url: string;
	readonly target?: { readonly id: number; readonly role: string; readonly name: string };
	readonly isSame: boolean;
	/** Texts that the page did not hold before. */
	readonly fresh: readonly string[];
};

const nearLines = 8;
const longest = 200;
const mostFresh = 3;

/**
 * What the page says beside the button that was pressed and did not say before, where these words refuse: a result in plain text, outside
 * any form and without a role that would tell it; of a page that was loaded anew at its own address, wherever it says so. A page that shows more than that has gone on, whatever words it uses: the next part of a
 * form asks to enter and to choose, and a list tells of what expired and failed.
 *
 * @returns at most 3, in page order, each ≤ 100 characters
 * @throws never
 */
function refusedBeside(before: TargetBefore, page: PageView, change: PageChange): readonly string[] {
	const linesGone = change.linesRemoved ?? 0;
	if (before.fresh.length > mostFresh || change.removed > 0 || change.added > 1 || linesGone > 1) return [];
	const isAlone = change.added + linesGone === 0;
	const isPlea = (text: string) => isWanting(text) || (isReloaded(before, page) && (isPleading(text) || isRepeated(text)));
	return saidBeside(before, page)
		.filter(({ kind, text }) => kind !== "row" && kind !== "item" && (isRefusing(text) || (isAlone && isPlea(text))))
		.map(({ text }) => cut(text, 100));
}

/** True while the page, or the button itself, says that it is still at work on what was sent. */
function isBusyBeside(before: TargetBefore, page: PageView): boolean {
	const control = controlOf(before, page);
	const isAtWork = control !== undefined && isWorking(control.name) && before.target !== undefined && !isWorking(before.target.name);
	return isAtWork || saidBeside(before, page).some(({ text }) => isWorking(text));
}

function saidBeside(before: TargetBefore, page: PageView): readonly PageLine[] {
	const isNew = isReloaded(before, page);
	const control = isNew || page.url === before.url ? controlOf(before, page) : undefined;
	if (control === undefined) return [];
	const fresh = new Set(before.fresh);
	const isNear = (line: number) => isNew || Math.abs(line - control.line) <= nearLines;
	return page.lines.filter(({ index, text }) => isNear(index) && text.length <= longest && fresh.has(text));
}

/** A server that takes nothing shows the same page anew, and may say why in its address. */
const isReloaded = (before: TargetBefore, page: PageView): boolean => !before.isSame && pathOf(page.url) === pathOf(before.url);
const pathOf = (url: string): string => url.replace(/[?#].*$/s, "");

const shortest = 8;

/**
 * What a page announces and did not announce before. The client's own word of an alert counts where the page text knows of none: it may
 * have stood there all the time.
 *
 * @throws never
 */
function newMessages(before: { readonly alerts: readonly string[] }, page: PageView, report: Report): readonly string[] {
	const told = alertTold(before, page, report);
	return told === undefined ? page.alerts.filter((alert) => !before.alerts.includes(cut(alert, 80))) : [told];
}

/** An alert that the client alone saw. */
export function alertTold(before: { readonly alerts: readonly string[] } | null, page: PageView, report: Report): string | undefined {
	const told = report.lastActionResult?.actualState?.alertText;
	if (told === undefined || page.alerts.length > 0 || (before !== null && before.alerts.length > 0)) return undefined;
	// What stands in the text of the page is judged there, by its place and by what stood there before.
	const isInText = page.lines.some(({ text }) => text.includes(told) || (text.length >= shortest && told.includes(text)));
	return isInText ? undefined : cut(told, 200);
}
