import { randomUUID } from "node:crypto";
import {
	cancelExecutionRoute,
	execRoute,
	executionRoute,
	executionStreamRoute,
	executionsRoute,
	isOver,
} from "@webhand/contracts/tools/executions";
import { addRoute } from "@webhand/service-kit/routes";
import type { FastifyInstance } from "fastify";
import { cancelCall, commands, lookAt } from "../calls/run.ts";
import type { HostDeps } from "../client.ts";
import { requestOf } from "../client.ts";
import { followExecution, listExecutions, runOwnCommand } from "./engine.ts";

/** `/api/v1/agent/exec`: commands in the sandbox of the server host. */
export function addExecutions(app: FastifyInstance, deps: HostDeps): void {
	addRoute(app, execRoute, async ({ body: { waitMs, workspaceId, sessionId, ...command }, headers, reply, ...received }) => {
		const key = headers["idempotency-key"] ?? randomUUID();
		const target = { workspaceId, sessionId };
		const execution = await runOwnCommand(deps, { request: requestOf(received), target, command, key, waitMs });
		const { executionId, state, rule } = execution;
		if (waitMs === 0 || !isOver(state)) return { executionId, state, streamUrl: `${execRoute.path}/${executionId}/stream`, rule };
		reply.code(200);
		return execution;
	});
	addRoute(app, executionRoute, ({ params: { id }, query: { waitMs }, ...received }) =>
		lookAt(deps, commands, { request: requestOf(received), id, waitMs }),
	);
	addRoute(app, executionsRoute, ({ query, ...received }) => listExecutions(deps, requestOf(received), query));
	addRoute(app, cancelExecutionRoute, async ({ params: { id }, reply, ...received }) => {
		const state = await cancelCall(deps, commands, { request: requestOf(received), id });
		if (isOver(state) && state !== "cancelled") reply.code(200);
		return { executionId: id, state };
	});
	addRoute(app, executionStreamRoute, ({ params: { id }, headers, query, reply, ...received }) => {
		reply.header("x-accel-buffering", "no").header("cache-control", "no-store");
		return followExecution(deps, requestOf(received), { id, after: headers["last-event-id"] ?? query.afterSeq });
	});
}
