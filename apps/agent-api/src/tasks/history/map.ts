import { isTerminal } from "@webhand/contracts/agent/task";
import type { ActionView, TaskSummary, TaskView } from "@webhand/contracts/agent/task-trace";
import type { BeforeState } from "../../policy/verify/before-state.ts";
import { defined } from "../../shared/defined.ts";
import type { Spent, StepRow, Task } from "../../shared/task.ts";
import { readLabels, shownMandate, shownQuestion } from "../../shared/task.ts";

/** A task without what only its next step needs. */
export type ReadTask = Omit<Task, "lease" | "deciderState" | "sealedQuery" | "sealedNotes" | "queuedNotes">;

/** The fields of a task that a list shows. */
export const listedFields = [
	"_id",
	"sessionId",
	"userId",
	"door",
	"query",
	"mode",
	"status",
	"stepCount",
	"answer",
	"failure",
	"spent",
	"tainted",
	"createdAt",
	"updatedAt",
] as const satisfies readonly (keyof Task)[];

/** A task as a list reads it. */
export type ListedTask = Pick<Task, (typeof listedFields)[number]>;

/** A step without what only a replay or the next step needs, and without its knowledge, which is for admins alone. */
export type ReadStep = Omit<StepRow, "reply" | "before" | "key" | "bodyHash" | "sealed" | "knowledge">;

/** A stored step with what a routine is made from. */
export type DoneRow = Pick<
	StepRow,
	"stepIndex" | "by" | "parsed" | "expect" | "isExplicit" | "targetName" | "described" | "describedTo" | "verification" | "gate" | "batch"
> & { readonly before?: (Pick<BeforeState, "url" | "title"> & { readonly target?: { readonly states: readonly string[] } }) | null };

/**
 * A task as users see it. One that was idle for too long has expired, even before the sweep writes that.
 *
 * @throws never
 */
export function taskViewOf(task: ReadTask, { isExpired }: { readonly isExpired: boolean }): TaskView {
	const summary = taskSummaryOf(task, { isExpired });
	return {
		...summary,
		maxSteps: task.maxSteps,
		plan: task.plan,
		...(summary.status === "needs_user_input" ? questionOf(task) : {}),
		reflections: task.reflections.map((reflection) => ({
			...reflection,
			issues: [...reflection.issues],
			suggestions: [...reflection.suggestions],
		})),
	};
}

/** A task as a row of a list. @throws never */
export function taskSummaryOf(task: ListedTask, { isExpired }: { readonly isExpired: boolean }): TaskSummary {
	return {
		taskId: task._id,
		sessionId: task.sessionId,
		userId: task.userId,
		door: task.door,
		query: task.query,
		mode: task.mode,
		status: isExpired && !isTerminal(task.status) ? "expired" : task.status,
		stepCount: task.stepCount,
		...defined({ answer: task.answer, failure: task.failure }),
		usage: usageOf(task.spent),
		isTainted: task.tainted,
		createdAt: task.createdAt.toISOString(),
		updatedAt: task.updatedAt.toISOString(),
	};
}

/** The open question, without its pending action and answer. */
function questionOf({ question }: ReadTask): Pick<TaskView, "question"> {
	return question === null || question.given !== undefined ? {} : { question: shownQuestion(question) };
}

/** A step as users see it. @throws never */
export function actionViewOf(row: ReadStep): ActionView {
	const { gate, ...labels } = readLabels(row);
	const { mandate } = row.gate;
	return {
		stepIndex: row.stepIndex,
		thought: row.thought,
		action: row.action,
		status: row.status,
		by: row.by,
		expect: row.expect,
		...defined({ targetName: row.targetName }),
		planIndex: row.planIndex,
		...labels,
		gate: { ...gate, ...defined({ mandate: mandate && shownMandate(mandate) }) },
		...defined({ verification: row.verification, usage: row.spent && usageOf(row.spent), model: row.model }),
		...(row.batch === undefined ? {} : { more: row.batch.slice(1).map(partViewOf) }),
		ms: { ...row.ms },
		createdAt: row.createdAt.toISOString(),
	};
}

function partViewOf({ action, targetName, verification }: NonNullable<ReadStep["batch"]>[number]) {
	return { action, ...defined({ targetName, verification }) };
}

function usageOf({ promptTokens, completionTokens, calls, cachedTokens, usd, estimated }: Spent): TaskView["usage"] {
	return {
		promptTokens,
		completionTokens,
		calls,
		...defined({ cachedTokens, usd, estimated }),
	};
}
