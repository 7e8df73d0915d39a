import { Guard, InteractRequest, PageDialog, Question, Warning } from "@webhand/contracts/agent/interact";
import { OrchestratorStatus, Plan } from "@webhand/contracts/agent/task";
import { SessionId, TaskId, TenantId, UserId } from "@webhand/contracts/ids";
import { ActResult } from "@webhand/page/execute/page-action";
import { z } from "zod";
import { Attachment } from "./attachments.ts";
import { gestures } from "./page/gestures.ts";
import { CostView, NoteView, RunClient, RunRow, RunWait, StepView } from "./panel-state.ts";

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
 * under way, or of the first one until its stop is reported. `resumeAt` (ms) delays `look` after `wait(s)`. `sites` and `refused`: domains the user allowed and refused for this task.
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
	taskId: TaskId.nullable().default(null),
	sessionId: SessionId,
	query: z.string(),
	/** The MCP client that asked for the task; absent for a task of the user. */
	client: RunClient.optional(),
	/** The row of a run of a routine; absent for any other task. */
	row: RunRow.optional(),
	/** The address that the task opens in a tab of its own before all else. */
	openFirst: z.string().optional(),
	sites: z.array(z.string()).default([]),
	refused: z.array(z.string()).default([]),
	phase: z.enum(["look", "post", "act", "settle", "ended"]).default("look"),
	end: z.enum(["completed", "failed", "stopped"]).nullable().default(null),
	wait: RunWait.nullable().default(null),
	resumeAt: z.number().nullable().default(null),
	/** Failed attempts at the current step, and the time of the first. */
	attempts: z.object({ count: z.number().int(), since: z.number() }).default({ count: 0, since: 0 }),
	/** STALE_STEP replies in a row. */
	staleInRow: z.number().int().default(0),
	key: z.string().nullable().default(null),
	/** When the request of the newest step was first sent (ms). */
	postedAt: z.number().nullable().default(null),
	pending: PendingReply.nullable().default(null),
	intent: Intent.nullable().default(null),
	/** When the step's actions began (ms) and in which documents, until the page is read again. */
	acted: z
		.object({ at: z.number(), documentIds: z.array(z.string()) })
		.nullable()
		.default(null),
	report: Report.nullable().default(null),
	/** The next request is to carry a picture of the page. */
	wantsPicture: z.boolean().default(false),
	/** The page was read before it settled. */
	isPending: z.boolean().default(false),
	/** The documents read last, the top one first. */
	frames: z.array(FrameRef).default([]),
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
	/** Windows of `alert`, `confirm` and `prompt` that the page opened since the action. */
	dialogs: z.array(PageDialog).max(5).default([]),
	/** Name of a download that began since the action. */
	download: z.string().nullable().default(null),
	/** What Chrome did not grant the page since the last reading. */
	missedGestures: z.array(z.object({ what: z.enum(gestures), url: z.string() })).default([]),
	/** The page keeps removing the overlay. */
	isUnmarked: z.boolean().default(false),
	/** Files that the user attached. */
	files: z.array(Attachment).default([]),
	/** Domains where this task may, and must not, use trusted input. */
	trusted: z.object({ sites: z.array(z.string()), refused: z.array(z.string()) }).default({ sites: [], refused: [] }),
	/** The text of the task's own Control+C; the system's clipboard is never touched. */
	clipboard: z.string().nullable().default(null),
	/** Address of the page that the last action was decided on. */
	lastUrl: z.string().nullable().default(null),
	cancel: z.enum(["none", "pending", "done"]).default("none"),
	status: OrchestratorStatus.nullable().default(null),
	plan: Plan.nullable().default(null),
	stepIndex: z.number().int().nullable().default(null),
	maxSteps: z.number().int().default(50),
	steps: z.array(StepView).default([]),
	notes: z.array(NoteView).default([]),
	question: Question.nullable().default(null),
	/** When this browser learned of the question (ms). */
	askedAt: z.number().nullable().default(null),
	missingInformation: z.array(z.string()).default([]),
	answer: z.string().nullable().default(null),
	failure: z.object({ category: z.string(), message: z.string(), requestId: z.string().optional() }).nullable().default(null),
	hasOrgKnowledge: z.boolean().optional(),
	warnings: z.array(Warning).default([]),
	cost: CostView.nullable().default(null),
	startedAt: z.number(),
	endedAt: z.number().nullable().default(null),
});
export type RunRecord = z.infer<typeof RunRecord>;

type RunStart = Pick<
	RunRecord,
	"runKey" | "owner" | "tabId" | "windowId" | "sessionId" | "query" | "files" | "client" | "openFirst" | "row"
> & {
	readonly at: number;
};

/** A run that has done nothing yet. */
export function newRun({ tabId, at, ...start }: RunStart): RunRecord {
	return RunRecord.parse({ ...start, tabId, currentTabId: tabId, tabs: [tabId], startedAt: at });
}
