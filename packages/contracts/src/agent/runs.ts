import { z } from "zod";
import { IdempotencyHeaders, IdempotencyKey } from "../headers.ts";
import { MessageId, QuestionId, SessionId, TaskId, WorkspaceId } from "../ids.ts";
import { defineRoute } from "../routes.ts";
import { ApprovalFacts, Guard, InteractRequest, Question, Warning } from "./interact.ts";
import { PageAddress } from "./page-address.ts";
import { GivenSnapshot, PageSnapshot } from "./runs-snapshot.ts";
import { FailureCategory, Mode, TaskStatus } from "./task.ts";

/** Path parameters of a run; `runId` is the id of its task. */
export const RunParams = z.strictObject({ runId: TaskId });
export type RunParams = z.infer<typeof RunParams>;

/**
 * The user's answer: at least one of `approved`, `answer`, `done`. With `note` the text is a note for the next step, also where the task has
 * begun to ask something meanwhile. `remember`: how far a yes reaches: searches of the `task`; all rows of the `run`, or all runs of the
 * `routine`, where a mandate was given with it.
 */
export const AnswerRequest = z
	.strictObject({
		approved: z.boolean().optional(),
		answer: z
			.string()
			.min(1)
			.max(4_000)
			.refine((text) => text === "" || /\S/.test(text), "must hold more than white space")
			.optional(),
		done: z.literal(true).optional(),
		questionId: QuestionId.optional(),
		remember: z.enum(["task", "run", "routine"]).optional(),
		note: z.literal(true).optional(),
	})
	.refine(
		(body) => body.approved !== undefined || body.answer !== undefined || body.done !== undefined,
		"needs one of approved, answer, done",
	)
	.refine(
		({ note, ...body }) => note === undefined || Object.entries(body).every(([name, value]) => name === "answer" || value === undefined),
		{
			path: ["note"],
			error: "must come with answer alone",
		},
	);
export type AnswerRequest = z.infer<typeof AnswerRequest>;

/**
 * The life of a question. `expired`: nobody answered in time; `superseded`: the task went on or ended without an answer. Nothing leaves the
 * last three; an approval that no longer fits the page makes `answered` `superseded`.
 */
export const QuestionState = z.enum(["asked", "answered", "denied", "expired", "superseded"]);
export type QuestionState = z.infer<typeof QuestionState>;

/**
 * `details` of NO_QUESTION, QUESTION_CHANGED and RUN_ENDED on an answer: what is true now. `questionState`: what became of the question that
 * was meant; `question`: the one that is open.
 */
export const AnswerRefusal = z.object({ status: TaskStatus, questionState: QuestionState.optional(), question: Question.optional() });
export type AnswerRefusal = z.infer<typeof AnswerRefusal>;

/** What an answer was taken as, and its message. It counts from the next step that is decided; a note also while one is decided now. */
export const Heard = z.object({ event: z.enum(["note", "answer", "approved", "denied", "done"]), messageId: MessageId });
export type Heard = z.infer<typeof Heard>;

/** Starts a run. `mode` is `careful` by default; `url` is the absolute address of the first page; `workspaceId` as for interact. */
export const StartRequest = z.strictObject({
	task: z
		.string()
		.min(1)
		.max(10_000)
		.refine((text) => text === "" || text.trim() !== "", "must hold more than white space"),
	mode: Mode.default("careful"),
	maxSteps: z.number().int().min(1).max(50).default(50),
	url: PageAddress.optional(),
	snapshot: GivenSnapshot.nullish(),
	sessionId: SessionId.optional(),
	workspaceId: WorkspaceId.optional(),
});
export type StartRequest = z.infer<typeof StartRequest>;

/**
 * The result of the last tool call. `data` is what was read back, in the keys of `ActualState` where they fit. `clientObservations` as in an
 * interact request: what the client saw since the call began, also where the page shows nothing of it; a client that does not look leaves it out.
 */
export const ToolResult = z.object({
	success: z.boolean(),
	error: z.string().max(2_000).optional(),
	data: z.unknown().optional(),
	clientObservations: InteractRequest.shape.clientObservations,
});
export type ToolResult = z.infer<typeof ToolResult>;

/**
 * The page now and the result of the last tool. Without a page the reply asks for one and uses no step; `dom` wins over `snapshot`. Unknown
 * keys are dropped.
 */
