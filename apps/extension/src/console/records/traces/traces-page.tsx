import { TaskId } from "@webhand/contracts/ids";
import type { PageProps } from "../../page-props.ts";
import { TaskListPage } from "./list/task-list-page.tsx";
import { TracePage } from "./task/trace-page.tsx";

/** `/traces` lists tasks; `/traces/<taskId>/<step>` shows one, at a step that counts from 1. */
export function TracesPage(props: PageProps) {
	const [asked = "", step] = props.place.parts;
	const taskId = TaskId.safeParse(asked);
	if (!taskId.success) return <TaskListPage {...props} />;
	const number = Number(step);
	return <TracePage key={taskId.data} {...props} taskId={taskId.data} step={Number.isSafeInteger(number) && number > 0 ? number : 1} />;
}
