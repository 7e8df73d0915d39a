import { z } from "zod";
import { IdempotencyHeaders } from "../headers.ts";
import { TenantId, WorkspaceId } from "../ids.ts";
import { defineRoute } from "../routes.ts";
import { defineTool } from "./define-tool.ts";
import { callWait, ExecutionId, ExecutionState, ofCall } from "./executions.ts";
import { Target, toolErrors } from "./target.ts";
import { ApprovalTier, ToolTier } from "./tiers.ts";

/** Id of an MCP server: `mcp_` and 22 base62 characters. */
export const McpServerId = z.string().regex(/^mcp_[0-9A-Za-z]{22}$/);
export type McpServerId = z.infer<typeof McpServerId>;

/** A tool: of Webhand itself (`server` is `webhand`), or of a registered MCP server, named `server.tool`. */
export const ToolDefinition = z.object({
	name: z.string(),
	description: z.string(),
	parameters: z.record(z.string(), z.unknown()),
	tier: ToolTier,
	approval: ApprovalTier,
	server: z.string(),
	available: z.boolean(),
});
export type ToolDefinition = z.infer<typeof ToolDefinition>;

const ServerState = z.enum(["connected", "idle", "down", "disabled"]);

export const mcpToolsRoute = defineRoute({
	service: "agent-api",
	method: "GET",
	path: "/api/v1/agent/mcp/tools",
	summary: "Tools of the server host",
	description: "Tools that may be called in a workspace. Tools that changed, or that no operator accepted, are not among them.",
	query: z.strictObject({ workspaceId: WorkspaceId.optional() }),
	reply: z.object({
		tools: z.array(ToolDefinition),
		servers: z.array(z.object({ name: z.string(), state: ServerState, reason: z.string().nullable() })),
	}),
	errors: toolErrors,
});

/** A call of a tool and what became of it (004, native response). */
export const McpCall = z.object({
	id: ExecutionId,
	ok: z.boolean(),
	state: ExecutionState,
	data: z
		.object({
			content: z.array(z.record(z.string(), z.unknown())),
			structuredContent: z.record(z.string(), z.unknown()).optional(),
			isError: z.boolean(),
		})
		.optional(),
	error: z.object({ code: z.string(), message: z.string() }).optional(),
	streaming: z.boolean(),
	durationMs: z.number().nonnegative().nullable(),
});
export type McpCall = z.infer<typeof McpCall>;

const callErrors = [
	...toolErrors,
	...([
		"TOOL_NOT_FOUND",
		"TOOL_ARGUMENTS_INVALID",
		"MCP_TOOL_CHANGED",
		"GRANT_INVALID",
		"WORKSPACE_READ_ONLY",
		"MCP_SERVER_DOWN",
		"SANDBOX_UNAVAILABLE",
		"QUEUE_FULL",
		"IDEMPOTENCY_CONFLICT",
	] as const),
] as const;

export const callToolRoute = defineRoute({
	service: "agent-api",
	method: "POST",
	path: "/api/v1/agent/mcp/call",
	status: 202,
	summary: "Call a tool of the server host",
	description: "Calls a tool. With `waitMs` the reply is the finished call when it ends in time.",
	headers: IdempotencyHeaders,
	bodyLimit: 524_288,
	body: z.strictObject({
		...Target.shape,
		name: z.string().min(1).max(200),
		arguments: z.record(z.string(), z.unknown()).default({}),
		/** How long the tool may say nothing; progress begins it anew, up to 15 minutes in all. */
		timeoutMs: z.number().int().min(100).max(900_000).default(60_000),
		waitMs: z.number().int().min(0).max(30_000).default(0),
	}),
	waits: true,
	reply: z.union([McpCall, z.object({ callId: ExecutionId, state: ExecutionState, streamUrl: z.string() })]),
	errors: callErrors,
});

/** What a tool of an MCP server may do, in the question for it. */
const reachOfTier: Readonly<Record<ToolTier, string>> = {
	read: "It only reads",
	write: "It may change something",
	exec: "It may do whatever that server can",
};

