import { InteractRequest } from "@webhand/contracts/agent/interact";
import { AnswerRequest } from "@webhand/contracts/agent/runs";
import { Mode } from "@webhand/contracts/agent/task";
import { Enrolment, Ticket } from "@webhand/contracts/auth/second-factor";
import { LoginReply } from "@webhand/contracts/auth/sign-in";
import { Session } from "@webhand/contracts/chat/sessions";
import { SessionId, TaskId, TenantId, UserId } from "@webhand/contracts/ids";
import { extractDomain } from "@webhand/page/site";
import { z } from "zod";
import { LogLine, ProviderFailed, RecoveryCodes, SiteGrant } from "./panel-state.ts";
import {
	addedInVersion2,
	addedInVersion3,
	addedInVersion4,
	addedInVersion5,
	addedInVersion6,
	defaultPreferences,
	PreferencePart,
	Preferences,
} from "./preferences.ts";
import { RecordingRecord } from "./recording-record.ts";
import { RoutinePlay } from "./routine-play.ts";
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

/** Chosen once, so that the server knows this browser again: others' failed sign-ins do not delay its user. "" before the first sign-in. */
export const deviceItem = defineItem({ area: "local", key: "device", version: 1, schema: z.string(), fallback: "" });

/** The step of a sign-in that is under way. `until` (ms): its ticket ends. `back`: the tab to show again. It holds tickets, so it is kept in memory. */
export const SignInStep = z.discriminatedUnion("kind", [
	z.object({ kind: z.literal("none") }),
	z.object({
		kind: z.literal("provider"),
		serverUrl: z.string(),
		email: z.string(),
		ticket: Ticket,
		tabId: z.number().int(),
		back: z.number().int().nullable(),
		returnOrigin: z.string(),
		until: z.number(),
	}),
	ProviderFailed,
	z.object({
		kind: z.literal("second_factor"),
		serverUrl: z.string(),
		ticket: Ticket,
		isEnrolled: z.boolean(),
		enrolment: Enrolment.nullable(),
	}),
	RecoveryCodes,
]);
export type SignInStep = z.infer<typeof SignInStep>;

export const signInStepItem = defineItem({
	area: "session",
	key: "signInStep",
	version: 1,
	schema: SignInStep,
	fallback: { kind: "none" },
});

/** Version 2 adds `notifyOnFinish` and `mode`. */
export function preferencesWithMode(value: unknown): unknown {
	return { ...addedInVersion2, ...z.looseObject({}).parse(value) };
}

/** Version 3 adds `serverToolsNoticeSeen`. */
export function preferencesWithNotice(value: unknown): unknown {
	return { ...addedInVersion3, ...z.looseObject({}).parse(value) };
}

/** Version 4 adds `autoApproveWrites` and `autoApproveExec`. */
export function preferencesWithApprovals(value: unknown): unknown {
	return { ...addedInVersion4, ...z.looseObject({}).parse(value) };
}

/** Version 5 adds `mailWhenWaiting`. */
export function preferencesWithMail(value: unknown): unknown {
	return { ...addedInVersion5, ...z.looseObject({}).parse(value) };
}

/** Version 6 adds `language`. */
export function preferencesWithLanguage(value: unknown): unknown {
	return { ...addedInVersion6, ...z.looseObject({}).parse(value) };
}

export const preferencesItem = defineItem({
	area: "local",
	key: "preferences",
	version: 6,
	schema: Preferences,
	fallback: defaultPreferences,
	migrations: {
		2: preferencesWithMode,
		3: preferencesWithNotice,
		4: preferencesWithApprovals,
		5: preferencesWithMail,
		6: preferencesWithLanguage,
	},
});

