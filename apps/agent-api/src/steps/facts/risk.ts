import type { Action } from "@webhand/contracts/action/grammar";
import { fingerprint } from "@webhand/page/parse/fingerprint";
import type { ElementView, FormView, PageView } from "@webhand/page/parse/view";
import { isToggle } from "./expect.ts";
import { isTaskSite, pageSite, readTarget, siteOf } from "./origin.ts";
import { isSensitiveField, isTextual } from "./sensitive.ts";
import { formOf, targetOf, textAround } from "./target.ts";
import { fold, holdsWords, wordsOf } from "./words.ts";

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
};

const minCarried = 16;
const amount = /(?:[$€£¥₽₹]|\b(?:usd|eur|gbp|chf|rub|jpy|cny)\b)\s?\d|\d(?:[.,]\d+)?\s?(?:[$€£¥₽₹]|(?:usd|eur|gbp|chf|rub|jpy|cny)\b)/i;
const harmlessKey = /^(?:Tab|Shift\+Tab|Escape|Arrow(?:Up|Down|Left|Right)|Page(?:Up|Down)|Home|End)$/;

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
			return target !== undefined && isDestructive(target, task) ? committing(facts, ["destructive_word"]) : plain("C1");
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
	return elsewhere(target.url, page, task);
}

function elsewhere(url: URL, page: PageView, task: TaskFacts): Classified {
	const carries = carriesPageText(url, page, task.query);
	return plain(
		"B-elsewhere",
		...(carries ? (["carries_page_text"] as const) : []),
		...(task.isTainted ? (["tainted"] as const) : []),
		"other_site",
	);
}

/** True when a URL takes 16 or more characters of this page along that the user did not write. */
function carriesPageText(url: URL, page: PageView, query: string): boolean {
	const parts = [...url.pathname.split("/"), ...[...url.searchParams].flat(), url.hash.slice(1)].map((part) => fold(decoded(part)));
	const long = parts.filter((part) => part.length >= minCarried && !fold(query).includes(part));
	if (long.length === 0) return false;
	const text = fold(
		[...page.lines.map((line) => line.text), ...[...page.elements.values()].map((element) => element.attributes.get("value") ?? "")].join(
			" ",
		),
	);
	return long.some((part) => windows(part).some((piece) => text.includes(piece)));
}

function windows(part: string): readonly string[] {
	return Array.from({ length: Math.min(200, part.length - minCarried + 1) }, (_, start) => part.slice(start, start + minCarried));
}

function decoded(part: string): string {
	try {
		return decodeURIComponent(part.replaceAll("+", " "));
	} catch {
		return part;
	}
}

function filling(text: string, submits: boolean, facts: Facts): Classified {
	const { target, task, page } = facts;
	if (target !== undefined && isSensitiveField(target)) {
		const isOwn = text !== "" && task.query.includes(text) && isTaskSite(pageSite(page.url), task);
		return { class: "C2", reasons: ["sensitive_field"], isOwnValue: isOwn, isSearch: false };
	}
	return submits ? committing(facts, ["submits"]) : plain("C1");
}

function pressing(keys: string, facts: Facts): Classified {
	const { target, page } = facts;
	const onCheckout = isCheckout(page.url) ? committing(facts, ["checkout_page"]) : null;
	if (harmlessKey.test(keys)) return plain("A");
	if (keys === "Enter" || /(?:Control|Meta|Alt)\+Enter$/.test(keys)) {
		if (target === undefined || facts.form !== undefined || isTextual(target.type)) return committing(facts, ["enter_in_form"]);
		return clicking(false, facts);
	}
	if ((keys === " " || keys === "Space") && target !== undefined && !isTextual(target.type)) return clicking(false, facts);
	if (target !== undefined && isSensitiveField(target) && [...keys].length === 1) return plain("C2", "sensitive_field");
	return onCheckout ?? plain("C1");
}

function clicking(isPoint: boolean, facts: Facts): Classified {
	const { page, target, task } = facts;
	if (isCheckout(page.url)) return committing(facts, ["checkout_page"]);
	if (target === undefined) return isPoint ? committing(facts, ["submits"]) : plain("C1");
	const label = labelOf(target);
	const isPay = /pay|buy/i.test(label) || wordsOf("pay", label).length > 0;
	if (isPay) return committing(facts, ["pay_word"]);
	if (isDestructive(target, task)) return committing(facts, ["destructive_word"]);
	if (target.states.has("submit")) return committing(facts, ["submits"]);
	if (target.type === "file") return plain("E", "upload");
	if (target.type === "a" || target.href !== undefined) return following(target, facts);
	if (isField(target.type)) return plain("C1");
	if (wordsOf("commit", label).length > 0) return committing(facts, ["commit_word"]);
	return isPoint && ["image", "canvas"].includes(target.type) ? committing(facts, ["submits"]) : plain("C1");
}