/** Calls a tool of an MCP server: the server's operator gives each a tier of its own. */
export const callMcpTool = defineTool({
	name: "mcp.call",
	tier: "exec",
	description: "Call a tool of an MCP server",
	words: { label: "Call a tool", past: "called the tool", base: "call the tool" },
	arguments: callToolRoute.body.pick({ name: true, arguments: true, timeoutMs: true }),
	reply: McpCall,
	effect: ({ name }, { tier = "exec" }) => {
		const dot = name.indexOf(".");
		return `Calls ${name.slice(dot + 1)} of the MCP server ${name.slice(0, dot)}. ${reachOfTier[tier]}`;
	},
	summary: ({ state }) => state,
});

export const mcpCallRoute = defineRoute({
	service: "agent-api",
	method: "GET",
	path: "/api/v1/agent/mcp/call/:id",
	summary: "A call of a tool",
	...ofCall,
	query: z.strictObject({ waitMs: callWait }),
	waits: true,
	reply: McpCall,
});

export const cancelMcpCallRoute = defineRoute({
	service: "agent-api",
	method: "POST",
	path: "/api/v1/agent/mcp/call/:id/cancel",
	status: 202,
	summary: "Cancel a call of a tool",
	...ofCall,
	reply: z.object({ callId: ExecutionId, state: ExecutionState }),
});

/** One event of a call's stream; exactly one `result` or `error` comes last. */
export const McpCallEvent = z.discriminatedUnion("type", [
	z.object({ type: z.literal("start"), callId: ExecutionId, name: z.string() }),
	z.object({ type: z.literal("progress"), progress: z.number(), total: z.number().optional(), message: z.string().optional() }),
	z.object({ type: z.literal("message"), level: z.string(), text: z.string() }),
	z.object({ type: z.literal("result"), call: McpCall }),
	z.object({ type: z.literal("error"), call: McpCall }),
]);
export type McpCallEvent = z.infer<typeof McpCallEvent>;

export const mcpCallStreamRoute = defineRoute({
	service: "agent-api",
	method: "GET",
	path: "/api/v1/agent/mcp/call/:id/stream",
	summary: "Progress of a call as it comes",
	produces: "event-stream",
	...ofCall,
	headers: z.object({ "last-event-id": z.string().max(20).optional() }),
	reply: McpCallEvent,
});

/** A tool of a server as an operator sees it. `hash` covers name, description, schema and annotations; only an accepted hash is offered. */
export const FoundTool = z.object({
	name: z.string(),
	description: z.string(),
	parameters: z.record(z.string(), z.unknown()),
	hash: z.string(),
	tier: ToolTier,
	state: z.enum(["new", "accepted", "changed", "gone"]),
	/** What differs from what was accepted, with the description of then; empty and null where nothing does. */
	changes: z.array(z.enum(["description", "parameters", "annotations"])),
	acceptedDescription: z.string().nullable(),
});
export type FoundTool = z.infer<typeof FoundTool>;

const ServerName = z
	.string()
	.regex(/^[a-z][a-z0-9-]{0,30}$/, "must begin with a letter and hold lower case letters, digits and hyphens")
	.refine((name) => !["fs", "search", "git", "exec", "workspace", "webhand"].includes(name), "is a name of Webhand's own tools");

/** How a server is reached: a program in the sandbox, or streamable HTTP. Headers and environment are write-only. */
export const Reach = z.discriminatedUnion("transport", [
	z.strictObject({
		transport: z.literal("stdio"),
		program: z.string().startsWith("/", "must be an absolute path on the server host").max(4_096),
		/** Shown to the program read-only with all below it; words that begin with it are understood. Left out: the program's own folder. */
		folder: z.string().startsWith("/", "must be an absolute path on the server host").max(4_096).optional(),
		args: z.array(z.string().max(4_096)).max(100).default([]),
		env: z.record(z.string().regex(/^[A-Za-z_][A-Za-z0-9_]{0,63}$/), z.string().max(4_096)).default({}),
	}),
	z.strictObject({
		transport: z.literal("http"),
		url: z.url({ protocol: /^https?$/ }).max(2_048),
		headers: z.record(z.string().regex(/^[A-Za-z0-9-]{1,100}$/), z.string().max(8_192)).default({}),
		allowPrivate: z.boolean().default(false),
	}),
]);

