import { amountIn } from "@webhand/lexicon/amounts";
import { holdsVerbatim } from "@webhand/lexicon/text";
import type { ElementView, PageView } from "@webhand/page/parse/view";
import { actsIn, deedIn, isDeedAddress, isNamedDeedAddress } from "@webhand/page/write/parts/deed-address";
import { writeTarget } from "@webhand/page/write/parts/target";
import { ancestorsOf } from "../facts/lines.ts";
import { classifyCommit, fullLabelOf, isUnlabeled } from "./commit-risk.ts";
import { carriesUnsaid, leaksKnowledge, leaksPageText, leaksSecret } from "./leaks.ts";
import type { WebTarget } from "./origin.ts";
import { isNamedSite, isTaskSite, pageSite, readTarget } from "./origin.ts";
import { dialogTexts, isMeantElsewhere, isRequested } from "./requested.ts";
import type { ActionFacts, Classification, RiskReason, TaskFacts } from "./risk.ts";
import { classification } from "./risk.ts";
import { deedWordIn, movesMoney, wordsOf } from "./words.ts";

/** Opening an address. */
export function classifyNavigation(url: string, { page, task }: ActionFacts): Classification {
	const target = readTarget(url);
	if (target.kind === "refused") return classification("refused", "bad_address");
	if (target.kind === "none") return classification("navigate");
	if (leaksSecret(url, task)) return classification("commit_protected", "own_secret");
	if (target.site !== pageSite(page.url) && !isTaskSite(target.site, task))
		return classifyOtherSite(target, page, { ...task, isChosen: true });
	// A site that the user did not name learns what the address holds.
	if (!isTaskSite(target.site, task) && carriesUnsaid(target.url, task, page)) return classification("navigate_offsite", "carries_words");
	const isOwn = holdsVerbatim(task.query, url);
	const facts = { page, task, target: undefined, form: undefined };
	return !isOwn && isDeed(url) ? classifyDeed(url, thingIn(target.url), facts) : classification("navigate");
}

/** Following a link: judged by its address; without one, or with the page's own, by its words. */
export function classifyLink(link: ElementView, facts: ActionFacts): Classification {
	const { page, task } = facts;
	if (link.states.has("download") || link.attributes.has("download")) return classification("upload", "download");
	const method = link.attributes.get("method") ?? "get";
	if (method === "delete") return classifyDeed("/?action=delete", link.name, facts);
	if (method !== "get") return classifyCommit(facts, ["submits"]);
	// A path, as page text writes it; "//" and "/\\" begin a host for a browser.
	if (link.href === undefined || /^\/(?![\\/])/.test(link.href)) {
		const isHere = link.href === undefined || link.href === writeTarget(page.url, page.url);
		const commits = wordsOf("commit", fullLabelOf(link, page)).length > 0;
		if (isDeed(link.href ?? "")) return classifyDeed(link.href ?? "", link.name, facts);
		if (commits && (isHere || namesDeed(link.href ?? ""))) return classifyCommit(facts, ["commit_word"]);
		if (!isHere && ordersDeed(link, page)) return classifyCommit(facts, ["commit_word"]);
		return isHere && isUnlabeled(link, page) ? classifyCommit(facts, ["nameless"]) : classification("navigate");
	}
	const target = readTarget(addressOf(link.href, page.url));
	if (target.kind === "refused") return classification("refused", "bad_address");
	if (target.kind === "none") return classification("navigate");
	// Any page may link to such an address of a task's site, with a harmless text.
	if (target.site === pageSite(page.url) || isTaskSite(target.site, task)) {
		if (isDeed(target.url.href)) return classifyDeed(target.url.href, link.name, facts);
		return ordersDeed(link, page) ? classifyCommit(facts, ["commit_word"]) : classification("navigate");
	}
	return leaksSecret(target.url.href, task) ? classification("commit_protected", "own_secret") : classifyOtherSite(target, page, task);
}

/** True for an address that acts, also by a query with a word for paying or destroying (`?action=trash`). */
function isDeed(address: string): boolean {
	const says = (act: string) =>
		act.toLowerCase() === "trash" || [wordsOf("destructive", act), wordsOf("pay", act)].some((words) => words.length > 0);
	return isDeedAddress(address) || actsIn(address).some(says);
}

/**
 * Opening an address that acts. What it deletes, ends or pays for asks in every mode, unless the task asks for that.
 *
 * @param thing what the deed is done to, as the link is called, or the address names it
 */
