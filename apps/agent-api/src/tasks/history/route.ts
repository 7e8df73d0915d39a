import { howToRoute, stepKnowledgeRoute } from "@webhand/contracts/agent/task-knowledge";
import { dismissRepeatsRoute, taskRepeatsRoute } from "@webhand/contracts/agent/task-repeats";
import {
	shareTaskRoute,
	taskActionsRoute,
	taskListRoute,
	taskPageRoute,
	taskRoute,
	unshareTaskRoute,
} from "@webhand/contracts/agent/task-trace";
import { addRoute } from "@webhand/service-kit/routes";
import type { FastifyInstance } from "fastify";
import type { TaskDeps } from "./engine.ts";
import { draftHowTo, listTasks, readActions, readPage, readStepKnowledge, readTask, shareTask, unshareTask } from "./engine.ts";
import { dismissRepeats, readRepeats } from "./repeats.ts";

/** `/api/agent/tasks`: the list, a task, its steps, their pages, its share; for admins the knowledge of a step and a how-to. */
export function addTasks(app: FastifyInstance, deps: TaskDeps): void {
	addRoute(app, taskListRoute, ({ identity, query }) => listTasks(deps, { identity, query }));
	addRoute(app, taskRoute, ({ identity, params, query }) => readTask(deps, { identity, ...params, ...query }));
	addRoute(app, taskActionsRoute, ({ identity, params, query }) => readActions(deps, { identity, ...params, share: query.share }, query));
	addRoute(app, taskPageRoute, ({ identity, params, query }) => readPage(deps, { identity, ...params, ...query }));
	addRoute(app, shareTaskRoute, ({ identity, params }) => shareTask(deps, { identity, ...params }));
	addRoute(app, unshareTaskRoute, async ({ identity, params }) => {
		await unshareTask(deps, { identity, ...params });
		return undefined;
	});
	addRoute(app, taskRepeatsRoute, ({ identity, params }) => readRepeats(deps, { identity, ...params }));
	addRoute(app, dismissRepeatsRoute, ({ identity, params }) => dismissRepeats(deps, { identity, ...params }));
	addRoute(app, stepKnowledgeRoute, ({ identity, params }) => readStepKnowledge(deps, { identity, ...params }));
	addRoute(app, howToRoute, ({ identity, params }) => draftHowTo(deps, { identity, ...params }));
}
