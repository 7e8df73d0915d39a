import type { RunState } from "@webhand/contracts/agent/runs";
import type { TaskStatus } from "@webhand/contracts/agent/task";
import type { StepRow, Task } from "../steps/task/task.ts";

/**
 * A task as the second door shows it: the newest 20 steps, times in milliseconds.
 *
 * @param rows the newest steps, oldest first
 * @param isExpired the task was left alone for longer than a run may be
 * @throws never
 * @source spec 003 "Run State"; engine.md §12
 */
export function runStateOf(task: Task, rows: readonly StepRow[], isExpired: boolean): RunState {
	const question = task.question?.given === undefined ? task.question?.text : undefined;
	return {
		runId: task._id,
		task: task.query,
		mode: task.mode,
		status: isExpired ? "expired" : runStatusOf(task.status),
		currentStep: task.stepCount,
		maxSteps: task.maxSteps,
		history: rows.map((row) => ({
			stepIndex: row.stepIndex,
			thought: row.thought,
			action: row.action,
			...(row.verification === undefined ? {} : { success: row.verification.verdict === "success" }),
			timestamp: row.createdAt.getTime(),
		})),
		...(question === undefined || task.status !== "needs_user_input" ? {} : { pendingQuestion: question }),
		createdAt: task.createdAt.getTime(),
		updatedAt: task.updatedAt.getTime(),
	};
}

/** States of the engine in the words of the second door. @source engine.md §12 */
export function runStatusOf(status: TaskStatus): RunState["status"] {
	switch (status) {
		case "planning":
		case "executing":
		case "verifying":
		case "correcting":
			return "running";
		case "needs_user_input":
			return "waiting_user";
		case "completed":
		case "failed":
			return "finished";
		case "cancelled":
		case "expired":
			return status;
	}
}
