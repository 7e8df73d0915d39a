import { unopened } from "@webhand/page/parse/unopened";
import type { PageView } from "@webhand/page/parse/view";
import { cut } from "@webhand/page/write/normalize";
import { defined } from "../../shared/defined.ts";
import { targetIdOf } from "../facts/target.ts";
import type { ActionContext, BeforeState, Report } from "./before-state.ts";
import { isSameDocument, newAlerts, newIn, targetState, visibleDigest } from "./before-state.ts";
import type { FormResult } from "./form-result.ts";
import { clientAlert, dialogsIn } from "./form-result.ts";

/** Facts that say most about an action come first, facts that nothing changed come last. */
const strength = [
	"client_error",
	"load_failed",
	"site_refused",
	"validation_error",
	"form_same",
	"target_value",
	"target_state",
	"dialog_opened",
	"dialog_closed",
	"page_dialog",
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
] as const;

/** Names of facts. */
export type FactName = (typeof strength)[number];

/** One thing that was seen, and by whom. `detail` is a count or a short text, never a sensitive value. */
export type Fact = { readonly name: FactName; readonly detail?: string; readonly source: "page" | "client" };

const maxFacts = 20;
const maxDetail = 120;

/**
 * Everything that was observed after an action, strongest first; of equal facts the page's own comes before the client's.
 *
 * @returns at most 20
 * @throws never
 */
export function observe(context: ActionContext, result: FormResult): readonly Fact[] {
	const onPage = pageFacts(context, result);
	const fromClient = clientFacts(context);
	// The page text is the same, and its nodes changed: one fact takes the place of two that contradict each other.
	const isOnlyLookChanged = hasFact(onPage, "page_same") && hasFact(fromClient, "mutated");
	const facts = [...onPage.filter((fact) => !isOnlyLookChanged || fact.name !== "page_same"), ...fromClient];
	return withoutPage(facts, context.page)
		.map((fact) => (isOnlyLookChanged && fact.name === "mutated" ? { ...fact, name: "look_changed" as const } : fact))
		.sort((a, b) => strength.indexOf(a.name) - strength.indexOf(b.name))
		.slice(0, maxFacts);
}

const visible: ReadonlySet<FactName> = new Set(["client_error", "page_dialog", "tab_opened", "tab_closed", "download_started"]);
const addresses: ReadonlySet<FactName> = new Set(["url_changed", "host_changed", "url_same"]);

/** A page that did not open shows nothing; a site that the user did not allow shows only its address. */
function withoutPage(facts: readonly Fact[], page: PageView): readonly Fact[] {
	const blank = unopened(page);
	if (blank === null) return facts;
	const isFailed = blank.kind === "failed";
	const fact = isFailed ? pageFact("load_failed", blank.detail || undefined) : pageFact("site_refused", blank.detail);
	return [fact, ...facts.filter(({ name }) => visible.has(name) || (!isFailed && addresses.has(name)))];
}

/** A fact as a verification stores it: `elements_added 3`, facts of the client marked. */
export function describeFact(fact: Fact): string {
	const text = fact.detail === undefined ? fact.name : `${fact.name} ${cut(fact.detail, maxDetail)}`;
	return fact.source === "client" ? `${text} (client)` : text;
}

/** True when one of the facts was seen. */
export function hasFact(facts: readonly Fact[], ...names: readonly FactName[]): boolean {
	return facts.some((fact) => names.includes(fact.name));
}

function pageFacts({ action, before, page, change }: ActionContext, result: FormResult): readonly Fact[] {
	if (before === null) return [];
	const isSame = isSameDocument(before, page);
	const messages = newAlerts(before, page);
	const { form } = result;
	const isSelfChanging = change.isSelfChanging === true && messages.length === 0;
	const isUnchanged = (change.isSame || change.isTicking === true) && messages.length === 0;
	const facts = [
		...addressFacts(before, page),
		...(page.title === before.title || before.title.endsWith("…") ? [] : [pageFact("title_changed", `"${page.title}"`)]),
		...(change.added > 0 ? [pageFact("elements_added", String(change.added))] : []),
		...(change.removed > 0 ? [pageFact("elements_removed", String(change.removed))] : []),
		...(isSame ? targetFacts(before, page) : []),
		...(isSame && page.focus !== before.focusId ? [pageFact("focus_moved", page.focus === undefined ? "away" : `to ${page.focus}`)] : []),
		...result.refusals.map((error) => pageFact("validation_error", error)),
		...result.nearby.map((text) => pageFact("validation_error", `"${text}"`)),
		...(form?.texts.map((text) => pageFact(form.isIncomplete ? "validation_error" : "form_same", `"${text}"`)) ?? []),
		...dialogFacts(before, page),
		...messages.map((alert) => pageFact("message_appeared", `"${alert}"`)),
		...tabFacts(before, page),
		...(action.name === "scroll" && (page.screen !== before.screen || visibleDigest(page) !== before.view) ? [pageFact("scrolled")] : []),
		...(isUnchanged ? [] : [pageFact("mutated")]),
		...(isUnchanged && before.url === page.url && before.title === cut(page.title, 200) && isTargetUnchanged(before, page)
			? [pageFact("page_same")]
			: []),
	];
	return isSelfChanging ? [...facts.filter((fact) => !isSelfMade(fact)), pageFact("page_restless")] : facts;
}

/** A page that changes by itself shows these without any action. */
function isSelfMade({ name, detail }: Fact): boolean {
	return ["elements_added", "elements_removed", "mutated"].includes(name) || (name === "target_state" && detail === undefined);
}

