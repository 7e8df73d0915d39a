import type { PageView } from "@webhand/page/parse/view";
import { cut } from "@webhand/page/write/normalize";
import { targetIdOf } from "../facts/target.ts";
import type { ActionContext, BeforeState, Report } from "./before-state.ts";
import { isSameDocument, targetState, visibleDigest } from "./before-state.ts";
import type { FormResult } from "./form-result.ts";
import { clientAlert } from "./form-result.ts";

/** Names of facts. */
export type FactName =
	| "url_changed"
	| "url_same"
	| "host_changed"
	| "title_changed"
	| "page_same"
	| "page_restless"
	| "elements_added"
	| "elements_removed"
	| "target_gone"
	| "target_value"
	| "target_state"
	| "focus_moved"
	| "dialog_opened"
	| "dialog_closed"
	| "dropdown_opened"
	| "message_appeared"
	| "validation_error"
	| "form_same"
	| "tab_opened"
	| "tab_closed"
	| "download_started"
	| "scrolled"
	| "lookup_answered"
	| "network"
	| "mutated"
	| "look_changed"
	| "client_error";

/** One thing that was seen, and by whom. `detail` is a count or a short text, never a sensitive value. */
export type Fact = { readonly name: FactName; readonly detail?: string; readonly source: "page" | "client" };

/** What says most about an action comes first; what did not change comes last. */
const strength: readonly FactName[] = [
	"client_error",
	"validation_error",
	"form_same",
	"target_value",
	"target_state",
	"dialog_opened",
	"dialog_closed",
	"message_appeared",
	"url_changed",
	"host_changed",
	"tab_opened",
	"tab_closed",
	"download_started",
	"dropdown_opened",
	"target_gone",
	"elements_added",
	"elements_removed",
	"scrolled",
	"lookup_answered",
	"title_changed",
	"focus_moved",
	"network",
	"mutated",
	"look_changed",
	"url_same",
	"page_same",
	"page_restless",
];

const maxFacts = 20;
const maxDetail = 120;

/**
 * Everything that was seen after an action, what says most first; of equal facts the page's own beats the client's.
 *
 * @param answer of the page, as of `formResultOf`
 * @returns at most 20
 * @throws never
 */
export function observe(context: ActionContext, answer: FormResult): readonly Fact[] {
	const onPage = pageFacts(context, answer);
	const told = clientFacts(context);
	// What the page says is the same, and something was done to it: two facts that gainsay each other, so one in their place.
	const isLookOnly = hasFact(onPage, "page_same") && hasFact(told, "mutated");
	const facts = [...onPage.filter((fact) => !isLookOnly || fact.name !== "page_same"), ...told];
	return facts
		.map((fact) => (isLookOnly && fact.name === "mutated" ? { ...fact, name: "look_changed" as const } : fact))
		.sort((a, b) => strength.indexOf(a.name) - strength.indexOf(b.name))
		.slice(0, maxFacts);
}

/** A fact as it stands in a verification: `elements_added 3`, client's facts marked as such. */
export function describeFact(fact: Fact): string {
	const text = fact.detail === undefined ? fact.name : `${fact.name} ${cut(fact.detail, maxDetail)}`;
	return fact.source === "client" ? `${text} (client)` : text;
}

/** True when one of the facts was seen. */
export function hasFact(facts: readonly Fact[], ...names: readonly FactName[]): boolean {
	return facts.some((fact) => names.includes(fact.name));
}

function pageFacts({ action, before, page, change }: ActionContext, answer: FormResult): readonly Fact[] {
	if (before === null) return [];
	const isSame = isSameDocument(before, page);
	const messages = page.alerts.filter((alert) => !before.alerts.includes(cut(alert, 80)));
	const { form } = answer;
	const isRestless = change.isRestless === true && messages.length === 0;
	const isUnchanged = (change.isSame || change.isTicking === true) && messages.length === 0;
	const facts = [
		...addressFacts(before, page),
		...(page.title === before.title || before.title.endsWith("…") ? [] : [seen("title_changed", `"${page.title}"`)]),
		...(change.added > 0 ? [seen("elements_added", String(change.added))] : []),
		...(change.removed > 0 ? [seen("elements_removed", String(change.removed))] : []),
		...(isSame ? targetFacts(before, page) : []),
		...(isSame && page.focus !== before.focusId ? [seen("focus_moved", page.focus === undefined ? "away" : `to ${page.focus}`)] : []),
		...answer.refusals.map((error) => seen("validation_error", error)),
		...answer.nearby.map((text) => seen("validation_error", `"${text}"`)),
		...(form?.texts.map((text) => seen(form.isIncomplete ? "validation_error" : "form_same", `"${text}"`)) ?? []),
		...dialogFacts(before, page),
		...messages.map((alert) => seen("message_appeared", `"${alert}"`)),
		...tabFacts(before, page),
		...(action.name === "scroll" && (page.screen !== before.screen || visibleDigest(page) !== before.view) ? [seen("scrolled")] : []),
		...(isUnchanged ? [] : [seen("mutated")]),
		...(isUnchanged && before.url === page.url && before.title === cut(page.title, 200) && isLookSame(before, page)
			? [seen("page_same")]
			: []),
	];
	return isRestless ? [...facts.filter((fact) => !isByItself(fact)), seen("page_restless")] : facts;
}

