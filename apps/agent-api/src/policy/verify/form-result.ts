import type { Action } from "@webhand/contracts/action/grammar";
import type { PageDialog } from "@webhand/contracts/agent/interact";
import { isComputing, isPleading, isRefusing, isRepeated, isTaking, isWanting, isWorking } from "@webhand/lexicon/answers";
import { newTexts } from "@webhand/page/parse/skeleton";
import type { ElementView, PageLine, PageView } from "@webhand/page/parse/view";
import { cut } from "@webhand/page/write/normalize";
import { isTickingText } from "../facts/keys.ts";
import { isField, isPressable } from "../facts/roles.ts";
import { submitButtonOf } from "../facts/target.ts";
import type { ActionContext, BeforeState, Report } from "./before-state.ts";
import { digestOfFields, isSameDocument, newAlerts } from "./before-state.ts";
import { canSend, controlOf, dialogLineOf, errorOf, errorsOf, fieldsAround, isWithin } from "./sent-fields.ts";

/**
 * How a page answers an action that sends something. `refusals`: errors at fields, and messages; `form`: plain text inside a form that
 * stands as before; `nearby`: refusing words near the button, where the other two say nothing; `addedTexts`: all texts that are new.
 */
export type FormResult = {
	readonly refusals: readonly string[];
	readonly form: FormAnswer | null;
	readonly nearby: readonly string[];
	readonly isBusy: boolean;
	readonly addedTexts: readonly string[];
};

/** What a form says that was sent and stands as before. `isIncomplete`: a required field is empty. */
export type FormAnswer = { readonly texts: readonly string[]; readonly isIncomplete: boolean };

/**
 * The page before an action that sent something, and what is new since. `isSame`: ids still mean the same elements; `messages`: what the
 * page newly announces; `hasOtherChange`: something besides these messages changed.
 */
type SentContext = BeforeState & {
	readonly isSame: boolean;
	readonly addedTexts: readonly string[];
	readonly messages: readonly string[];
	readonly hasOtherChange: boolean;
};

const noResult: FormResult = { refusals: [], form: null, nearby: [], isBusy: false, addedTexts: [] };

const maxAnswerTexts = 3;
const maxQuote = 100;
/** The distance in lines within which a text belongs to a button outside any form. */
const nearbyLines = 8;
/** Longer lines are articles, not answers. */
const maxNearbyLength = 200;
/** A page with more new texts has gone on, whatever words it uses. */
const maxNearbyTexts = 3;
/** A shorter line may stand in an alert by chance. */
const minQuotedLine = 8;

/** The answer of a page; empty where the action sends nothing or no state before it was kept. @throws never */
export function formResultOf({ action, before, page, change, report }: ActionContext): FormResult {
	if (before === null || !canSend(action, before.target)) return noResult;
	const [addedTexts, messages] = [newTexts(before.skeleton, page), newMessages(before, page, report)];
	const hasOtherChange =
		change.added + change.removed + (change.linesRemoved ?? 0) > 0 || addedTexts.some((text) => !messages.includes(text));
	const context = { ...before, isSame: isSameDocument(before, page), addedTexts, messages, hasOtherChange };
	const refusals = refusalsOf(action, context, page);
	const form = refusals.length > 0 ? null : answerInForm(action, context, page);
	return {
		refusals,
		form,
		nearby: refusals.length > 0 || form !== null ? [] : refusalsNearby(context, page, { action, change }),
		isBusy: isStillWorking(context, page),
		addedTexts,
	};
}

/**
 * What a page holds against a form that was sent: new errors at fields of the form other than the target, or else messages that say so.
 * None when another page came.
 */
function refusalsOf(action: Action, before: SentContext, page: PageView): readonly string[] {
	if (page.url !== before.url) return [];
	const control = controlOf(before, page);
	const errors = errorsOf(
		page,
		(element) =>
			(before.target === undefined || control === undefined || element.form === control.form) &&
			!(before.isSame && element.id === before.target?.id) &&
			before.errors?.includes(errorOf(element)) !== true,
	);
	if (errors.length > 0) return errors;
	// A message alone refuses only where what was sent still stands there: otherwise the page has gone on.
	if (control === undefined && before.target !== undefined) return [];
	// A button outside any form tells of its own work in similar words: only a plain refusal counts there, or a plea and nothing else.
	const isOfForm = action.name !== "click" || (control !== undefined && (control.form !== undefined || dialogLineOf(control, page) !== -1));
	const isRefusal = (message: string) =>
		isOfForm
			? isRefusing(message) || isWanting(message)
			: (isRefusing(message) && !hasConfirmed(message)) || (!before.hasOtherChange && isPleading(message));
	return before.messages.filter(isRefusal).map((message) => `"${cut(message, maxQuote)}"`);
}

