import type { Waiting } from "@webhand/contracts/agent/waiting";
import type { Language } from "@webhand/contracts/language";
import type { RoutineRun } from "@webhand/contracts/routine/run";
import { browser } from "wxt/browser";
import type { RunRecord } from "../run-record.ts";
import { preferencesItem } from "../storage.ts";
import { readLanguage } from "./language.ts";
import { workerText } from "./words.ts";

type Ended = Pick<RunRecord, "end" | "query" | "row">;
type Notification = { readonly title: string; readonly message: string };

const longestMessage = 120;
const idPrefix = "task-";
const idOf = (tabId: number, runId = "") => `${idPrefix}${tabId} ${runId}`.trim();
const waitingId = "waiting";
const inboxPage = "/options.html#/waiting";
const runPage = "/options.html#/routine-runs/";

/** Chrome has this only while the user allows notifications. */
const notifications = () => browser.notifications as typeof browser.notifications | undefined;

/**
 * What to tell of a task that ended; null for one that the user stopped, and for a row of a run, which is told of as a whole. The answer stays
 * in the panel: others may see the screen.
 *
 * @throws never
 */
export function notificationOf({ end, query, row }: Ended, language: Language): Notification | null {
	if ((end !== "completed" && end !== "failed") || row !== undefined) return null;
	const message = query.length > longestMessage ? `${query.slice(0, longestMessage).trimEnd()}…` : query;
	return { title: workerText[language].notices[end], message };
}

/** Tells that a task ended, where the user wants that and no panel shows it. */
export async function notifyEnd(record: Ended & Pick<RunRecord, "currentTabId">, isPanelOpen: boolean): Promise<void> {
	await notify((language) => notificationOf(record, language), { id: idOf(record.currentTabId), isPanelOpen });
}

/** Tells that a run began which nobody began here, likewise. Its tabs stand in the group of all tasks. */
export async function notifyRunTaken({ id, name }: Pick<RoutineRun, "id" | "name">, { tabId, isPanelOpen }: Place): Promise<void> {
	const tell = (language: Language) => {
		const { runTaken: title, runTakenWhere } = workerText[language].notices;
		return { title, message: runTakenWhere(name) };
	};
	await notify(tell, { id: idOf(tabId, id), isPanelOpen });
}

/** Tells that the last row of a run ended, likewise. */
export async function notifyRunEnd(
	{ id, name, rowCount, counts }: Pick<RoutineRun, "id" | "name" | "rowCount" | "counts">,
	{ tabId, isPanelOpen }: Place,
): Promise<void> {
	const doneCount = (counts.done ?? 0) + (counts.done_unchecked ?? 0);
	const tell = (language: Language) => {
		const { runEnded: title, runCount } = workerText[language].notices;
		return { title, message: runCount(name, doneCount, rowCount) };
	};
	await notify(tell, { id: idOf(tabId, id), isPanelOpen });
}

/** Tells what began to wait for the person, all of it at once, likewise. */
export async function notifyWaiting(entries: readonly Pick<Waiting, "title">[], isPanelOpen: boolean): Promise<void> {
	const [first] = entries;
	if (first === undefined) return;
	const tell = (language: Language) => {
		const { waiting: title, andMore } = workerText[language].notices;
		return { title, message: entries.length === 1 ? first.title : andMore(first.title, entries.length - 1) };
	};
	await notify(tell, { id: waitingId, isPanelOpen });
}

type Place = { readonly tabId: number; readonly isPanelOpen: boolean };

type Shown = { readonly id: string; readonly isPanelOpen: boolean };

/** A newer notification of the same id replaces the last one. */
async function notify(tell: (language: Language) => Notification | null, { id, isPanelOpen }: Shown): Promise<void> {
	if (isPanelOpen || !(await preferencesItem.get()).notifyOnFinish) return;
	const notification = tell(await readLanguage());
	if (notification === null) return;
	await notifications()?.create(id, { type: "basic", iconUrl: "/icon-128.png", ...notification });
}

/** A click on a notification shows the tab of its task, its run where that tab was closed, or what waits. */
export function followNotifications(): void {
	const follow = () => notifications()?.onClicked.addListener(show);
	follow();
	browser.permissions.onAdded.addListener(follow);
}

function show(id: string): void {
	if (id === waitingId) {
		void browser.tabs.create({ url: inboxPage });
		void notifications()?.clear(id);
	}
	if (!id.startsWith(idPrefix)) return;
	const [tabId, runId] = id.slice(idPrefix.length).split(" ");
	void browser.tabs
		.update(Number(tabId), { active: true })
		.then((tab) => (tab === undefined ? undefined : browser.windows.update(tab.windowId, { focused: true })))
		// The tab was closed.
		.catch(() => (runId === undefined ? undefined : browser.tabs.create({ url: `${runPage}${runId}` })));
	void notifications()?.clear(id);
}
