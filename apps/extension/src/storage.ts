import { Guard, InteractRequest, Question, Warning } from "@webhand/contracts/agent/interact";
import { Mode, OrchestratorStatus, Plan } from "@webhand/contracts/agent/task";
import { LoginReply } from "@webhand/contracts/auth/sign-in";
import { SessionId, TaskId, TenantId, UserId } from "@webhand/contracts/ids";
import { z } from "zod";
import { Attachment } from "./attachments.ts";
import { ActResult } from "./page/messages.ts";
import { CostView, RunWait, SiteGrant, StepView } from "./panel-state.ts";
import { defineItem } from "./storage/item.ts";

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
	fallback: { theme: "system", density: "comfortable", showThinking: true },
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

const Report = InteractRequest.pick({
	lastActionStatus: true,
	lastActionError: true,
	lastActionResult: true,
	domChanges: true,
	clientObservations: true,
});
/** What the next request reports of the last action. */
export type Report = z.infer<typeof Report>;

/** An action that may have begun. It is written before the page gets the action, so no worker sends it twice. */
export const Intent = z.object({
	actionId: z.string(),
	/** A document of a frame, or the worker itself (navigation, tabs). */
	at: z.discriminatedUnion("kind", [
		z.object({ kind: z.literal("page"), frameId: z.number().int(), documentId: z.string(), docEpoch: z.string() }),
		z.object({ kind: z.literal("worker") }),
	]),
});
export type Intent = z.infer<typeof Intent>;

/** The part of a reply that is still to be done. */
const PendingReply = z.object({
	stepIndex: z.number().int().nonnegative(),
	actions: z.array(z.object({ action: z.string(), guard: Guard.optional() })).min(1),
	/** Index of the next of `actions`. */
	part: z.number().int().nonnegative(),
	/** Results of the actions before it, in order. */
	results: z.array(ActResult),
	/** The action had no effect with synthetic input and is repeated with trusted input. */
	isTrusted: z.boolean().optional(),
});

/** A block of element ids and its document; a document may have several. */
export const FrameRef = z.object({
	frameId: z.number().int(),
	documentId: z.string(),
	docEpoch: z.string(),
	firstId: z.number().int(),
	lastId: z.number().int(),
});
export type FrameRef = z.infer<typeof FrameRef>;

/**
 * A task and its state: all that a new worker needs to continue. Written before each phase begins. `key`: idempotency key of the step
 * under way. `resumeAt` (ms) delays `look` after `wait(s)`. `sites` and `refused`: domains the user allowed and refused for this task.
 */
export const RunRecord = z.object({
	runKey: z.string(),
	owner: z.object({ userId: UserId, tenantId: TenantId }),
	/** The tab it began in, and the one it works in now. */
	tabId: z.number().int(),
	currentTabId: z.number().int(),
	tabs: z.array(z.number().int()),
	windowId: z.number().int(),
	/** The tab group. */
	groupId: z.number().int().nullable().default(null),
	taskId: TaskId.nullable(),
	sessionId: SessionId,
	query: z.string(),
	sites: z.array(z.string()),
	refused: z.array(z.string()),
	phase: z.enum(["look", "post", "act", "settle", "ended"]),
	end: z.enum(["completed", "failed", "stopped"]).nullable(),
	wait: RunWait.nullable(),
	resumeAt: z.number().nullable(),
	/** Failed attempts at the current step, and the time of the first. */
	attempts: z.object({ count: z.number().int(), since: z.number() }),
	/** STALE_STEP replies in a row. */
	staleInRow: z.number().int(),
	key: z.string().nullable(),
	pending: PendingReply.nullable(),
	intent: Intent.nullable(),
	/** When the step's actions began (ms) and in which documents, until the page is read again. */
	acted: z
		.object({ at: z.number(), documentIds: z.array(z.string()) })
		.nullable()
		.default(null),
	report: Report.nullable(),
	/** The page was read before it settled. */
	isPending: z.boolean(),
	/** The documents read last, the top one first. */
	frames: z.array(FrameRef),
	/** The highest element id given out; new documents get ids after it. */
	highestId: z.number().int().default(0),
	/** The last action with synthetic input, until its effect is known; `deadBefore` counts its repeats without effect. */
	lastAct: z
		.object({
			stepIndex: z.number().int().nonnegative(),
			action: z.string(),
			guard: Guard.optional(),
			deadBefore: z.number().int().nonnegative(),
			result: ActResult,
		})
		.nullable()
		.default(null),
	/** The page showed a dialog during the current action. */
	hadDialog: z.boolean().default(false),
	/** Name of a download that began since the action. */
	download: z.string().nullable().default(null),
	/** The page keeps removing the overlay. */
	isUnmarked: z.boolean().default(false),
	/** Files that the user attached. */
	files: z.array(Attachment).default([]),
	/** Domains where this task may, and must not, use trusted input. */
	trusted: z.object({ sites: z.array(z.string()), refused: z.array(z.string()) }).default({ sites: [], refused: [] }),
	/** The text of the task's own Control+C; the system's clipboard is never touched. */
	clipboard: z.string().nullable(),
	/** Address of the page that the last action was decided on. */
	lastUrl: z.string().nullable(),
	cancel: z.enum(["none", "pending", "done"]),
	status: OrchestratorStatus.nullable(),
	plan: Plan.nullable(),
	stepIndex: z.number().int().nullable(),
	maxSteps: z.number().int(),
	steps: z.array(StepView),
	notes: z.array(z.object({ text: z.string(), at: z.number() })),
	question: Question.nullable(),
	missingInformation: z.array(z.string()),
	answer: z.string().nullable(),
	failure: z.object({ category: z.string(), message: z.string(), requestId: z.string().optional() }).nullable(),
	hasOrgKnowledge: z.boolean().optional(),
	warnings: z.array(Warning),
	cost: CostView.nullable(),
	startedAt: z.number(),
	endedAt: z.number().nullable(),
});
export type RunRecord = z.infer<typeof RunRecord>;

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
