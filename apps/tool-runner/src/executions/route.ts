import { isOver } from "@webhand/contracts/tools/executions";
import {
	runnerCancelExecutionRoute,
	runnerExecutionRoute,
	runnerExecutionStreamRoute,
	runnerExecutionsRoute,
} from "@webhand/contracts/tools/internal/calls";
import { addRoute } from "@webhand/service-kit/routes";
import type { FastifyInstance } from "fastify";
import type { ExecutionDeps } from "./engine.ts";
import { cancelExecution, listExecutions, readExecution } from "./engine.ts";
import { openEvents } from "./reader.ts";

/** Commands, read, followed and ended by their owner; jobs bring them. */
export function addExecutionRoutes(app: FastifyInstance, deps: ExecutionDeps): void {
	addRoute(app, runnerExecutionRoute, ({ params: { id }, identity }) => readExecution(deps, identity, id));
	addRoute(app, runnerExecutionsRoute, ({ query, identity }) => listExecutions(deps, identity, query));
	addRoute(app, runnerCancelExecutionRoute, async ({ params: { id }, identity, reply }) => {
		const answer = await cancelExecution(deps, identity, id);
		if (isOver(answer.state) && answer.state !== "cancelled") reply.code(200);
		return answer;
	});
	addRoute(app, runnerExecutionStreamRoute, ({ params: { id }, headers, query, identity: owner, signal, reply }) => {
		reply.header("x-accel-buffering", "no").header("cache-control", "no-store");
		return openEvents(deps, { owner, id, after: headers["last-event-id"] ?? query.afterSeq, signal });
	});
}
