import { z } from "zod";
import { defineRoute } from "../../routes.ts";
import {
	acceptMcpToolsRoute,
	addMcpServerRoute,
	changeMcpServerRoute,
	mcpServersRoute,
	mcpToolsRoute,
	refreshMcpServerRoute,
	removeMcpServerRoute,
} from "../mcp.ts";
import { WorkspaceParams } from "./workspace-call.ts";

const internal = { service: "tool-runner", internal: true } as const;

/** Tools of MCP servers in a workspace, with the hash that a grant for a call covers. `isRemote`: their server is reached by an address. */
export const runnerMcpToolsRoute = defineRoute({
	...mcpToolsRoute,
	...internal,
	path: "/v1/workspaces/:id/mcp/tools",
	params: WorkspaceParams,
	query: z.strictObject({}),
	reply: mcpToolsRoute.reply.extend({
		tools: z.array(mcpToolsRoute.reply.shape.tools.element.extend({ hash: z.string(), isRemote: z.boolean() })),
	}),
});

export const runnerMcpServersRoute = defineRoute({ ...mcpServersRoute, ...internal, path: "/v1/mcp-servers" });
export const runnerAddMcpServerRoute = defineRoute({ ...addMcpServerRoute, ...internal, path: "/v1/mcp-servers" });
export const runnerChangeMcpServerRoute = defineRoute({ ...changeMcpServerRoute, ...internal, path: "/v1/mcp-servers/:id" });
export const runnerRemoveMcpServerRoute = defineRoute({ ...removeMcpServerRoute, ...internal, path: "/v1/mcp-servers/:id" });
export const runnerAcceptMcpToolsRoute = defineRoute({ ...acceptMcpToolsRoute, ...internal, path: "/v1/mcp-servers/:id/accept" });
export const runnerRefreshMcpServerRoute = defineRoute({ ...refreshMcpServerRoute, ...internal, path: "/v1/mcp-servers/:id/refresh" });