function addressFacts(before: BeforeState, page: PageView): readonly Fact[] {
	if (page.url === before.url) return [pageFact("url_same")];
	const [from, to] = [before.url, page.url].map((url) => (URL.canParse(url) ? new URL(url).host : ""));
	return [pageFact("url_changed", page.url), ...(from === to ? [] : [pageFact("host_changed", to)])];
}

function targetFacts(before: BeforeState, page: PageView): readonly Fact[] {
	if (before.target === undefined) return [];
	const element = page.elements.get(before.target.id);
	if (element === undefined) return [pageFact("target_gone")];
	const now = targetState(element);
	const error = element.attributes.get("error");
	return [
		...(now.value === before.target.value ? [] : [pageFact("target_value", `"${now.value}"`)]),
		...(now.look === before.target.look ? [] : [pageFact("target_state", stateChange(before.target.states, now.states))]),
		...(error === undefined ? [] : [pageFact("validation_error", `"${error}"`)]),
	];
}

/** States that came, and with a minus those that went; undefined where something else of the target changed. */
function stateChange(before: readonly string[], now: readonly string[]): string | undefined {
	const came = now.filter((state) => !before.includes(state));
	const went = before.filter((state) => !now.includes(state)).map((state) => `-${state}`);
	return came.length + went.length === 0 ? undefined : [...came, ...went].join(" ");
}

function dialogFacts(before: BeforeState, page: PageView): readonly Fact[] {
	const names = page.dialogs.map((dialog) => cut(dialog.name, 80));
	const opened = newIn("dialogs", before.dialogs, names);
	const closed = before.dialogs.filter((name) => !names.includes(name));
	return [...opened.map((name) => pageFact("dialog_opened", `"${name}"`)), ...closed.map((name) => pageFact("dialog_closed", `"${name}"`))];
}

function tabFacts(before: BeforeState, page: PageView): readonly Fact[] {
	// A task with one tab lists none.
	if (page.tabs.length === 0) return before.tabs.length > 1 ? [pageFact("tab_closed")] : [];
	const now = page.tabs.map((tab) => tab.id);
	return [
		...(newIn("tabs", before.tabs, now).length > 0 ? [pageFact("tab_opened")] : []),
		...(before.tabs.some((id) => !now.includes(id)) ? [pageFact("tab_closed")] : []),
	];
}

function isTargetUnchanged(before: BeforeState, page: PageView): boolean {
	const element = before.target === undefined ? undefined : page.elements.get(before.target.id);
	return !isSameDocument(before, page) || element === undefined || targetState(element).look === before.target?.look;
}

function clientFacts({ action, before, page, report, change }: ActionContext): readonly Fact[] {
	const actual = report.lastActionResult?.actualState;
	const { domChanges, clientObservations, clientVerification, lastActionError } = report;
	const isError = hasClientError(report);
	const alert = clientAlert(before, page, report);
	const id = targetIdOf(action);
	// As many nodes went as came: the client saw only a clock that replaced its own text.
	const isOnlyClock = change.isSelfChanging === true || (change.isTicking === true && domChanges?.addedCount === domChanges?.removedCount);
	return [
		...(isError ? [clientFact("client_error", lastActionError?.code ?? "FAILED")] : []),
		...(clientObservations?.didUrlChange || domChanges?.urlChanged || clientVerification?.urlChanged ? [clientFact("url_changed")] : []),
		...(domChanges?.dropdownDetected ? [clientFact("dropdown_opened")] : []),
		...(domChanges !== undefined && domChanges.addedCount > 0 ? [clientFact("elements_added", `${domChanges.addedCount} nodes`)] : []),
		...(domChanges !== undefined && domChanges.removedCount > 0
			? [clientFact("elements_removed", `${domChanges.removedCount} nodes`)]
			: []),
		...(clientVerification?.elementFound === false && id !== undefined ? [clientFact("target_gone")] : []),
		...dialogsIn(report).map(({ type, message, accepted }) => clientFact("page_dialog", `${type}${answerIn(accepted)} "${message}"`)),
		...(alert === undefined ? [] : [clientFact("message_appeared", `"${alert}"`)]),
		...(actual?.validationMessage ? [clientFact("validation_error", `"${actual.validationMessage}"`)] : []),
		...(actual?.["download"] === undefined ? [] : [clientFact("download_started")]),
		...(actual?.lookup === undefined ? [] : [clientFact("lookup_answered", `${actual.lookup.length} characters`)]),
		...(clientObservations?.didNetworkOccur ? [clientFact("network")] : []),
		...(clientObservations?.didDomMutate && !isOnlyClock ? [clientFact("mutated")] : []),
	];
}

const answerIn = (accepted: boolean | undefined) => (accepted === undefined ? "" : accepted ? " accepted" : " dismissed");

/** True when the client says that the action failed; an unknown outcome is no failure. */
export function hasClientError(report: Report): boolean {
	if (report.lastActionError?.code === unknownOutcome) return false;
	return report.lastActionStatus === "failure" || report.lastActionError !== undefined || report.lastActionResult?.success === false;
}

/** The error code of a client that does not know whether the action was carried out. */
export const unknownOutcome = "OUTCOME_UNKNOWN";

const pageFact = (name: FactName, detail?: string): Fact => ({ name, source: "page", ...defined({ detail }) });
const clientFact = (name: FactName, detail?: string): Fact => ({ name, source: "client", ...defined({ detail }) });
