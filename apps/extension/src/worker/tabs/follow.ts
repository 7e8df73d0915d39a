import { browser } from "wxt/browser";
import type { RunStore } from "../run/store.ts";

/**
 * Follows the tabs of running tasks: a tab that a page of theirs opened joins the task and becomes its current one while our own action is under
 * way; a tab that is closed leaves it; the window that it was dragged into is the task's.
 *
 * @param changed called with the home tab of each run that was told something
 */
export function followTabs(runs: RunStore, changed: (homeTabId: number) => void): void {
	browser.webNavigation.onCreatedNavigationTarget.addListener(({ sourceTabId, tabId }) => {
		void (async () => {
			for (const record of await runs.list()) {
				if (!record.tabs.includes(sourceTabId)) continue;
				const isCurrent = record.phase === "act" || record.phase === "settle";
				await runs.apply(record, { kind: "tab_opened", tabId, isCurrent });
				changed(record.tabId);
			}
		})();
	});
	// A navigation that ends in a download is given up, and the page stays.
	browser.webNavigation.onErrorOccurred.addListener(({ tabId, frameId, url, error }) => {
		if (frameId !== 0 || error !== "net::ERR_ABORTED") return;
		const name = URL.parse(url)?.pathname.split("/").at(-1) ?? "";
		void (async () => {
			for (const record of await runs.list())
				if (record.tabs.includes(tabId)) await runs.apply(record, { kind: "download_seen", name: name === "" ? "file" : name });
		})();
	});
	// The person may drag a tab into another window; new tabs then open there.
	browser.tabs.onAttached.addListener((tabId, { newWindowId }) => {
		void (async () => {
			for (const record of await runs.list())
				if (record.currentTabId === tabId) await runs.apply(record, { kind: "tab_moved", windowId: newWindowId });
		})();
	});
	browser.tabs.onRemoved.addListener((tabId) => {
		void (async () => {
			for (const record of await runs.list()) {
				if (!record.tabs.includes(tabId)) continue;
				await runs.apply(record, { kind: "tab_closed", tabId, at: Date.now() });
				changed(record.tabId);
			}
		})();
	});
}
