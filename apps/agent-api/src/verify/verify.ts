import type { Expectation } from "@webhand/contracts/agent/task";
import { normalize } from "@webhand/page/write/normalize";
import { isToggle } from "../facts/roles.ts";
import { readTarget } from "../gate/origin.ts";
import { isSensitiveTarget } from "../secrets/find.ts";
import type { ActionContext } from "./before-state.ts";
import { isSameDocument } from "./before-state.ts";
import { isMet } from "./expectations.ts";
import type { FormResult } from "./form-result.ts";
import { formResultOf } from "./form-result.ts";
import type { Fact } from "./observations.ts";
import { describeFact, hasClientError, hasFact, observe, unknownOutcome } from "./observations.ts";
import { canSend } from "./sent-fields.ts";
import { hidesTicks, hidesValues, readBack } from "./values.ts";

/** Confidence from which a success counts. */
export const successFrom = 0.7;

/**
 * An action to be proven. `expect.isExplicit`: the decider said it and it did not hold before the action. `waits`: how often the engine
 * has waited for this outcome already.
 */
export type VerificationTask = ActionContext & { readonly expect: Expectation; readonly isExplicit: boolean; readonly waits: number };

/**
 * What facts say of an action. `open`: nothing shown yet, look again; `judge`: facts do not settle it, the observations go to the
 * decider. `isProven`: what was expected was seen to happen.
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

type LastVerification = VerificationTask & { readonly answer: FormResult };
type Row = { readonly verdict: "success" | "failure"; readonly confidence: number; readonly isProven?: boolean; readonly note?: string };

const maxWaits = 2;
const longestQuote = 100;
const effects = [
	"url_changed",
	"dialog_opened",
	"dialog_closed",
	"dropdown_opened",
	"target_state",
	"target_value",
	"tab_opened",
	"tab_closed",
	"download_started",
] as const;

// What else shows that a page which never rests has answered.
const signs = ["elements_added", "elements_removed", "scrolled", "message_appeared", "lookup_answered"] as const;

/**
 * Says whether the last action had its effect, from facts alone: the first row of the table that fits.
 *
 * @param task the action, the page before (≤ 10 KB) and now, the client's report; an unknown fact is absent, never false
 * @returns confidence 0 to 1, success from 0.70; at most 20 observations, the page's own first
 * @throws never
 */
export function verifyAction(task: VerificationTask): FactVerdict {
	const proof = { ...task, answer: formResultOf(task) };
	const facts = observe(proof, proof.answer);
	const observations = facts.map(describeFact);
	const settled = (row: Row): FactVerdict => ({
		kind: "settled",
		verdict: row.verdict,
		confidence: row.confidence,
		isProven: row.isProven ?? false,
		...(row.note === undefined ? {} : { note: row.note }),
		observations: row.note === undefined ? observations : [...observations.slice(0, 19), row.note],
	});
	const hasFallen = isFallen(proof);
	const isMetNow = proof.isExplicit && isMet(proof.expect, { before: proof.before, page: proof.page, facts });
	// On an error page everything is gone and changed: only what appeared is a proof there.
	if (isMetNow && !(hasFallen && !shows.has(proof.expect.kind))) return settled({ verdict: "success", confidence: 0.95, isProven: true });
	if (isOpen(proof, facts) || needsAnotherLook(proof, facts) || isUnanswered(proof, facts)) return { kind: "open", observations };
	const row = clientErrorRow(proof) ?? (hasFallen ? errorRow : rowOf(proof, facts));
	return row === null ? { kind: "judge", observations } : settled(row);
}

/** The outcome may still come: the client does not know it, or the page is busy and shows nothing yet. At most two waits in a row. */
function isOpen(proof: LastVerification, facts: readonly Fact[]): boolean {
	if (proof.waits >= maxWaits) return false;
	const { lastActionStatus, lastActionError } = proof.report;
	if (lastActionStatus === "pending" || lastActionError?.code === unknownOutcome) return !isValueMet(proof);
	return (
		proof.page.pending && !hasClientError(proof.report) && !hasFact(facts, ...effects, ...signs, "validation_error") && !isValueMet(proof)
	);
}

