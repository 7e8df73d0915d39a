import { z } from "zod";
import { Mode } from "../agent/task.ts";
import { defineRoute } from "../routes.ts";

/** Preferences that this server knows; each may be absent. `mode` is the most that the panel starts with: it lowers, and never raises. */
export const KnownPreferences = z.object({
	theme: z.enum(["light", "dark", "system"]),
	density: z.enum(["comfortable", "compact"]),
	language: z
		.string()
		.max(35)
		.regex(/^[A-Za-z]{2,8}(-[A-Za-z0-9]{1,8})*$/, "must be a language tag such as en or de-CH"),
	mode: Mode,
	notifyOnFinish: z.boolean(),
	mailWhenWaiting: z.boolean(),
	showThinking: z.boolean(),
	autoApproveWrites: z.boolean(),
	autoApproveExec: z.boolean(),
	serverToolsNoticeSeen: z.boolean(),
});
export type KnownPreferences = z.infer<typeof KnownPreferences>;

const maxValueBytes = 1_024;
const isKnown = (key: string): key is keyof typeof KnownPreferences.shape => Object.hasOwn(KnownPreferences.shape, key);

/**
 * Preferences to merge key by key; `null` removes one. A newer extension may save keys that this server does not know: letters, digits, `_`
 * and `-`, a JSON value of at most 1 KB.
 */
export const PreferenceChange = z
	.record(z.string().regex(/^[a-z][A-Za-z0-9_-]{0,63}$/, "must be a key such as showThinking"), z.json())
	.superRefine((given, context) => {
		for (const [key, value] of Object.entries(given)) {
			if (value === null) continue;
			const result = isKnown(key) ? KnownPreferences.shape[key].safeParse(value) : undefined;
			if (result?.success === false)
				context.addIssue({ code: "custom", path: [key], message: result.error.issues[0]?.message ?? "is wrong" });
			if (new TextEncoder().encode(JSON.stringify(value)).length > maxValueBytes)
				context.addIssue({ code: "custom", path: [key], message: "must be at most 1 KB" });
		}
	});
export type PreferenceChange = z.infer<typeof PreferenceChange>;

/** All preferences of the user in this tenant. `updatedAt` is null before the first save. */
export const PreferencesReply = z.object({ preferences: z.record(z.string(), z.json()), updatedAt: z.iso.datetime().nullable() });
export type PreferencesReply = z.infer<typeof PreferencesReply>;

export const preferencesRoute = defineRoute({
	service: "auth",
	method: "GET",
	path: "/api/v1/user/preferences",
	summary: "The user's preferences in this tenant",
	description: "The user's preferences in this tenant.",
	reply: PreferencesReply,
});

type Values = Readonly<Record<string, unknown>>;
const isObject = (given: unknown): given is Values => typeof given === "object" && given !== null && !Array.isArray(given);

/** A body with `preferences` is what the GET route gives, whose `updatedAt` says nothing here; any other one is the map itself. */
const SavedPreferences = z.preprocess((body, context) => {
	if (!isObject(body) || !Object.hasOwn(body, "preferences")) return body;
	const { preferences, updatedAt: _updatedAt, ...others } = body;
	if (!isObject(preferences))
		context.addIssue({ code: "custom", path: ["preferences"], message: "must be an object with the preferences by name" });
	for (const key of Object.keys(others)) context.addIssue({ code: "custom", path: [key], message: "must not stand beside preferences" });
	return preferences;
}, PreferenceChange);

export const savePreferencesRoute = defineRoute({
	service: "auth",
	method: "POST",
	path: "/api/v1/user/preferences",
	summary: "Save preferences",
	description: "Saves preferences: `{ preferences: {…} }`, or the map itself. At most 100 keys and 16 KB in all.",
	bodyLimit: 32_768,
	body: SavedPreferences,
	reply: PreferencesReply,
	errors: ["PAYLOAD_TOO_LARGE"],
});
