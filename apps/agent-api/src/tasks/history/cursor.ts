import { TaskId } from "@webhand/contracts/ids";

/** Where a page of tasks ended: the next one begins after this task, which need not exist any more. */
export type TaskCursor = { readonly createdAt: Date; readonly taskId: TaskId };

/** A cursor as clients carry it: milliseconds since the epoch in base 36, a dot, the task's id. */
export function cursorOf({ createdAt, taskId }: TaskCursor): string {
	return `${createdAt.getTime().toString(36)}.${taskId}`;
}

/** Reads a cursor; null when it is none of ours. @throws never */
export function readTaskCursor(text: string): TaskCursor | null {
	const [, time, id] = /^([0-9a-z]{1,9})\.(.+)$/.exec(text) ?? [];
	const createdAt = new Date(Number.parseInt(time ?? "", 36));
	const taskId = TaskId.safeParse(id);
	return taskId.success && !Number.isNaN(createdAt.getTime()) ? { createdAt, taskId: taskId.data } : null;
}
