import { browser } from "wxt/browser";

/** Why a tab shows the browser's error page, as Chrome says it; lost with the worker. */
const reasons = new Map<number, string>();

/** Follows which pages could not be opened. An aborted navigation leaves its page, and only a page that is there is committed. */
export function followLoadErrors(): void {
	browser.webNavigation.onErrorOccurred.addListener(({ tabId, frameId, error }) => {
		if (frameId === 0 && error !== "net::ERR_ABORTED") reasons.set(tabId, error);
	});
	browser.webNavigation.onCommitted.addListener(({ tabId, frameId }) => {
		if (frameId === 0) reasons.delete(tabId);
	});
	browser.tabs.onRemoved.addListener((tabId) => void reasons.delete(tabId));
}

type Tab = { readonly id?: number | undefined; readonly status?: string | undefined };

/**
 * Why a tab shows the browser's error page instead of a page. A page that stopped its own loading is no such page, although Chrome
 * reports `errorOccurred` for both.
 *
 * @returns words such as "connection refused"; null where the tab shows a page, or still loads one
 * @throws never
 */
export function loadErrorOf({ id, status }: Tab): string | null {
	const reason = id === undefined || status !== "complete" ? undefined : reasons.get(id);
	if (reason === "net::ERR_BLOCKED_BY_CLIENT") return "this browser opens no page of that site; a runner opens those of its routine alone";
	return reason?.replace("net::ERR_", "").replaceAll("_", " ").toLowerCase() ?? null;
}
