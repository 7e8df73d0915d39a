import type { StepDeps } from "../ports.ts";
import type { TaskStore } from "../store.ts";
import type { TaskEnd } from "../task/record/compose.ts";
import { endWrite } from "../task/record/compose.ts";
import type { Task } from "../task/task.ts";

/** Ends a task without a step and tells other devices. @returns false when the task was written to since it was read */
export async function endTask(
	deps: Pick<StepDeps, "events" | "now" | "newEventId"> & { readonly tasks: Pick<TaskStore, "end"> },
	task: Task,
	end: TaskEnd,
): Promise<boolean> {
	const events = await deps.tasks.end(task.tenantId, endWrite(task, end, { at: deps.now(), newEventId: deps.newEventId }));
	if (events === null) return false;
	await deps.events.publish(events);
	return true;
}