export type Reach = z.output<typeof Reach>;

/** An MCP server as operators see it: no header and no value of its environment, only their names. */
export const McpServer = z.object({
	id: McpServerId,
	tenantId: TenantId.nullable(),
	name: z.string(),
	enabled: z.boolean(),
	transport: z.enum(["stdio", "http"]),
	address: z.string(),
	secretNames: z.array(z.string()),
	allowPrivate: z.boolean(),
	tools: z.array(FoundTool),
	state: ServerState,
	reason: z.string().nullable(),
	/** What its program wrote when it could not be used; "" for nothing. */
	output: z.string(),
	source: z.enum(["operator", "file"]),
});
export type McpServer = z.infer<typeof McpServer>;

/** What an operator registers; without a tenant it is for all. */
export const NewMcpServer = z.strictObject({
	name: ServerName,
	tenantId: TenantId.nullable().default(null),
	enabled: z.boolean().default(true),
	reach: Reach,
});
export type NewMcpServer = z.output<typeof NewMcpServer>;

const operatorErrors = ["FORBIDDEN", "AGENT_TOOLS_DISABLED", "TOOL_RUNNER_UNAVAILABLE"] as const;
const ServerParams = z.strictObject({ id: McpServerId });

export const mcpServersRoute = defineRoute({
	service: "agent-api",
	method: "GET",
	path: "/api/v1/agent/operator/mcp-servers",
	summary: "MCP servers",
	query: z.strictObject({ tenantId: TenantId.optional() }),
	reply: z.object({ servers: z.array(McpServer) }),
	errors: operatorErrors,
});

export const addMcpServerRoute = defineRoute({
	service: "agent-api",
	method: "POST",
	path: "/api/v1/agent/operator/mcp-servers",
	status: 201,
	summary: "Register an MCP server",
	description: "Registers a server and looks at its tools; none is offered before it is accepted. For operators.",
	body: NewMcpServer,
	reply: z.object({ server: McpServer }),
	errors: [...operatorErrors, "ALREADY_EXISTS", "LIMIT_REACHED"],
});

export const changeMcpServerRoute = defineRoute({
	service: "agent-api",
	method: "PATCH",
	path: "/api/v1/agent/operator/mcp-servers/:id",
	summary: "Change an MCP server",
	params: ServerParams,
	body: z.strictObject({ enabled: z.boolean().optional(), reach: Reach.optional() }),
	reply: z.object({ server: McpServer }),
	errors: [...operatorErrors, "MCP_SERVER_NOT_FOUND", "MANAGED_BY_FILE"],
});

export const removeMcpServerRoute = defineRoute({
	service: "agent-api",
	method: "DELETE",
	path: "/api/v1/agent/operator/mcp-servers/:id",
	status: 204,
	summary: "Remove an MCP server",
	params: ServerParams,
	errors: [...operatorErrors, "MCP_SERVER_NOT_FOUND", "MANAGED_BY_FILE"],
});

export const acceptMcpToolsRoute = defineRoute({
	service: "agent-api",
	method: "POST",
	path: "/api/v1/agent/operator/mcp-servers/:id/accept",
	summary: "Accept tools of an MCP server",
	description: "Accepts tools as they are now, with the tier that the operator gives them.",
	params: ServerParams,
	body: z.strictObject({
		tools: z
			.array(z.strictObject({ name: z.string().min(1).max(128), hash: z.string().min(1).max(100), tier: ToolTier }))
			.min(1)
			.max(512),
	}),
	reply: z.object({ server: McpServer }),
	errors: [...operatorErrors, "MCP_SERVER_NOT_FOUND", "MCP_TOOL_CHANGED"],
});

export const refreshMcpServerRoute = defineRoute({
	service: "agent-api",
	method: "POST",
	path: "/api/v1/agent/operator/mcp-servers/:id/refresh",
	summary: "Look at the tools of an MCP server again",
	description: "Looks at the tools of a server again.",
	params: ServerParams,
	reply: z.object({ server: McpServer }),
	errors: [...operatorErrors, "MCP_SERVER_NOT_FOUND"],
});
