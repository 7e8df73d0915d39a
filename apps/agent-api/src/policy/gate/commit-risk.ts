import { amountIn } from "@webhand/lexicon/amounts";
import { fold, holdsWords, wordsIn } from "@webhand/lexicon/text";
import { once } from "@webhand/page/once";
import { fingerprint } from "@webhand/page/parse/fingerprint";
import type { ElementView, FormView, PageLine, PageView } from "@webhand/page/parse/view";
import { isDeedAddress } from "@webhand/page/write/parts/deed-address";
import { writeTarget } from "@webhand/page/write/parts/target";
import { frameHostOf, rowAround, textAround } from "../facts/lines.ts";
import { isField, isRow, isTextual } from "../facts/roles.ts";
import { formOf, submitButtonOf } from "../facts/target.ts";
import { givenText } from "./leaks.ts";
import { isTaskSite, pageSite, siteOf } from "./origin.ts";
import { declinesQuestion, dialogTexts, isMeantElsewhere, isRequested, questionConfirmedBy } from "./requested.ts";
import type { ActionFacts, Classification, RiskReason } from "./risk.ts";
import { labelOrders, labelPays, mentionsOrdering, movesAmount, movesMoney, wordsOf } from "./words.ts";

/** True for a control that mentions paying or ordering; an amount beside it makes it a payment. */
function mentionsMoney(target: ElementView, page: PageView): boolean {
	const label = fullLabelOf(target, page);
	return wordsOf("pay", label).length > 0 || mentionsOrdering(label);
}

/**
 * True for a button that pays by its own words. A field that mentions paying only chooses, a link may lead to old orders, a switch acts at
 * once.
 */
export function isPayButton(target: ElementView, page: PageView): boolean {
	if (target.type === "switch") return labelPays(fullLabelOf(target, page));
	if (isField(target.type)) return false;
	if (confirmsPrice(target, page)) return true;
	const label = fullLabelOf(target, page);
	const amount = amountIn(label);
	const isSending = target.href === undefined ? movesMoney(label, amount) : movesAmount(target.name || target.content, amount);
	return labelPays(label) || isSending || (target.href === undefined && labelOrders(label));
}

const atOnce =
	/(?<!\p{L})(?:now|at once|immediately|jetzt|sofort|maintenant|ahora|adesso|subito|ora|agora|сейчас)(?!\p{L})|立即|马上|今すぐ/u;

/** True for a label that pays at once, not one that chooses a way to pay: "Pay now", "Pay 14 €", not "Pay by invoice". */
export function paysAtOnce(label: string): boolean {
	return labelPays(label) && (atOnce.test(fold(label)) || amountIn(label) !== undefined);
}

/** True for a button that accepts a question with an amount: "Add insurance for 9.99 €?". */
function confirmsPrice(target: ElementView, page: PageView): boolean {
	if (declinesQuestion(target, target.name || target.content, page)) return false;
	return asksPrice(dialogTexts(target, page));
}

const asksPrice = once((texts: readonly string[]) =>
	texts.some((text) =>
		text
			.split(/[?？]/u)
			.slice(0, -1)
			.some((question) => amountIn(question) !== undefined),
	),
);

/**
 * What is pressed: Enter in a field presses the first submit button of its form. It may stand outside of it, and then only its own target
 * says whose it is; one that sends to another site may be anybody's.
 */
function pressedControls(target: ElementView | undefined, page: PageView): readonly ElementView[] {
	if (target === undefined || !isTextual(target.type)) return target === undefined ? [] : [target];
	const form = formOf(target, page);
	const outer = form === undefined ? [] : (elementsByForm(page).get(undefined) ?? []).filter((element) => mayLeadFrom(form, element, page));
	return [submitButtonOf(target, page) ?? target, ...outer];
}

function mayLeadFrom(form: FormView, button: ElementView, page: PageView): boolean {
	if (!button.states.has("submit")) return false;
	const host = buttonHostOf(button);
	if (host !== undefined && siteOf(host) !== pageSite(page.url)) return true;
	return button.attributes.get("action") === `${form.host ?? ""}${form.path ?? writeTarget(page.url, page.url) ?? ""}`;
}

/** True when a control does what cannot be undone and what the user did not request. */
export function isDestructive(
	target: ElementView,
	{ page, task }: { readonly page: PageView; readonly task: { readonly query: string } },
): boolean {
	const dialog = dialogTexts(target, page);
	// The answer to a question names no act itself: "I'm sure" is a yes.
	const names = [target.name === "" ? target.content : target.name, ...(questionConfirmedBy(target, page) === "" ? [] : ["yes"])];
	const verbs = wordsOf("destructive", fullLabelOf(target, page));
	if (verbs.length > 0 && isMeantElsewhere(target, page, task.query)) return true;
	return verbs.some((verb) => !names.some((name) => isRequested(task.query, { verb, name, dialog })));
}

