import type { Action, ScrollTarget } from "@webhand/contracts/action/grammar";
import type { Expectation, Verification } from "@webhand/contracts/agent/task";
import { newTexts } from "@webhand/page/parse/skeleton";
import { unopened } from "@webhand/page/parse/unopened";
import type { PageView } from "@webhand/page/parse/view";
import { normalize } from "@webhand/page/write/normalize";
import { defined } from "../../shared/defined.ts";
import { isToggle } from "../facts/roles.ts";
import { isFinal, isQuestion } from "../facts/target.ts";
import { readTarget } from "../gate/origin.ts";
import { isSensitiveTarget } from "../secrets/find.ts";
import type { ActionContext } from "./before-state.ts";
import { isSameDocument } from "./before-state.ts";
import { isMet } from "./expectations.ts";
import type { FormResult } from "./form-result.ts";
import { dialogsIn, formResultOf } from "./form-result.ts";
import type { Fact } from "./observations.ts";
import { describeFact, hasClientError, hasFact, observe, unknownOutcome } from "./observations.ts";
import { canSend } from "./sent-fields.ts";
import { hidesTicks, hidesValues, holdsValue, isReportedDone, isTickUnknown, readBack } from "./values.ts";

/** What facts settle; `isProven`: the expected effect was observed. */
type Verdict = {
	readonly verdict: "success" | "failure";
	readonly confidence: number;
	readonly isProven?: boolean;
	readonly note?: string;
};

const success = (confidence: number, note?: string): Verdict => ({ verdict: "success", confidence, ...defined({ note }) });
const failure = (confidence: number, note?: string): Verdict => ({ ...success(confidence, note), verdict: "failure" });

/** Every verdict of facts, by what was seen. Confidence from 0 to 1. */
const verdicts = {
	expected: { ...success(0.95), isProven: true },
	clientError: failure(0.95),
	errorPage: failure(0.9, "error page"),
	notOpened: failure(0.9),
	formRefused: failure(0.9, "the form was refused"),
	effectSeen: success(0.85),
	noEffect: failure(0.9),
	calledOff: failure(0.9, "the page asked, and the answer was no"),
	onlyValue: failure(0.9, "nothing but the value itself"),
	sentOff: success(0.85, "the field is empty again, and what was sent stands on the page"),
	valueEqual: success(1),
	valueInOtherForm: success(0.9),
	valueDifferent: failure(0.9),
	drawingHidden: success(0.75, "only the picture shows what the drawing did"),
	valuesHidden: success(0.75, "the page does not show what its fields hold"),
	documentHidden: success(0.75, "the page does not say which document it is"),
	scrolled: { ...success(0.9), isProven: true },
	scrollEnd: failure(0.8, "SCROLL_END"),
	scrolledBefore: success(0.75, "SCROLL_END"),
	scrollHidden: success(0.75, "the page does not say how far it is scrolled"),
	looked: success(0.9),
	notLooked: failure(0.9, "no picture could be taken"),
	// Never proven: an agent that goes back and forth between two places arrives each time.
	samePlace: success(1),
	sameSite: success(0.9),
	signInPage: success(0.75, "sign-in page"),
} as const satisfies Record<string, Verdict>;

/** Confidence from which a success counts. */
export const successFrom = 0.7;

/** True for a verdict that lets the task go on as planned. */
export function isSuccess(verification: Verification | undefined): boolean {
	return verification?.verdict === "success" && verification.confidence >= successFrom;
}

/** An action to verify. `isExplicit`: the decider gave the expectation, and it did not hold before; `waits`: waits for this outcome so far. */
export type VerificationInput = ActionContext & { readonly expect: Expectation; readonly isExplicit: boolean; readonly waits: number };

/**
 * What facts say of an action. `open`: no effect yet, read the page again; `judge`: facts do not settle it, the decider judges the
 * observations; `isProven`: the expected effect was observed.
 */
export type FactVerdict =
	| {
			readonly kind: "settled";
			readonly verdict: "success" | "failure";
			readonly confidence: number;
			readonly isProven: boolean;
			readonly note?: string;
			readonly observations: readonly string[];
	  }
	| { readonly kind: "open" | "judge"; readonly observations: readonly string[] };

type VerificationContext = VerificationInput & { readonly result: FormResult };

