import { z } from "zod";
import { MandateNote, Recorded } from "../authority/mandate-note.ts";
import { IdempotencyHeaders } from "../headers.ts";
import { ApprovalId, QuestionId, SessionId, TaskId, WorkspaceId } from "../ids.ts";
import { defineRoute } from "../routes.ts";
import { RowOfRun } from "../routine/run.ts";
import { PageAddress } from "./page-address.ts";
import { PagePicture } from "./picture.ts";
import { DecidedBy } from "./step-labels.ts";
import { Expectation, FailureCategory, Mode, OrchestratorStatus, Plan, Verification } from "./task.ts";

const deepest = 32;

/** Iterative, because text nested 100,000 deep parses, but recursion over it overflows the stack. */
function isShallow(value: unknown): boolean {
	let level: readonly unknown[] = [value];
	for (let depth = 0; depth <= deepest; depth++) {
		level = level.flatMap((entry) => (typeof entry === "object" && entry !== null ? Object.values(entry) : []));
		if (level.length === 0) return true;
	}
	return false;
}

/** A known key with an unexpected value ("mixed" for a checkbox) is ignored and does not refuse the step. */
const optionalOrIgnored = <T extends z.ZodType>(schema: T) => schema.optional().catch(undefined);

/**
 * A window of the browser that the page opened by `alert`, `confirm` or `prompt`. `accepted`: how it was answered, absent where nobody knows.
 * What a person typed into it stays with the page. `unknown`: there was one, and the client could not read it.
 */
export const PageDialog = z.object({
	type: z.enum(["alert", "confirm", "prompt", "beforeunload", "unknown"]),
	message: z.string().max(1_000),
	accepted: z.boolean().optional(),
});
export type PageDialog = z.infer<typeof PageDialog>;

const ReadBack = z.looseObject({
	value: optionalOrIgnored(z.string()),
	checked: optionalOrIgnored(z.boolean()),
	url: optionalOrIgnored(z.string()),
	focusedId: optionalOrIgnored(z.number().int()),
	scrollY: optionalOrIgnored(z.number()),
	alertText: optionalOrIgnored(z.string()),
	validationMessage: optionalOrIgnored(z.string()),
	lookup: optionalOrIgnored(z.string()),
	dialogs: optionalOrIgnored(z.array(PageDialog).max(5)),
});

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
	typeof value === "object" && value !== null && !Array.isArray(value);

/**
 * What the client read back after acting: any JSON up to 20 KB and 32 levels, with these known keys. A value that is no object has none.
 *
 * After a batch, `batch` holds the results in order: first `action`, then `more`; a missing entry was not executed. `lastActionStatus` and
 * `lastActionError` belong to the last one.
 */
export const ActualState = z
	.unknown()
	.refine(isShallow, { error: `must be nested at most ${deepest} deep`, abort: true })
	.refine((state) => (JSON.stringify(state) ?? "").length <= 20_480, "must be at most 20 KB as JSON")
	.transform((state) => (isRecord(state) ? state : {}))
	.pipe(ReadBack.extend({ batch: z.array(ReadBack).max(5).optional() }));
export type ActualState = z.infer<typeof ActualState>;

const DomChanges = z.object({
	addedCount: z.number().int().nonnegative(),
	removedCount: z.number().int().nonnegative(),
	dropdownDetected: z.boolean(),
	stabilizationTime: z.number().nonnegative(),
	previousUrl: z.string().max(8_192).optional(),
	urlChanged: z.boolean().optional(),
});

/**
 * Requests one step: the page now, and the result of the last action.
 *
 * `dom` is page text, 1 to 500,000 characters; `domain` ≤ 253, `title` ≤ 200, empty means absent. `workspaceId`, with the first step: where
 * tools of the server host work for the task, null for nowhere; else the workspace that the sign-in selected. `openFirst`, with the first step: that step
 * opens the address in a new tab, judged as any other navigation. `takesPictures`: the client can take a picture of the page; `picture`: what it took,
 * where the reply before wanted one; it is used for this step and never stored. `row`, with the first step: the task does a row of a run. Unknown keys are dropped, as in the schema of the specification.
 */
