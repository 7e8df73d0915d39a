import { dropAllFiles } from "../../attachments.ts";
import { defaultPreferences } from "../../preferences.ts";
import type { RunRecord } from "../../run-record.ts";
import type { Owner, Shelved } from "../../storage.ts";
import {
	authItem,
	cursorsItem,
	draftsItem,
	logItem,
	modeItem,
	noticeSeenItem,
	offeredItem,
	outboxItem,
	ownerItem,
	playsItem,
	preferencesItem,
	recordingItem,
	runsItem,
	sessionCacheItem,
	shelfItem,
	siteGrantsItem,
	tabTasksItem,
	trustedGrantsItem,
} from "../../storage.ts";

const nothing: Shelved = { siteGrants: [], trustedGrants: [], noticeSeen: [], preferences: defaultPreferences };
const keptTenants = 20;

/** Runs that are still running, or whose stop the server has not heard of. */
export function unfinishedRuns(runs: Readonly<Record<string, RunRecord>>): Record<string, RunRecord> {
	return Object.fromEntries(Object.entries(runs).filter(([, { phase, cancel }]) => phase !== "ended" || cancel === "pending"));
}

/**
 * Makes the stored items those of an owner, before the new sign-in counts, so nobody sees another's data. Site grants, notices and
 * preferences go on a shelf, where the same user finds them again after a switch back; everything else is forgotten. A worker that dies in
 * between loses data and mixes none.
 */
export async function becomeOwner(next: Owner & { readonly tenantId: string }, dropFiles = dropAllFiles): Promise<void> {
	const before = await ownerItem.get();
	const isSameUser = before?.serverUrl === next.serverUrl && before.userId === next.userId;
	if (isSameUser && before.tenantId === next.tenantId) return;
	// Before version 2 of the owner nobody wrote down the tenant.
	if (isSameUser && before.tenantId === null) return await ownerItem.set(next);
	const shelf = isSameUser && before.tenantId !== null ? { ...(await shelfItem.get()), [before.tenantId]: await ownNow() } : {};
	await shelfItem.set(Object.fromEntries(Object.entries(shelf).slice(-keptTenants)));
	const first = before === null ? await preferencesItem.get() : null;
	await forget();
	await dropFiles();
	await ownerItem.set(next);
	// Lines of the owner before may have come in meanwhile; later ones are dropped.
	await logItem.set([]);
	const found = shelf[next.tenantId];
	if (found !== undefined) await restore(found);
	// What was set before the first sign-in on this device stays.
	if (first !== null) await preferencesItem.set(first);
}

/** Settles the items of a sign-in whose worker died before it was done. */
export async function settleOwner(): Promise<void> {
	const auth = await authItem.get();
	if (auth.kind === "token") await becomeOwner({ serverUrl: auth.serverUrl, userId: auth.user.id, tenantId: auth.tenantId });
}

async function ownNow(): Promise<Shelved> {
	const [siteGrants, trustedGrants, noticeSeen, preferences] = await Promise.all([
		siteGrantsItem.get(),
		trustedGrantsItem.get(),
		noticeSeenItem.get(),
		preferencesItem.get(),
	]);
	return { siteGrants, trustedGrants, noticeSeen, preferences };
}

async function restore({ siteGrants, trustedGrants, noticeSeen, preferences }: Shelved): Promise<void> {
	await siteGrantsItem.set(siteGrants);
	await trustedGrantsItem.set(trustedGrants);
	await noticeSeenItem.set(noticeSeen);
	await preferencesItem.set(preferences);
}

async function forget(): Promise<void> {
	await modeItem.set("careful");
	await restore(nothing);
	await tabTasksItem.set({});
	await draftsItem.set({});
	await cursorsItem.set({});
	await logItem.set([]);
	await offeredItem.set([]);
	await sessionCacheItem.set({ at: 0, sessions: [] });
	await outboxItem.set([]);
	await recordingItem.set(null);
	await playsItem.set({});
	await runsItem.update(unfinishedRuns);
}
