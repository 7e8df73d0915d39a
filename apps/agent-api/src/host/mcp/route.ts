import { randomUUID } from "node:crypto";
import { isOver } from "@webhand/contracts/tools/executions";
import {
	runnerAcceptMcpToolsRoute,
	runnerAddMcpServerRoute,
	runnerChangeMcpServerRoute,
	runnerMcpServersRoute,
	runnerRefreshMcpServerRoute,
	runnerRemoveMcpServerRoute,
} from "@webhand/contracts/tools/internal/mcp";
import {
	acceptMcpToolsRoute,
	addMcpServerRoute,
	callToolRoute,
	cancelMcpCallRoute,
	changeMcpServerRoute,
	mcpCallRoute,
	mcpCallStreamRoute,
	mcpServersRoute,
	mcpToolsRoute,
	refreshMcpServerRoute,
	removeMcpServerRoute,
} from "@webhand/contracts/tools/mcp";
import { addRoute } from "@webhand/service-kit/routes";
import type { FastifyInstance } from "fastify";
import type { HostDeps } from "../client.ts";
import { addOperatorRoute, requestOf } from "../client.ts";
import { callTool, cancelToolCall, followCall, listTools, lookAtCall } from "./engine.ts";

// Comments move a connection every 15 s; one on which nothing moves has a client that stopped reading.
const stalledMs = 60_000;

/** `/api/v1/agent/mcp` and `/operator/mcp-servers`: all tools of the server host, and the servers that bring more. */
export function addMcpTools(app: FastifyInstance, deps: HostDeps): void {
	addRoute(app, mcpToolsRoute, ({ query, ...received }) => listTools(deps, requestOf(received), query));
	addRoute(app, callToolRoute, async ({ body, headers, reply, ...received }) => {
		const key = headers["idempotency-key"] ?? randomUUID();
		const call = await callTool(deps, { request: requestOf(received), key, body });
		if (!isOver(call.state)) return { callId: call.id, state: call.state, streamUrl: `${callToolRoute.path}/${call.id}/stream` };
		reply.code(200);
		return call;
	});
	addRoute(app, mcpCallRoute, ({ params: { id }, query: { waitMs }, ...received }) =>
		lookAtCall(deps, requestOf(received), { id, waitMs }),
	);
	addRoute(app, cancelMcpCallRoute, ({ params: { id }, ...received }) => cancelToolCall(deps, requestOf(received), id));
	addRoute(app, mcpCallStreamRoute, ({ params: { id }, reply, ...received }) => {
		reply.header("x-accel-buffering", "no").header("cache-control", "no-store");
		reply.raw.setTimeout(stalledMs);
		return followCall(deps, requestOf(received), id);
	});
	addOperatorRoute(app, deps, [mcpServersRoute, runnerMcpServersRoute]);
	addOperatorRoute(app, deps, [addMcpServerRoute, runnerAddMcpServerRoute]);
	addOperatorRoute(app, deps, [changeMcpServerRoute, runnerChangeMcpServerRoute]);
	addOperatorRoute(app, deps, [removeMcpServerRoute, runnerRemoveMcpServerRoute]);
	addOperatorRoute(app, deps, [acceptMcpToolsRoute, runnerAcceptMcpToolsRoute]);
	addOperatorRoute(app, deps, [refreshMcpServerRoute, runnerRefreshMcpServerRoute]);
}
