import { z } from "zod";
import { TaskId } from "../ids.ts";
import { defineRoute } from "../routes.ts";

/** A task that its person has done again and again: how often in 30 days, itself included, and others of its shape, newest first. */
export const TaskRepeats = z.object({ count: z.number().int().positive(), taskIds: z.array(TaskId).max(9) });
export type TaskRepeats = z.infer<typeof TaskRepeats>;

const route = {
	service: "agent-api",
	path: "/api/agent/tasks/:taskId/repeats",
	params: z.strictObject({ taskId: TaskId }),
	errors: ["TASK_NOT_FOUND"],
} as const;

export const taskRepeatsRoute = defineRoute({
	...route,
	method: "GET",
	summary: "Whether a task is worth a routine",
	description:
		"For the owner of a completed task: null below five tasks of the same shape (site, actions and controls, values aside), and where the person wants no routine of it.",
	reply: z.object({ repeats: TaskRepeats.nullable() }),
});

export const dismissRepeatsRoute = defineRoute({
	...route,
	method: "DELETE",
	status: 204,
	summary: "Suggest no routine for tasks like this one",
});