/** A sentence of a message says that it was taken. */
const hasConfirmed = (message: string) => message.split(/(?<=[.!])\s/u).some(isTaking);

/**
 * What a form says in plain text: it has the same fields with the same values, and new words stand among them. A page that took the form
 * rarely leaves it so, but it may. So this is a doubt and no refusal, in any language.
 *
 * @returns null when nothing was sent, the page went on, or the words only confirm
 */
function answerInForm(action: Action, before: SentContext, page: PageView): FormAnswer | null {
	if (before.sent === undefined || page.url !== before.url) return null;
	const control = controlOf(before, page);
	if (control === undefined || !sendsForm(action, control, page) || digestOfFields(action, control, page) !== before.sent) return null;
	const isInside = formLines(control, page);
	const added = new Set(before.addedTexts.filter((text) => /\p{L}{2}/u.test(text) && !isTickingText(text)));
	const lines = page.lines.filter((line) => added.has(line.text) && isInside(line.index) && !belongsToOtherButtons(line, control, page));
	const pleas = before.messages.filter((message) => isPleading(message) && !lines.some(({ text }) => text === message));
	// A line may hold a label and a button beside the message: then the message alone is quoted.
	const answerIn = ({ text }: PageLine) => before.messages.find((message) => text.includes(message)) ?? text;
	const button = control.type === "button" ? control : submitButtonOf(control, page);
	const isCalculator = isComputing(button?.name ?? "");
	const answers = [...lines.map(answerIn), ...pleas].filter((text) => !isCalculator || isRefusing(text) || isWanting(text));
	const texts = answers.map((text) => cut(text, maxQuote));
	if (texts.length === 0 || texts.every(isTaking)) return null;
	// Controls that came elsewhere are what the form brought about: results, a new row.
	if ([...page.elements.values()].some((element) => element.isNew && !isInside(element.line))) return null;
	const isIncomplete = fieldsAround(control, page).some((field) => field.states.has("required") && isEmpty(field));
	return { texts: texts.slice(0, maxAnswerTexts), isIncomplete };
}

/** In a form with a submit button, the other buttons step a number, turn a calendar, add a line. */
function sendsForm(action: Action, control: ElementView, page: PageView): boolean {
	if (action.name !== "click" || control.states.has("submit") || control.form === undefined) return true;
	return submitButtonOf(control, page) === undefined;
}

/** A line around other buttons shows what these have changed: "− 2 +", "‹ May 2026 ›". An answer of the page stands alone. */
function belongsToOtherButtons({ cells }: PageLine, control: ElementView, page: PageView): boolean {
	const parts = cells.flat();
	const isButton = (id: number) => page.elements.get(id)?.type === "button";
	const buttons = parts.flatMap((part, index) => (part.kind === "element" && isButton(part.id) ? [index] : []));
	const hasControl = parts.some((part) => part.kind === "element" && part.id === control.id);
	if (!hasControl) return buttons.length > 0;
	return parts.slice(buttons[0] ?? 0, buttons.at(-1) ?? 0).some((part) => part.kind === "text" && part.text.trim() !== "");
}

const isEmpty = (field: ElementView) =>
	!field.states.has("filled") && !field.states.has("checked") && (field.attributes.get("value") ?? "") === "";

/** True for the lines of a form, or those from the first field of a loose group to its button. */
function formLines(control: ElementView, page: PageView): (line: number) => boolean {
	const form = control.form === undefined ? undefined : page.forms[control.form];
	const region = form?.line ?? dialogLineOf(control, page);
	if (region !== -1) return (line) => isWithin(page, line, region);
	const lines = [control, ...fieldsAround(control, page)].map((element) => element.line);
	const [first, last] = [Math.min(...lines), Math.max(...lines)];
	return (line) => line >= first && line <= last;
}