/** Preferences that the server has not taken yet, by owner. */
export const unsentPreferencesItem = defineItem({
	area: "local",
	key: "unsentPreferences",
	version: 1,
	schema: z.record(z.string(), PreferencePart),
	fallback: {},
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

/** A user of a tenant of a server, who owns the items here. */
const Owner = z.object({ serverUrl: z.string(), userId: UserId, tenantId: TenantId.nullable() });
export type Owner = z.infer<typeof Owner>;

/** Version 2 adds the tenant, which is unknown (null) until the next sign-in. */
export function ownerWithTenant(value: unknown): unknown {
	return value === null ? null : { tenantId: null, ...z.looseObject({}).parse(value) };
}

/** The owner of the items here. It outlives the sign-out; null before the first sign-in. The key is older than the name. */
export const ownerItem = defineItem({
	area: "local",
	key: "lastPerson",
	version: 2,
	schema: Owner.nullable(),
	fallback: null,
	migrations: { 2: ownerWithTenant },
});

/** What the owner's other tenants find again after a switch; another user finds nothing. */
export const Shelved = z.object({
	siteGrants: z.array(SiteGrant),
	trustedGrants: z.array(SiteGrant),
	noticeSeen: z.array(z.string()),
	preferences: Preferences,
});
export type Shelved = z.infer<typeof Shelved>;

/** Shelved preferences of the next version. */
const shelfWith = (next: (preferences: unknown) => unknown) => (value: unknown) => {
	const shelf = z.record(z.string(), z.looseObject({ preferences: z.unknown() })).parse(value);
	return Object.fromEntries(
		Object.entries(shelf).map(([tenantId, shelved]) => [tenantId, { ...shelved, preferences: next(shelved.preferences) }]),
	);
};

/** Version 2 has the preferences of version 3. */
export const shelfWithNotice = shelfWith(preferencesWithNotice);
/** Version 3 has the preferences of version 4. */
export const shelfWithApprovals = shelfWith(preferencesWithApprovals);

/** Version 4 has the preferences of version 5. */
export const shelfWithMail = shelfWith(preferencesWithMail);

/** Version 5 has the preferences of version 6. */
export const shelfWithLanguage = shelfWith(preferencesWithLanguage);

export const shelfItem = defineItem({
	area: "local",
	key: "shelf",
	version: 5,
	schema: z.record(z.string(), Shelved),
	fallback: {},
	migrations: { 2: shelfWithNotice, 3: shelfWithApprovals, 4: shelfWithMail, 5: shelfWithLanguage },
});

/** Autonomous mode ends with the browser. */
export const modeItem = defineItem({ area: "session", key: "mode", version: 1, schema: Mode, fallback: "careful" });

/** Runs by tab, at most four of them running. */
export const runsItem = defineItem({ area: "session", key: "runs", version: 1, schema: z.record(z.string(), RunRecord), fallback: {} });

/** The one recording of this browser, null for none. It holds what the person typed, so it is kept in memory. */
export const recordingItem = defineItem({
	area: "session",
	key: "recording",
	version: 1,
	schema: RecordingRecord.nullable(),
	fallback: null,
});

/** Runs of routines that this browser does, by the run's id. */
export const playsItem = defineItem({ area: "session", key: "plays", version: 1, schema: z.record(z.string(), RoutinePlay), fallback: {} });

/** When somebody asked Chrome's menu or keyboard for the routines of a window: its panel shows them. */
export const routinesWishItem = defineItem({
	area: "session",
	key: "routinesWish",
	version: 1,
	schema: z.object({ windowId: z.number().int(), at: z.number() }).nullable(),
	fallback: null,
});

/** The name under which this browser takes rows of runs; it outlives the browser, so that a row under way is given to it again. */
export const rowTakerItem = defineItem({ area: "local", key: "rowTaker", version: 1, schema: z.string(), fallback: "" });

/**
 * The runner that this browser is enrolled as, with what gets it new access tokens; null in the browser of a person. From `renewAt` (ms) on a
 * new one is due.
 */
export const runnerItem = defineItem({
	area: "local",
	key: "runner",
	version: 1,
	schema: z
		.object({
			serverUrl: z.string(),
			secret: z.string(),
			name: z.string(),
			labels: z.array(z.string()),
			capacity: z.number().int().positive(),
			renewAt: z.number(),
		})
		.nullable(),
	fallback: null,
});

/**
 * What the process of a runner asked last; null until it did, since the browser started. `told`: the last word to the server, and when (ms).
 * `problem`: why the server gives no work.
 */
export const runnerDutyItem = defineItem({
	area: "session",
	key: "runnerDuty",
	version: 1,
	schema: z
		.object({
			isDraining: z.boolean(),
			lastTakeAt: z.iso.datetime().nullable(),
			told: z.object({ text: z.string(), at: z.number() }).nullable(),
			problem: z.string().nullable(),
		})
		.nullable(),
	fallback: null,
});

/** The request without a reply, by run: a retry sends the same bytes under the same key. */
export const bodiesItem = defineItem({
	area: "session",
	key: "bodies",
	version: 1,
	schema: z.record(z.string(), z.object({ key: z.string(), body: InteractRequest })),
	fallback: {},
});

/** What the user said to a task and the server has not taken yet. `id` is its idempotency key; `next` (ms) delays the next attempt, `refused` is the server's code. */
export const OutboxEntry = z.object({
	id: z.string(),
	owner: z.object({ userId: UserId, tenantId: TenantId }),
	taskId: TaskId,
	body: AnswerRequest,
	text: z.string(),
	at: z.number(),
	attempts: z.number().int(),
	next: z.number(),
	refused: z.string().optional(),
});
export type OutboxEntry = z.infer<typeof OutboxEntry>;

/** An answer may hold a secret, so it is kept in memory, never on the disk. */
export const outboxItem = defineItem({ area: "session", key: "outbox", version: 1, schema: z.array(OutboxEntry), fallback: [] });

/** The number of the last event that was applied, by chat. */
export const cursorsItem = defineItem({
	area: "session",
	key: "cursors",
	version: 1,
	schema: z.record(z.string(), z.number()),
	fallback: {},
});

/** Unsent text by chat, and by site for a chat that does not exist yet. */
export const draftsItem = defineItem({
	area: "session",
	key: "drafts",
	version: 1,
	schema: z.record(z.string(), z.string()),
	fallback: {},
});

/** The newest lines of the live log, oldest first. */
export const logItem = defineItem({ area: "session", key: "log", version: 1, schema: z.array(LogLine), fallback: [] });

/** Ids of what waits for the person and was told to them. */
export const toldWaitingItem = defineItem({ area: "session", key: "toldWaiting", version: 1, schema: z.array(z.string()), fallback: [] });

/** Tasks that the user was offered to continue since the browser started. */
export const offeredItem = defineItem({ area: "session", key: "offered", version: 1, schema: z.array(TaskId), fallback: [] });

/** Version 2 takes the domain of a chat from its address where it has none (spec 001 §2); an unreadable row is dropped, never the list. */
function sessionsWithDomain(value: unknown): unknown {
	const { at, sessions } = z.object({ at: z.number(), sessions: z.array(z.unknown()) }).parse(value);
	return { at, sessions: sessions.flatMap((row) => withDomain(row) ?? []) };
}

function withDomain(row: unknown): Session | null {
	const read = Session.safeParse({ isRenamed: false, messageCount: 0, status: "active", ...(typeof row === "object" ? row : {}) });
	if (!read.success) return null;
	const domain = read.data.domain ?? extractDomain(read.data.url);
	return domain === null ? read.data : { ...read.data, domain };
}

/** The drawer's last list, at most 100, to paint while offline. `at`: when it was read. */
export const sessionCacheItem = defineItem({
	area: "local",
	key: "sessionCache",
	version: 2,
	schema: z.object({ at: z.number(), sessions: z.array(Session) }),
	fallback: { at: 0, sessions: [] },
	migrations: { 2: sessionsWithDomain },
});
