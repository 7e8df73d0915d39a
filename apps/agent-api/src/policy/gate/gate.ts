import type { Action } from "@webhand/contracts/action/grammar";
import type { RiskClass } from "@webhand/contracts/agent/step-labels";
import type { Mode } from "@webhand/contracts/agent/task";
import type { Recorded } from "@webhand/contracts/authority/mandate-note";
import { fold } from "@webhand/lexicon/text";
import type { ElementView, PageView } from "@webhand/page/parse/view";
import { defined } from "../../shared/defined.ts";
import { modelNameOf } from "../../shared/tool-names.ts";
import type { Act, AuthorityFacts } from "../authority/authority.ts";
import { authorityFor } from "../authority/authority.ts";
import type { MandateUse, PlayedStep, StandingMandate } from "../authority/mandate.ts";
import type { PolicyInForce } from "../authority/strictest.ts";
import { hostsOf } from "../facts/hosts.ts";
import { isField, isRow, isTextual, isToggle } from "../facts/roles.ts";
import { formOf, submitButtonOf, targetOf } from "../facts/target.ts";
import { classifyClick, classifyClickAt, classifyDrag } from "./click.ts";
import { targetSite } from "./commit-risk.ts";
import { classifyFill, classifyKey, classifySelect, writtenBy } from "./form.ts";
import { isHarmless, saysHarmless } from "./harmless.ts";
import { saysUnsaid } from "./leaks.ts";
import { classifyNavigation } from "./navigate.ts";
import { isNamedSite, isTaskAuthor, isTaskSite, pageSite, readTarget } from "./origin.ts";
import type { ActionFacts, Classification, RiskReason, TaskFacts } from "./risk.ts";
import { classification } from "./risk.ts";

/** What the gate knows of the task. */
export type GateTask = TaskFacts & {
	readonly mode: Mode;
	/** The user allowed same-site searches for the rest of the task. */
	readonly allowsSearches: boolean;
	/** What organization and person said beforehand; absent where nothing is decided. `played`: the step of a routine that is played. */
	readonly authority?: {
		readonly policy: PolicyInForce;
		readonly now: Date;
		readonly mandates?: readonly StandingMandate[];
		readonly played?: PlayedStep;
	};
	/** Nobody watches the step: an API key asked for it, or its run has no watcher. `commits`: it was recorded as one that commits. */
	readonly unwatched?: { readonly commits: boolean };
};

/** Why an action was judged as it was; goes into the question, the log and the audit. */
export type Risk = { readonly class: RiskClass; readonly reasons: readonly RiskReason[]; readonly isSearch?: boolean };

/**
 * May this action go ahead? `handoff`: the user does it; `refuse`: never, with the organization's reason in `words` where it is that;
 * `mandate`: a person allowed it beforehand, by `use`. `recorded`: what a mandate that answers this question would be for.
 */
export type Gate = {
	readonly kind: "allow" | "warn" | "ask" | "handoff" | "refuse" | "mandate";
	readonly risk: Risk;
	readonly isOwnValue: boolean;
	readonly words?: string;
	readonly use?: MandateUse;
	readonly recorded?: Recorded;
};

/**
 * Decides from facts of the page, never from a model's word, whether an action may go ahead. Careful mode asks before anything is
 * committed, autonomous mode warns. Money, credentials, destruction and data for another site ask in every mode, and so does what a routine
 * commits while nobody watches.
 *
 * @param page the page the action was decided on; the client checks the same facts again before acting
 * @throws never
 */
export function decideGate(action: Action, page: PageView, task: GateTask): Gate {
	const found = classify(action, page, task);
	const kind = outcomeOf(found, page, task);
	const act = { ...found, hosts: hostsOf(action, page), isFill: action.name === "setValue" || action.name === "select" };
	const said = authorityOf(act, { action, page, isAsked: kind === "ask" }, task.authority);
	if (said?.kind === "never") {
		const reasons = [...found.reasons, "by_policy" as const];
		return { kind: "refuse", risk: { class: found.class, reasons }, isOwnValue: found.isOwnValue, words: said.words };
	}
	if (said?.kind === "ask" && (kind === "allow" || kind === "warn")) return askedBeyond(found, "by_policy");
	if (task.isAsking === true && kind !== "handoff" && isBeyondAsking(action, found, page)) return askedBeyond(found, "only_asked");
	const risk: Risk = { class: found.class, reasons: found.reasons, ...(found.isSearch ? { isSearch: true } : {}) };
	const { isOwnValue } = found;
	if (said?.kind === "mandate") return { kind: "mandate", risk, isOwnValue, use: said.use };
	return { kind, risk, isOwnValue, ...(said?.kind === "leave" ? defined({ recorded: said.recorded }) : {}) };
}