/**
 * New refusing words near the button: a result in plain text, outside any form. Of a page that was reloaded at its own address any line
 * counts. A page that shows more than that has gone on: the next part of a form asks for input too, and a list may tell of what failed,
 * but where the form stands as before a new thing that goes away by a press is a notification.
 *
 * @returns at most 3, in page order, each ≤ 100 characters
 */
function refusalsNearby(
	before: SentContext,
	page: PageView,
	{ action, change }: Pick<ActionContext, "action" | "change">,
): readonly string[] {
	const linesRemoved = change.linesRemoved ?? 0;
	if (before.addedTexts.length > maxNearbyTexts || change.removed > 0 || change.added > 1 || linesRemoved > 1) return [];
	const isOnlyText = change.added + linesRemoved === 0;
	const isPlea = (text: string) => isWanting(text) || (isReloaded(before, page) && (isPleading(text) || isRepeated(text)));
	const control = controlOf(before, page);
	const isAsBefore = before.sent !== undefined && control !== undefined && digestOfFields(action, control, page) === before.sent;
	const notices = [...page.elements.values()].filter(({ isNew, type }) => isAsBefore && isNew && !isPressable(type) && !isField(type));
	const refusing = notices.filter(({ content }) => isRefusing(content)).map(({ content }) => cut(content, maxQuote));
	if (refusing.length > 0) return refusing;
	return newLinesNearby(before, page)
		.filter(({ kind, text }) => kind !== "row" && kind !== "item" && (isRefusing(text) || (isOnlyText && isPlea(text))))
		.map(({ text }) => cut(text, maxQuote));
}

/** True while the page, or the button itself, says that it is still at work on what was sent. */
function isStillWorking(before: SentContext, page: PageView): boolean {
	const control = controlOf(before, page);
	const isButtonBusy = control !== undefined && isWorking(control.name) && before.target !== undefined && !isWorking(before.target.name);
	return isButtonBusy || newLinesNearby(before, page).some(({ text }) => isWorking(text));
}

function newLinesNearby(before: SentContext, page: PageView): readonly PageLine[] {
	const isWholePage = isReloaded(before, page);
	const control = isWholePage || page.url === before.url ? controlOf(before, page) : undefined;
	if (control === undefined) return [];
	const added = new Set(before.addedTexts);
	const isNear = (line: number) => isWholePage || Math.abs(line - control.line) <= nearbyLines;
	return page.lines.filter(({ index, text }) => isNear(index) && text.length <= maxNearbyLength && added.has(text));
}

/** A server that refuses shows the same page again, and may put the reason into its address. */
const isReloaded = (before: SentContext, page: PageView): boolean => !before.isSame && pathOf(page.url) === pathOf(before.url);
const pathOf = (url: string): string => url.replace(/[?#].*$/s, "");

/** What a page announces and did not announce before. The client's alert counts where the page text knows of none. */
function newMessages(before: { readonly alerts: readonly string[] }, page: PageView, report: Report): readonly string[] {
	const alerts = dialogsIn(report).flatMap(({ type, message }) => (type === "alert" ? [cut(message, 200)] : []));
	const alert = clientAlert(before, page, report) ?? alerts.at(-1);
	return alert === undefined ? newAlerts(before, page) : [alert];
}

/** The windows that the page opened by `alert`, `confirm` and `prompt` since the action. */
export function dialogsIn(report: Report): readonly PageDialog[] {
	return report.lastActionResult?.actualState?.dialogs ?? [];
}

/** An alert that the client alone saw: one in the page text is judged there, by its place and by what stood there before. */
export function clientAlert(before: { readonly alerts: readonly string[] } | null, page: PageView, report: Report): string | undefined {
	const alert = report.lastActionResult?.actualState?.alertText;
	if (alert === undefined || page.alerts.length > 0 || (before !== null && before.alerts.length > 0)) return undefined;
	const isInText = page.lines.some(({ text }) => text.includes(alert) || (text.length >= minQuotedLine && alert.includes(text)));
	return isInText ? undefined : cut(alert, 200);
}