export const InteractRequest = z.object({
	url: PageAddress,
	query: z
		.string()
		.min(1)
		.max(10_000)
		.refine((text) => text === "" || text.trim() !== "", "must hold more than white space"),
	dom: z
		.string()
		.min(1)
		.max(500_000)
		.refine((text) => text === "" || /\S/.test(text), "must hold more than white space"),
	taskId: TaskId.optional(),
	sessionId: SessionId.optional(),
	domain: z.string().max(253).optional(),
	title: z.string().max(200).optional(),
	lastActionStatus: z.enum(["success", "failure", "pending"]).optional(),
	lastActionError: z
		.object({
			message: z.string().max(2_000),
			code: z.string().max(64),
			action: z.string().max(20_000),
			elementId: z.union([z.number().int(), z.string().max(64)]).optional(),
		})
		.optional(),
	/** `isInert`: nothing of the action reached the page. */
	lastActionResult: z.object({ success: z.boolean(), isInert: z.boolean().optional(), actualState: ActualState.optional() }).optional(),
	domChanges: DomChanges.optional(),
	clientObservations: z
		.object({ didNetworkOccur: z.boolean().optional(), didDomMutate: z.boolean().optional(), didUrlChange: z.boolean().optional() })
		.optional(),
	clientVerification: z
		.object({ elementFound: z.boolean(), selector: z.string().max(2_000).optional(), urlChanged: z.boolean().optional() })
		.optional(),
	mode: Mode.optional(),
	lastStepIndex: z.number().int().nonnegative().optional(),
	batch: z.number().int().min(0).max(5).default(0),
	workspaceId: WorkspaceId.nullable().optional(),
	openFirst: PageAddress.optional(),
	takesPictures: z.boolean().optional(),
	picture: PagePicture.optional(),
	row: RowOfRun.optional(),
});
export type InteractRequest = z.infer<typeof InteractRequest>;

/** Form facts that the gate judged. The client checks them again before acting. Origins and paths as in the page text. */
export const GuardForm = z.object({
	origin: z.string(),
	path: z.string(),
	method: z.string(),
	submits: z.boolean(),
	sensitive: z.array(z.string()),
});
export type GuardForm = z.infer<typeof GuardForm>;

/** Facts of the target that must still hold when the client acts. `fingerprint`: 16 hex digits. */
export const Guard = z.object({
	docEpoch: z.string(),
	id: z.number().int().positive(),
	fingerprint: z.string(),
	role: z.string(),
	name: z.string(),
	form: GuardForm.optional(),
	approved: z.boolean(),
	sensitive: z.literal("user_value").optional(),
});
export type Guard = z.infer<typeof Guard>;

/**
 * A further fill of a batch, in the same form and document as `action`. It runs only while nothing unexpected happens (error, other value,
 * dialog, navigation, missing control).
 */
export const FollowUp = z.object({ action: z.string().max(20_000), guard: Guard, expect: Expectation });
export type FollowUp = z.infer<typeof FollowUp>;

/** What the confirmation dialog shows before a risky action. */
export const ApprovalFacts = z.object({
	class: z.string(),
	reasons: z.array(z.string()),
	site: z.string(),
	formTarget: z.string().optional(),
	/** Where a link leads: a path, or host and path on another site. */
	address: z.string().optional(),
	method: z.string().optional(),
	label: z.string(),
	/** The text of the table row or list entry around the control. */
	row: z.string().optional(),
	/** `name: value` of the first 20 fields, ticks, choices and sliders of the form. */
	fields: z.array(z.string()),
	/** Number of further fields. The approval covers them too. */
	moreFields: z.number().int().positive().optional(),
	amount: z.string().optional(),
	newTab: z.boolean(),
	download: z.boolean(),
	/** A search on the page's own site, which `remember` can allow for the rest of the task. */
	isSearch: z.boolean().optional(),
	/** A recorded step of a routine, which a mandate may allow from now on. */
	recorded: Recorded.optional(),
});
export type ApprovalFacts = z.infer<typeof ApprovalFacts>;

/**
 * A question to the user, answered by `POST /agent/run/:runId/answer`. `expiresAt` is ISO 8601 UTC. `approvals`: what a tool of the server host
 * waits for; `/api/v1/agent/approvals` has all of it, and may decide it as well.
 */
export const Question = z.object({
	id: QuestionId,
	kind: z.enum(["approval", "input", "handoff"]),
	text: z.string().max(1_000),
	choices: z.array(z.string()).max(10).optional(),
	expiresAt: z.iso.datetime(),
	/** Of a handoff: the origin of the page that is handed over. */
	site: z.string().max(300).optional(),
	approval: ApprovalFacts.optional(),
	approvals: z
		.array(z.object({ id: ApprovalId, toolName: z.string(), effect: z.string() }))
		.max(50)
		.optional(),
});
export type Question = z.infer<typeof Question>;

