import { holdsVerbatim } from "@webhand/lexicon/text";
import type { ElementView, PageView } from "@webhand/page/parse/view";
import { actsIn, isDeedAddress, isNamedDeedAddress } from "@webhand/page/write/parts/deed-address";
import { writeTarget } from "@webhand/page/write/parts/target";
import { classifyCommit, fullLabelOf, isUnlabeled } from "./action-risk.ts";
import { carriesUnsaid, leaksKnowledge, leaksPageText, leaksSecret } from "./leaks.ts";
import type { WebTarget } from "./origin.ts";
import { isNamedSite, isTaskSite, pageSite, readTarget } from "./origin.ts";
import type { ActionFacts, Classification, TaskFacts } from "./risk.ts";
import { classification } from "./risk.ts";
import { wordsOf } from "./words.ts";

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
	return !isOwn && isDeed(url)
		? classifyCommit({ page, task, target: undefined, form: undefined }, ["deed_address"])
		: classification("navigate");
}

/** Following a link: judged by its address; without one, or with the page's own, by its words. */
export function classifyLink(link: ElementView, facts: ActionFacts): Classification {
	const { page, task } = facts;
	if (link.states.has("download") || link.attributes.has("download")) return classification("upload", "download");
	// A path, as page text writes it; "//" and "/\\" begin a host for a browser.
	if (link.href === undefined || /^\/(?![\\/])/.test(link.href)) {
		const isHere = link.href === undefined || link.href === writeTarget(page.url, page.url);
		const commits = wordsOf("commit", fullLabelOf(link, page)).length > 0;
		if (commits && (isHere || isNamedDeedAddress(link.href ?? ""))) return classifyCommit(facts, ["commit_word"]);
		if (isDeed(link.href ?? "")) return classifyCommit(facts, ["deed_address"]);
		return isHere && isUnlabeled(link, page) ? classifyCommit(facts, ["nameless"]) : classification("navigate");
	}
	const target = readTarget(addressOf(link.href, page.url));
	if (target.kind === "refused") return classification("refused", "bad_address");
	if (target.kind === "none") return classification("navigate");
	// Any page may link to such an address of a task's site, with a harmless text.
	if (target.site === pageSite(page.url) || isTaskSite(target.site, task))
		return isDeed(target.url.href) ? classifyCommit(facts, ["deed_address"]) : classification("navigate");
	return leaksSecret(target.url.href, task) ? classification("commit_protected", "own_secret") : classifyOtherSite(target, page, task);
}

/** True for an address that acts, also by a query with a word for paying or destroying (`?action=trash`). */
function isDeed(address: string): boolean {
	const says = (act: string) =>
		act.toLowerCase() === "trash" || [wordsOf("destructive", act), wordsOf("pay", act)].some((words) => words.length > 0);
	return isDeedAddress(address) || actsIn(address).some(says);
}

/** A site that the user only names, or allowed, may be opened, unless the page injects instructions or its text leaks into the address. */
function classifyOtherSite({ url, site }: WebTarget, page: PageView, task: TaskFacts & { readonly isChosen?: true }): Classification {
	const leaksText = leaksPageText(url, page, task.query);
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