function classifyDeed(address: string, thing: string, facts: ActionFacts): Classification {
	const { page, task, target } = facts;
	const acts = [...actsIn(address), deedIn(URL.parse(address, page.url)?.pathname ?? "") ?? ""];
	const object = thingIn(URL.parse(address, page.url));
	const verbs = acts.flatMap((act) => (act.toLowerCase() === "trash" ? ["delete"] : wordsOf("destructive", `${act} ${object}`)));
	const dialog = target === undefined ? [] : dialogTexts(target, page);
	const isElsewhere = target !== undefined && isMeantElsewhere(target, page, task.query);
	const isNameless = target === undefined && thing === "";
	const isUnasked = verbs.some((verb) => isElsewhere || isNameless || !isRequested(task.query, { verb, name: thing, dialog }));
	const found = classifyCommit(facts, ["deed_address"]);
	const graver: readonly RiskReason[] = [
		...(isUnasked ? (["destructive_word"] as const) : []),
		...(acts.some((act) => wordsOf("pay", act).length > 0) ? (["pay_word"] as const) : []),
	];
	return graver.length === 0 ? found : { ...found, class: "commit_protected", reasons: [...new Set([...graver, ...found.reasons])] };
}

/** A part of a path that names one thing: a number, or a code. */
const isId = (part: string) => /\d/.test(part);

/** The kind of things that an address names last before its deed: "account" of `/account/delete`, "orders" of `/orders/17/cancel`. */
function thingIn(url: URL | null): string {
	const parts = (url?.pathname ?? "").split("/").filter((part) => part !== "" && !isId(part) && !isDeedAddress(`/${part}`));
	return (parts.at(-1) ?? "").replace(/\.\w{2,5}$/, "");
}

/** True for an address that ends with the words of a deed. A page right below the root may be called so too: `/register`. */
function namesDeed(href: string): boolean {
	return isNamedDeedAddress(href) && !/^\/(?:[a-z]{2}\/)?[a-z]+\/?$/i.test(href);
}

// What leads to an empty form, by the convention of most frameworks.
const forms = /\/(?:new|edit|create|compose|add)\/?$/i;

/**
 * True for a link whose own words order a deed: "Approve request", "Send 500 €". One in a menu or a heading leads to a page of that name, and so
 * does one whose address names such things ("Order details" at `/orders/17`), or a form for them.
 */
function ordersDeed(link: ElementView, page: PageView): boolean {
	const label = link.name === "" ? link.content : link.name;
	if (movesMoney(label, amountIn(label))) return true;
	const verb = deedWordIn(label);
	if (verb === undefined) return false;
	if (ancestorsOf(link.line, page).some(({ kind, region }) => kind === "heading" || region === "nav")) return false;
	const path = (URL.parse(addressOf(link.href ?? "", page.url), page.url)?.pathname ?? "").toLowerCase();
	return !forms.test(path) && !isCalledAfter(verb, path);
}

/** True for a path of things that a word names, `/orders/17`, or of the page of that name, `/archive`; not for the same behind a thing. */
function isCalledAfter(word: string, path: string): boolean {
	const parts = path.split("/").filter((part) => part.length > 2 || isId(part));
	const first = parts.findIndex(isId);
	const kinds = first === -1 ? parts : parts.slice(0, first);
	return kinds.some((part, at) => part.startsWith(word) && (at === 0 || part !== word));
}

/** A site that the user only names, or allowed, may be opened, unless the page injects instructions or its text leaks into the address. */
function classifyOtherSite({ url, site }: WebTarget, page: PageView, task: TaskFacts & { readonly isChosen?: true }): Classification {
	const leaksText = leaksPageText(url, page, task);
	const leaksDocument = leaksKnowledge(url, task);
	const leaksWords = task.isChosen === true && carriesUnsaid(url, task);
	const isAllowed = isNamedSite(site, task.query) || [task.readSites, task.toldSites].some((sites) => sites?.includes(site) === true);
	if (!leaksText && !leaksDocument && !leaksWords && !task.isTainted && isAllowed) return classification("navigate");
	return classification(
		"navigate_offsite",
		...(leaksText ? (["carries_page_text"] as const) : []),
		...(leaksDocument ? (["carries_knowledge"] as const) : []),
		...(leaksWords ? (["carries_words"] as const) : []),
		...(task.isTainted ? (["tainted"] as const) : []),
		"other_site",
	);
}

/** The address of a link, written with its scheme, by host alone, or relative to the page. */
function addressOf(href: string, pageUrl: string): string {
	if (/^(?:[a-z][a-z\d+.-]*:\/\/|(?:mailto|tel|sms|javascript|vbscript|data|blob|file|about):)/i.test(href)) return href;
	return /^[\\/]/.test(href) ? (URL.parse(href, pageUrl)?.href ?? "") : `https://${href}`;
}
