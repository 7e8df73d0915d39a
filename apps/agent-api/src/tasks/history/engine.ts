import type { howToRoute, stepKnowledgeRoute } from "@webhand/contracts/agent/task-knowledge";
import type {
	ActionView,
	MissingPageReason,
	shareTaskRoute,
	TaskListQuery,
	TaskSummary,
	TaskView,
} from "@webhand/contracts/agent/task-trace";
import type { ShareId, TaskId } from "@webhand/contracts/ids";
import { requireRole } from "@webhand/service-kit/access";
import { AppError } from "@webhand/service-kit/errors";
import type { Identity } from "@webhand/service-kit/guard";
import type { z } from "zod";
import type { AuditNote, AuditStore } from "../../host/audit/store.ts";
import { isIdle } from "../../policy/progress/status.ts";
import { defined } from "../../shared/defined.ts";
import { keyFact } from "../../shared/key-fact.ts";
import { cursorOf, readTaskCursor } from "./cursor.ts";
import { howToOf } from "./how-to.ts";
import { unpackPage } from "./keep.ts";
import type { ReadTask } from "./map.ts";
import { actionViewOf, taskSummaryOf, taskViewOf } from "./map.ts";
import type { TraceStore } from "./store.ts";

/** What reading tasks needs. `idleMs`: a task without a step for so long has expired. */
export type TaskDeps = {
	readonly traces: Omit<TraceStore, "putPage" | "countPages" | "dropOldestPages">;
	readonly audit: Pick<AuditStore, "insert" | "insertOnce">;
	readonly newShareId: () => ShareId;
	readonly now: () => Date;
	readonly idleMs: number;
};

/** A task and the user who asks; `share` is what the user's link names. */
export type TaskCall = {
	readonly identity: Pick<Identity, "tenantId" | "userId" | "roles" | "limits" | "key" | "runner">;
	readonly taskId: TaskId;
	readonly share?: string | undefined;
};

/**
 * A page of tasks, newest first: the user's own, or with `all` those of the tenant.
 *
 * @throws AppError FORBIDDEN when a member asks for all, VALIDATION_ERROR naming `cursor`
 */
export async function listTasks(
	deps: TaskDeps,
	{ identity, query }: Pick<TaskCall, "identity"> & { readonly query: TaskListQuery },
): Promise<{ tasks: TaskSummary[]; nextCursor: string | null }> {
	const { tenantId, userId, roles } = identity;
	const { all, user, status, q: text, limit, cursor } = query;
	if (all && !roles.includes("admin")) throw new AppError("FORBIDDEN", "Only admins see the tasks of others");
	const after = cursor === undefined ? undefined : readTaskCursor(cursor);
	if (after === null)
		throw new AppError("VALIDATION_ERROR", "The request is not valid", {
			details: { fields: [{ field: "cursor", message: "must be the nextCursor of the page before" }] },
		});
	if (all) await note(deps, identity, { target: "tasks", facts: { what: "list" } });
	const filter = { userId: all ? user : userId, status, text, after };
	const rows = await deps.traces.list(tenantId, { ...filter, limit: limit + 1 });
	const page = rows.slice(0, limit);
	const last = rows.length > limit ? page.at(-1) : undefined;
	const idle = { now: deps.now(), idleMs: deps.idleMs };
	return {
		tasks: page.map((task) => taskSummaryOf(task, { isExpired: isIdle(task, idle) })),
		nextCursor: last === undefined ? null : cursorOf({ createdAt: last.createdAt, taskId: last._id }),
	};
}

/** The state of a task. @throws AppError TASK_NOT_FOUND */
export async function readTask(deps: TaskDeps, call: TaskCall): Promise<{ readonly task: TaskView }> {
	const task = await findTask(deps, call);
	await noteForeign(deps, call, { task, what: "task" });
	const view = taskViewOf(task, { isExpired: isIdle(task, { now: deps.now(), idleMs: deps.idleMs }) });
	return { task: { ...view, ...(isOwner(call, task) ? defined({ share: task.share }) : {}) } };
}

/** Shares the user's own task inside the tenant. @throws AppError TASK_NOT_FOUND */
export async function shareTask(deps: TaskDeps, call: TaskCall): Promise<z.output<typeof shareTaskRoute.reply>> {
	const { identity, taskId } = call;
	const { share } = await findOwnTask(deps, call);
	if (share !== undefined) return { share };
	await noteSharing(deps, call, "trace.share");
	await deps.traces.share(identity.tenantId, taskId, deps.newShareId());
	// Of two requests at once the first one's share stands.
	const shared = await findOwnTask(deps, call);
	if (shared.share === undefined) throw new AppError("TASK_NOT_FOUND", "There is no such task");
	return { share: shared.share };
}