/** All texts of a control with bars between: name, content, hint, and the question that it confirms. */
export function fullLabelOf(target: ElementView, page: PageView): string {
	const { name, content, parts } = target;
	const own = parts.map((part) => (part.kind === "text" ? part.text : " ")).join("");
	// The icons in a row do not name it: they are controls with a classification of their own.
	const hasOwnText = name === content && own.trim() !== "" && parts.some((part) => part.kind === "element");
	const label = hasOwnText ? own : isNamedByItsLine(target, page) ? rowAround(target, page) : name;
	return [label, hasOwnText ? "" : content, target.attributes.get("hint") ?? "", questionConfirmedBy(target, page)].join(" | ");
}

/** True for a row without a name of its own: its name is the whole line, buttons included. */
function isNamedByItsLine(target: ElementView, page: PageView): boolean {
	if (!isRow(target.type) || target.content !== "") return false;
	const others = (page.lines[target.line]?.cells.flat() ?? []).flatMap((part) => {
		if (part.kind === "text") return [part.text];
		return part.id === target.id ? [] : [page.elements.get(part.id)?.name ?? ""];
	});
	return rowAround(target, page) !== "" && wordsIn(others.join(" ")).join(" ") === wordsIn(target.name).join(" ");
}

/** True for a button or link in a table row without words: nobody knows what it does to the row. */
export function isUnlabeled(target: ElementView, page: PageView): boolean {
	const label = [target.name, target.content, target.attributes.get("hint") ?? ""].join(" ").replaceAll(/\[icon\]|\s/g, "");
	const isFolding = target.states.has("expanded") || target.states.has("collapsed");
	return (
		(target.type === "button" || target.type === "a") &&
		!isFolding &&
		!/[\p{L}\p{N}]/u.test(label) &&
		page.lines[target.line]?.kind === "row" &&
		!unfolding.test(label)
	);
}

/** Signs of buttons that open, close, sort or mark a row. */
const unfolding = /^[▸▹►▶▾▿▼▲△▴▵‹›<>«»⌃⌄…⋯⋮+↑↓←→☆★]+$/u;

/** `commit`, or `commit_protected` where money, credentials, destruction or another site are involved. */
export function classifyCommit(facts: ActionFacts, because: readonly RiskReason[]): Classification {
	const protection = protectedReasons(facts);
	const isSearch =
		isSameSiteSearch(facts) && because.every((reason) => reason === "submits" || reason === "enter_in_form" || reason === "commit_word");
	return {
		class: protection.length > 0 ? "commit_protected" : "commit",
		reasons: [...protection, ...because.filter((reason) => !protection.includes(reason))],
		isOwnValue: false,
		isSearch,
	};
}

/** Deleting a thing is judged as a "Delete" button in its place. */
export function classifyDeletion(thing: ElementView, facts: ActionFacts): Classification {
	return classifyCommit({ ...facts, target: { ...thing, type: "button", name: "Delete", content: "", parts: [] } }, ["destructive_word"]);
}

function protectedReasons(facts: ActionFacts): readonly RiskReason[] {
	const { page, task, target, form, ownFill } = facts;
	const site = pageSite(page.url);
	const pressed = pressedControls(target, page);
	const targets = [form === undefined ? undefined : (form.host ?? frameHostOf(target, page)), ...[...pressed, target].map(buttonHostOf)];
	const isTyped = ownFill !== undefined && ownFill.type !== "password";
	const signsIn = isBoundSignIn(facts, targets);
	const found: readonly (readonly [RiskReason, boolean])[] = [
		[
			"card_in_form",
			!signsIn && (isTyped || (form?.sensitive.some((kind) => ["card", "iban", "otp"].includes(kind)) ?? hasCodeOutsideForm(page))),
		],
		["pay_word", pressed.some((element) => isPayButton(element, page))],
		["amount_beside", pressed.some((element) => mentionsMoney(element, page) && amountBeside(element, page) !== undefined)],
		["password_in_form", !signsIn && hasUnknownPassword(facts)],
		["destructive_word", [target, ...pressed].some((element) => element !== undefined && isDestructive(element, facts))],
		["form_leaves_site", targets.some((host) => host !== undefined && siteOf(host) !== site)],
		["outside_task", !(isTaskSite(site, task) && isTaskSite(targetSite(facts), task)) && !sendsOnlyGivenWords(facts)],
		["tainted", task.isTainted],
	];
	return found.filter(([, holds]) => holds).map(([reason]) => reason);
}

/** The elements of each form; `undefined` has those outside any. */
const elementsByForm = once((page: PageView) => Map.groupBy(page.elements.values(), ({ form }) => form));

