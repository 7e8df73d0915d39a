import type { Language } from "@webhand/contracts/language";
import { browser } from "wxt/browser";
import type { RunRecord } from "../run-record.ts";
import { workerText } from "./words.ts";

type Badge = { readonly text: string; readonly color: string; readonly title: keyof (typeof workerText)["en"]["icon"] };

const none: Badge = { text: "", color: "#00000000", title: "idle" };

/** The icon's badge for a tab's task. */
export function badgeOf(record: RunRecord | undefined): Badge {
	if (record === undefined) return none;
	if (record.end === "completed") return { text: "✓", color: "#15803d", title: "completed" };
	if (record.end === "failed") return { text: "!", color: "#b91c1c", title: "failed" };
	if (record.end === "stopped") return none;
	const isAsking = record.wait !== null && record.wait.kind !== "busy" && record.wait.kind !== "paused";
	if (isAsking) return { text: "?", color: "#a16207", title: "asking" };
	return { text: "…", color: "#1d4ed8", title: "working" };
}

/**
 * The newest run of each tab. An ended run may still stand beside a newer one, which owns the icon and the trusted input.
 *
 * @throws never
 */
export function newestOfTabs(records: readonly RunRecord[]): readonly RunRecord[] {
	const byTab = new Map<number, RunRecord>();
	for (const record of records) {
		const other = byTab.get(record.currentTabId);
		if (other === undefined || other.startedAt <= record.startedAt) byTab.set(record.currentTabId, record);
	}
	return [...byTab.values()];
}

/** Shows a run's badge on its tab, and only what is new: each write of a run shows those of all runs. A closed tab is no error. */
export function createBadges(readLanguage: () => Promise<Language>): (record: RunRecord) => Promise<void> {
	const shown = new Map<number, string>();
	return async (record) => {
		const { text, color, title: key } = badgeOf(record);
		const title = workerText[await readLanguage()].icon[key];
		const tabId = record.currentTabId;
		// A navigation of the tab clears its badge.
		const look = JSON.stringify([text, title, record.lastUrl, record.frames[0]?.documentId]);
		if (shown.get(tabId) === look) return;
		shown.set(tabId, look);
		await Promise.allSettled([
			browser.action.setBadgeText({ tabId, text }),
			browser.action.setTitle({ tabId, title }),
			...(text === "" ? [] : [browser.action.setBadgeBackgroundColor({ tabId, color })]),
		]);
	};
}

/** Shows how much waits for the person on the icon of each tab that has no task of its own. */
export async function showWaiting(count: number): Promise<void> {
	const text = count === 0 ? "" : count > mostCounted ? `${mostCounted}+` : String(count);
	await Promise.allSettled([browser.action.setBadgeText({ text }), browser.action.setBadgeBackgroundColor({ color: waitingColor })]);
}

const mostCounted = 99;
const waitingColor = "#a16207";
