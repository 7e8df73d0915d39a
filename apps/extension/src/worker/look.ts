import type { InteractRequest } from "@webhand/contracts/agent/interact";
import { extractDomain } from "@webhand/page/site";
import { withHeader } from "@webhand/page/write/stitch";
import { browser } from "wxt/browser";
import type { RunRecord } from "../storage.ts";
import { modeItem, siteGrantsItem } from "../storage.ts";
import { isAllowedByChrome } from "./frames/inject.ts";
import { readTab } from "./frames/read.ts";
import { PageError } from "./frames/send.ts";
import type { Look } from "./run/engine.ts";
import { permissionFor, restrictedWords, siteOf } from "./tabs/site.ts";

const batchSize = 5;
const loadLimitMs = 15_000;
const loadedLimitMs = 3_000;
const loadStepMs = 100;

/**
 * Reads the page of a run into the body of the next step, if the person and Chrome let us.
 *
 * @source extension.md §4 "look", "post", "Sites", "Restricted pages"
 */
export async function lookAtRun(record: RunRecord): Promise<Look> {
	const tabId = record.currentTabId;
	const tab = await browser.tabs.get(tabId).catch(() => null);
	if (tab === null) return { kind: "held", event: { kind: "tab_closed", tabId, at: Date.now() } };
	const site = siteOf(tab.url ?? "", extractDomain);
	if (site.kind === "restricted") return unreadable(record, tab, restrictedWords[site.restricted]);
	switch (permissionFor(site.domain, { sites: record.sites, refused: record.refused, grants: await siteGrantsItem.get() })) {
		case "refused":
			return unreadable(record, tab, "site that the person did not allow");
		case "ask":
			return held(site, false);
		case "allowed":
	}
	if (!(await isAllowedByChrome(site.origins))) return held(site, true);
	return read(record);
}

type Tab = { readonly url?: string | undefined; readonly title?: string | undefined };

function held(site: { readonly domain: string; readonly origins: readonly string[] }, withheld: boolean): Look {
	const { domain, origins } = site;
	return { kind: "held", event: { kind: "site_needed", wait: { kind: "site", domain, origins: [...origins], withheld } } };
}

async function read(record: RunRecord): Promise<Look> {
	const tabId = record.currentTabId;
	try {
		const { text, frames } = await patiently(tabId, () => readTab(tabId, record.frames));
		const dom = record.isPending ? withHeader(text, "pending", "yes") : text;
		// Asked again now: the page may have gone elsewhere while it was read.
		const tab = await browser.tabs.get(tabId);
		return { kind: "page", body: await bodyOf(record, { url: tab.url ?? "about:blank", dom }), frames };
	} catch (error) {
		if (!(error instanceof PageError)) throw error;
		if (error.kind === "silent") return { kind: "held", event: { kind: "page_silent" } };
		const tab = await browser.tabs.get(tabId).catch(() => null);
		if (tab === null) return { kind: "held", event: { kind: "tab_closed", tabId, at: Date.now() } };
		return unreadable(record, tab, restrictedWords.error);
	}
}

/** A page that is being replaced does not answer; the next one does. One that has loaded and stays silent is given up soon. */
async function patiently<T>(tabId: number, look: () => Promise<T>): Promise<T> {
	const startedAt = Date.now();
	for (;;) {
		try {
			return await look();
		} catch (error) {
			const isPassing = error instanceof PageError && (error.kind === "absent" || error.kind === "lost");
			const isLoaded = (await browser.tabs.get(tabId).catch(() => null))?.status === "complete";
			if (!isPassing || Date.now() - startedAt > (isLoaded ? loadedLimitMs : loadLimitMs)) throw error;
			await new Promise((resolve) => setTimeout(resolve, loadStepMs));
		}
	}
}

/** The page text of a page that nobody reads: its header and a line that says so. */
async function unreadable(record: RunRecord, tab: Tab, reason: string): Promise<Look> {
	const url = tab.url === undefined || tab.url === "" ? "about:blank" : tab.url;
	const title = (tab.title ?? "").replaceAll(/[\s<>|]+/g, " ").trim();
	const header = ["@page 1", `@url ${url.slice(0, 2_000)}`, ...(title === "" ? [] : [`@title ${title}`]), `@restricted ${reason}`];
	const dom = [...header, "", "This page cannot be read."].join("\n");
	return { kind: "page", body: await bodyOf(record, { url, dom }), frames: [] };
}

async function bodyOf(record: RunRecord, page: { readonly url: string; readonly dom: string }): Promise<InteractRequest> {
	const domain = extractDomain(page.url);
	return {
		...page,
		query: record.query,
		sessionId: record.sessionId,
		mode: await modeItem.get(),
		batch: batchSize,
		...(domain === null ? {} : { domain }),
		...(record.taskId === null ? {} : { taskId: record.taskId }),
		...(record.stepIndex === null ? {} : { lastStepIndex: record.stepIndex }),
		...record.report,
	};
}