/** Only numbers elsewhere changed, or where the target stands: what an action did stands still from one look to the next, a ticker does not. */
function needsAnotherLook({ action, change, report, waits }: LastVerification, facts: readonly Fact[]): boolean {
	const isDue = waits === 0 || (change.isLate === true && waits < maxWaits);
	if (change.isNumbers !== true || !isDue || hasClientError(report)) return false;
	const isPressing = action.name === "click" || action.name === "press";
	// A state that changed is told by its name; without one the target only stands elsewhere.
	const telling = facts.filter((fact) => fact.name !== "target_state" || fact.detail !== undefined);
	return isPressing && !hasFact(telling, ...effects, "message_appeared", "validation_error", "form_same");
}

/** What was sent to a server, or to a script that takes its time, has shown nothing yet: no failure before two more looks. */
function isUnanswered(proof: LastVerification, facts: readonly Fact[]): boolean {
	const { action, before, page, report, waits } = proof;
	if (before === null || waits >= maxWaits || hasClientError(report) || !canSend(action, before.target)) return false;
	// A client that tells nothing of what it did is no witness to wait for.
	if (report.lastActionStatus === undefined && report.domChanges === undefined && report.clientObservations === undefined) return false;
	// A menu that does not open is not waiting for a server.
	if (before.target?.states.some((state) => state === "collapsed" || state === "expanded") === true) return false;
	if (hasFact(facts, "url_changed", "dialog_opened", "tab_opened", "download_started", "message_appeared", "validation_error"))
		return false;
	const unsaid = facts.filter(({ name }) => name !== "network");
	const isOnItsWay = unsaid.length < facts.length && hasFact(facts, "look_changed") && !hasFact(facts, ...effects, ...signs);
	return proof.answer.isBusy || (isSameDocument(before, page) && (isOnItsWay || isSilent(proof, unsaid)));
}

/** Nothing was seen of an action but itself: what was typed stands in its field. */
function isSilent(proof: LastVerification, facts: readonly Fact[]): boolean {
	const { action, before, page, change } = proof;
	if (action.name !== "setValue") return hasFact(facts, "page_same") && !hasFact(facts, ...effects, ...signs, "network");
	if (before === null || proof.expect.kind !== "any_change") return false;
	const effectsElsewhere = effects.filter((name) => name !== "target_state" && name !== "target_value");
	if (hasFact(facts, ...effectsElsewhere, "title_changed", "message_appeared", "network") || change.added + change.removed > 0)
		return false;
	// Where the field stands in a line of text, that line is another one.
	const own = page.lines[page.elements.get(action.id)?.line ?? -1]?.text;
	const others = proof.answer.addedTexts.filter((text) => text !== own);
	return others.length === 0 && (change.linesRemoved ?? 0) <= proof.answer.addedTexts.length;
}

function clientErrorRow(proof: LastVerification): Row | null {
	return hasClientError(proof.report) && (isDotted(proof) || !isValueMet(proof)) ? { verdict: "failure", confidence: 0.95 } : null;
}

/** What a secret field holds is not in the page text: that it holds something says nothing against its client. */
const isDotted = ({ action, page }: LastVerification): boolean => action.name === "setValue" && isSensitiveTarget(page, action.id);

