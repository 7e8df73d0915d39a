import type { ActResult } from "@webhand/page/execute/page-action";
import { siteOfAddress } from "@webhand/page/site";
import { browser } from "wxt/browser";
import type { RunRecord } from "../../run-record.ts";
import { mayInject } from "../tabs/access.ts";
import { siteOf } from "../tabs/site.ts";

const leavingMs = 1_000;
const leavingStepMs = 50;
const noHistory: ActResult = {
	success: false,
	isInert: true,
	code: "NO_HISTORY",
	message: "There is no page before this one in this tab",
};

/**
 * One step in the tab's history. Chrome's own button skips entries that no user click made, such as routes opened by synthetic clicks. The
 * empty page that a tab begins with is no page to go back to.
 */
export async function goInHistory(record: RunRecord, steps: -1 | 1): Promise<ActResult> {
	const tabId = record.currentTabId;
	const target = { tabId, frameIds: [0] };
	const { url: before = "" } = await browser.tabs.get(tabId);
	try {
		// Where Chrome withholds the site, `executeScript` never settles.
		if (!(await mayInject(record, before))) throw new Error("No script may enter this page");
		const [done] = await browser.scripting.executeScript({ target, func: goInPage, args: [steps], injectImmediately: true });
		if (done?.result === "none") return noHistory;
		if (done?.result === "same_site") return { success: true };
	} catch {
		// A page that only Chrome reads, or that the user did not allow.
		await (steps === -1 ? browser.tabs.goBack(tabId) : browser.tabs.goForward(tabId));
	}
	const after = steps === -1 ? await addressAfter(tabId, before) : before;
	if (!isEmptyTab(after) || isEmptyTab(before)) return { success: true };
	await browser.tabs.goForward(tabId).catch(() => browser.tabs.update(tabId, { url: before }));
	return noHistory;
}

/** Runs in the page, so it names nothing outside. The entries that a page may know of are those of its own site. */
function goInPage(steps: number): "none" | "same_site" | "unknown" {
	if (steps < 0 && history.length < 2) return "none";
	const isKnown = steps < 0 ? navigation.canGoBack : navigation.canGoForward;
	history.go(steps);
	return isKnown ? "same_site" : "unknown";
}

/** The address of a tab once it has left a page, or the old one where it stays. */
async function addressAfter(tabId: number, before: string): Promise<string> {
	for (let waitedMs = 0; waitedMs < leavingMs; waitedMs += leavingStepMs) {
		await new Promise((resolve) => setTimeout(resolve, leavingStepMs));
		const { url = "", status } = await browser.tabs.get(tabId);
		if (url !== before && status === "complete") return url;
	}
	return (await browser.tabs.get(tabId)).url ?? before;
}

function isEmptyTab(url: string): boolean {
	const site = siteOf(url, siteOfAddress);
	return site.kind === "restricted" && site.restricted === "new_tab";
}