export const StepRequest = z.object({
	snapshot: GivenSnapshot.nullish(),
	result: ToolResult.optional(),
	dom: InteractRequest.shape.dom.optional(),
	lastStepIndex: z.number().int().nonnegative().optional(),
});
export type StepRequest = z.infer<typeof StepRequest>;

/** A tool call as in spec 003; element ids are `agent-17`. */
export const ToolCall = z.object({ name: z.string(), arguments: z.record(z.string(), z.unknown()) });
export type ToolCall = z.infer<typeof ToolCall>;

/** The status of a run. */
export const RunStatus = z.enum(["running", "waiting_user", "finished", "error", "cancelled", "expired"]);
export type RunStatus = z.infer<typeof RunStatus>;

/** Why a run ended. */
export const StopReason = z.enum(["done", "max_steps", "loop", "low_efficiency", "budget", "failed"]);
export type StopReason = z.infer<typeof StopReason>;

/**
 * The next tool, a question, the end, or a temporary error. `stepIndex` is 0-based; a request to observe the page uses no step and repeats
 * the newest index. `hasOrgKnowledge` is absent where the organization's knowledge could not be read.
 */
export const StepReply = z.discriminatedUnion("action", [
	z.object({
		action: z.literal("execute_tool"),
		runId: TaskId,
		stepIndex: z.number().int().nonnegative(),
		status: RunStatus,
		thought: z.string().optional(),
		hasOrgKnowledge: z.boolean().optional(),
		tool: ToolCall,
		guard: Guard.optional(),
		warnings: z.array(Warning).optional(),
	}),
	z.object({
		action: z.literal("ask_user"),
		runId: TaskId,
		stepIndex: z.number().int().nonnegative(),
		status: RunStatus,
		thought: z.string().optional(),
		hasOrgKnowledge: z.boolean().optional(),
		question: z.string(),
		questionId: QuestionId,
		kind: Question.shape.kind,
		choices: z.array(z.string()).optional(),
		expiresAt: Question.shape.expiresAt,
		approval: ApprovalFacts.optional(),
	}),
	z.object({
		action: z.literal("finish"),
		runId: TaskId,
		stepIndex: z.number().int().nonnegative(),
		status: RunStatus,
		thought: z.string().optional(),
		hasOrgKnowledge: z.boolean().optional(),
		answer: z.string().optional(),
		success: z.boolean(),
		stopReason: StopReason,
		failure: z.object({ category: FailureCategory, message: z.string() }).optional(),
	}),
	z.object({
		action: z.literal("error"),
		runId: TaskId,
		stepIndex: z.number().int().nonnegative(),
		status: RunStatus,
		error: z.string(),
		retryable: z.boolean(),
	}),
]);
export type StepReply = z.infer<typeof StepReply>;

/** One step in the history of a run; `result` after its verification, `timestamp` in milliseconds. */
export const AgentStep = z.object({
	stepIndex: z.number().int().nonnegative(),
	tool: ToolCall,
	thought: z.string(),
	result: z.object({ success: z.boolean(), message: z.string() }).optional(),
	timestamp: z.number(),
});
export type AgentStep = z.infer<typeof AgentStep>;

/** The evaluation of five steps: `score` 0 to 1, `step` where it was made. */
export const RunReflection = z.object({
	step: z.number().int().nonnegative(),
	efficiency: z.enum(["low", "medium", "high"]),
	score: z.number(),
	issues: z.array(z.string()),
	suggestions: z.array(z.string()),
});
export type RunReflection = z.infer<typeof RunReflection>;

/**
 * A run as these routes show it; times in milliseconds since the epoch. `history` holds the newest 20 steps, oldest first.
 * `currentSnapshot` is the last one sent, at most 40 KB, null after the end. `error` belongs to status `error`. `pendingQuestion` and
 * `question` are there while an answer counts; `heard` only in the reply to an answer.
 */
export const RunState = z.object({
	runId: TaskId,
	task: z.string(),
	mode: Mode,
	status: RunStatus,
	currentStep: z.number().int().nonnegative(),
	maxSteps: z.number().int().positive(),
	history: z.array(AgentStep),
	reflections: z.array(RunReflection),
	currentSnapshot: PageSnapshot.nullable(),
	pendingQuestion: z.string().optional(),
	question: Question.optional(),
	heard: Heard.optional(),
	error: z.object({ message: z.string(), retryable: z.boolean() }).optional(),
	createdAt: z.number(),
	updatedAt: z.number(),
});
export type RunState = z.infer<typeof RunState>;

