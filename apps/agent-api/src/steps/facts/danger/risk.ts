import type { Action } from "@webhand/contracts/action/grammar";
import { fingerprint } from "@webhand/page/parse/fingerprint";
import type { ElementView, FormView, PageView } from "@webhand/page/parse/view";
import { writeTarget } from "@webhand/page/write/parts/target";
import { isField, isTextual } from "../kinds.ts";
import { isSecretFill, isSensitiveField } from "../sensitive.ts";
import { formOf, frameHostOf, targetOf } from "../target.ts";
import { amountBeside } from "./amounts.ts";
import { carriesPageText } from "./carried.ts";
import { isDestructive, isPayButton, isPaying, labelOf, pressedBy } from "./deeds.ts";
import { keystrokeOf } from "./keystroke.ts";
import type { WebTarget } from "./origin.ts";
import { isNamedSite, isTaskSite, pageSite, readTarget, siteOf } from "./origin.ts";
import { holdsVerbatim, holdsWords, speaksOfPaying, wordsOf } from "./words.ts";

/** Classes of the gate. @source engine.md §8 */
export type GateClass = "A" | "B" | "B-elsewhere" | "C1" | "C2" | "D" | "D!" | "E" | "refused";

/** Why an action is more than looking; each has one sentence in the question to the person. */
export type DangerReason =
	| "submits"
	| "enter_in_form"
	| "commit_word"
	| "pay_word"
	| "checkout_page"
	| "card_in_form"
	| "amount_beside"
	| "password_in_form"
	| "destructive_word"
	| "form_leaves_site"
	| "outside_task"
	| "tainted"
	| "carries_page_text"
	| "other_site"
	| "sensitive_field"
	| "upload"
	| "download"
	| "bad_address"
	| "no_server_tools";

/** What an action is, by facts. `isSearch`: a GET on the page's own site without sensitive fields. */
export type Classified = {
	readonly class: GateClass;
	readonly reasons: readonly DangerReason[];
	readonly isOwnValue: boolean;
	readonly isSearch: boolean;
};

type TaskFacts = {
	readonly query: string;
	readonly origins: readonly string[];
	readonly isTainted: boolean;
	readonly ownFills: readonly string[];
};
type Facts = {
	readonly page: PageView;
	readonly task: TaskFacts;
	readonly target: ElementView | undefined;
	readonly form: FormView | undefined;
	/** A secret of the user's own that this very action fills in and sends. */
	readonly ownFill?: ElementView;
};

const harmlessKeys = new Set(["tab", "escape", "arrowup", "arrowdown", "arrowleft", "arrowright", "pageup", "pagedown", "home", "end"]);

/**
 * Names the class of an action and the reasons for it, worst first.
 *
 * @throws never
 * @source spec 003 "Security Gate Logic"; engine.md §8
 */
export function classify(action: Action, page: PageView, task: TaskFacts): Classified {
	const target = targetOf(action, page);
	const facts: Facts = { page, task, target, form: formOf(target, page) };
	switch (action.name) {
		case "wait":
		case "scroll":
		case "hover":
		case "find":
		case "expand":
		case "options":
		case "switchTab":
		case "closeTab":
		case "ask":
		case "handoff":
		case "finish":
		case "fail":
			return plain("A");
		case "back":
		case "forward":
		case "reload":
			return plain("B");
		case "navigate":
		case "openTab":
			return going(action.url, facts);
		case "upload":
			return plain("E", "upload");
		case "server":
			return plain("refused", "no_server_tools");
		case "setValue":
			return filling(action.text, action.submit, facts);
		case "select":
		case "drag":
			return target !== undefined && isDestructive(target, facts) ? committing(facts, ["destructive_word"]) : plain("C1");
		case "press":
			return pressing(action.keys, facts);
		case "click":
			return clicking(action.at !== undefined, facts);
	}
}

function plain(name: GateClass, ...reasons: readonly DangerReason[]): Classified {
	return { class: name, reasons, isOwnValue: false, isSearch: false };
}

function going(url: string, { page, task }: Facts): Classified {
	const target = readTarget(url);
	if (target.kind === "refused") return plain("refused", "bad_address");
	if (target.kind === "none") return plain("B");
	if (target.site === pageSite(page.url) || isTaskSite(target.site, task)) return plain("B");
	return elsewhere(target, page, task);
}

