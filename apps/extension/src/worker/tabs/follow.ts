import { browser } from "wxt/browser";
import type { RunRecord } from "../../run-record.ts";
import type { RunStore } from "../run/store.ts";
import type { RunEvent } from "../run/transitions/event.ts";
import { followDebuggers } from "../trusted/attach.ts";
import { followLoadErrors } from "./load-error.ts";

const drives: ReadonlySet<RunEvent["kind"]> = new Set(["tab_opened", "tab_closed", "page_asks", "dialog_closed"]);

/**
 * Follows the tabs of running tasks. A tab opened by a task's page joins it, and becomes current during our own action in that page. A
 * closed tab leaves; a dragged tab moves the task to its new window.
 *
 * @param changed called with the home tab of each run that has to react
 */
export function followTabs(runs: Pick<RunStore, "list" | "apply">, changed: (homeTabId: number) => void): void {
	const apply = async (isMeant: (record: RunRecord) => boolean, eventOf: (record: RunRecord) => RunEvent) => {
		for (const record of (await runs.list()).filter(isMeant)) {
			const event = eventOf(record);
			await runs.apply(record, event);
			if (drives.has(event.kind)) changed(record.tabId);
		}
	};
	const has = (tabId: number) => (record: RunRecord) => record.tabs.includes(tabId);
	const isShown = (tabId: number) => (record: RunRecord) => record.phase !== "ended" && record.currentTabId === tabId;
	followDebuggers({
		asked: (tabId, asks) => void apply(isShown(tabId), () => ({ kind: "page_asks", asks })),
		closed: (tabId, dialog) => void apply(isShown(tabId), () => ({ kind: "dialog_closed", dialog })),
	});
	browser.webNavigation.onCreatedNavigationTarget.addListener(({ sourceTabId, tabId }) => {
		void apply(has(sourceTabId), (record) => ({ kind: "tab_opened", tabId, isCurrent: isFollowed(record, sourceTabId) }));
	});
	followLoadErrors();
	// A navigation that becomes a download is aborted, and the page stays.
	browser.webNavigation.onErrorOccurred.addListener(({ tabId, frameId, url, error }) => {
		if (frameId !== 0 || error !== "net::ERR_ABORTED") return;
		const name = URL.parse(url)?.pathname.split("/").at(-1) || "file";
		void apply(has(tabId), () => ({ kind: "download_seen", name }));
	});
	// The user may drag a tab into another window; new tabs then open there.
	browser.tabs.onAttached.addListener((tabId, { newWindowId: windowId }) => {
		void apply(
			({ currentTabId }) => currentTabId === tabId,
			() => ({ kind: "tab_moved", windowId }),
		);
	});
	browser.tabs.onReplaced.addListener((name, tabId) => void apply(has(tabId), () => ({ kind: "tab_renamed", tabId, name })));
	browser.tabs.onRemoved.addListener((tabId) => void apply(has(tabId), () => ({ kind: "tab_closed", tabId, at: Date.now() })));
}

/** A tab that our action opened, also one that comes while the task waits for what the action does. While the server decides, it is told. */
function isFollowed({ phase, currentTabId, acted, resumeAt, wait }: RunRecord, sourceTabId: number): boolean {
	if (currentTabId !== sourceTabId) return false;
	const isWaiting = phase === "look" && wait === null && (acted !== null || resumeAt !== null);
	return phase === "act" || phase === "settle" || isWaiting;
}
