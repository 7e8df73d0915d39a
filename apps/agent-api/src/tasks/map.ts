import { isTerminal } from "@webhand/contracts/agent/task";
import type { ActionView, TaskView } from "@webhand/contracts/agent/task-trace";
import { defined } from "../defined.ts";
import type { Spent, StepRow, Task } from "../steps/task.ts";
import { readLabels, shownQuestion } from "../steps/task.ts";

/** A task without what only its next step needs. */
export type ReadTask = Omit<Task, "lease" | "deciderState" | "sealedQuery" | "sealedNotes" | "queuedNotes">;

/** A step without what only a replay or the next step needs. */
export type ReadStep = Omit<StepRow, "reply" | "before" | "key" | "bodyHash" | "sealed">;

/**
 * A task as users see it. One that was idle for too long has expired, even before the sweep writes that.
 *
 * @throws never
 */
export function taskViewOf(task: ReadTask, { isExpired }: { readonly isExpired: boolean }): TaskView {
	const status = isExpired && !isTerminal(task.status) ? "expired" : task.status;
	return {
		taskId: task._id,
		sessionId: task.sessionId,
		userId: task.userId,
		door: task.door,
		query: task.query,
		mode: task.mode,
		status,
		stepCount: task.stepCount,
		maxSteps: task.maxSteps,
		plan: task.plan,
		...defined({ answer: task.answer, failure: task.failure }),
		...(status === "needs_user_input" ? questionOf(task) : {}),
		reflections: task.reflections.map((reflection) => ({
			...reflection,
			issues: [...reflection.issues],
			suggestions: [...reflection.suggestions],
		})),
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
	return {
		stepIndex: row.stepIndex,
		thought: row.thought,
		action: row.action,
		status: row.status,
		by: row.by,
		expect: row.expect,
		...defined({ targetName: row.targetName }),
		planIndex: row.planIndex,
		...readLabels(row),
		...defined({ verification: row.verification, usage: row.spent && usageOf(row.spent) }),
		ms: { ...row.ms },
		createdAt: row.createdAt.toISOString(),
	};
}

function usageOf({ promptTokens, completionTokens, calls, cachedTokens, usd, estimated }: Spent): TaskView["usage"] {
	return {
		promptTokens,
		completionTokens,
		calls,
		...defined({ cachedTokens, usd, estimated }),
	};
}
