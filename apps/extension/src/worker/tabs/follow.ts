import { browser } from "wxt/browser";
import type { RunStore } from "../run/store.ts";

/**
 * Follows the tabs of running tasks. A tab opened by a task's page joins it, and becomes current during our own action. A closed tab
 * leaves; a dragged tab moves the task to its new window.
 *
 * @param changed called with the home tab of each changed run
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
	// A navigation that becomes a download is aborted, and the page stays.
	browser.webNavigation.onErrorOccurred.addListener(({ tabId, frameId, url, error }) => {
		if (frameId !== 0 || error !== "net::ERR_ABORTED") return;
		const name = URL.parse(url)?.pathname.split("/").at(-1) ?? "";
		void (async () => {
			for (const record of await runs.list())
				if (record.tabs.includes(tabId)) await runs.apply(record, { kind: "download_seen", name: name === "" ? "file" : name });
		})();
	});
	// The user may drag a tab into another window; new tabs then open there.
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