/** Information for the user or the client that stops nothing. */
export const Warning = z.enum(["KNOWLEDGE_UNAVAILABLE", "PAGE_TRUNCATED", "RISKY_ALLOWED", "TAINTED", "LAST_STEP", "BUDGET_75"]);
export type Warning = z.infer<typeof Warning>;

/**
 * The next action, and everything a client shows of the step. `action` is canonical; the last one is exactly `finish()` or `fail()`.
 * `wantsPicture`: the next request is to carry a picture of the page. `stepIndex` and `currentStep` are 0-based, `totalSteps` is a length; `cost` counts tokens and US dollars.
 */
export const NextAction = z.object({
	thought: z.string().max(4_000),
	action: z.string().max(20_000),
	usage: z.object({ promptTokens: z.number().int().nonnegative(), completionTokens: z.number().int().nonnegative() }).optional(),
	taskId: TaskId,
	sessionId: SessionId,
	stepIndex: z.number().int().nonnegative(),
	maxSteps: z.number().int().positive(),
	hasOrgKnowledge: z.boolean().optional(),
	plan: Plan,
	currentStep: z.number().int().nonnegative(),
	totalSteps: z.number().int().positive(),
	status: OrchestratorStatus,
	reasoning: z
		.object({
			source: z.enum(["page", "knowledge", "user", "model"]),
			confidence: z.number().min(0).max(1),
			evidence: z.array(z.string().max(200)).max(5),
		})
		.optional(),
	/** Who chose the action; absent where the engine or an approval did. */
	decidedBy: DecidedBy.optional(),
	userQuestion: z.string().max(1_000).optional(),
	missingInformation: z.array(z.string()).max(10).optional(),
	question: Question.optional(),
	guard: Guard.optional(),
	/** The mandate that allowed the action without a question. */
	mandate: MandateNote.optional(),
	expect: Expectation.optional(),
	more: z.array(FollowUp).max(4).optional(),
	verification: Verification.optional(),
	answer: z.string().max(8_000).optional(),
	failure: z.object({ category: FailureCategory, message: z.string() }).optional(),
	serverCall: z.object({ id: z.string(), tool: z.string(), state: z.enum(["running", "waiting_approval", "done"]) }).optional(),
	retryAfterMs: z.number().int().nonnegative().optional(),
	wantsPicture: z.literal(true).optional(),
	cost: z.object({
		stepUsd: z.number().nonnegative().optional(),
		taskUsd: z.number().nonnegative().optional(),
		taskTokens: z.number().int().nonnegative(),
		tokenBudget: z.number().int().positive(),
	}),
	warnings: z.array(Warning).optional(),
});
export type NextAction = z.infer<typeof NextAction>;

/**
 * `details` of TASK_BUSY while the model thinks about this very request, for so many seconds: the same key and body wait on, and get the
 * reply once it is there.
 */
export const ThinkingDetails = z.object({ reason: z.literal("model_thinking"), seconds: z.number().int().nonnegative() });
export type ThinkingDetails = z.infer<typeof ThinkingDetails>;

/** The reply of a step. */
export const InteractReply = z.object({ success: z.literal(true), data: NextAction });
export type InteractReply = z.infer<typeof InteractReply>;

export const interactRoute = defineRoute({
	service: "agent-api",
	method: "POST",
	path: "/api/agent/interact",
	summary: "Prove the last action and decide the next one",
	description: "One step of a task. Header `Idempotency-Key` (1 to 200 printable ASCII) is optional.",
	example: {
		body: {
			url: "https://shop.example/",
			query: 'Click "Show more"',
			mode: "careful",
			dom: "@page 1\n@url https://shop.example/\n@title Shop\n@epoch e1\n\n@view\n<button 7>Show more",
		},
	},
	headers: IdempotencyHeaders,
	body: InteractRequest,
	reply: InteractReply,
	bodyLimit: 3_500_000,
	gzip: true,
	errors: [
		"MAX_STEPS_EXCEEDED",
		"TASK_NOT_FOUND",
		"RUN_NOT_FOUND",
		"RUN_ENDED",
		"SESSION_NOT_FOUND",
		"TASK_COMPLETED",
		"TASK_BUSY",
		"STALE_STEP",
		"IDEMPOTENCY_CONFLICT",
		"LIMIT_REACHED",
		"WORKSPACE_NOT_FOUND",
		"AGENT_TOOLS_DISABLED",
		"TOOL_RUNNER_UNAVAILABLE",
		"PAYLOAD_TOO_LARGE",
		"UNSUPPORTED_MEDIA_TYPE",
	],
	keys: ["tasks:run"],
	runners: "its_run",
});