const maxWaits = 2;
const maxQuote = 100;
const effects = [
	...(["url_changed", "dialog_opened", "dialog_closed", "dropdown_opened", "target_state"] as const),
	...(["target_value", "tab_opened", "tab_closed", "download_started"] as const),
] as const;

// Weaker signs: on a page that never rests they too show that it has answered.
const weakEffects = ["elements_added", "elements_removed", "scrolled", "message_appeared", "page_dialog", "lookup_answered"] as const;

/**
 * Says whether the last action had its effect, from facts alone.
 *
 * @param input the action, the page before (≤ 10 KB) and now, the client's report; an unknown fact is absent, never false
 * @returns confidence 0 to 1, success from 0.70; at most 20 observations, the page's own first
 * @throws never
 */
export function verifyAction(input: VerificationInput): FactVerdict {
	const context = { ...input, result: formResultOf(input) };
	const facts = observe(context, context.result);
	const observations = facts.map(describeFact);
	const settled = ({ verdict, confidence, isProven = false, note }: Verdict): FactVerdict => ({
		kind: "settled",
		verdict,
		confidence,
		isProven,
		...(note === undefined ? { observations } : { note, observations: [...observations.slice(0, 19), note] }),
	});
	const arrival = arrivalOf(context);
	if (arrival === "missed") return settled(verdicts.notOpened);
	const isMetNow = context.isExplicit && isMet(context.expect, { before: context.before, page: context.page, facts });
	if (isMetNow && isProofAt(arrival, context.expect)) return settled(verdicts.expected);
	if (isOutcomePending(context, facts) || needsSecondReading(context, facts) || isAnswerPending(context, facts))
		return { kind: "open", observations };
	if (hasClientError(context.report) && (isSecretValue(context) || !holdsValue(context))) return settled(verdicts.clientError);
	const verdict = arrival === "error_page" ? verdicts.errorPage : verdictOf(context, facts);
	return verdict === null ? { kind: "judge", observations } : settled(verdict);
}

/** The outcome may still come: the client does not know it, or the page is busy and shows no effect yet. */
function isOutcomePending(context: VerificationContext, facts: readonly Fact[]): boolean {
	if (context.waits >= maxWaits) return false;
	const { lastActionStatus, lastActionError } = context.report;
	if (lastActionStatus === "pending" || lastActionError?.code === unknownOutcome) return !holdsValue(context);
	return (
		context.page.pending &&
		!hasClientError(context.report) &&
		!hasFact(facts, ...effects, ...weakEffects, "validation_error") &&
		!holdsValue(context)
	);
}

/** Only numbers elsewhere changed, or the place of the target: an effect stays the same in a second reading, a ticker does not. */
function needsSecondReading({ action, change, report, waits }: VerificationContext, facts: readonly Fact[]): boolean {
	const isDue = waits === 0 || (change.isLate === true && waits < maxWaits);
	if (change.isNumbers !== true || !isDue || hasClientError(report)) return false;
	const isPressing = action.name === "click" || action.name === "press";
	// A changed state has a name; without one the target only moved.
	const telling = facts.filter((fact) => fact.name !== "target_state" || fact.detail !== undefined);
	return isPressing && !hasFact(telling, ...effects, "message_appeared", "validation_error", "form_same");
}

/** A server or a slow script has not answered yet: no failure before two more readings. */
function isAnswerPending(context: VerificationContext, facts: readonly Fact[]): boolean {
	const { action, before, page, report, waits } = context;
	if (before === null || waits >= maxWaits || hasClientError(report)) return false;
	// A client that reports nothing gives no reason to wait.
	if (report.lastActionStatus === undefined && report.domChanges === undefined && report.clientObservations === undefined) return false;
	// The browser leaves a page some time after it was told to.
	if (isHistory(action)) return waits === 0 && historyChange(context, facts) === "none";
	if (!canSend(action, before.target)) return false;
	// A menu that does not open is not waiting for a server.
	if (before.target?.states.some((state) => state === "collapsed" || state === "expanded") === true) return false;
	if (
		hasFact(facts, "url_changed", "dialog_opened", "tab_opened", "download_started", "message_appeared", "page_dialog", "validation_error")
	)
		return false;
	const otherFacts = facts.filter(({ name }) => name !== "network");
	const isRequestRunning =
		otherFacts.length < facts.length && hasFact(facts, "look_changed") && !hasFact(facts, ...effects, ...weakEffects);
	return context.result.isBusy || (isSameDocument(before, page) && (isRequestRunning || hasNoEffect(context, otherFacts)));
}

