import { fingerprint } from "@webhand/page/parse/fingerprint";
import type { ElementView, FormView, PageView } from "@webhand/page/parse/view";
import { isTextual } from "../../kinds.ts";
import { frameHostOf } from "../../target.ts";
import { amountBeside } from "../amounts.ts";
import { isDestructive, isPayButton, isPaying, labelOf, pressedBy } from "../deeds.ts";
import { isTaskSite, pageSite, siteOf } from "../origin.ts";
import { holdsWords } from "../words.ts";
import type { Classified, DangerReason, Facts } from "./class.ts";

/** `commit`, or `commit_protected` when one of the facts of the floor holds. */
export function committing(facts: Facts, because: readonly DangerReason[]): Classified {
	const danger = dangersOf(facts);
	const isSearch =
		isOwnSearch(facts) && because.every((reason) => reason === "submits" || reason === "enter_in_form" || reason === "commit_word");
	return {
		class: danger.length > 0 ? "commit_protected" : "commit",
		reasons: [...danger, ...because.filter((reason) => !danger.includes(reason))],
		isOwnValue: false,
		isSearch,
	};
}

/** Making away with a thing, as a button in its place that says "Delete" would. */
export function binning(thing: ElementView, facts: Facts): Classified {
	return committing({ ...facts, target: { ...thing, type: "button", name: "Delete", content: "", parts: [] } }, ["destructive_word"]);
}

function dangersOf(facts: Facts): readonly DangerReason[] {
	const { page, task, target, form, ownFill } = facts;
	const site = pageSite(page.url);
	const targets = [form === undefined ? undefined : (form.host ?? frameHostOf(target, page)), ownHostOf(target)];
	const pressed = pressedBy(target, page);
	const isTyped = ownFill !== undefined && ownFill.type !== "password";
	const found: readonly (readonly [DangerReason, boolean])[] = [
		["card_in_form", isTyped || (form?.sensitive.some((kind) => ["card", "iban", "otp"].includes(kind)) ?? hasLooseCode(page))],
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

/** A card number or a code that was filled in on a page that sends without a form: what commits outside of one sends it. */
function hasLooseCode(page: PageView): boolean {
	const isCode = (element: ElementView) => element.type !== "password" && element.states.has("filled") && isTextual(element.type);
	return [...page.elements.values()].some((element) => element.form === undefined && isCode(element));
}

/** The site that an action reaches: that of the frame it stands in, else the page's. */
export function siteAt({ page, target }: Pick<Facts, "page" | "target">): string {
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

const searching =
	/\b(?:search|find|filter|look ?up)|such|recherch|cherch|busc|pesquis|procur|cerca|ricerc|поиск|иска|найти|搜索|查找|検索|探す/iu;

/** A form that says that it searches. Many that save something name no method either, and count as GET. */
function isOwnSearch({ page, form, target }: Facts): boolean {
	if (form === undefined || isPost(form, target) || form.sensitive.length > 0) return false;
	const inside = [...page.elements.values()].filter((element) => element.form === target?.form);
	const said = target === undefined ? form.name : `${form.name} ${labelOf(target, page)}`;
	const isSaid = searching.test(said) || inside.some(({ type }) => type === "search");
	return (
		isSaid &&
		[form.host ?? frameHostOf(target, page), ownHostOf(target)].every((host) => host === undefined || siteOf(host) === pageSite(page.url))
	);
}

/** A button's own method beats its form's. */
function isPost(form: FormView, target: ElementView | undefined): boolean {
	return (target?.attributes.get("method") ?? form.method).toLowerCase() === "post";
}
