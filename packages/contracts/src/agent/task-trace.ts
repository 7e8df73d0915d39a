import { z } from "zod";
import { MandateNote } from "../authority/mandate-note.ts";
import { SessionId, ShareId, TaskId, UserId } from "../ids.ts";
import { defineRoute } from "../routes.ts";
import { searchText } from "../search-text.ts";
import { Question } from "./interact.ts";
import { RunReflection } from "./runs.ts";
import { Expectation, FailureCategory, Mode, Plan, TaskStatus, Verification } from "./task.ts";

/**
 * Model tokens of a task or step, including failed and repeated calls. `cachedTokens` are part of the prompt tokens; `usd` only if the
 * price is known; `estimated` if we counted tokens that the provider did not report.
 */
export const TokenUsage = z.object({
	promptTokens: z.number().int().nonnegative(),
	completionTokens: z.number().int().nonnegative(),
	calls: z.number().int().nonnegative(),
	cachedTokens: z.number().int().nonnegative().optional(),
	usd: z.number().nonnegative().optional(),
	estimated: z.boolean().optional(),
});
export type TokenUsage = z.infer<typeof TokenUsage>;

/** A task for its owner, an admin or whoever has its link; times ISO 8601. `question` only while it is open; `share` for the owner alone. */
export const TaskView = z.object({
	taskId: TaskId,
	sessionId: SessionId,
	userId: UserId,
	door: z.enum(["interact", "run", "agent", "manual"]),
	query: z.string(),
	mode: Mode,
	status: TaskStatus,
	stepCount: z.number().int().nonnegative(),
	maxSteps: z.number().int().positive(),
	plan: Plan,
	answer: z.string().optional(),
	failure: z.object({ category: FailureCategory, message: z.string() }).optional(),
	question: Question.optional(),
	reflections: z.array(RunReflection),
	usage: TokenUsage,
	isTainted: z.boolean(),
	share: ShareId.optional(),
	createdAt: z.iso.datetime(),
	updatedAt: z.iso.datetime(),
});
export type TaskView = z.infer<typeof TaskView>;

/**
 * One stored step; values of sensitive fields are `•••`. `by` chose the action; `ms` is the time of each stage; `targetName` was the name
 * of its element; `more` are the further actions of a batch; `model` is `provider/model` where one was called.
 */
export const ActionView = z.object({
	stepIndex: z.number().int().nonnegative(),
	thought: z.string(),
	action: z.string(),
	status: TaskStatus,
	by: z.enum(["decider", "engine", "approval"]),
	expect: Expectation,
	targetName: z.string().optional(),
	more: z.array(z.object({ action: z.string(), targetName: z.string().optional(), verification: Verification.optional() })).optional(),
	planIndex: z.number().int().nonnegative(),
	gate: z.object({ class: z.string(), outcome: z.string(), reasons: z.array(z.string()), mandate: MandateNote.optional() }),
	loop: z.string().optional(),
	verification: Verification.optional(),
	usage: TokenUsage.optional(),
	model: z.string().optional(),
	ms: z.record(z.string(), z.number()),
	createdAt: z.iso.datetime(),
});
export type ActionView = z.infer<typeof ActionView>;

/** A task as a row of a list: without its plan, question, reflections and share. */
export const TaskSummary = TaskView.omit({ plan: true, question: true, reflections: true, maxSteps: true, share: true });
export type TaskSummary = z.infer<typeof TaskSummary>;

const TaskParams = z.strictObject({ taskId: TaskId });
/** The share that a link names. An unknown or ill-formed one opens nothing, and says no more. */
const ofShare = { share: z.string().max(100).optional() };
const wholeNumber = (least: number, most: number) => z.coerce.number().int().min(least).max(most);

/** A comma list of states, such as `failed,expired`. */
const TaskStatusList = z
	.string()
	.transform((text) => text.split(",").map((part) => part.trim()))
	.pipe(z.array(z.enum(TaskStatus.options, { error: `must be a comma list of ${TaskStatus.options.join(", ")}` })).min(1));

