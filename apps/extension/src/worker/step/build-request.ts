import type { InteractRequest } from "@webhand/contracts/agent/interact";
import type { PagePicture } from "@webhand/contracts/agent/picture";
import { restrictions } from "@webhand/page/parse/unopened";
import { maskNumbers, maskUrl } from "@webhand/page/read/sensitive";
import { extractDomain, siteOfAddress } from "@webhand/page/site";
import { quietTimes } from "@webhand/page/watch/quiet";
import { normalize } from "@webhand/page/write/normalize";
import { withHeader } from "@webhand/page/write/stitch";
import { browser } from "wxt/browser";
import type { RunRecord } from "../../run-record.ts";
import { modeItem, preferencesItem, siteGrantsItem } from "../../storage.ts";
import { PageError } from "../frames/ask-page.ts";
import { readTab } from "../frames/read-tab.ts";
import { takePicture } from "../picture/take.ts";
import type { StepRequest } from "../run/engine.ts";
import { isAllowedByChrome, isRefused } from "../tabs/access.ts";
import { loadErrorOf } from "../tabs/load-error.ts";
import type { IsShut, ShutSites } from "../tabs/shut-sites.ts";
import { permissionFor, restrictedWords, siteOf, toldAddress } from "../tabs/site.ts";
import { tellMissed } from "../trusted/missed-gestures.ts";

const batchSize = 5;
const longestTitle = 80;
const loadStepMs = 100;

/** `warn` takes a log line, which must hold no page text. */
export type ReadingDeps = { readonly shutSites: ShutSites; readonly warn: (text: string) => void };

/** Reads the page of a run into the body of the next step, where the organization, the user and Chrome allow it. */
export async function buildStepRequest(record: RunRecord, deps: ReadingDeps): Promise<StepRequest> {
	const tabId = record.currentTabId;
	const tab = await browser.tabs.get(tabId).catch(() => null);
	if (tab === null) return { kind: "waits", event: { kind: "tab_closed", tabId, at: Date.now() } };
	if (tab.discarded === true) await browser.tabs.reload(tabId);
	// The page that the task leaves for its address is not read.
	if (isOpening(record)) return unreadable(record, hostOnly(tab), "page that the task does not work on");
	const site = siteOf(tab.url ?? "", siteOfAddress);
	const problem = loadErrorOf(tab);
	if (site.kind === "restricted") return unreadable(record, tab, problem === null ? restrictedWords[site.restricted] : errorPage(problem));
	const isShut = await deps.shutSites();
	if (isShut(tab.url ?? "")) return unreadable(record, hostOnly(tab), restrictions.shut);
	const permission = permissionFor(site.domain, { sites: record.sites, refused: record.refused, grants: await siteGrantsItem.get() });
	if (permission === "refused") return unreadable(record, hostOnly(tab), restrictions.notAllowed);
	// There is nothing to allow where the page is not there.
	if (problem !== null) return unreadable(record, permission === "allowed" ? tab : hostOnly(tab), errorPage(problem));
	if (permission === "ask") return waitForSite(site, false);
	if (!(await isAllowedByChrome(site.origins))) return waitForSite(site, true);
	return read(record, { domain: site.domain, isShut }, deps);
}

/** The tab of the task's address is not there yet. */
const isOpening = ({ openFirst, tabs }: RunRecord) => openFirst !== undefined && tabs.length === 1;

const errorPage = (reason: string) => `${restrictions.failed}: ${reason}`;

type Tab = { readonly url?: string | undefined; readonly title?: string | undefined };

function waitForSite(site: { readonly domain: string; readonly origins: readonly string[] }, withheld: boolean): StepRequest {
	const { domain, origins } = site;
	return { kind: "waits", event: { kind: "site_needed", wait: { kind: "site", domain, origins: [...origins], withheld } } };
}

type Site = { readonly domain: string; readonly isShut: IsShut };

async function read(record: RunRecord, { domain, isShut }: Site, deps: ReadingDeps): Promise<StepRequest> {
	const tabId = record.currentTabId;
	try {
		const { text, frames, isOverLimit, isPdf } = await retryWhileLoading(tabId, () =>
			readTab(tabId, record, {
				page: (url) => siteOfAddress(url) === domain,
				frame: (frame, all) => !isRefused({ ...record, isShut }, frame, all),
			}),
		);
		if (isOverLimit) deps.warn(overLimit(domain, text));
		const tab = await browser.tabs.get(tabId);
		const { report, alert } = tellMissed(record, tab.url ?? "");
		const told = { ...record, report };
		const dom = await withTabFacts(record, text, alert);
		// The page may have navigated while it was read, to a site that nobody allowed.
		if (siteOfAddress(tab.url ?? "") !== domain) return buildStepRequest(record, deps);
		if (isPdf) return unreadable(record, tab, "PDF document");
		const page = { url: tab.url ?? "about:blank", dom };
		if (!record.wantsPicture) return { kind: "page", body: await bodyOf(told, page), frames };
		return { kind: "page", body: await bodyOf(told, page, await takePicture(record, frames)), frames };
	} catch (error) {
		if (!(error instanceof PageError)) throw error;
		if (error.kind === "silent") return { kind: "waits", event: { kind: "page_silent" } };
		const tab = await browser.tabs.get(tabId).catch(() => null);
		if (tab === null) return { kind: "waits", event: { kind: "tab_closed", tabId, at: Date.now() } };
		// The page went to another site, which needs its own permission.
		if (siteOfAddress(tab.url ?? "") !== domain) return buildStepRequest(record, deps);
		const problem = loadErrorOf(tab);
		return unreadable(record, tab, problem === null ? "page that does not answer" : errorPage(problem));
	}
}

