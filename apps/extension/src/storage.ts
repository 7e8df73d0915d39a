import { Guard, InteractRequest, Question, Warning } from "@webhand/contracts/agent/interact";
import { Mode, OrchestratorStatus, Plan } from "@webhand/contracts/agent/task";
import { LoginReply } from "@webhand/contracts/auth/sign-in";
import { SessionId, TaskId, TenantId, UserId } from "@webhand/contracts/ids";
import { z } from "zod";
import { Attachment } from "./attachments.ts";
import { ActResult } from "./page/messages.ts";
import { CostView, RunWait, SiteGrant, StepView } from "./panel-state.ts";
import { defineItem } from "./storage/item.ts";

/** Where the gateway answers; see `parseServerUrl` for what may stand here. */
const defaultServerUrl = "http://127.0.0.1:8787";

/** Origin of the server, without a slash at the end. Changing it signs out. */
export const serverUrlItem = defineItem({ area: "local", key: "serverUrl", version: 1, schema: z.string(), fallback: defaultServerUrl });

/** The sign-in: bound to the server that gave it. `reason` says why there is none. */
export const StoredAuth = z.discriminatedUnion("kind", [
	z.object({ kind: z.literal("none"), reason: z.enum(["never", "signed_out", "expired", "other_server"]) }),
	z.object({ kind: z.literal("token"), serverUrl: z.string(), ...LoginReply.shape }),
]);
export type StoredAuth = z.infer<typeof StoredAuth>;

/** Cleared at sign-out, at a 401, when `expiresAt` has passed, and with another server. */
export const authItem = defineItem({
	area: "local",
	key: "auth",
	version: 1,
	schema: StoredAuth,
	fallback: { kind: "none", reason: "never" },
});

/** How the panel looks and what it shows; the theme also stands in `localStorage`, since `theme-boot.js` reads it before first paint. */
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

/** `expiresAt` of the sign-in that the server confirmed since the browser started, so that a restarted worker need not ask again. */
export const confirmedSignInItem = defineItem({ area: "session", key: "confirmedSignIn", version: 1, schema: z.string(), fallback: "" });

const TabTaskV1 = z.object({ taskId: TaskId.nullable(), sessionId: SessionId, url: z.string(), at: z.number() });
const TabTask = TabTaskV1.extend({ domain: z.string() });

/** Version 2 knows each entry's domain; an entry whose address cannot be read is dropped. */
function tabTasksWithDomain(value: unknown): unknown {
	const entries = Object.entries(z.record(z.string(), TabTaskV1).parse(value)).filter(([, entry]) => URL.canParse(entry.url));
	return Object.fromEntries(entries.map(([tabId, entry]) => [tabId, { ...entry, domain: new URL(entry.url).hostname }]));
}

/** Which task and chat a tab had last: at most 50, for 7 days. */
export const tabTasksItem = defineItem({
	area: "local",
	key: "tabTasks",
	version: 2,
	schema: z.record(z.string(), TabTask),
	fallback: {},
	migrations: { 2: tabTasksWithDomain },
});

/** Domains allowed for good, newest last, at most 500. */
export const siteGrantsItem = defineItem({ area: "local", key: "siteGrants", version: 1, schema: z.array(SiteGrant), fallback: [] });

/** Domains where real mouse and keyboard input is allowed for good, newest last, at most 500. */
export const trustedGrantsItem = defineItem({ area: "local", key: "trustedGrants", version: 1, schema: z.array(SiteGrant), fallback: [] });

/** Domains whose knowledge notice the person closed for good, newest last, at most 500. */
export const noticeSeenItem = defineItem({ area: "local", key: "noticeSeen", version: 1, schema: z.array(z.string()), fallback: [] });

/** Who signed in last, and where: what the items around this hold is theirs. Outlives the sign-out; null before the first sign-in. */
export const lastUserItem = defineItem({
	area: "local",
	key: "lastPerson",
	version: 1,
	schema: z.object({ serverUrl: z.string(), userId: UserId }).nullable(),
	fallback: null,
});

/** Autonomous lasts until the browser closes: a browser that starts is careful. */
export const modeItem = defineItem({ area: "session", key: "mode", version: 1, schema: Mode, fallback: "careful" });

