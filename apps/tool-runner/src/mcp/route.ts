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
import type { Mcp } from "./open.ts";
import { acceptTools, addServer, changeServer, listServers, refreshServer, removeServer } from "./servers/engine.ts";
import { listTools } from "./tools/list.ts";

/** MCP servers of this host, which operators register, and their tools. */
export function addMcpRoutes(app: FastifyInstance, deps: Pick<Mcp, "servers" | "workspaces" | "isEnabled" | "isOffered">): void {
	addRoute(app, runnerMcpToolsRoute, async ({ params, identity }) => {
		requireTools(deps);
		const workspace = await deps.workspaces.find(identity.tenantId, params.id);
		if (workspace === null) throw new AppError("WORKSPACE_NOT_FOUND", "There is no such workspace");
		return deps.isOffered ? await listTools(deps.servers, workspace) : { tools: [], servers: [] };
	});
	addServerRoutes(app, deps);
}

function addServerRoutes(app: FastifyInstance, deps: Pick<Mcp, "servers" | "isEnabled">): void {
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
