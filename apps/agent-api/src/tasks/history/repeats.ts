import { hash } from "node:crypto";
import type { TaskRepeats } from "@webhand/contracts/agent/task-repeats";
import type { TaskId, TenantId } from "@webhand/contracts/ids";
import { dayMs } from "../../shared/retention.ts";
import { doneStepOf } from "./done-task.ts";
import type { TaskCall, TaskDeps } from "./engine.ts";
import { findOwnTask } from "./engine.ts";

/** So many tasks of one shape are worth a routine. */
const leastRepeats = 5;
const withinDays = 30;
/** Tasks that a draft is compared with. */
const mostShown = 9;
/** Newest tasks of a person that are looked at, and those of them whose steps are read in one request. */
const [mostRecent, mostRead] = [100, 20];

/** Of a task that does too little to be repeated. */
const shapeless = "";

/** Whether the user's own task was done often enough for a routine. @throws AppError TASK_NOT_FOUND */
export async function readRepeats(deps: TaskDeps, call: TaskCall): Promise<{ readonly repeats: TaskRepeats | null }> {
	const task = await findOwnTask(deps, call);
	const { tenantId, userId } = call.identity;
	if (task.status !== "completed" || task.origin !== undefined) return { repeats: null };
	const shape = task.shape ?? (await keepShape(deps, tenantId, task._id));
	if (shape === shapeless || (await deps.traces.isDismissed(tenantId, { userId, shape }))) return { repeats: null };
	const since = new Date(deps.now().getTime() - withinDays * dayMs);
	const recent = await deps.traces.recent(tenantId, { userId, since, limit: mostRecent });
	const unknown = recent.filter((one) => one.status === "completed" && one.origin === undefined && one.shape === undefined);
	for (const { _id } of unknown.slice(0, mostRead)) await keepShape(deps, tenantId, _id);
	const others = (await deps.traces.alike(tenantId, { userId, shape, since, limit: mostRecent })).filter((id) => id !== task._id);
	const count = others.length + 1;
	return { repeats: count < leastRepeats ? null : { count, taskIds: others.slice(0, mostShown) } };
}

/** Suggests no routine any more for tasks like the user's own one. @throws AppError TASK_NOT_FOUND */
export async function dismissRepeats(deps: TaskDeps, call: TaskCall): Promise<undefined> {
	const task = await findOwnTask(deps, call);
	const { tenantId, userId } = call.identity;
	const shape = task.shape ?? (await keepShape(deps, tenantId, task._id));
	if (shape !== shapeless) await deps.traces.dismiss(tenantId, { userId, shape, at: deps.now() });
	return undefined;
}

/** Works out the shape of a completed task and stores it: its steps are read once. */
async function keepShape({ traces }: TaskDeps, tenantId: TenantId, taskId: TaskId): Promise<string> {
	// What makes routines takes megabytes, which a process without such questions spares.
	const { shapeOfTask } = await import("@webhand/routines/make/from-task");
	const rows = await traces.doneSteps(tenantId, taskId);
	const told = shapeOfTask({ query: "", steps: rows.map((row) => doneStepOf(row, undefined)) });
	const shape = told === undefined ? shapeless : hash("sha256", told, "hex").slice(0, 32);
	await traces.setShape(tenantId, taskId, shape);
	return shape;
}