/** What a page that goes on by itself shows without any action. */
function isByItself({ name, detail }: Fact): boolean {
	return ["elements_added", "elements_removed", "mutated"].includes(name) || (name === "target_state" && detail === undefined);
}

function addressFacts(before: BeforeState, page: PageView): readonly Fact[] {
	if (page.url === before.url) return [seen("url_same")];
	const [from, to] = [before.url, page.url].map((url) => (URL.canParse(url) ? new URL(url).host : ""));
	return [seen("url_changed", page.url), ...(from === to ? [] : [seen("host_changed", to)])];
}

function targetFacts(before: BeforeState, page: PageView): readonly Fact[] {
	if (before.target === undefined) return [];
	const element = page.elements.get(before.target.id);
	if (element === undefined) return [seen("target_gone")];
	const now = targetState(element);
	const error = element.attributes.get("error");
	return [
		...(now.value === before.target.value ? [] : [seen("target_value", `"${now.value}"`)]),
		...(now.look === before.target.look ? [] : [seen("target_state", stateChange(before.target.states, now.states))]),
		...(error === undefined ? [] : [seen("validation_error", `"${error}"`)]),
	];
}

/** States that came, and those that went with a minus; undefined where others of the live facts changed. */
function stateChange(before: readonly string[], now: readonly string[]): string | undefined {
	const came = now.filter((state) => !before.includes(state));
	const went = before.filter((state) => !now.includes(state)).map((state) => `-${state}`);
	return came.length + went.length === 0 ? undefined : [...came, ...went].join(" ");
}

function dialogFacts(before: BeforeState, page: PageView): readonly Fact[] {
	const names = page.dialogs.map((dialog) => cut(dialog.name, 80));
	const opened = names.filter((name) => !before.dialogs.includes(name));
	const closed = before.dialogs.filter((name) => !names.includes(name));
	return [...opened.map((name) => seen("dialog_opened", `"${name}"`)), ...closed.map((name) => seen("dialog_closed", `"${name}"`))];
}

function tabFacts(before: BeforeState, page: PageView): readonly Fact[] {
	if (page.tabs.length === 0) return [];
	const now = page.tabs.map((tab) => tab.id);
	return [
		...(now.some((id) => !before.tabs.includes(id)) ? [seen("tab_opened")] : []),
		...(before.tabs.some((id) => !now.includes(id)) ? [seen("tab_closed")] : []),
	];
}

function isLookSame(before: BeforeState, page: PageView): boolean {
	const element = before.target === undefined ? undefined : page.elements.get(before.target.id);
	return !isSameDocument(before, page) || element === undefined || targetState(element).look === before.target?.look;
}

function clientFacts({ action, before, page, report, change }: ActionContext): readonly Fact[] {
	const actual = report.lastActionResult?.actualState;
	const { domChanges, clientObservations, clientVerification, lastActionError } = report;
	const isError = hasClientError(report);
	const alert = clientAlert(before, page, report);
	const id = targetIdOf(action);
	// A clock that writes itself anew is all that the client saw: as many nodes went as came.
	const isClocks = change.isRestless === true || (change.isTicking === true && domChanges?.addedCount === domChanges?.removedCount);
	return [
		...(isError ? [told("client_error", lastActionError?.code ?? "FAILED")] : []),
		...(clientObservations?.didUrlChange || domChanges?.urlChanged || clientVerification?.urlChanged ? [told("url_changed")] : []),
		...(domChanges?.dropdownDetected ? [told("dropdown_opened")] : []),
		...(domChanges !== undefined && domChanges.addedCount > 0 ? [told("elements_added", `${domChanges.addedCount} nodes`)] : []),
		...(domChanges !== undefined && domChanges.removedCount > 0 ? [told("elements_removed", `${domChanges.removedCount} nodes`)] : []),
		...(clientVerification?.elementFound === false && id !== undefined ? [told("target_gone")] : []),
		...(alert === undefined ? [] : [told("message_appeared", `"${alert}"`)]),
		...(actual?.validationMessage ? [told("validation_error", `"${actual.validationMessage}"`)] : []),
		...(actual?.["download"] === undefined ? [] : [told("download_started")]),
		...(actual?.lookup === undefined ? [] : [told("lookup_answered", `${actual.lookup.length} characters`)]),
		...(clientObservations?.didNetworkOccur ? [told("network")] : []),
		...(clientObservations?.didDomMutate && !isClocks ? [told("mutated")] : []),
	];
}

/** True when the client says that the action failed; an unknown outcome is no failure. */
export function hasClientError(report: Report): boolean {
	if (report.lastActionError?.code === unknownOutcome) return false;
	return report.lastActionStatus === "failure" || report.lastActionError !== undefined || report.lastActionResult?.success === false;
}

/** The client does not know whether the action was carried out. */
export const unknownOutcome = "OUTCOME_UNKNOWN";

const seen = (name: FactName, detail?: string): Fact => ({ name, source: "page", ...(detail === undefined ? {} : { detail }) });
const told = (name: FactName, detail?: string): Fact => ({ name, source: "client", ...(detail === undefined ? {} : { detail }) });