/** True where a card number or a code was filled in outside any form: any commitment of the page may send it. */
const hasCodeOutsideForm = once((page: PageView) => {
	const isCode = (element: ElementView) => element.type !== "password" && element.states.has("filled") && isTextual(element.type);
	return elementsByForm(page).get(undefined)?.some(isCode) ?? false;
});

/** The site that an action reaches: that of the frame around its target, else the page's. */
export function targetSite({ page, target }: Pick<ActionFacts, "page" | "target">): string {
	const host = frameHostOf(target, page);
	return host === undefined ? pageSite(page.url) : siteOf(host);
}

/** The host that a submit button names itself; it overrides the form's. */
function buttonHostOf(target: ElementView | undefined): string | undefined {
	const action = target?.attributes.get("action");
	return action === undefined || action.startsWith("/") ? undefined : action.split("/")[0];
}

/**
 * True for the form of a sign-in into which the login that the person bound to the routine was just filled in: its password and code are theirs.
 * Two passwords are a change of one, and what goes to another host is no sign-in here.
 */
function isBoundSignIn({ page, task, target, form }: ActionFacts, targets: readonly (string | undefined)[]): boolean {
	if (task.signsInOn === undefined || URL.parse(page.url)?.origin !== task.signsInOn) return false;
	if (form === undefined || frameHostOf(target, page) !== undefined || targets.some((host) => host !== undefined)) return false;
	const passwords = (elementsByForm(page).get(target?.form) ?? []).filter(({ type }) => type === "password");
	return passwords.length <= 1 && form.sensitive.every((kind) => kind === "password" || kind === "otp");
}

/** True for a form with a password that the user did not give. */
function hasUnknownPassword({ page, task, form, target, ownFill }: ActionFacts): boolean {
	const near = target?.form === undefined ? [] : (elementsByForm(page).get(target.form) ?? []);
	const secrets = near.filter(({ type }) => type === "password");
	if (secrets.length === 0) return form?.sensitive.includes("password") ?? false;
	return secrets.some((element) => element !== ownFill && !task.ownFills.includes(fingerprint(element, page)));
}

/** True for a search form whose values are all words that the user gave: nothing else leaves. */
function sendsOnlyGivenWords({ page, task, target, form }: ActionFacts): boolean {
	if (form === undefined || form.sensitive.length > 0) return false;
	if ([...pressedControls(target, page), target].some((element) => isPost(form, element))) return false;
	const values = (elementsByForm(page).get(target?.form) ?? [])
		.filter(({ type }) => isTextual(type))
		.map((element) => element.attributes.get("value") ?? "");
	return values.every((value) => value === "" || holdsWords(givenText(task), value));
}

const searching =
	/\b(?:search|find|filter|look ?up)|such|recherch|cherch|busc|pesquis|procur|cerca|ricerc|поиск|иска|найти|搜索|查找|検索|探す/iu;

/**
 * True for a GET form of this site that says it searches. Many forms that save name no method either, so GET alone is not enough; nor is a
 * search field in a form whose button does something else.
 */
function isSameSiteSearch({ page, form, target }: ActionFacts): boolean {
	if (form === undefined || form.sensitive.length > 0 || isDeedAddress(form.path ?? "")) return false;
	const pressed = pressedControls(target, page);
	const hosts = [form.host ?? frameHostOf(target, page), ...[...pressed, target].map(buttonHostOf)];
	const leaves = hosts.some((host) => host !== undefined && siteOf(host) !== pageSite(page.url));
	if (leaves || [...pressed, target].some((element) => isPost(form, element))) return false;
	const labels = pressed.map((element) => fullLabelOf(element, page));
	if ([form.name, ...labels].some((label) => searching.test(label))) return true;
	const commits = pressed.some((element, at) => !isTextual(element.type) && wordsOf("commit", labels[at] ?? "").length > 0);
	return !commits && (elementsByForm(page).get(target?.form) ?? []).some(({ type }) => type === "search");
}

/** A button's own method overrides its form's. */
function isPost(form: FormView, target: ElementView | undefined): boolean {
	return (target?.attributes.get("method") ?? form.method).toLowerCase() === "post";
}

/** A snapshot lists controls without layout. */
const isFlat = once((page: PageView) => page.lines.every((line) => line.depth === 0 && line.kind === "text"));

/**
 * The amount of money in the line of a control, or in the one above or below, as written (`14.00 €`); undefined for none. A snapshot lists
 * controls without layout, so the next line means nothing there.
 */
export function amountBeside(target: ElementView, page: PageView): string | undefined {
	const line = page.lines[target.line];
	return line === undefined ? undefined : amountNear(line, page);
}

const amountNear = once(({ index, text }: PageLine, page: PageView) => {
	return amountIn(text) ?? (isFlat(page) ? undefined : amountIn(textAround(page, index, 1)));
});