function rowOf(proof: LastVerification, facts: readonly Fact[]): Row | null {
	const { action } = proof;
	switch (action.name) {
		case "setValue":
			if (isRefused(proof, facts)) return refusedRow;
			if (isDoubtful(facts)) return null;
			if (!action.submit) return valueRow(proof, facts);
			if (isSilent(proof, facts)) return silentRow;
			if (hasFact(facts, "url_changed") || hasControls(facts)) return effectRow;
			return isSentOff(proof, action.text) ? sentRow : valueRow(proof, facts);
		case "select":
		case "upload":
			return valueRow(proof, facts);
		case "navigate":
		case "openTab":
			return placeRow(action.url, proof);
		case "click":
		case "press":
		case "drag":
			if (isRefused(proof, facts)) return refusedRow;
			if (isDoubtful(facts)) return null;
			return isBlindTick(proof, facts) ? blindRow : effectOf(facts);
		case "scroll":
			if (hasFact(facts, "scrolled")) return { verdict: "success", confidence: 0.9, isProven: true };
			return tellsPlace(proof) ? { verdict: "failure", confidence: 0.8, note: "SCROLL_END" } : blindScrollRow;
		case "hover":
		case "wait":
		case "back":
		case "forward":
		case "reload":
		case "find":
		case "expand":
		case "options":
		case "switchTab":
		case "closeTab":
			return { verdict: "success", confidence: 0.9 };
		case "ask":
		case "handoff":
		case "server":
		case "finish":
		case "fail":
			return null;
	}
}

const blindScrollRow: Row = { verdict: "success", confidence: 0.75, note: "the page does not say how far it is scrolled" };

/** Plain HTML, and a snapshot of a client that measures no window, look the same wherever they are scrolled to. */
function tellsPlace({ before, page }: LastVerification): boolean {
	return before !== null && page.screen !== "" && !page.screen.startsWith("0x0");
}

const errorRow: Row = { verdict: "failure", confidence: 0.9, note: "error page" };
const shows: ReadonlySet<string> = new Set(["text_appears", "url_contains", "element_appears", "dialog_opens"]);

/** The action led from a page to an error in its place. */
function isFallen({ action, before, page }: LastVerification): boolean {
	const canLead =
		action.name === "click" || action.name === "press" || action.name === "drag" || (action.name === "setValue" && action.submit);
	if (!canLead || before === null || isSameDocument(before, page)) return false;
	const isError = page.restricted?.startsWith("error") || isErrorPage(page.title, page.lines[0]?.text ?? "");
	return isError === true && !isErrorPage(before.title, "");
}

const silentRow: Row = { verdict: "failure", confidence: 0.9, note: "nothing but the value itself" };
const sentRow: Row = { verdict: "success", confidence: 0.85, note: "the field is empty again, and what was sent stands on the page" };
const refusedRow: Row = { verdict: "failure", confidence: 0.9, note: "the form was refused" };

/** The page holds errors against the form that was sent; a button that is not its submit may have done something else meanwhile. */
function isRefused({ action, before, answer }: LastVerification, facts: readonly Fact[]): boolean {
	const isTold = answer.refusals.length > 0 || answer.form?.isIncomplete === true || answer.nearby.length > 0;
	if (before === null || !isTold) return false;
	const isSubmit = action.name !== "click" || before.target?.states.includes("submit") === true;
	return isSubmit || !hasFact(facts, "dialog_opened", "dialog_closed", "dropdown_opened", "target_state");
}

/** A message or an entry of a list: the page emptied the field and shows what stood in it. Sent again it would stand there twice. */
function isSentOff({ action, before, page, answer }: LastVerification, text: string): boolean {
	if (action.name !== "setValue" || before === null || !isSameDocument(before, page)) return false;
	const field = page.elements.get(action.id);
	if (field === undefined || isSensitiveTarget(page, action.id) || (field.attributes.get("value") ?? "") !== "") return false;
	const said = normalize(text).slice(0, longestQuote);
	return said !== "" && answer.addedTexts.some((line) => normalize(line).includes(said));
}

/** The form was sent, stands as before and says something: whether it was taken is not for facts to say. */
function isDoubtful(facts: readonly Fact[]): boolean {
	return hasFact(facts, "form_same") && !hasFact(facts, "dialog_opened", "dialog_closed", "tab_opened", "download_started");
}

const effectRow: Row = { verdict: "success", confidence: 0.85 };