/** A site that is only named is looked at, unless the page may have a hand in it: it gives orders, or its text goes along. */
function elsewhere({ url, site }: WebTarget, page: PageView, task: TaskFacts): Classified {
	const carries = carriesPageText(url, page, task.query);
	if (!carries && !task.isTainted && isNamedSite(site, task.query)) return plain("B");
	return plain(
		"B-elsewhere",
		...(carries ? (["carries_page_text"] as const) : []),
		...(task.isTainted ? (["tainted"] as const) : []),
		"other_site",
	);
}

function filling(text: string, submits: boolean, facts: Facts): Classified {
	const { target, task } = facts;
	if (target !== undefined && isSecretFill(target, text)) {
		const isNameOnly = !isTaskSite(siteAt(facts), task);
		const isOwnValue = holdsVerbatim(task.query, text) && (!isNameOnly || isNamedSite(siteAt(facts), task.query));
		const reasons = ["sensitive_field", ...(isOwnValue && isNameOnly ? ["outside_task" as const] : [])] as const;
		if (!isOwnValue || !submits) return { class: "C2", reasons, isOwnValue, isSearch: false };
		return { ...committing({ ...facts, ownFill: target }, ["submits", "sensitive_field"]), isOwnValue };
	}
	return submits ? committing(facts, ["submits"]) : plain("C1");
}

function pressing(keys: string, facts: Facts): Classified {
	const { target, page } = facts;
	const { key, isAlone } = keystrokeOf(keys);
	const onCheckout = isCheckout(page.url) ? committing(facts, ["checkout_page"]) : null;
	if (isAlone && harmlessKeys.has(key)) return plain("A");
	if (key === "enter") {
		if (target === undefined || facts.form !== undefined || isTextual(target.type)) return committing(facts, ["enter_in_form"]);
		return clicking(false, facts);
	}
	// A space presses the button that has the focus, and nobody knows what has it.
	if (key === " " && target === undefined) return committing(facts, ["submits"]);
	if (key === " " && target !== undefined && !isTextual(target.type)) return clicking(false, facts);
	if (target !== undefined && isSensitiveField(target) && [...key].length === 1) return plain("C2", "sensitive_field");
	return onCheckout ?? plain("C1");
}

function clicking(isPoint: boolean, facts: Facts): Classified {
	const { page, target } = facts;
	if (isCheckout(page.url)) return committing(facts, ["checkout_page"]);
	if (target === undefined) return isPoint ? committing(facts, ["submits"]) : plain("C1");
	const label = labelOf(target, page);
	if (speaksOfPaying(label)) return committing(facts, ["pay_word"]);
	if (wordsOf("destructive", label).length > 0) return committing(facts, ["destructive_word"]);
	if (target.states.has("submit") || target.type === "submit") return committing(facts, ["submits"]);
	if (target.type === "file") return plain("E", "upload");
	if (isPayButton(target, page)) return committing(facts, ["pay_word"]);
	if (target.type === "a" || target.href !== undefined) return following(target, facts);
	if (isField(target.type)) return plain("C1");
	if (wordsOf("commit", label).length > 0) return committing(facts, ["commit_word"]);
	return isPoint && ["image", "canvas"].includes(target.type) ? committing(facts, ["submits"]) : plain("C1");
}

/** A link goes where its text says; one whose address is not written, or is the page's own, is judged by its words alone. */
function following(link: ElementView, facts: Facts): Classified {
	const { page, task } = facts;
	if (link.states.has("download") || link.attributes.has("download")) return plain("E", "download");
	// A path, as page text writes it; "//" and "/\\" begin a host for a browser.
	if (link.href === undefined || /^\/(?![\\/])/.test(link.href)) {
		const isHere = link.href === undefined || link.href === writeTarget(page.url, page.url);
		return isHere && wordsOf("commit", labelOf(link, page)).length > 0 ? committing(facts, ["commit_word"]) : plain("B");
	}
	const target = readTarget(addressOf(link.href, page.url));
	if (target.kind === "refused") return plain("refused", "bad_address");
	if (target.kind === "none" || target.site === pageSite(page.url) || isTaskSite(target.site, task)) return plain("B");
	return elsewhere(target, page, task);
}

