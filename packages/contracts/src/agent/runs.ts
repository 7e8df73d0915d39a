import { z } from "zod";
import { RepeatHeaders } from "../headers.ts";
import { QuestionId, TaskId } from "../ids.ts";
import { defineRoute } from "../routes.ts";
import { Mode } from "./task.ts";

/** Which run; `runId` is the task's id. @source engine.md §12 */
export const RunParams = z.strictObject({ runId: TaskId });
export type RunParams = z.infer<typeof RunParams>;

/** The person's answer: at least one of `approved`, `answer`, `done`. @source spec 003 "User Confirmation Flow"; engine.md §12 */
export const AnswerRequest = z
	.strictObject({
		approved: z.boolean().optional(),
		answer: z.string().min(1).max(4_000).optional(),
		done: z.literal(true).optional(),
		questionId: QuestionId.optional(),
		remember: z.literal("task").optional(),
	})
	.refine(
		(body) => body.approved !== undefined || body.answer !== undefined || body.done !== undefined,
		"needs one of approved, answer, done",
	);
export type AnswerRequest = z.infer<typeof AnswerRequest>;

/** A run as the second door shows it; times in milliseconds since the epoch. @source spec 003 "Run State"; engine.md §12 */
export const RunState = z.object({
	runId: TaskId,
	task: z.string(),
	mode: Mode,
	status: z.enum(["running", "waiting_user", "finished", "error", "cancelled", "expired"]),
	currentStep: z.number().int().nonnegative(),
	maxSteps: z.number().int().positive(),
	history: z.array(
		z.object({
			stepIndex: z.number().int(),
			thought: z.string(),
			action: z.string(),
			success: z.boolean().optional(),
			timestamp: z.number(),
		}),
	),
	pendingQuestion: z.string().optional(),
	createdAt: z.number(),
	updatedAt: z.number(),
});
export type RunState = z.infer<typeof RunState>;

/** Answers a pending question, or leaves a note for the next step. @source engine.md §12 */
export const answerRoute = defineRoute({
	service: "agent-api",
	method: "POST",
	path: "/agent/run/:runId/answer",
	summary: "Answer a question of the task, or leave it a note",
	params: RunParams,
	headers: RepeatHeaders,
	body: AnswerRequest,
	reply: RunState,
	errors: ["RUN_NOT_FOUND", "RUN_ENDED", "QUESTION_CHANGED", "NO_QUESTION", "TASK_BUSY"],
});

/** Ends a task for good; a second time the same. @source spec 003 `cancelRun`; engine.md §12 */
export const cancelRoute = defineRoute({
	service: "agent-api",
	method: "POST",
	path: "/agent/run/:runId/cancel",
	summary: "Stop the task",
	params: RunParams,
	reply: RunState,
	errors: ["RUN_NOT_FOUND", "RUN_ENDED"],
});

/** The state of a run. @source spec 003 `getRunState`; engine.md §12 */
export const runStateRoute = defineRoute({
	service: "agent-api",
	method: "GET",
	path: "/agent/run/:runId",
	summary: "The state of a task",
	params: RunParams,
	reply: RunState,
	errors: ["RUN_NOT_FOUND"],
});
