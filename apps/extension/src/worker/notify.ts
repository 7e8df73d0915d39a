import type { RoutineRun } from "@webhand/contracts/routine/run";
import { browser } from "wxt/browser";
import type { RunRecord } from "../run-record.ts";
import { preferencesItem } from "../storage.ts";

type Ended = Pick<RunRecord, "end" | "query" | "row">;
type Notification = { readonly title: string; readonly message: string };

const longestMessage = 120;
const idPrefix = "task-";

/** Chrome has this only while the user allows notifications. */
const notifications = () => browser.notifications as typeof browser.notifications | undefined;

/**
 * What to tell of a task that ended; null for one that the user stopped, and for a row of a run, which is told of as a whole. The answer stays
 * in the panel: others may see the screen.
 *
 * @throws never
 */
export function notificationOf({ end, query, row }: Ended): Notification | null {
	if ((end !== "completed" && end !== "failed") || row !== undefined) return null;
	const message = query.length > longestMessage ? `${query.slice(0, longestMessage).trimEnd()}…` : query;
	return { title: end === "completed" ? "The task is done" : "The task failed", message };
}

/** Tells that a task ended, where the user wants that and no panel shows it. */
export async function notifyEnd(record: Ended & Pick<RunRecord, "currentTabId">, isPanelOpen: boolean): Promise<void> {
	await notify(notificationOf(record), { tabId: record.currentTabId, isPanelOpen });
}

/** Tells that the last row of a run ended, likewise. */
export async function notifyRunEnd(
	{ name, rowCount, counts }: Pick<RoutineRun, "name" | "rowCount" | "counts">,
	place: Place,
): Promise<void> {
	const doneCount = (counts.done ?? 0) + (counts.done_unchecked ?? 0);
	await notify({ title: "The routine has ended", message: `${name}: ${doneCount} of ${rowCount} done` }, place);
}

type Place = { readonly tabId: number; readonly isPanelOpen: boolean };

async function notify(notification: Notification | null, { tabId, isPanelOpen }: Place): Promise<void> {
	if (notification === null || isPanelOpen || !(await preferencesItem.get()).notifyOnFinish) return;
	// A newer task of the same tab replaces the notification of the last one.
	const id = `${idPrefix}${tabId}`;
	await notifications()?.create(id, { type: "basic", iconUrl: "/icon-128.png", ...notification });
}

/** A click on a notification shows the tab of its task. */
export function followNotifications(): void {
	const follow = () => notifications()?.onClicked.addListener(showTab);
	follow();
	browser.permissions.onAdded.addListener(follow);
}

function showTab(id: string): void {
	if (!id.startsWith(idPrefix)) return;
	const tabId = Number(id.slice(idPrefix.length));
	void browser.tabs
		.update(tabId, { active: true })
		.then((tab) => (tab === undefined ? undefined : browser.windows.update(tab.windowId, { focused: true })))
		// The tab was closed.
		.catch(() => undefined);
	void notifications()?.clear(id);
}
