import { howToRoute, stepKnowledgeRoute } from "@webhand/contracts/agent/task-knowledge";
import { taskActionsRoute, taskListRoute, taskPageRoute, taskRoute } from "@webhand/contracts/agent/task-trace";
import { addRoute } from "@webhand/service-kit/routes";
import type { FastifyInstance } from "fastify";
import type { TaskDeps } from "./engine.ts";
import { draftHowTo, listTasks, readActions, readPage, readStepKnowledge, readTask } from "./engine.ts";

/** `/api/agent/tasks`: the list, a task, its steps, their pages; for admins the knowledge of a step and a how-to. */
export function addTasks(app: FastifyInstance, deps: TaskDeps): void {
	addRoute(app, taskListRoute, ({ identity, query }) => listTasks(deps, { identity, query }));
	addRoute(app, taskRoute, ({ identity, params }) => readTask(deps, { identity, ...params }));
	addRoute(app, taskActionsRoute, ({ identity, params, query }) => readActions(deps, { identity, ...params }, query));
	addRoute(app, taskPageRoute, ({ identity, params }) => readPage(deps, { identity, ...params }));
	addRoute(app, stepKnowledgeRoute, ({ identity, params }) => readStepKnowledge(deps, { identity, ...params }));
	addRoute(app, howToRoute, ({ identity, params }) => draftHowTo(deps, { identity, ...params }));
}