/**
 * Which tasks: `q` is looked for in the instruction, case ignored; `all` takes the tenant's tasks, for admins; `user` one user of them.
 * `cursor` is the `nextCursor` of the page before.
 */
export const TaskListQuery = z
	.strictObject({
		status: TaskStatusList.optional(),
		q: searchText().optional(),
		all: z
			.enum(["true", "false"])
			.default("false")
			.transform((text) => text === "true"),
		user: UserId.optional(),
		limit: wholeNumber(1, 100).default(20),
		cursor: z.string().min(1).max(100).optional(),
	})
	.refine(({ all, user }) => user === undefined || all, { path: ["user"], error: "needs all=true" });
export type TaskListQuery = z.infer<typeof TaskListQuery>;

export const taskListRoute = defineRoute({
	service: "agent-api",
	method: "GET",
	path: "/api/agent/tasks",
	summary: "Tasks of the user, or of the tenant for admins, newest first",
	description: "The user's tasks, or the tenant's for its admins, newest first; `nextCursor` is null at the end.",
	query: TaskListQuery,
	reply: z.object({ tasks: z.array(TaskSummary), nextCursor: z.string().nullable() }),
	errors: ["FORBIDDEN"],
	keys: ["tasks:run"],
});

export const taskRoute = defineRoute({
	service: "agent-api",
	method: "GET",
	path: "/api/agent/tasks/:taskId",
	summary: "A task as it stands",
	description: "A task, to resume or inspect it; with `share` also for members of its organization who have the link.",
	params: TaskParams,
	query: z.strictObject(ofShare),
	reply: z.object({ task: TaskView }),
	errors: ["RUN_NOT_FOUND", "TASK_NOT_FOUND"],
	keys: ["tasks:run"],
	runners: "its_run",
});

export const taskActionsRoute = defineRoute({
	service: "agent-api",
	method: "GET",
	path: "/api/agent/tasks/:taskId/actions",
	summary: "The steps of a task",
	description: "Steps after step `after`, oldest first; `nextAfter` is null at the end.",
	params: TaskParams,
	query: z.strictObject({ after: wholeNumber(0, 1_000_000).optional(), limit: wholeNumber(1, 100).default(50), ...ofShare }),
	reply: z.object({ actions: z.array(ActionView), nextAfter: z.number().int().nonnegative().nullable() }),
	errors: ["TASK_NOT_FOUND"],
	keys: ["tasks:run"],
});

/** Why a page is not there: the tenant keeps no traces, or this one was not kept or is older than 7 days. */
export const MissingPageReason = z.enum(["traces_off", "not_kept"]);
export type MissingPageReason = z.infer<typeof MissingPageReason>;

export const taskPageRoute = defineRoute({
	service: "agent-api",
	method: "GET",
	path: "/api/agent/tasks/:taskId/actions/:stepIndex/page",
	summary: "The page of a step",
	description: "The page of a decision as it was sent, if the tenant keeps traces; for 7 days. NOT_FOUND has `details.reason`.",
	params: z.strictObject({ taskId: TaskId, stepIndex: wholeNumber(0, 1_000_000) }),
	query: z.strictObject(ofShare),
	reply: z.object({ stepIndex: z.number().int().nonnegative(), text: z.string(), truncated: z.boolean(), createdAt: z.iso.datetime() }),
	errors: ["TASK_NOT_FOUND", "NOT_FOUND"],
});

const sharePath = "/api/agent/tasks/:taskId/share";

export const shareTaskRoute = defineRoute({
	service: "agent-api",
	method: "POST",
	path: sharePath,
	summary: "Share a task inside its organization",
	description: "Members with the link read the task; repeatable, the share stays the same until it is taken back. For the owner.",
	params: TaskParams,
	reply: z.object({ share: ShareId }),
	errors: ["TASK_NOT_FOUND"],
});

export const unshareTaskRoute = defineRoute({
	service: "agent-api",
	method: "DELETE",
	path: sharePath,
	status: 204,
	summary: "Take the share of a task back",
	description: "Its link opens nothing from now on; a new share has a new link. Repeatable. For the owner.",
	params: TaskParams,
	errors: ["TASK_NOT_FOUND"],
});
