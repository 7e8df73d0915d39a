import { runnerCancelMcpCallRoute, runnerMcpCallRoute, runnerMcpCallStreamRoute } from "@webhand/contracts/tools/internal/calls";
import {
	runnerAcceptMcpToolsRoute,
	runnerAddMcpServerRoute,
	runnerChangeMcpServerRoute,
	runnerMcpServersRoute,
	runnerMcpToolsRoute,
	runnerRefreshMcpServerRoute,
	runnerRemoveMcpServerRoute,
} from "@webhand/contracts/tools/internal/mcp";
import { AppError } from "@webhand/service-kit/errors";
import { addRoute } from "@webhand/service-kit/routes";
import type { FastifyInstance } from "fastify";
import { actorOf, requireTools } from "../calls/request.ts";
import { cancelCall, followCall, readCall } from "./calls/engine.ts";
import type { McpRouteDeps } from "./ports.ts";
import { acceptTools, addServer, changeServer, listServers, refreshServer, removeServer } from "./servers/engine.ts";
import { listTools } from "./tools/list.ts";

/** MCP servers of this host, which operators register, and calls of their tools, which jobs bring. */
export function addMcpRoutes(app: FastifyInstance, deps: McpRouteDeps): void {
	addRoute(app, runnerMcpToolsRoute, async ({ params, identity }) => {
		requireTools(deps);
		const workspace = await deps.workspaces.find(identity.tenantId, params.id);
		if (workspace === null) throw new AppError("WORKSPACE_NOT_FOUND", "There is no such workspace");
		return deps.isOffered ? await listTools(deps.servers, workspace) : { tools: [], servers: [] };
	});
	addRoute(app, runnerMcpCallRoute, async ({ params, identity }) => {
		requireTools(deps);
		return await readCall(deps.calls, identity, params.id);
	});
	addRoute(app, runnerMcpCallStreamRoute, async ({ params, identity, signal }) => {
		requireTools(deps);
		return await followCall(deps.calls, identity, { id: params.id, signal });
	});
	addRoute(app, runnerCancelMcpCallRoute, async ({ params, identity }) => {
		requireTools(deps);
		const { _id: callId, state } = await cancelCall(deps.calls, identity, params.id);
		return { callId, state };
	});
	addServerRoutes(app, deps);
}

function addServerRoutes(app: FastifyInstance, deps: McpRouteDeps): void {
	const { servers } = deps;
	addRoute(app, runnerMcpServersRoute, async (call) => ({ servers: await listServers(servers, call.query.tenantId, actorOf(call, deps)) }));
	addRoute(app, runnerAddMcpServerRoute, async (call) => ({ server: await addServer(servers, call.body, actorOf(call, deps)) }));
	addRoute(app, runnerChangeMcpServerRoute, async (call) => ({
		server: await changeServer(servers, { id: call.params.id, change: call.body }, actorOf(call, deps)),
	}));
	addRoute(app, runnerRemoveMcpServerRoute, async (call) => {
		await removeServer(servers, call.params.id, actorOf(call, deps));
		return undefined;
	});
	addRoute(app, runnerAcceptMcpToolsRoute, async (call) => ({
		server: await acceptTools(servers, { id: call.params.id, ...call.body }, actorOf(call, deps)),
	}));
	addRoute(app, runnerRefreshMcpServerRoute, async (call) => ({
		server: await refreshServer(servers, call.params.id, actorOf(call, deps)),
	}));
}