/** A link goes where its text says; one whose address is not written is judged by its words alone. */
function following(link: ElementView, { page, task, form }: Facts): Classified {
	if (link.states.has("download") || link.attributes.has("download")) return plain("E", "download");
	if (link.href === undefined || link.href.startsWith("/")) {
		const commits = wordsOf("commit", labelOf(link)).length > 0 && link.href === undefined;
		return commits ? committing({ page, task, target: link, form }, ["commit_word"]) : plain("B");
	}
	const target = /^(?:mailto|tel|sms):/i.test(link.href) ? { kind: "refused" as const } : readTarget(`https://${link.href}`);
	if (target.kind === "refused") return plain("refused", "bad_address");
	if (target.kind === "none" || target.site === pageSite(page.url) || isTaskSite(target.site, task)) return plain("B");
	return elsewhere(target.url, page, task);
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

function dangersOf({ page, task, target, form }: Facts): readonly DangerReason[] {
	const site = pageSite(page.url);
	const isPay = target !== undefined && wordsOf("pay", labelOf(target)).length > 0;
	const found: readonly (readonly [DangerReason, boolean])[] = [
		["card_in_form", form?.sensitive.some((kind) => ["card", "iban", "otp"].includes(kind)) ?? false],
		["amount_beside", isPay && target !== undefined && amount.test(textAround(page, target.line, 0))],
		["password_in_form", hasForeignPassword({ page, task, target, form })],
		["destructive_word", target !== undefined && isDestructive(target, task)],
		["form_leaves_site", [form?.host, ownHostOf(target)].some((host) => host !== undefined && siteOf(host.replace(/:\d+$/, "")) !== site)],
		["outside_task", !isTaskSite(site, task) && !isQueryOnlyGet({ page, task, target, form })],
		["tainted", task.isTainted],
	];
	return found.filter(([, holds]) => holds).map(([reason]) => reason);
}

/** The host that a submit button names for itself, which beats its form's. */
function ownHostOf(target: ElementView | undefined): string | undefined {
	const action = target?.attributes.get("action");
	return action === undefined || action.startsWith("/") ? undefined : action.split("/")[0];
}

/** A password in the form that did not come from the user's own words. */
function hasForeignPassword({ page, task, form, target }: Facts): boolean {
	const isNear = (element: ElementView) => element.form === target?.form && element.form !== undefined;
	const secrets = [...page.elements.values()].filter((element) => element.type === "password" && isNear(element));
	if (secrets.length === 0) return form?.sensitive.includes("password") ?? false;
	return secrets.some((element) => !task.ownFills.includes(fingerprint(element, page)));
}

function isQueryOnlyGet({ page, task, target, form }: Facts): boolean {
	if (form === undefined || isPost(form) || form.sensitive.length > 0) return false;
	const values = [...page.elements.values()]
		.filter((element) => element.form === target?.form && isTextual(element.type))
		.map((element) => element.attributes.get("value") ?? "");
	return values.every((value) => value === "" || holdsWords(task.query, value));
}

function isOwnSearch({ page, form }: Facts): boolean {
	return (
		form !== undefined &&
		!isPost(form) &&
		form.sensitive.length === 0 &&
		(form.host === undefined || siteOf(form.host) === pageSite(page.url))
	);
}

function isPost(form: FormView): boolean {
	return form.method.toLowerCase() === "post";
}

function isDestructive(target: ElementView, task: TaskFacts): boolean {
	return wordsOf("destructive", labelOf(target)).some((word) => !holdsWords(task.query, word));
}

function isCheckout(url: string): boolean {
	return /checkout|payment/i.test(url);
}

function isField(type: string): boolean {
	return isTextual(type) || isToggle(type) || ["select", "option", "tab", "slider", "color", "range", "summary"].includes(type);
}

function labelOf(target: ElementView): string {
	return `${target.name} ${target.content} ${target.attributes.get("hint") ?? ""}`;
}