/** Nothing changed but the field that was typed into. */
function hasNoEffect(context: VerificationContext, facts: readonly Fact[]): boolean {
	const { action, before, page, change } = context;
	if (action.name !== "setValue") return hasFact(facts, "page_same") && !hasFact(facts, ...effects, ...weakEffects, "network");
	if (before === null || context.expect.kind !== "any_change") return false;
	const effectsElsewhere = effects.filter((name) => name !== "target_state" && name !== "target_value");
	if (hasFact(facts, ...effectsElsewhere, "title_changed", "message_appeared", "network") || change.added + change.removed > 0)
		return false;
	// The line that the field stands in changes with it.
	const own = page.lines[page.elements.get(action.id)?.line ?? -1]?.text;
	const others = context.result.addedTexts.filter((text) => text !== own);
	return others.length === 0 && (change.linesRemoved ?? 0) <= context.result.addedTexts.length;
}

/** The page text shows only that a secret field is filled: that does not contradict a client that failed. */
const isSecretValue = ({ action, page }: VerificationContext): boolean => action.name === "setValue" && isSensitiveTarget(page, action.id);

function verdictOf(context: VerificationContext, facts: readonly Fact[]): Verdict | null {
	const { action } = context;
	switch (action.name) {
		case "setValue":
			if (isRefused(context, facts)) return verdicts.formRefused;
			if (isCalledOff(context, facts)) return verdicts.calledOff;
			if (isDoubtful(facts)) return null;
			if (!action.submit) return valueVerdict(context, facts);
			if (hasNoEffect(context, facts)) return verdicts.onlyValue;
			if (hasFact(facts, "url_changed") || hasControlChange(facts)) return verdicts.effectSeen;
			return wasSentOff(context, action.text) ? verdicts.sentOff : valueVerdict(context, facts);
		case "select":
		case "upload":
			return valueVerdict(context, facts);
		case "navigate":
		case "openTab":
			return placeVerdict(action.url, context);
		case "click":
		case "press":
		case "drag":
			if (isRefused(context, facts)) return verdicts.formRefused;
			if (isCalledOff(context, facts)) return verdicts.calledOff;
			if (isDoubtful(facts)) return null;
			if (isTickHidden(context, facts)) return verdicts.valuesHidden;
			return isDrawing(context) && effectVerdict(facts) === verdicts.noEffect ? verdicts.drawingHidden : effectVerdict(facts);
		case "scroll":
			if (hasFact(facts, "scrolled")) return verdicts.scrolled;
			if (!showsScrollPosition(context)) return verdicts.scrollHidden;
			return isEndOfPage(action.to) ? verdicts.scrolledBefore : verdicts.scrollEnd;
		case "back":
		case "forward":
		case "reload":
			return verdictOfChange(historyChange(context, facts));
		case "switchTab":
		case "closeTab":
			return verdictOfChange(tabChange(context));
		case "look":
			return hasPicture(context.report) ? verdicts.looked : verdicts.notLooked;
		case "hover":
			return verdictOfChange(hoverChange(context, facts));
		default:
			return isQuestion(action) || isFinal(action) || action.name === "server" ? null : verdicts.looked;
	}
}

function verdictOfChange(change: Change): Verdict | null {
	return { seen: verdicts.effectSeen, none: verdicts.noEffect, hidden: verdicts.documentHidden, unknown: null }[change];
}

const isEndOfPage = (to: ScrollTarget) => to.kind === "direction" && (to.direction === "top" || to.direction === "bottom");

/** Plain HTML, and a snapshot without a window size, show no scroll position. */
function showsScrollPosition({ before, page }: VerificationContext): boolean {
	return before !== null && page.screen !== "" && !page.screen.startsWith("0x0");
}

/** The page refuses the form that was sent. A button other than its submit may have done something else meanwhile. */
function isRefused({ action, before, result }: VerificationContext, facts: readonly Fact[]): boolean {
	const hasRefusal = result.refusals.length > 0 || result.form?.isIncomplete === true || result.nearby.length > 0;
	if (before === null || !hasRefusal) return false;
	const isSubmit = action.name !== "click" || before.target?.states.includes("submit") === true;
	return isSubmit || !hasFact(facts, "dialog_opened", "dialog_closed", "dropdown_opened", "target_state");
}

