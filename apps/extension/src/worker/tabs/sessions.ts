import type { SessionId, TaskId } from "@webhand/contracts/ids";
import { extractDomain } from "@webhand/page/site";
import type { RunRecord } from "../../run-record.ts";
import { tabTasksItem } from "../../storage.ts";
import { newestOfTabs } from "../badge.ts";

const keptTabs = 50;
const keptMs = 7 * 24 * 60 * 60 * 1_000;

/** The last task and chat of a tab; `domain` is "" where the address has none. */
export type TabTask = {
	readonly tabId: number;
	readonly taskId: TaskId | null;
	readonly sessionId: SessionId;
	readonly url: string;
	readonly domain: string;
	readonly at: number;
};

/**
 * The last task and chat of a tab, while it shows the same site. Tab ids begin anew with the browser: then the entry of the same address
 * counts (spec 001 §1).
 *
 * @throws never
 */
export function lastOfTab(
	entries: Readonly<Record<string, Omit<TabTask, "tabId">>>,
	{ tabId, url, domain }: Pick<TabTask, "tabId" | "url" | "domain">,
): Omit<TabTask, "tabId"> | null {
	const own = entries[tabId];
	if (own !== undefined && own.domain === domain) return own;
	const sameUrl = Object.values(entries).filter((entry) => entry.url === url && entry.domain === domain);
	return sameUrl.reduce<Omit<TabTask, "tabId"> | null>((newest, entry) => (newest !== null && newest.at > entry.at ? newest : entry), null);
}

/** Stores the newest task of a tab and drops the oldest entries. */
export async function rememberTask({ tabId, ...entry }: TabTask): Promise<void> {
	const known = (await tabTasksItem.get())[tabId];
	if (known?.taskId === entry.taskId && known.sessionId === entry.sessionId && known.url === entry.url) return;
	await tabTasksItem.update((entries) => {
		const all: typeof entries = { ...entries, [tabId]: entry };
		const known = Object.entries(all).filter(([, { at }]) => entry.at - at < keptMs);
		return Object.fromEntries(known.sort(([, a], [, b]) => b.at - a.at).slice(0, keptTabs));
	});
}

/**
 * The newest task of each tab at the address it is at; an earlier task of the tab says nothing of where the tab is.
 *
 * @throws never
 */
export function placesOf(records: readonly RunRecord[], at: number): readonly TabTask[] {
	return newestOfTabs(records).flatMap(({ currentTabId, taskId, sessionId, lastUrl }) => {
		const domain = extractDomain(lastUrl ?? "");
		return taskId === null || lastUrl === null || domain === null
			? []
			: [{ tabId: currentTabId, taskId, sessionId, url: lastUrl, domain, at }];
	});
}

/** Follows each task to the address it is at, so that its chat is found again after the browser was closed. */
export async function rememberRuns(records: readonly RunRecord[]): Promise<void> {
	for (const place of placesOf(records, Date.now())) await rememberTask(place);
}
