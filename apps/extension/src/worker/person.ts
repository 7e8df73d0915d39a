import type { UserId } from "@webhand/contracts/ids";
import { dropAllFiles } from "../attachments.ts";
import { lastPersonItem, modeItem, noticeSeenItem, siteGrantsItem, tabTasksItem, trustedGrantsItem } from "../storage.ts";

/**
 * Forgets what the person before allowed, chose and attached when somebody else signs in: another user, or any user of another server. Called
 * before the new sign-in counts, so that no moment shows one person's grants to another.
 */
export async function makeRoomFor(person: { readonly serverUrl: string; readonly userId: UserId }): Promise<void> {
	const last = await lastPersonItem.get();
	if (last?.serverUrl === person.serverUrl && last.userId === person.userId) return;
	await modeItem.set("careful");
	for (const item of [siteGrantsItem, trustedGrantsItem, noticeSeenItem]) await item.set([]);
	await tabTasksItem.set({});
	await dropAllFiles();
	await lastPersonItem.set(person);
}
