import { isTerminal } from "@webhand/contracts/agent/task";
import type { ActionView, TaskView } from "@webhand/contracts/agent/task-trace";
import { defined } from "../defined.ts";
import type { Spent, StepRow, Task } from "../steps/task.ts";
import { readApproval, readLabels } from "../steps/task.ts";

/** Everything of a task but what only its next step needs. */
export type ReadTask = Omit<Task, "lease" | "deciderState" | "sealedQuery" | "sealedNotes">;

/** Everything of a step but what only a replay or the next step needs. */
export type ReadStep = Omit<StepRow, "reply" | "before" | "key" | "bodyHash" | "sealed">;

/**
 * A task as people see it. One that was left alone for too long has expired, whether or not somebody wrote that down.
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

/** What is held back for the approval, and the answer that was given, stay inside. */
function questionOf({ question }: ReadTask): Pick<TaskView, "question"> {
	if (question === null || question.given !== undefined) return {};
	const { id, kind, text, choices, expiresAt } = question;
	const approval = readApproval(question.approval);
	return {
		question: { id, kind, text, expiresAt, ...defined({ choices, approval }) },
	};
}

/** A step as people see it. @throws never */
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