/** The log line of a page over its limit: host and counts. */
function overLimit(domain: string, text: string): string {
	const counts = /^@shown (\d+\/\d+ controls(?:, \w+\/\w+ characters)?)$/m.exec(text)?.[1];
	return `page_over_200k ${domain}${counts === undefined ? "" : `: ${counts}`}`;
}

/** Adds what only the worker knows: the task's tabs and files, a blocked window, and that the page did not settle. */
async function withTabFacts(record: RunRecord, text: string, alert: string | undefined): Promise<string> {
	const tabs = record.tabs.length > 1 ? await tabsLine(record) : "";
	const files = record.files.map(({ name }) => `"${plain(name).replaceAll('"', "'")}"`).join(" ");
	const withTabs = tabs === "" ? text : withHeader(text, "tabs", tabs);
	const withFiles = files === "" ? withTabs : withHeader(withTabs, "files", files);
	const withPending = record.isPending ? withHeader(withFiles, "pending", "yes") : withFiles;
	return alert === undefined ? withPending : withHeader(withPending, "alert", `"${normalize(alert).replaceAll('"', "'")}"`);
}

/** `7* Title (host) | 9 Mail (host)`: the tabs of this task, `*` the current one. */
async function tabsLine(record: RunRecord): Promise<string> {
	const tabs = await Promise.all(record.tabs.map((id) => browser.tabs.get(id).catch(() => null)));
	return tabs
		.flatMap((tab) => (tab?.id === undefined ? [] : [tab]))
		.map((tab) => {
			const host = URL.parse(tab.url ?? "")?.host ?? "";
			const title = titleOf(tab).slice(0, longestTitle);
			return `${tab.id}${tab.id === record.currentTabId ? "*" : ""} ${title}${host === "" ? "" : ` (${host})`}`;
		})
		.join(" | ");
}

/** Page text for a header line; it cannot look like the grammar. */
const plain = (text: string) => text.replaceAll(/[\p{Cc}\p{Cf}\s<>|()]+/gu, " ").trim();

/** The tab's title with card numbers masked. */
const titleOf = ({ title = "" }: Tab) => maskNumbers(plain(title));

/** Repeats a reading while the tab loads; a page that stays silent after it loaded is given up soon. */
async function retryWhileLoading<T>(tabId: number, look: () => Promise<T>): Promise<T> {
	const startedAt = Date.now();
	for (;;) {
		try {
			return await look();
		} catch (error) {
			const isPassing = error instanceof PageError && (error.kind === "absent" || error.kind === "lost");
			const isLoaded = (await browser.tabs.get(tabId).catch(() => null))?.status === "complete";
			if (!isPassing || Date.now() - startedAt > (isLoaded ? quietTimes.cap : quietTimes.capAfterNavigation)) throw error;
			await new Promise((resolve) => setTimeout(resolve, loadStepMs));
		}
	}
}

/** Only the host of a site that the user did not allow. */
function hostOnly({ url }: Tab): Tab {
	const origin = URL.parse(url ?? "")?.origin;
	return { url: origin === undefined ? undefined : `${origin}/` };
}

/** The text of an unreadable page: a header with the reason. */
async function unreadable(record: RunRecord, tab: Tab, reason: string): Promise<StepRequest> {
	const url = tab.url === undefined || tab.url === "" ? "about:blank" : tab.url;
	const title = titleOf(tab);
	const header = ["@page 1", `@url ${maskUrl(url)}`, ...(title === "" ? [] : [`@title ${title}`]), `@restricted ${reason}`];
	const dom = [...header, "", "This page cannot be read."].join("\n");
	return {
		kind: "page",
		body: await bodyOf(record, { url, dom }, record.wantsPicture ? { problem: "unreadable" } : undefined),
		frames: [],
	};
}

async function bodyOf(
	record: RunRecord,
	page: { readonly url: string; readonly dom: string },
	picture?: PagePicture,
): Promise<InteractRequest> {
	const domain = extractDomain(page.url);
	return {
		...page,
		url: toldAddress(page.url),
		query: record.query,
		sessionId: record.sessionId,
		mode: await modeOf(record),
		// What a client may do on the server host is a scope of its own, and a routine works in pages alone.
		...((record.client !== undefined || record.row !== undefined) && { workspaceId: null }),
		batch: record.client?.isOneStep === true ? 0 : batchSize,
		takesPictures: true,
		...(picture === undefined ? {} : { picture }),
		...(domain === null ? {} : { domain }),
		...(record.openFirst === undefined || record.taskId !== null ? {} : { openFirst: record.openFirst }),
		...(record.taskId === null ? rowOf(record) : { taskId: record.taskId }),
		...(record.stepIndex === null ? {} : { lastStepIndex: record.stepIndex }),
		...record.report,
	};
}

const rowOf = ({ row }: RunRecord) => (row === undefined ? {} : { row: { runId: row.runId, rowKey: row.rowKey } });

/** The user is asked before a client of theirs sends, saves or buys anything; for the rows of a run they chose when they started it. */
async function modeOf({ client, row }: RunRecord): Promise<InteractRequest["mode"]> {
	if (client !== undefined) return "careful";
	if (row === undefined) return modeItem.get();
	return (await preferencesItem.get()).mode === "careful" ? "careful" : row.mode;
}