function authorityOf(act: Act, facts: Pick<AuthorityFacts, "action" | "page" | "isAsked">, known: GateTask["authority"]) {
	if (known === undefined) return undefined;
	const { policy, now, mandates = [], played } = known;
	return authorityFor(act, { ...facts, now, ...defined({ played }) }, { policy, mandates });
}

/** What is asked for though it would be free. A fill then has no worse class than a button that nobody knows. */
function askedBeyond({ class: name, reasons, isOwnValue }: Classification, because: RiskReason): Gate {
	const risk: Risk = { class: name === "fill" ? "press_unknown" : name, reasons: [because, ...reasons] };
	return { kind: "ask", risk, isOwnValue };
}

/** In every mode another site is asked for where the page may have chosen it, or where it would be told something. */
const askedOffsite: ReadonlySet<RiskReason> = new Set(["tainted", "carries_page_text", "carries_knowledge", "carries_words"]);

function outcomeOf(found: Classification, page: PageView, task: GateTask): Gate["kind"] {
	const isCareful = task.mode === "careful";
	switch (found.class) {
		case "observe":
		case "navigate":
		case "fill":
			return "allow";
		case "navigate_offsite":
			return isCareful || found.reasons.some((reason) => askedOffsite.has(reason)) ? "ask" : "warn";
		case "press_unknown":
			return isCareful || task.unwatched?.commits === true ? "ask" : "allow";
		case "fill_sensitive":
			if (!found.isOwnValue) return "handoff";
			return isCareful || found.reasons.includes("outside_task") ? "ask" : "allow";
		case "commit":
			if (!isCareful && task.unwatched === undefined) return "warn";
			return found.isSearch && (task.allowsSearches || isTaskSite(pageSite(page.url), task)) ? "allow" : "ask";
		case "fill_offsite":
		case "commit_protected":
		case "upload":
			return "ask";
		case "refused":
			return "refuse";
	}
}

/** The class of an action and the reasons for it, worst first, by the control that it really uses. @throws never */
export function classify(action: Action, page: PageView, task: TaskFacts): Classification {
	const target = targetOf(action, page);
	const facts: ActionFacts = { page, task, target, form: formOf(target, page) };
	switch (action.name) {
		case "wait":
		case "scroll":
		case "hover":
		case "find":
		case "expand":
		case "options":
		case "look":
		case "switchTab":
		case "closeTab":
		case "ask":
		case "handoff":
		case "finish":
		case "fail":
			return classification("observe");
		case "back":
		case "forward":
		case "reload":
			return classification("navigate");
		case "navigate":
		case "openTab":
			return classifyNavigation(action.url, facts);
		case "server":
			return classifyServerCall(action.tool, task);
		case "upload":
		case "setValue":
		case "select":
		case "drag":
		case "press":
		case "click":
			return isWithoutPage(page) ? classification("refused", "no_page") : classifyTouchOutside(action, facts);
	}
}

/** A tool that the task has. Where a page or a file gives orders, none is used: whether a person is asked, `approvals` decides. */
function classifyServerCall(tool: string, { serverTools = [], isTainted }: TaskFacts): Classification {
	if (!serverTools.includes(modelNameOf(tool))) return classification("refused", "no_server_tools");
	return isTainted ? classification("refused", "tainted") : classification("observe");
}

type Touch = Extract<Action, { readonly name: "upload" | "setValue" | "select" | "drag" | "press" | "click" }>;

function classifyTouchOutside(action: Touch, facts: ActionFacts): Classification {
	const text = action.name === "setValue" ? action.text : action.name === "press" ? writtenBy(action.keys) : undefined;
	const touch = { isPress: action.name === "click" || action.name === "press", ...defined({ text }) };
	return classifyOutside(classifyTouch(action, facts), touch, facts);
}