/** The address of a link as written: with its scheme, by its host alone, or relative to the page. */
function addressOf(href: string, pageUrl: string): string {
	if (/^(?:[a-z][a-z\d+.-]*:\/\/|(?:mailto|tel|sms|javascript|vbscript|data|blob|file|about):)/i.test(href)) return href;
	return /^[\\/]/.test(href) ? (URL.parse(href, pageUrl)?.href ?? "") : `https://${href}`;
}

/** D, or D! when one of the facts of the floor holds. */
function committing(facts: Facts, because: readonly DangerReason[]): Classified {
	const danger = dangersOf(facts);
	const isSearch =
		isOwnSearch(facts) && because.every((reason) => reason === "submits" || reason === "enter_in_form" || reason === "commit_word");
	return {
		class: danger.length > 0 ? "D!" : "D",
		reasons: [...danger, ...because.filter((reason) => !danger.includes(reason))],
		isOwnValue: false,
		isSearch,
	};
}

function dangersOf(facts: Facts): readonly DangerReason[] {
	const { page, task, target, form, ownFill } = facts;
	const site = pageSite(page.url);
	const targets = [form === undefined ? undefined : (form.host ?? frameHostOf(target, page)), ownHostOf(target)];
	const pressed = pressedBy(target, page);
	const isTyped = ownFill !== undefined && ownFill.type !== "password";
	const found: readonly (readonly [DangerReason, boolean])[] = [
		["card_in_form", isTyped || (form?.sensitive.some((kind) => ["card", "iban", "otp"].includes(kind)) ?? false)],
		["pay_word", pressed !== undefined && isPayButton(pressed, page)],
		["amount_beside", pressed !== undefined && isPaying(pressed, page) && amountBeside(pressed, page) !== undefined],
		["password_in_form", hasForeignPassword(facts)],
		["destructive_word", [target, pressed].some((element) => element !== undefined && isDestructive(element, facts))],
		["form_leaves_site", targets.some((host) => host !== undefined && siteOf(host) !== site)],
		["outside_task", !(isTaskSite(site, task) && isTaskSite(siteAt(facts), task)) && !isQueryOnlyGet(facts)],
		["tainted", task.isTainted],
	];
	return found.filter(([, holds]) => holds).map(([reason]) => reason);
}

/** The site that an action reaches: that of the frame it stands in, else the page's. */
function siteAt({ page, target }: Pick<Facts, "page" | "target">): string {
	const host = frameHostOf(target, page);
	return host === undefined ? pageSite(page.url) : siteOf(host);
}

/** The host that a submit button names for itself, which beats its form's. */
function ownHostOf(target: ElementView | undefined): string | undefined {
	const action = target?.attributes.get("action");
	return action === undefined || action.startsWith("/") ? undefined : action.split("/")[0];
}

/** A password in the form that did not come from the user's own words. */
function hasForeignPassword({ page, task, form, target, ownFill }: Facts): boolean {
	const isNear = (element: ElementView) => element.form === target?.form && element.form !== undefined;
	const secrets = [...page.elements.values()].filter((element) => element.type === "password" && isNear(element));
	if (secrets.length === 0) return form?.sensitive.includes("password") ?? false;
	return secrets.some((element) => element !== ownFill && !task.ownFills.includes(fingerprint(element, page)));
}

function isQueryOnlyGet({ page, task, target, form }: Facts): boolean {
	if (form === undefined || isPost(form, target) || form.sensitive.length > 0) return false;
	const values = [...page.elements.values()]
		.filter((element) => element.form === target?.form && isTextual(element.type))
		.map((element) => element.attributes.get("value") ?? "");
	return values.every((value) => value === "" || holdsWords(task.query, value));
}

function isOwnSearch({ page, form, target }: Facts): boolean {
	if (form === undefined || isPost(form, target) || form.sensitive.length > 0) return false;
	return [form.host ?? frameHostOf(target, page), ownHostOf(target)].every(
		(host) => host === undefined || siteOf(host) === pageSite(page.url),
	);
}

/** A button's own method beats its form's. */
function isPost(form: FormView, target: ElementView | undefined): boolean {
	return (target?.attributes.get("method") ?? form.method).toLowerCase() === "post";
}

function isCheckout(url: string): boolean {
	return /checkout|payment/i.test(url);
}
