import { InteractRequest } from "@webhand/contracts/agent/interact";
import { Mode } from "@webhand/contracts/agent/task";
import { LoginReply } from "@webhand/contracts/auth/sign-in";
import { SessionId, TaskId, UserId } from "@webhand/contracts/ids";
import { z } from "zod";
import { SiteGrant } from "./panel-state.ts";
import { RunRecord } from "./run-record.ts";
import { defineItem } from "./stored-item.ts";

const defaultServerUrl = "http://127.0.0.1:8787";

/** Origin of the server without a final slash. Changing it signs out. */
export const serverUrlItem = defineItem({ area: "local", key: "serverUrl", version: 1, schema: z.string(), fallback: defaultServerUrl });

/** The sign-in, bound to its server, or the reason for having none. */
export const StoredAuth = z.discriminatedUnion("kind", [
	z.object({ kind: z.literal("none"), reason: z.enum(["never", "signed_out", "expired", "other_server"]) }),
	z.object({ kind: z.literal("token"), serverUrl: z.string(), ...LoginReply.shape }),
]);
export type StoredAuth = z.infer<typeof StoredAuth>;

/** Cleared at sign-out, a 401, `expiresAt`, and a change of server. */
export const authItem = defineItem({
	area: "local",
	key: "auth",
	version: 1,
	schema: StoredAuth,
	fallback: { kind: "none", reason: "never" },
});

/** The theme also stands in `localStorage`, which `theme-boot.js` reads before the first paint. */
const Preferences = z.object({
	theme: z.enum(["light", "dark", "system"]),
	density: z.enum(["comfortable", "compact"]),
	showThinking: z.boolean(),
});

export const preferencesItem = defineItem({
	area: "local",
	key: "preferences",
	version: 1,
	schema: Preferences,
	fallback: { theme: "system", density: "comfortable", showThinking: false },
});

/** `expiresAt` of the sign-in confirmed since the browser started, so a restarted worker need not ask again. */
export const confirmedSignInItem = defineItem({ area: "session", key: "confirmedSignIn", version: 1, schema: z.string(), fallback: "" });

const TabTaskV1 = z.object({ taskId: TaskId.nullable(), sessionId: SessionId, url: z.string(), at: z.number() });
const TabTask = TabTaskV1.extend({ domain: z.string() });

/** Version 2 adds each entry's domain; an entry with an unreadable address is dropped. */
function tabTasksWithDomain(value: unknown): unknown {
	const entries = Object.entries(z.record(z.string(), TabTaskV1).parse(value)).filter(([, entry]) => URL.canParse(entry.url));
	return Object.fromEntries(entries.map(([tabId, entry]) => [tabId, { ...entry, domain: new URL(entry.url).hostname }]));
}

/** The last task and chat of a tab: at most 50, for 7 days. */
export const tabTasksItem = defineItem({
	area: "local",
	key: "tabTasks",
	version: 2,
	schema: z.record(z.string(), TabTask),
	fallback: {},
	migrations: { 2: tabTasksWithDomain },
});

/** Always allowed domains, newest last, at most 500. */
export const siteGrantsItem = defineItem({ area: "local", key: "siteGrants", version: 1, schema: z.array(SiteGrant), fallback: [] });

/** Domains with always allowed trusted input, newest last, at most 500. */
export const trustedGrantsItem = defineItem({ area: "local", key: "trustedGrants", version: 1, schema: z.array(SiteGrant), fallback: [] });

/** Domains whose knowledge notice was closed for good, newest last, at most 500. */
export const noticeSeenItem = defineItem({ area: "local", key: "noticeSeen", version: 1, schema: z.array(z.string()), fallback: [] });

/** The owner of the items here. It outlives the sign-out; null before the first sign-in. The key is older than the name. */
export const lastUserItem = defineItem({
	area: "local",
	key: "lastPerson",
	version: 1,
	schema: z.object({ serverUrl: z.string(), userId: UserId }).nullable(),
	fallback: null,
});

/** Autonomous mode ends with the browser. */
export const modeItem = defineItem({ area: "session", key: "mode", version: 1, schema: Mode, fallback: "careful" });

/** Runs by tab, at most four of them running. */
export const runsItem = defineItem({ area: "session", key: "runs", version: 1, schema: z.record(z.string(), RunRecord), fallback: {} });

/** The request without a reply, by run: a retry sends the same bytes under the same key. */
export const bodiesItem = defineItem({
	area: "session",
	key: "bodies",
	version: 1,
	schema: z.record(z.string(), z.object({ key: z.string(), body: InteractRequest })),
	fallback: {},
});
