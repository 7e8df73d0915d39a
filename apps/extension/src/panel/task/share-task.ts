import { shareTaskRoute, unshareTaskRoute } from "@webhand/contracts/agent/task-trace";
import type { TaskId } from "@webhand/contracts/ids";
import { server } from "../../kit/server.ts";
import { consoleAddress } from "../../kit/transport.ts";

/** Copies the link by which members of the organization read the task, or takes it back. @throws ApiError */
export async function shareTask(taskId: TaskId, isWanted: boolean): Promise<void> {
	const params = { taskId };
	if (!isWanted) return void (await server.call(unshareTaskRoute, { params }));
	const { share } = await server.call(shareTaskRoute, { params });
	await navigator.clipboard.writeText(consoleAddress(`traces/${taskId}?share=${share}`));
}