const Report = InteractRequest.pick({
	lastActionStatus: true,
	lastActionError: true,
	lastActionResult: true,
	domChanges: true,
	clientObservations: true,
});
/** What the next request says of the action before. */
export type Report = z.infer<typeof Report>;

/** An action that may have begun: written before it is sent to the page, so that no worker ever sends it twice. */
export const Intent = z.object({
	actionId: z.string(),
	/** Where it goes: a document of a frame, or the worker itself (navigation, tabs). */
	at: z.discriminatedUnion("kind", [
		z.object({ kind: z.literal("page"), frameId: z.number().int(), documentId: z.string(), docEpoch: z.string() }),
		z.object({ kind: z.literal("worker") }),
	]),
});
export type Intent = z.infer<typeof Intent>;

/** The part of a reply that the worker still has to carry out. */
const PendingReply = z.object({
	stepIndex: z.number().int().nonnegative(),
	actions: z.array(z.object({ action: z.string(), guard: Guard.optional() })).min(1),
	/** Which of `actions` is next. */
	part: z.number().int().nonnegative(),
	/** What became of those before it, in order. */
	results: z.array(ActResult),
	/** The action went dead with synthetic input, and is done once more with real input. */
	isTrusted: z.boolean().optional(),
});

/** A block of element ids, and the document that it belongs to; one that needs more has several. */
export const FrameRef = z.object({
	frameId: z.number().int(),
	documentId: z.string(),
	docEpoch: z.string(),
	firstId: z.number().int(),
	lastId: z.number().int(),
});
export type FrameRef = z.infer<typeof FrameRef>;

/**
 * A running task: everything a freshly started worker needs to go on, and what the panel shows. Written before each phase begins.
 * `key` is the idempotency key of the step under way; `resumeAt` (ms) holds `look` back after `wait(s)`; `sites` are the domains allowed
 * for this task, `refused` those that the person said no to.
 */
export const RunRecord = z.object({
	runKey: z.string(),
	owner: z.object({ userId: UserId, tenantId: TenantId }),
	/** The tab it was started in, and the one it works in now. */
	tabId: z.number().int(),
	currentTabId: z.number().int(),
	tabs: z.array(z.number().int()),
	windowId: z.number().int(),
	/** The group that its tabs stand in. */
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
	/** Failed attempts at the step under way, and when the first one was. */
	attempts: z.object({ count: z.number().int(), since: z.number() }),
	/** How often in a row the server said that somebody else wrote a step. */
	staleInRow: z.number().int(),
	key: z.string().nullable(),
	pending: PendingReply.nullable(),
	intent: Intent.nullable(),
	/** When the step's actions began (ms), and the documents that they went to, until the page is read again. */
	acted: z
		.object({ at: z.number(), documentIds: z.array(z.string()) })
		.nullable()
		.default(null),
	report: Report.nullable(),
	/** The page did not come to rest before it was read. */
	isPending: z.boolean(),
	/** What was read last, the top document first. */
	frames: z.array(FrameRef),
	/** The highest element id that any document of the task was given; later ones number on from it. */
	highestId: z.number().int().default(0),
	/** The action that was done last with synthetic input, until it is known what came of it; `deadBefore` counts its repeats without effect. */
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
	/** The page showed a dialog while the action under way was done. */
	hadDialog: z.boolean().default(false),
	/** Name of what Chrome began to download instead of showing it, since the action began. */
	download: z.string().nullable().default(null),
	/** The page has taken the mark away again and again. */
	isUnmarked: z.boolean().default(false),
	/** Files that the person gave to the task. */
	files: z.array(Attachment).default([]),
	/** Domains where this task may, and must not, use real input. */
	trusted: z.object({ sites: z.array(z.string()), refused: z.array(z.string()) }).default({ sites: [], refused: [] }),
	/** What the task's own Control+C copied; the system's clipboard is never touched. */
	clipboard: z.string().nullable(),
	/** Address of the page the last action was decided on. */
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

/** Runs by tab, at most four that are not ended. */
export const runsItem = defineItem({ area: "session", key: "runs", version: 1, schema: z.record(z.string(), RunRecord), fallback: {} });

/** The request that has no answer yet, by run: a retry sends the same bytes under the same key. */
export const bodiesItem = defineItem({
	area: "session",
	key: "bodies",
	version: 1,
	schema: z.record(z.string(), z.object({ key: z.string(), body: InteractRequest })),
	fallback: {},
});