/** The page emptied the field and shows its text elsewhere, as a message or an entry. Sent again it would stand there twice. */
function wasSentOff({ action, before, page, result }: VerificationContext, text: string): boolean {
	if (action.name !== "setValue" || before === null || !isSameDocument(before, page)) return false;
	const field = page.elements.get(action.id);
	if (field === undefined || isSensitiveTarget(page, action.id) || (field.attributes.get("value") ?? "") !== "") return false;
	const sent = normalize(text).slice(0, maxQuote);
	return sent !== "" && result.addedTexts.some((line) => normalize(line).includes(sent));
}

/** The page's own `confirm` or `prompt` was dismissed, and nothing else shows that the action was done all the same. */
function isCalledOff({ report }: VerificationContext, facts: readonly Fact[]): boolean {
	const isDismissed = dialogsIn(report).some(({ type, accepted }) => (type === "confirm" || type === "prompt") && accepted === false);
	return isDismissed && !hasFact(facts, "url_changed", "dialog_opened", "tab_opened", "download_started") && !hasControlChange(facts);
}

/** The form stands as before and says something: facts cannot say whether it was accepted. */
function isDoubtful(facts: readonly Fact[]): boolean {
	return hasFact(facts, "form_same") && !hasFact(facts, "dialog_opened", "dialog_closed", "tab_opened", "download_started");
}

function effectVerdict(facts: readonly Fact[]): Verdict | null {
	if (hasFact(facts, ...effects) || hasControlChange(facts)) return verdicts.effectSeen;
	if (hasFact(facts, "page_restless")) return hasFact(facts, "network") ? null : verdicts.noEffect;
	// An announcement is an answer, but facts cannot say which one.
	return hasFact(facts, "page_same") && !hasFact(facts, "network", "message_appeared", "page_dialog") ? verdicts.noEffect : null;
}

/** Controls of the page text count, not the client's node counts: tickers add and remove nodes all the time. */
function hasControlChange(facts: readonly Fact[]): boolean {
	return facts.some((fact) => fact.source === "page" && (fact.name === "elements_added" || fact.name === "elements_removed"));
}

function valueVerdict(context: VerificationContext, facts: readonly Fact[]): Verdict | null {
	const shown = readBack(context);
	if (shown.kind === "equal") return verdicts.valueEqual;
	if (shown.kind === "format") return verdicts.valueInOtherForm;
	if (shown.kind === "different" || hasFact(facts, "validation_error")) return verdicts.valueDifferent;
	return isReportedDone(context) && hidesValues(context.page) && !isTickUnknown(context) ? verdicts.valuesHidden : null;
}

/** A canvas shows the effect in its pixels alone; the model gets them with this page. */
function isDrawing(context: VerificationContext): boolean {
	const { action, before, report } = context;
	return hasPicture(report) && isReportedDone(context) && "id" in action && before?.target?.role === "canvas";
}

const hasPicture = ({ picture }: VerificationContext["report"]): boolean => picture !== undefined && "jpeg" in picture;

/** A tick shows nowhere but in its box. */
function isTickHidden(context: VerificationContext, facts: readonly Fact[]): boolean {
	const { action, before, page } = context;
	const isTick = action.name === "click" && before !== null && isSameDocument(before, page) && isToggle(before.target?.role ?? "");
	return isTick && hasFact(facts, "page_same") && isReportedDone(context) && hidesTicks(page);
}

function placeVerdict(url: string, { page }: VerificationContext): Verdict | null {
	const [wanted, here] = [readTarget(url), readTarget(page.url)];
	if (page.restricted !== undefined || isErrorPage(page)) return verdicts.noEffect;
	if (wanted.kind !== "web" || here.kind !== "web") return null;
	const isSamePlace = here.host === wanted.host && here.url.pathname.replace(/\/$/, "") === wanted.url.pathname.replace(/\/$/, "");
	if (isSamePlace) return verdicts.samePlace;
	if (here.site === wanted.site) return verdicts.sameSite;
	const isSignIn = [...page.elements.values()].some((element) => element.type === "password");
	return isSignIn ? verdicts.signInPage : null;
}

/**
 * Where an action led. `missed`: its destination did not open or is a site that the user did not allow; `unseen`: the same after an action
 * without a destination, such as a press; `error_page`: a server's error page; `elsewhere`: any other page.
 */
