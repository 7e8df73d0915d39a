import type { ScrollTarget } from "@webhand/contracts/action/grammar";
import type { Expectation, Verification } from "@webhand/contracts/agent/task";
import { normalize } from "@webhand/page/write/normalize";
import { isToggle } from "../facts/roles.ts";
import { isFinal, isQuestion } from "../facts/target.ts";
import { readTarget } from "../gate/origin.ts";
import { isSensitiveTarget } from "../secrets/find.ts";
import { arrivalOf, isErrorPage, isHistory, isProofAt } from "./arrival.ts";
import type { ActionContext } from "./before-state.ts";
import { isSameDocument } from "./before-state.ts";
import { isMet } from "./expectations.ts";
import type { FormResult } from "./form-result.ts";
import { dialogsIn, formResultOf } from "./form-result.ts";
import type { Fact } from "./observations.ts";
import { describeFact, hasClientError, hasFact, observe, unknownOutcome } from "./observations.ts";
import type { Change } from "./places.ts";
import { historyChange, hoverChange, tabChange } from "./places.ts";
import { canSend } from "./sent-fields.ts";
import { hidesTicks, hidesValues, holdsValue, isReportedDone, isTickUnknown, readBack } from "./values.ts";
import type { Verdict } from "./verdicts.ts";
import { verdicts } from "./verdicts.ts";

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
