import type { PreferencesReply } from "@webhand/contracts/auth/preferences";
import { preferencesRoute, savePreferencesRoute } from "@webhand/contracts/auth/preferences";
import { addRoute } from "@webhand/service-kit/routes";
import type { FastifyInstance } from "fastify";
import type { PreferenceStore, Saved } from "./store.ts";

/** What these routes need. */
export type PreferenceDeps = { readonly preferences: PreferenceStore; readonly now: () => Date };

/** GET and POST /api/v1/user/preferences */
export function addPreferences(app: FastifyInstance, { preferences, now }: PreferenceDeps): void {
	addRoute(app, preferencesRoute, async ({ identity }) => replyOf(await preferences.get(identity)));
	addRoute(app, savePreferencesRoute, async ({ identity, body }) => replyOf(await preferences.merge(identity, body, now())));
}

function replyOf(saved: Saved | null): PreferencesReply {
	const entries = Object.entries(saved?.values ?? {}).map(([key, text]) => [key, JSON.parse(text)] as const);
	return { preferences: Object.fromEntries(entries), updatedAt: saved?.updatedAt.toISOString() ?? null };
}