type Arrival = "missed" | "unseen" | "error_page" | "elsewhere";

/** Where an action led to, on the page now. @throws never */
function arrivalOf(context: Pick<ActionContext, "action" | "before" | "page">): Arrival {
	const { action, page } = context;
	const isGoing = isVisit(action) || isHistory(action);
	const blank = unopened(page);
	if (blank !== null) return isGoing || (blank.kind === "failed" && isPress(action)) ? "missed" : "unseen";
	return ledToErrorPage(context) ? "error_page" : "elsewhere";
}

/** On an error page everything changed, so only something that appeared is proof. A page that the task cannot see proves nothing. */
function isProofAt(arrival: Arrival, { kind }: Expectation): boolean {
	return arrival === "elsewhere" || (arrival === "error_page" && appearances.has(kind));
}

const appearances: ReadonlySet<string> = new Set(["text_appears", "element_appears", "dialog_opens"]);

const isHistory = ({ name }: Action) => name === "back" || name === "forward" || name === "reload";

const isVisit = ({ name }: Action) => name === "navigate" || name === "openTab";

const isPress = (action: Action) => ["click", "press", "drag"].includes(action.name) || (action.name === "setValue" && action.submit);

/** True when the action led to the error page of a server. Destinations of a visit have their own rule. */
function ledToErrorPage({ action, before, page }: Pick<ActionContext, "action" | "before" | "page">): boolean {
	if (!(isHistory(action) || isPress(action)) || before === null || isSameDocument(before, page)) return false;
	return isErrorPage(page) && !isErrorPage({ title: before.title, lines: [] });
}

/** True for a page that calls itself an error by its title or its first line. */
function isErrorPage({ title, lines }: Pick<PageView, "title" | "lines">): boolean {
	const firstLine = lines[0]?.text ?? "";
	if (/^(?:(?:http )?error|status)[\s:]+[45]\d\d\b|^[45]\d\d(?: error)?$/i.test(title.trim())) return true;
	return [title, firstLine].some((text) =>
		/\b(?:404|403|500|502|503|504)\b.{0,20}(?:not found|error|forbidden|unavailable|gateway)|^(?:page )?not found\b|(?:not found|server error|bad gateway)$|site can.t be reached|^ERR_/i.test(
			text,
		),
	);
}

/** What an action that moves between pages, or points at one, has changed. `unknown`: the page does not show it either way. */
type Change = "seen" | "none" | "hidden" | "unknown";

/** The address or the document is another one: of `back`, `forward` and `reload` nothing else is proof. */
function historyChange(context: ActionContext, facts: readonly Fact[]): Change {
	const { action, before, page } = context;
	if (before === null) return "unknown";
	if (before.url !== page.url || !isSameDocument(before, page) || hasFact(facts, "url_changed")) return "seen";
	// Without an epoch a page looks the same after a reload.
	if (action.name === "reload") return page.epoch !== "" ? "none" : isReportedDone(context) ? "hidden" : "unknown";
	// A route of a script may keep the address.
	return hasFact(facts, "page_same", "page_restless", "look_changed") ? "none" : "unknown";
}

/** The tab that an action names is the current one now, or gone. A task with one tab lists none. */
function tabChange({ action, before, page }: ActionContext): Change {
	if (before === null || (action.name !== "switchTab" && action.name !== "closeTab")) return "unknown";
	const named = page.tabs.find(({ id }) => id === action.tab);
	if (action.name === "closeTab") {
		if (named !== undefined) return "none";
		return page.tabs.length > 0 || before.tabs.includes(action.tab) ? "seen" : "unknown";
	}
	if (page.tabs.length > 0) return named?.isCurrent === true ? "seen" : "none";
	return before.url !== page.url || !isSameDocument(before, page) ? "seen" : "none";
}

/** Something appeared, or the element shows another state. */
function hoverChange({ before, page }: ActionContext, facts: readonly Fact[]): Change {
	if (before === null) return "unknown";
	if (hasFact(facts, "dialog_opened", "dropdown_opened", "target_state", "message_appeared")) return "seen";
	const hasControls = facts.some(({ name, source }) => source === "page" && name === "elements_added");
	if (hasControls || (!hasFact(facts, "page_restless") && newTexts(before.skeleton, page).length > 0)) return "seen";
	return hasFact(facts, "page_same", "page_restless") ? "none" : "unknown";
}