function effectOf(facts: readonly Fact[]): Row | null {
	if (hasFact(facts, ...effects) || hasControls(facts)) return effectRow;
	if (hasFact(facts, "page_restless")) return hasFact(facts, "network") ? null : { verdict: "failure", confidence: 0.9 };
	// What the page announces is an answer, though not to be told from facts which one.
	return hasFact(facts, "page_same") && !hasFact(facts, "network", "message_appeared") ? { verdict: "failure", confidence: 0.9 } : null;
}

/** Controls of the page text, not the client's node counts: tickers add and remove nodes all the time. */
function hasControls(facts: readonly Fact[]): boolean {
	return facts.some((fact) => fact.source === "page" && (fact.name === "elements_added" || fact.name === "elements_removed"));
}

function valueRow(proof: LastVerification, facts: readonly Fact[]): Row | null {
	const shown = readBack(proof);
	if (shown.kind === "equal") return { verdict: "success", confidence: 1 };
	if (shown.kind === "format") return { verdict: "success", confidence: 0.9 };
	if (shown.kind === "different" || hasFact(facts, "validation_error")) return { verdict: "failure", confidence: 0.9 };
	return isSaidDone(proof) && hidesValues(proof.page) && !isUntoldTick(proof) ? blindRow : null;
}

const blindRow: Row = { verdict: "success", confidence: 0.75, note: "the page does not show what its fields hold" };

const isSaidDone = ({ report }: LastVerification): boolean =>
	report.lastActionStatus === "success" || report.lastActionResult?.success === true;

/** A client of snapshots is asked to tick by a click or by typing: where none of its boxes tells, its word does not say which way one stands. */
function isUntoldTick({ action, before, page }: LastVerification): boolean {
	if (action.name !== "setValue" || page.mode !== "snapshot") return false;
	const role = page.elements.get(action.id)?.type ?? before?.target?.role ?? "";
	return isToggle(role) && role !== "radio";
}

/** A tick shows in nothing but its box. */
function isBlindTick(proof: LastVerification, facts: readonly Fact[]): boolean {
	const { action, before, page } = proof;
	const isTick = action.name === "click" && before !== null && isSameDocument(before, page) && isToggle(before.target?.role ?? "");
	return isTick && hasFact(facts, "page_same") && isSaidDone(proof) && hidesTicks(page);
}

function isValueMet(proof: LastVerification): boolean {
	return ["setValue", "select", "upload"].includes(proof.action.name) && readBack(proof).kind === "equal";
}

function placeRow(url: string, { page }: LastVerification): Row | null {
	const [wanted, here] = [readTarget(url), readTarget(page.url)];
	if (page.restricted !== undefined || isErrorPage(page.title, page.lines[0]?.text ?? "")) return { verdict: "failure", confidence: 0.9 };
	if (wanted.kind !== "web" || here.kind !== "web") return null;
	const isSamePlace = here.host === wanted.host && here.url.pathname.replace(/\/$/, "") === wanted.url.pathname.replace(/\/$/, "");
	// Never proven: whoever goes to and fro between two places gets there each time.
	if (isSamePlace) return { verdict: "success", confidence: 1 };
	if (here.site === wanted.site) return { verdict: "success", confidence: 0.9 };
	const isSignIn = [...page.elements.values()].some((element) => element.type === "password");
	return isSignIn ? { verdict: "success", confidence: 0.75, note: "sign-in page" } : null;
}

function isErrorPage(title: string, firstLine: string): boolean {
	if (/^(?:(?:http )?error|status)[\s:]+[45]\d\d\b|^[45]\d\d(?: error)?$/i.test(title.trim())) return true;
	return [title, firstLine].some((text) =>
		/\b(?:404|403|500|502|503|504)\b.{0,20}(?:not found|error|forbidden|unavailable|gateway)|^(?:page )?not found\b|(?:not found|server error|bad gateway)$|site can.t be reached|^ERR_/i.test(
			text,
		),
	);
}