function classifyTouch(action: Touch, facts: ActionFacts): Classification {
	switch (action.name) {
		case "upload":
			return classification("upload", "upload");
		case "setValue":
			return classifyFill(action.text, action.submit, facts);
		case "select":
			return classifySelect(action.options, facts);
		case "drag":
			return classifyDrag(action.to, facts);
		case "press":
			return classifyKey(action.keys, facts);
		case "click":
			return action.at === undefined ? classifyClick(facts) : classifyClickAt(action.at, facts);
	}
}

/** The browser's own pages may only be left. */
function isWithoutPage(page: PageView): boolean {
	return page.restricted !== undefined || readTarget(page.url).kind === "none";
}

/**
 * True for an action that a task that only asks has no need of: it does more than look, page, open and filter.
 *
 * @throws never
 */
function isBeyondAsking(action: Action, { class: name, isSearch }: Classification, page: PageView): boolean {
	switch (name) {
		case "observe":
		case "navigate":
		case "navigate_offsite":
		case "refused":
			return false;
		case "commit":
			return !isSearch;
		case "fill": {
			const target = targetOf(action, page);
			return action.name === "drag" || (target !== undefined && !onlyLooks(target, page));
		}
		case "press_unknown":
		case "fill_offsite":
		case "fill_sensitive":
		case "commit_protected":
		case "upload":
			return true;
	}
}

/** True for a row, a tab, a fold, a field that filters, and a button that is known to change only what is shown. */
function onlyLooks(target: ElementView, page: PageView): boolean {
	const { type, name } = target;
	if (isRow(type) || type === "cell" || type === "tab" || type === "summary" || type === "search") return true;
	if (!isField(type)) return isHarmless(target, page);
	return saysHarmless(fold(name)) || (!isToggle(type) && asksServer(target, page));
}

/** A form without a method says GET, too: only one with an address and a submit of its own asks its server for another view. */
function asksServer(target: ElementView, page: PageView): boolean {
	const form = formOf(target, page);
	return form?.method.toLowerCase() === "get" && form.path !== undefined && submitButtonOf(target, page) !== undefined;
}

/** The text that a press or fill types; null for unknown text, undefined for none. */
type Typed = { readonly text?: string | null; readonly isPress: boolean };

/** A consent screen goes on by words that are harmless elsewhere. */
const consent =
	/^(?:continue|proceed|yes|ok(?:ay)?|(?:i )?agree|weiter|fortfahren|ja|zustimmen|einverstanden|continuer|oui|j['’]accepte|d['’]accord|continuar|sí|aceptar|продолжить|да|принять|согласен|согласна)(?!\p{L})/u;

/**
 * The class of a press or fill where the task does not name the site. The first one asks; after a yes the person's own words pass. Words
 * that nobody said ask each time, also on another author's page of a shared site. What consents to something is protected.
 *
 * @param found the class by the action's own facts
 * @throws never
 */
function classifyOutside(found: Classification, { text, isPress }: Typed, facts: ActionFacts): Classification {
	const { page, task, target } = facts;
	const site = targetSite(facts);
	const isHome = isTaskSite(site, task);
	const isHandler = found.class === "navigate" && target?.type === "a" && target.href === undefined;
	if ((isHome && isTaskAuthor(page.url, task)) || !(asksOutside.has(found.class) || isHandler)) return found;
	if (!isHome && isPress && target !== undefined && consent.test(fold(target.name)))
		return classification("commit_protected", "consent", "outside_task");
	if (isHandler) return found;
	const isTyped = text !== undefined && (target === undefined || isTextual(target.type));
	const isTold = isHome || task.toldSites?.includes(site) === true || isNamedSite(site, task.query);
	const reasons = [
		...(isTyped && (text === null || saysUnsaid(text, task)) ? (["carries_words"] as const) : []),
		...(!isHome && task.isTainted ? (["tainted"] as const) : []),
		...(isTold ? [] : (["new_site"] as const)),
	];
	return reasons.length === 0 ? found : { ...classification("fill_offsite", ...reasons), atHome: found };
}

/** Classes that do not ask in every mode by themselves. */
const asksOutside: ReadonlySet<Classification["class"]> = new Set(["fill", "press_unknown", "commit"]);