/** Takes the share of the user's own task back. @throws AppError TASK_NOT_FOUND */
export async function unshareTask(deps: TaskDeps, call: TaskCall): Promise<void> {
	if ((await findOwnTask(deps, call)).share === undefined) return;
	await noteSharing(deps, call, "trace.unshare");
	await deps.traces.unshare(call.identity.tenantId, call.taskId);
}

async function noteSharing({ audit, now }: TaskDeps, { identity, taskId }: TaskCall, action: "trace.share" | "trace.unshare") {
	const { tenantId, userId } = identity;
	await audit.insert(tenantId, [{ userId, at: now(), action, target: taskId, outcome: "ok", facts: {} }]);
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
	if (kept === null) {
		const reason: MissingPageReason = call.identity.limits.traces === true ? "not_kept" : "traces_off";
		throw new AppError("NOT_FOUND", "The page of this step was not kept, or is gone after 7 days", { details: { reason } });
	}
	await note(deps, call.identity, { target: call.taskId, facts: { what: "page", stepIndex: call.stepIndex } });
	return {
		stepIndex: call.stepIndex,
		text: await unpackPage(kept.gzip),
		truncated: kept.truncated,
		createdAt: kept.createdAt.toISOString(),
	};
}

/** The knowledge that a step used: the only way to it. @throws AppError FORBIDDEN, TASK_NOT_FOUND, NOT_FOUND */
export async function readStepKnowledge(
	deps: TaskDeps,
	call: TaskCall & { readonly stepIndex: number },
): Promise<z.output<typeof stepKnowledgeRoute.reply>> {
	const { identity, taskId, stepIndex } = call;
	requireRole(identity, "admin");
	await findTask(deps, call);
	const found = await deps.traces.knowledge(identity.tenantId, taskId, stepIndex);
	if (found === null) throw new AppError("NOT_FOUND", "There is no such step");
	await note(deps, identity, { target: taskId, facts: { what: "knowledge", stepIndex } });
	return { stepIndex, ...found, used: [...found.used] };
}

/** A draft of a how-to from a completed task; nothing is saved. @throws AppError FORBIDDEN, TASK_NOT_FOUND, TASK_NOT_COMPLETED */
export async function draftHowTo(deps: TaskDeps, call: TaskCall): Promise<z.output<typeof howToRoute.reply>> {
	const { identity, taskId } = call;
	requireRole(identity, "admin");
	const task = await findTask(deps, call);
	if (task.status !== "completed")
		throw new AppError("TASK_NOT_COMPLETED", "Only a task that was completed shows how it is done", { details: { status: task.status } });
	await note(deps, identity, { target: taskId, facts: { what: "how_to" } });
	return howToOf(task, await deps.traces.howToSteps(identity.tenantId, taskId));
}

/** Audits the reading of another user's task. */
export async function noteForeign(deps: TaskDeps, call: TaskCall, { task, what }: { readonly task: ReadTask; readonly what: string }) {
	const { identity, taskId } = call;
	if (isOwner(call, task)) return;
	const byLink = identity.roles.includes("admin") ? {} : { by: "link" };
	await note(deps, identity, { target: taskId, facts: { what, owner: task.userId, ...byLink } });
}

// A client that watches a task reads it every second: the audit needs one note an hour.
const noteEveryMs = 3_600_000;

async function note(
	{ audit, now }: TaskDeps,
	{ tenantId, userId, ...identity }: TaskCall["identity"],
	{ target, facts }: Pick<AuditNote, "target" | "facts">,
): Promise<void> {
	const what = { target, facts: { ...facts, ...keyFact(identity) } };
	await audit.insertOnce(tenantId, { ...what, userId, at: now(), action: "trace.read", outcome: "ok" }, noteEveryMs);
}

const isOwner = ({ identity }: TaskCall, { userId }: ReadTask) => userId === identity.userId;

/** A task of the user, or of the tenant for its admins and for who names its share; all others are unknown. */
export async function findTask({ traces }: TaskDeps, call: TaskCall): Promise<ReadTask> {
	const task = await traces.task(call.identity.tenantId, call.taskId);
	if (task !== null && (isOwner(call, task) || call.identity.roles.includes("admin") || isShared(task, call))) return task;
	throw new AppError("TASK_NOT_FOUND", "There is no such task");
}

const isShared = (task: ReadTask, { share }: TaskCall) => share !== undefined && task.share === share;

/** A task of the user alone. @throws AppError TASK_NOT_FOUND */
export async function findOwnTask(deps: TaskDeps, call: TaskCall): Promise<ReadTask> {
	const task = await findTask(deps, { ...call, share: undefined });
	if (!isOwner(call, task)) throw new AppError("TASK_NOT_FOUND", "There is no such task");
	return task;
}
