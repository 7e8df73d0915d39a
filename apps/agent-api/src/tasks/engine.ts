import type { ActionView, TaskView } from "@webhand/contracts/agent/task-trace";
import type { TaskId } from "@webhand/contracts/ids";
import { AppError } from "@webhand/service-kit/errors";
import type { Identity } from "@webhand/service-kit/guard";
import type { AuditNote, AuditStore } from "../audit/store.ts";
import { isIdle } from "../progress/status.ts";
import { unpackPage } from "./keep.ts";
import type { ReadTask } from "./map.ts";
import { actionViewOf, taskViewOf } from "./map.ts";
import type { TraceStore } from "./store.ts";

/** What reading tasks needs. `idleMs`: a task without a step for so long has expired. */
export type TaskDeps = {
	readonly traces: Pick<TraceStore, "task" | "steps" | "page">;
	readonly audit: Pick<AuditStore, "insertOnce">;
	readonly now: () => Date;
	readonly idleMs: number;
};

/** A task and the user who asks. */
export type TaskCall = { readonly identity: Pick<Identity, "tenantId" | "userId" | "roles">; readonly taskId: TaskId };

/** The state of a task. @throws AppError TASK_NOT_FOUND */
export async function readTask(deps: TaskDeps, call: TaskCall): Promise<{ readonly task: TaskView }> {
	const task = await findTask(deps, call);
	await noteForeign(deps, call, { task, what: "task" });
	return { task: taskViewOf(task, { isExpired: isIdle(task, { now: deps.now(), idleMs: deps.idleMs }) }) };
}

/** The steps of a task after step `after`, oldest first. @throws AppError TASK_NOT_FOUND */
export async function readActions(
	deps: TaskDeps,
	call: TaskCall,
	{ after = -1, limit }: { readonly after?: number | undefined; readonly limit: number },
): Promise<{ actions: ActionView[]; nextAfter: number | null }> {
	await noteForeign(deps, call, { task: await findTask(deps, call), what: "actions" });
	const rows = await deps.traces.steps(call.identity.tenantId, call.taskId, { after, limit: limit + 1 });
	const page = rows.slice(0, limit);
	return { actions: page.map(actionViewOf), nextAfter: rows.length > limit ? (page.at(-1)?.stepIndex ?? null) : null };
}

/** The stored page of a step. @throws AppError TASK_NOT_FOUND, NOT_FOUND */
export async function readPage(deps: TaskDeps, call: TaskCall & { readonly stepIndex: number }) {
	await findTask(deps, call);
	const kept = await deps.traces.page(call.identity.tenantId, call.taskId, call.stepIndex);
	if (kept === null) throw new AppError("NOT_FOUND", "The page of this step was not kept, or is gone after 7 days");
	await note(deps, call, { what: "page", stepIndex: call.stepIndex });
	return {
		stepIndex: call.stepIndex,
		text: await unpackPage(kept.gzip),
		truncated: kept.truncated,
		createdAt: kept.createdAt.toISOString(),
	};
}

/** Audits the reading of another user's task. */
async function noteForeign(deps: TaskDeps, call: TaskCall, { task, what }: { readonly task: ReadTask; readonly what: string }) {
	if (task.userId !== call.identity.userId) await note(deps, call, { what, owner: task.userId });
}

// A client that watches a task reads it every second: the audit needs one note an hour.
const noteEveryMs = 3_600_000;

async function note({ audit, now }: TaskDeps, { identity, taskId }: TaskCall, facts: AuditNote["facts"]): Promise<void> {
	const { tenantId, userId } = identity;
	await audit.insertOnce(tenantId, { userId, at: now(), action: "trace.read", target: taskId, outcome: "ok", facts }, noteEveryMs);
}

/** A task of the user, or of the tenant for its admins; all others are unknown. */
async function findTask({ traces }: TaskDeps, { identity, taskId }: TaskCall): Promise<ReadTask> {
	const task = await traces.task(identity.tenantId, taskId);
	if (task === null || (task.userId !== identity.userId && !identity.roles.includes("admin")))
		throw new AppError("TASK_NOT_FOUND", "There is no such task");
	return task;
}
