import type { Browser } from "wxt/browser";
import { browser } from "wxt/browser";
import type { RunRecord } from "../../run-record.ts";
import type { RunStore } from "../run/store.ts";

type Color = "blue" | "yellow" | "green" | "red";

const shownMs = 5_000;
const againMs = 1_000;
const title = "Webhand";

/**
 * The tab group of a run.
 *
 * @param now ms since the epoch
 * @returns the colour, and when the group ends (ms since the epoch) where known; null for no group
 * @throws never
 */
export function groupOf(
	record: Pick<RunRecord, "end" | "wait" | "endedAt">,
	now: number,
): { readonly color: Color; readonly until: number | null } | null {
	const { end, wait, endedAt } = record;
	if (end === "stopped") return null;
	if (end === null) return { color: wait === null || wait.kind === "busy" ? "blue" : "yellow", until: null };
	const until = (endedAt ?? 0) + shownMs;
	return now < until ? { color: end === "completed" ? "green" : "red", until } : null;
}

export type GroupDeps = {
	readonly runs: Pick<RunStore, "list" | "apply">;
	readonly now: () => number;
	/** Gets errors that the user's own tab moves do not explain. */
	readonly onError: (error: unknown) => void;
};

/** Draws the group of a run from its record, one change after the other, and only what is new. */
export function createGroups({ runs, now, onError }: GroupDeps): (record: RunRecord) => Promise<void> {
	const drawn = new Map<string, string>();
	const lookOf = (record: RunRecord) => JSON.stringify([groupOf(record, now())?.color, record.tabs]);

	async function draw(runKey: string): Promise<void> {
		const known = await runs.list();
		const record = known.find((run) => run.runKey === runKey);
		if (record === undefined) return;
		drawn.set(runKey, lookOf(record));
		const group = groupOf(record, now());
		if (group === null) {
			// The next task of the tab keeps the group.
			const isTaken = known.some((other) => other.phase !== "ended" && other.groupId === record.groupId);
			if (!isTaken) await letGo(record);
			// The group is the next task's or the user's by then.
			if (record.groupId !== null) await runs.apply(record, { kind: "grouped", groupId: null });
			return;
		}
		const groupId = await gather(record);
		if (groupId !== record.groupId) await runs.apply(record, { kind: "grouped", groupId });
		if (groupId !== null) await browser.tabGroups.update(groupId, { title, color: group.color });
		if (group.until !== null) setTimeout(() => void show(record), group.until - now());
	}

	async function show(record: RunRecord): Promise<void> {
		if (drawn.get(record.runKey) === lookOf(record)) return;
		await navigator.locks.request(`group:${record.runKey}`, () => draw(record.runKey).catch((error: unknown) => missed(record, error)));
	}

	function missed(record: RunRecord, error: unknown): void {
		drawn.delete(record.runKey);
		const message = error instanceof Error ? error.message : String(error);
		if (dragged.test(message)) setTimeout(() => void show(record), againMs);
		else if (!gone.test(message)) onError(error);
	}
	return show;
}

/** Chrome's messages. A closed tab has its own event; a dragged tab can be grouped after the drop. */
const gone = /^No (tab|group) with id/i;
const dragged = /cannot be edited right now/i;

async function letGo({ groupId, tabs }: RunRecord): Promise<void> {
	if (groupId === null) return;
	const grouped = (await browser.tabs.query({ groupId })).flatMap(({ id }) => (id !== undefined && tabs.includes(id) ? [id] : []));
	const [first, ...more] = grouped;
	if (first !== undefined) await browser.tabs.ungroup([first, ...more]);
}

/** Groups the tabs of a run. Tabs in another window, in the user's own group, or pinned stay where they are. */
async function gather({ groupId, tabs, windowId }: RunRecord): Promise<number | null> {
	const group = groupId === null ? null : await browser.tabGroups.get(groupId).catch(() => null);
	const place = group?.windowId ?? windowId;
	const known = await Promise.all(tabs.map((tab) => browser.tabs.get(tab).catch(() => null)));
	const isFree = (tab: Browser.tabs.Tab) => tab.groupId === -1 && tab.windowId === place && !tab.pinned;
	const free = known.flatMap((tab) => (tab?.id !== undefined && isFree(tab) ? [tab.id] : []));
	const [first, ...more] = free;
	if (first === undefined) return group?.id ?? null;
	const into = group === null ? { createProperties: { windowId: place } } : { groupId: group.id };
	return browser.tabs.group({ tabIds: [first, ...more], ...into });
}
