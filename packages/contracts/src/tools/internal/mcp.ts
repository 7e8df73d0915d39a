import { z } from "zod";
import { defineRoute } from "../../routes.ts";
import {
	acceptMcpToolsRoute,
	addMcpServerRoute,
	callToolRoute,
	cancelMcpCallRoute,
	changeMcpServerRoute,
	McpCallId,
	mcpCallRoute,
	mcpCallStreamRoute,
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

/** A granted call of a tool as the runner takes it. All of it is what the grant covers: a tool that changed meanwhile voids it. */
export const AcceptedToolCall = callToolRoute.body
	.pick({ name: true, arguments: true, timeoutMs: true })
	.extend({ callId: McpCallId, toolHash: z.string().max(100) });
export type AcceptedToolCall = z.infer<typeof AcceptedToolCall>;

// agent-api waits: it hears of the end from the queue.
const { waits: _waits, query: _query, ...read } = mcpCallRoute;

export const runnerMcpCallRoute = defineRoute({ ...read, ...internal, path: "/v1/mcp/calls/:id" });
export const runnerMcpCallStreamRoute = defineRoute({ ...mcpCallStreamRoute, ...internal, path: "/v1/mcp/calls/:id/stream" });
export const runnerCancelMcpCallRoute = defineRoute({ ...cancelMcpCallRoute, ...internal, path: "/v1/mcp/calls/:id/cancel" });
export const runnerMcpServersRoute = defineRoute({ ...mcpServersRoute, ...internal, path: "/v1/mcp-servers" });
export const runnerAddMcpServerRoute = defineRoute({ ...addMcpServerRoute, ...internal, path: "/v1/mcp-servers" });
export const runnerChangeMcpServerRoute = defineRoute({ ...changeMcpServerRoute, ...internal, path: "/v1/mcp-servers/:id" });
export const runnerRemoveMcpServerRoute = defineRoute({ ...removeMcpServerRoute, ...internal, path: "/v1/mcp-servers/:id" });
export const runnerAcceptMcpToolsRoute = defineRoute({ ...acceptMcpToolsRoute, ...internal, path: "/v1/mcp-servers/:id/accept" });
export const runnerRefreshMcpServerRoute = defineRoute({ ...refreshMcpServerRoute, ...internal, path: "/v1/mcp-servers/:id/refresh" });
