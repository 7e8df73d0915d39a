import { ApiError } from "@webhand/client/api-error";
import { preferencesRoute, savePreferencesRoute } from "@webhand/contracts/auth/preferences";
import type { Preferences } from "../../preferences.ts";
import { defaultPreferences } from "../../preferences.ts";
import type { SignedInApi } from "../../signed-in-api.ts";
import { authItem, preferencesItem, unsentPreferencesItem } from "../../storage.ts";
import { afterSent, chosenOf, knownOf } from "./policy.ts";

const gatherMs = 1_000;
const keptOwners = 8;

/** The user's preferences in this tenant, on this device and on the server. */
export type PreferenceSync = {
	/** Changes some here at once, and tells the server a second later; without an answer it is told later. */
	readonly change: (part: Partial<Preferences>) => Promise<void>;
	/** Sends what waits. */
	readonly send: () => Promise<void>;
	/** Sends what waits, and takes what the server has: at a sign-in and after a switch. */
	readonly fetch: () => Promise<void>;
};

export function createPreferenceSync(api: SignedInApi): PreferenceSync {
	let timer: ReturnType<typeof setTimeout> | undefined;

	const exchange = (isWanted: boolean) =>
		navigator.locks.request("preferences", async () => {
			const owner = await ownerKey();
			if (owner === null) return;
			const sent = (await unsentPreferencesItem.get())[owner] ?? {};
			const hasNews = Object.keys(sent).length > 0;
			if (!hasNews && !isWanted) return;
			const asked = hasNews ? api.call(savePreferencesRoute, { body: sent }) : api.call(preferencesRoute);
			const reply = await asked.catch((error: unknown) => {
				// A refused value would be refused again.
				if (isRefused(error)) return null;
				throw error;
			});
			await unsentPreferencesItem.update((all) => withPart(all, owner, afterSent(all[owner] ?? {}, sent)));
			if (reply === null || (await ownerKey()) !== owner) return;
			const waiting = (await unsentPreferencesItem.get())[owner] ?? {};
			const before = await preferencesItem.get();
			await preferencesItem.set({ ...before, ...knownOf(reply.preferences), ...waiting });
			// Nobody has saved any yet: those of this device are the first.
			if (reply.updatedAt === null) await keep(chosenOf(before, defaultPreferences));
		});

	const keep = async (part: Partial<Preferences>) => {
		const owner = await ownerKey();
		if (owner === null || Object.keys(part).length === 0) return;
		await unsentPreferencesItem.update((all) => withPart(all, owner, { ...all[owner], ...part }));
		clearTimeout(timer);
		timer = setTimeout(() => void send(), gatherMs);
	};
	// What could not be sent stays, and is sent when the server answers again, at the next start or sign-in.
	const send = () => exchange(false).catch(() => undefined);
	return {
		change: async (part) => {
			await preferencesItem.update((before) => ({ ...before, ...part }));
			await keep(part);
		},
		send,
		fetch: () => exchange(true).catch(() => undefined),
	};
}

async function ownerKey(): Promise<string | null> {
	const auth = await authItem.get();
	return auth.kind === "token" ? `${auth.serverUrl} ${auth.user.id} ${auth.tenantId}` : null;
}

type Unsent = Readonly<Record<string, Partial<Preferences>>>;

/** The newest owners last; one with nothing to send goes. */
function withPart(all: Unsent, owner: string, part: Partial<Preferences>): Record<string, Partial<Preferences>> {
	const { [owner]: _before, ...others } = all;
	const kept = Object.fromEntries(Object.entries(others).slice(1 - keptOwners));
	return Object.keys(part).length === 0 ? kept : { ...kept, [owner]: part };
}

function isRefused(error: unknown): boolean {
	return error instanceof ApiError && [400, 413].includes(error.status);
}
