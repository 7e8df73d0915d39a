import { z } from "zod";
import { RepeatHeaders } from "../headers.ts";
import { QuestionId, SessionId, TaskId } from "../ids.ts";
import { defineRoute } from "../routes.ts";
import { PageAddress } from "./page-address.ts";
import { Expectation, FailureCategory, Mode, OrchestratorStatus, Plan, Verification } from "./task.ts";

const deepest = 32;

/** Told without recursion: text nested 100,000 deep parses, but whoever walks it by calling themselves runs out of stack. */
function isShallow(value: unknown): boolean {
	let level: readonly unknown[] = [value];
	for (let depth = 0; depth <= deepest; depth++) {
		level = level.flatMap((entry) => (typeof entry === "object" && entry !== null ? Object.values(entry) : []));
		if (level.length === 0) return true;
	}
	return false;
}

/** A known key that holds something else ("mixed" for a tick) says nothing, and is no reason to refuse a step. */
const known = <T extends z.ZodType>(schema: T) => schema.optional().catch(undefined);

const ReadBack = z.looseObject({
	value: known(z.string()),
	checked: known(z.boolean()),
	url: known(z.string()),
	focusedId: known(z.number().int()),
	scrollY: known(z.number()),
	alertText: known(z.string()),
	validationMessage: known(z.string()),
	lookup: known(z.string()),
});

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
	typeof value === "object" && value !== null && !Array.isArray(value);

/**
 * What the client read back after acting; any JSON up to 20 KB and 32 levels, with these keys known. What is no object has none of them.
 *
 * After a batch, `batch` holds what was read back of each action that was carried out, in order: the first entry is `action`, the others
 * are `more`; what is not there was not done. Without it only `action` was done. `lastActionStatus` and `lastActionError` speak of the last.
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
 * One step asked for: the page as it is now, and what became of the action before.
 *
 * `dom` is page text, 1 to 500,000 characters; `domain` ≤ 253, `title` ≤ 200, empty as if left out; unknown keys are dropped, as the specification's own
 * schema does.
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
	lastActionResult: z.object({ success: z.boolean(), actualState: ActualState.optional() }).optional(),
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
});
export type InteractRequest = z.infer<typeof InteractRequest>;

/** Form facts that the gate judged and the client checks again before acting. Origins and paths as they stand in the page text. */
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
 * One more fill of a batch: an ordinary field of the same form and document as `action`, done after it and only while nothing surprising
 * happened (an error, another read-back, a dialog, a navigation, a control gone).
 */
export const FollowUp = z.object({ action: z.string().max(20_000), guard: Guard, expect: Expectation });
export type FollowUp = z.infer<typeof FollowUp>;

/** What the confirmation dialog shows before a risky action. */
export const ApprovalFacts = z.object({
	class: z.string(),
	reasons: z.array(z.string()),
	site: z.string(),
	formTarget: z.string().optional(),
	method: z.string().optional(),
	label: z.string(),
	/** What the table row or list entry of the control says beside its controls. */
	row: z.string().optional(),
	/** `name: value` of the first 20 fields, ticks, choices and sliders of the form. */
	fields: z.array(z.string()),
	/** Fields beyond those; the approval is bound to all of them. */
	moreFields: z.number().int().positive().optional(),
	amount: z.string().optional(),
	newTab: z.boolean(),
	download: z.boolean(),
	/** A search on the page's own site, which `remember` of the answer allows for the rest of the task. */
	isSearch: z.boolean().optional(),
});
export type ApprovalFacts = z.infer<typeof ApprovalFacts>;

/** A question to the person; answered by `POST /agent/run/:runId/answer`. `expiresAt` is ISO 8601 UTC. */
export const Question = z.object({
	id: QuestionId,
	kind: z.enum(["approval", "input", "handoff"]),
	text: z.string().max(1_000),
	choices: z.array(z.string()).max(10).optional(),
	expiresAt: z.iso.datetime(),
	approval: ApprovalFacts.optional(),
});
export type Question = z.infer<typeof Question>;

/** Something the person or the client should know, that stops nothing. */
export const Warning = z.enum(["KNOWLEDGE_UNAVAILABLE", "PAGE_TRUNCATED", "RISKY_ALLOWED", "TAINTED", "LAST_STEP", "BUDGET_75"]);
export type Warning = z.infer<typeof Warning>;

/**
 * The next action and all a client shows of the step. `action` is canonical (engine.md §3), the end exactly `finish()` or `fail()`.
 * `stepIndex` and `currentStep` are 0-based, `totalSteps` is a length; `cost` counts tokens and US dollars.
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
	userQuestion: z.string().max(1_000).optional(),
	missingInformation: z.array(z.string()).max(10).optional(),
	question: Question.optional(),
	guard: Guard.optional(),
	expect: Expectation.optional(),
	more: z.array(FollowUp).max(4).optional(),
	verification: Verification.optional(),
	answer: z.string().max(8_000).optional(),
	failure: z.object({ category: FailureCategory, message: z.string() }).optional(),
	serverCall: z.object({ id: z.string(), tool: z.string(), state: z.enum(["running", "waiting_approval", "done"]) }).optional(),
	retryAfterMs: z.number().int().nonnegative().optional(),
	cost: z.object({
		stepUsd: z.number().nonnegative().optional(),
		taskUsd: z.number().nonnegative().optional(),
		taskTokens: z.number().int().nonnegative(),
		tokenBudget: z.number().int().positive(),
	}),
	warnings: z.array(Warning).optional(),
});
export type NextAction = z.infer<typeof NextAction>;

/** The reply of a step. */
export const InteractReply = z.object({ success: z.literal(true), data: NextAction });
export type InteractReply = z.infer<typeof InteractReply>;

/** One step of a task. Header `Idempotency-Key` (1 to 200 printable ASCII) is optional. */
export const interactRoute = defineRoute({
	service: "agent-api",
	method: "POST",
	path: "/api/agent/interact",
	summary: "Prove the last action and decide the next one",
	headers: RepeatHeaders,
	body: InteractRequest,
	reply: InteractReply,
	bodyLimit: 2_500_000,
	gzip: true,
	errors: [
		"MAX_STEPS_EXCEEDED",
		"TASK_NOT_FOUND",
		"SESSION_NOT_FOUND",
		"TASK_COMPLETED",
		"TASK_BUSY",
		"STALE_STEP",
		"IDEMPOTENCY_CONFLICT",
		"PAYLOAD_TOO_LARGE",
		"UNSUPPORTED_MEDIA_TYPE",
	],
});
