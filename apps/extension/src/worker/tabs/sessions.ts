import type { SessionId, TaskId } from "@webhand/contracts/ids";
import { tabTasksItem } from "../../storage.ts";

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

/** The chat to continue in a tab: its last one, while it shows the same site. */
export async function sessionOfTab({ tabId, domain }: Pick<TabTask, "tabId" | "domain">): Promise<SessionId | null> {
	const entry = (await tabTasksItem.get())[tabId];
	return entry !== undefined && entry.domain === domain ? entry.sessionId : null;
}

/** Stores the newest task of a tab and drops the oldest entries. */
export async function rememberTask({ tabId, ...entry }: TabTask): Promise<void> {
	await tabTasksItem.update((entries) => {
		const all: typeof entries = { ...entries, [tabId]: entry };
		const known = Object.entries(all).filter(([, { at }]) => entry.at - at < keptMs);
		return Object.fromEntries(known.sort(([, a], [, b]) => b.at - a.at).slice(0, keptTabs));
	});
}
