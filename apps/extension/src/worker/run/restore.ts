import { OrchestratorStatus } from "@webhand/contracts/agent/task";
import type { TaskView } from "@webhand/contracts/agent/task-trace";
import type { RunRecord } from "../../run-record.ts";
import { newRun } from "../../run-record.ts";
import { outcomeUnknown } from "./attempt.ts";
import { reportOf } from "./report.ts";

/**
 * The run of a task whose browser is gone: it reads the page anew. Its last action may have been done unseen, so it is never repeated and
 * reported as open; the server verifies by looking.
 *
 * @throws never
 */
export function restoredRun(
	task: TaskView,
	place: Pick<RunRecord, "runKey" | "owner" | "tabId" | "windowId" | "row"> & { readonly at: number },
): RunRecord {
	const { taskId, sessionId, query, plan, maxSteps, question = null } = task;
	const status = OrchestratorStatus.safeParse(task.status);
	const begun = task.stepCount > 0;
	return {
		...newRun({ ...place, sessionId, query, files: [] }),
		taskId,
		plan,
		maxSteps,
		status: status.success ? status.data : null,
		stepIndex: begun ? task.stepCount - 1 : null,
		report: begun && question === null ? reportOf([], [outcomeUnknown], null) : null,
		question,
		askedAt: question === null ? null : place.at,
		wait: question === null ? null : { kind: "user" },
		startedAt: Date.parse(task.createdAt),
	};
}
