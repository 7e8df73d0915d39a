import { taskActionsRoute, taskListRoute, taskPageRoute, taskRoute } from "@webhand/contracts/agent/task-trace";
import { addRoute } from "@webhand/service-kit/routes";
import type { FastifyInstance } from "fastify";
import type { TaskDeps } from "./engine.ts";
import { listTasks, readActions, readPage, readTask } from "./engine.ts";

/** `/api/agent/tasks`: the list, a task, its steps, their pages. */
export function addTasks(app: FastifyInstance, deps: TaskDeps): void {
	addRoute(app, taskListRoute, ({ identity, query }) => listTasks(deps, { identity, query }));
	addRoute(app, taskRoute, ({ identity, params }) => readTask(deps, { identity, ...params }));
	addRoute(app, taskActionsRoute, ({ identity, params, query }) => readActions(deps, { identity, ...params }, query));
	addRoute(app, taskPageRoute, ({ identity, params }) => readPage(deps, { identity, ...params }));
}