export const startRoute = defineRoute({
	service: "agent-api",
	method: "POST",
	path: "/agent/run/start",
	summary: "Start a run",
	description: "Starts a run without deciding anything.",
	example: { body: { task: "List the files of src and say what each is for" } },
	headers: IdempotencyHeaders,
	body: StartRequest,
	reply: RunState,
	bodyLimit: 2_500_000,
	gzip: true,
	errors: [
		"SESSION_NOT_FOUND",
		"WORKSPACE_NOT_FOUND",
		"AGENT_TOOLS_DISABLED",
		"TOOL_RUNNER_UNAVAILABLE",
		"TASK_BUSY",
		"IDEMPOTENCY_CONFLICT",
		"LIMIT_REACHED",
		"PAYLOAD_TOO_LARGE",
		"UNSUPPORTED_MEDIA_TYPE",
	],
	keys: ["tasks:run"],
});

export const stepRoute = defineRoute({
	service: "agent-api",
	method: "POST",
	path: "/agent/run/:runId/step",
	summary: "Report the last tool and get the next one",
	description:
		"Verifies the last tool and decides the next one. `result.clientObservations` says what the client saw since the tool began: without it a save that shows nothing in the page counts as without effect.",
	params: RunParams,
	headers: IdempotencyHeaders,
	body: StepRequest,
	reply: StepReply,
	bodyLimit: 2_500_000,
	gzip: true,
	errors: ["RUN_NOT_FOUND", "RUN_ENDED", "TASK_BUSY", "STALE_STEP", "IDEMPOTENCY_CONFLICT", "PAYLOAD_TOO_LARGE", "UNSUPPORTED_MEDIA_TYPE"],
	keys: ["tasks:run"],
});

export const answerRoute = defineRoute({
	service: "agent-api",
	method: "POST",
	path: "/agent/run/:runId/answer",
	summary: "Answer a question of the task, or leave it a note",
	description:
		"Answers a pending question, or leaves a note for the next step. A runner answers no question but one: that it filled in the login which the routine is bound to.",
	params: RunParams,
	headers: IdempotencyHeaders,
	body: AnswerRequest,
	reply: RunState,
	errors: ["RUN_NOT_FOUND", "RUN_ENDED", "QUESTION_CHANGED", "NO_QUESTION", "FORBIDDEN", "TASK_BUSY", "IDEMPOTENCY_CONFLICT"],
	keys: ["tasks:run"],
	runners: "its_run",
});

export const cancelRoute = defineRoute({
	service: "agent-api",
	method: "POST",
	path: "/agent/run/:runId/cancel",
	summary: "Stop the task",
	description: "Ends a task. Repeatable.",
	params: RunParams,
	reply: RunState,
	errors: ["RUN_NOT_FOUND", "RUN_ENDED", "TASK_BUSY"],
	keys: ["tasks:run"],
	runners: "its_run",
});

/** The `Idempotency-Key` of an interact request without a `taskId`. */
export const CancelKeyRequest = z.strictObject({ key: IdempotencyKey });
export type CancelKeyRequest = z.infer<typeof CancelKeyRequest>;

/** The task that the request began; null when it began none, and then it never will. */
export const CancelKeyReply = z.object({ runId: TaskId.nullable() });
export type CancelKeyReply = z.infer<typeof CancelKeyReply>;

export const cancelKeyRoute = defineRoute({
	service: "agent-api",
	method: "POST",
	path: "/agent/run/cancel",
	summary: "Stop the task that a request begins, by the key of that request",
	description:
		"Ends the task that an interact request begins, before its first reply names it. The request itself is refused when it comes later.",
	body: CancelKeyRequest,
	reply: CancelKeyReply,
	errors: ["TASK_BUSY"],
	keys: ["tasks:run"],
});

export const runStateRoute = defineRoute({
	service: "agent-api",
	method: "GET",
	path: "/agent/run/:runId",
	summary: "The state of a task",
	description: "The state of a run.",
	params: RunParams,
	reply: RunState,
	errors: ["RUN_NOT_FOUND"],
	keys: ["tasks:run"],
});
