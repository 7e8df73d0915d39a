import { isOver } from "@webhand/contracts/tools/executions";
import {
	runnerCancelExecutionRoute,
	runnerCancelMcpCallRoute,
	runnerExecutionRoute,
	runnerExecutionStreamRoute,
	runnerExecutionsRoute,
	runnerMcpCallRoute,
	runnerMcpCallStreamRoute,
} from "@webhand/contracts/tools/internal/calls";
import { addRoute } from "@webhand/service-kit/routes";
import type { FastifyInstance } from "fastify";
import type { ExecutionDeps } from "./exec/engine.ts";
import { listExecutions, readExecution } from "./exec/engine.ts";
import { openEvents } from "./exec/reader.ts";
import type { McpCallDeps } from "./mcp/engine.ts";
import { followCall } from "./mcp/engine.ts";
import { callView } from "./mcp/view.ts";

/** What the routes of calls need. */
export type CallRouteDeps = { readonly commands: ExecutionDeps; readonly toolCalls: McpCallDeps };

/** Commands and calls of MCP tools, read, followed and ended by their owner; jobs bring them. */
export function addCallRoutes(app: FastifyInstance, { commands, toolCalls }: CallRouteDeps): void {
	addRoute(app, runnerExecutionRoute, ({ params: { id }, identity }) => readExecution(commands, identity, id));
	addRoute(app, runnerExecutionsRoute, ({ query, identity }) => listExecutions(commands, identity, query));
	addRoute(app, runnerCancelExecutionRoute, async ({ params: { id }, identity, reply }) => {
		const state = await commands.life.cancel(identity, id);
		if (isOver(state) && state !== "cancelled") reply.code(200);
		return { executionId: id, state };
	});
	addRoute(app, runnerExecutionStreamRoute, ({ params: { id }, headers, query, identity: owner, signal, reply }) => {
		reply.header("x-accel-buffering", "no").header("cache-control", "no-store");
		return openEvents(commands, { owner, id, after: headers["last-event-id"] ?? query.afterSeq, signal });
	});
	addRoute(app, runnerMcpCallRoute, async ({ params: { id }, identity }) => callView(await toolCalls.life.find(identity, id)));
	addRoute(app, runnerCancelMcpCallRoute, async ({ params: { id }, identity }) => {
		return { callId: id, state: await toolCalls.life.cancel(identity, id) };
	});
	addRoute(app, runnerMcpCallStreamRoute, ({ params: { id }, identity, signal }) => followCall(toolCalls, identity, { id, signal }));
}
