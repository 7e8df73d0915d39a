import type { UserId } from "@webhand/contracts/ids";
import { dropAllFiles } from "../../attachments.ts";
import type { RunRecord } from "../../storage.ts";
import { lastPersonItem, modeItem, noticeSeenItem, runsItem, siteGrantsItem, tabTasksItem, trustedGrantsItem } from "../../storage.ts";

/** What outlives its person's stay: a task that runs waits for them, and one that they stopped for a server that has not heard of it. */
export function openRuns(runs: Readonly<Record<string, RunRecord>>): Record<string, RunRecord> {
	return Object.fromEntries(Object.entries(runs).filter(([, { phase, cancel }]) => phase !== "ended" || cancel === "pending"));
}

/**
 * Forgets what the person before allowed, chose, attached and did when somebody else signs in: another user, or any user of another server. Called
 * before the new sign-in counts, so that no moment shows one person's grants to another.
 */
export async function makeRoomFor(person: { readonly serverUrl: string; readonly userId: UserId }): Promise<void> {
	const last = await lastPersonItem.get();
	if (last?.serverUrl === person.serverUrl && last.userId === person.userId) return;
	await modeItem.set("careful");
	for (const item of [siteGrantsItem, trustedGrantsItem, noticeSeenItem]) await item.set([]);
	await tabTasksItem.set({});
	await runsItem.update(openRuns);
	await dropAllFiles();
	await lastPersonItem.set(person);
}
