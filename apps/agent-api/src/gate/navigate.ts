import { holdsVerbatim, wordSet } from "@webhand/lexicon/text";
import type { ElementView, PageView } from "@webhand/page/parse/view";
import { writeTarget } from "@webhand/page/write/parts/target";
import { committing, isNameless, labelOf } from "./action-risk.ts";
import { carriesPageText, givesSecretAway } from "./leaks.ts";
import type { WebTarget } from "./origin.ts";
import { isNamedSite, isTaskSite, pageSite, readTarget } from "./origin.ts";
import type { Classified, Facts, TaskFacts } from "./risk.ts";
import { plain } from "./risk.ts";
import { wordsOf } from "./words.ts";

/** Opening an address. */
export function going(url: string, { page, task }: Facts): Classified {
	const target = readTarget(url);
	if (target.kind === "refused") return plain("refused", "bad_address");
	if (target.kind === "none") return plain("navigate");
	if (givesSecretAway(url, task)) return plain("commit_protected", "own_secret");
	if (target.site !== pageSite(page.url) && !isTaskSite(target.site, task)) return elsewhere(target, page, task);
	const isOwn = holdsVerbatim(task.query, url);
	return !isOwn && isDone(target.url)
		? committing({ page, task, target: undefined, form: undefined }, ["deed_address"])
		: plain("navigate");
}

/** A link goes where its text says; one whose address is not written, or is the page's own, is judged by its words alone. */
export function following(link: ElementView, facts: Facts): Classified {
	const { page, task } = facts;
	if (link.states.has("download") || link.attributes.has("download")) return plain("upload", "download");
	// A path, as page text writes it; "//" and "/\\" begin a host for a browser.
	if (link.href === undefined || /^\/(?![\\/])/.test(link.href)) {
		const isHere = link.href === undefined || link.href === writeTarget(page.url, page.url);
		const commits = wordsOf("commit", labelOf(link, page)).length > 0;
		if (commits && (isHere || isDeed(link.href ?? ""))) return committing(facts, ["commit_word"]);
		return isHere && isNameless(link, page) ? committing(facts, ["nameless"]) : plain("navigate");
	}
	const target = readTarget(addressOf(link.href, page.url));
	if (target.kind === "refused") return plain("refused", "bad_address");
	if (target.kind === "none" || target.site === pageSite(page.url) || isTaskSite(target.site, task)) return plain("navigate");
	return givesSecretAway(target.url.href, task) ? plain("commit_protected", "own_secret") : elsewhere(target, page, task);
}

const done = wordSet("approve accept confirm reject delete remove cancel publish send unsubscribe");

// What an address may as well only lead to: beside the words of a link alone it is a deed.
const places = wordSet("submit subscribe register apply save order book place");

/** `/requests/17/approve`: the address of a link that says to do something says so too. */
function isDeed(path: string): boolean {
	const last = /(?<![a-z])([a-z]+)\/?$/i.exec(path)?.[1]?.toLowerCase() ?? "";
	const url = URL.parse(path, "http://page.invalid/");
	return done.has(last) || places.has(last) || (url !== null && isDone(url));
}

/** `/items/delete/17`, `/items.php?action=delete`: opening the address does that. */
function isDone({ pathname, searchParams }: URL): boolean {
	const said = [...pathname.split("/"), ...["action", "do", "op", "cmd"].map((name) => searchParams.get(name) ?? "")];
	return said.some((part) => done.has(part.toLowerCase().replace(/\.[a-z]{2,5}$/, "")));
}

/** A site that is only named is looked at, unless the page may have a hand in it: it gives orders, or its text goes along. */
function elsewhere({ url, site }: WebTarget, page: PageView, task: TaskFacts): Classified {
	const carries = carriesPageText(url, page, task.query);
	if (!carries && !task.isTainted && isNamedSite(site, task.query)) return plain("navigate");
	return plain(
		"navigate_offsite",
		...(carries ? (["carries_page_text"] as const) : []),
		...(task.isTainted ? (["tainted"] as const) : []),
		"other_site",
	);
}

/** The address of a link as written: with its scheme, by its host alone, or relative to the page. */
function addressOf(href: string, pageUrl: string): string {
	if (/^(?:[a-z][a-z\d+.-]*:\/\/|(?:mailto|tel|sms|javascript|vbscript|data|blob|file|about):)/i.test(href)) return href;
	return /^[\\/]/.test(href) ? (URL.parse(href, pageUrl)?.href ?? "") : `https://${href}`;
}
