import { browser } from "wxt/browser";
import type { RoutinePlay } from "../../routine-play.ts";
import { MessageError } from "../panel/message-error.ts";
import { safeUrl } from "../tabs/site.ts";

const openLimitMs = 15_000;
const stepMs = 25;

type Place = Pick<RoutinePlay, "tabId" | "windowId" | "hasOwnTab">;

/**
 * Brings the tab of a run to the address where a row begins: a fresh document, in a tab of the run's own. Without an address the row begins in
 * the page that is open.
 *
 * @throws MessageError TAB_GONE, BAD_URL, PAGE_NOT_OPENED
 */
export async function openStart(place: Place, start: string | undefined): Promise<Place> {
	const tab = await browser.tabs.get(place.tabId).catch(() => null);
	if (start === undefined) {
		if (tab === null) throw new MessageError("TAB_GONE", "The tab of this run was closed");
		return { ...place, windowId: tab.windowId };
	}
	const url = safeUrl(start);
	if (url === null) throw new MessageError("BAD_URL", `The routine begins at an address that cannot be opened: ${start}`);
	if (tab === null || !place.hasOwnTab) {
		const window = tab === null ? {} : { windowId: tab.windowId };
		const made = await browser.tabs.create({ url, active: true, ...window });
		if (made.id === undefined) throw new MessageError("TAB_GONE", "Chrome opened no tab for this run");
		await untilOpen(made.id, url);
		return { tabId: made.id, windowId: made.windowId, hasOwnTab: true };
	}
	const isSameDocument = withoutFragment(tab.url ?? "") === withoutFragment(url);
	await browser.tabs.update(place.tabId, { url });
	// An address that differs in its fragment alone keeps the document, and what the row before typed into it.
	if (isSameDocument && url.includes("#")) await browser.tabs.reload(place.tabId);
	await untilOpen(place.tabId, url);
	return { ...place, windowId: tab.windowId };
}

const withoutFragment = (url: string) => url.split("#", 1)[0];

/** Waits until the tab has left the page before; a page that asks whether it may be left keeps it. */
async function untilOpen(tabId: number, url: string): Promise<void> {
	for (let waited = 0; waited < openLimitMs; waited += stepMs) {
		const tab = await browser.tabs.get(tabId).catch(() => null);
		if (tab === null) throw new MessageError("TAB_GONE", "The tab of this run was closed");
		if (tab.pendingUrl === undefined && tab.url !== "") return;
		await new Promise((resolve) => setTimeout(resolve, stepMs));
	}
	throw new MessageError("PAGE_NOT_OPENED", `${url} did not open in time. Does the page before ask whether it may be left?`);
}
