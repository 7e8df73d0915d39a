import { z } from "zod";
import { defineRoute } from "../routes.ts";
import { McpClientId } from "./client-id.ts";

/** What a connected client may ask for. */
export const McpScope = z.enum(["browser:read", "browser:act", "workspace:read"]);
export type McpScope = z.infer<typeof McpScope>;

/** Bounds of a connected client; `open` counts clients of a user that are neither revoked nor expired. */
export const mcpClientLimits = { name: 60, days: { least: 1, usual: 30, most: 90 }, open: 20 } as const;

/** An MCP client that a person connected. It acts for that person in that tenant only. */
export const McpClient = z.object({
	id: McpClientId,
	name: z.string(),
	scopes: z.array(McpScope),
	status: z.enum(["active", "expired", "revoked"]),
	createdAt: z.iso.datetime(),
	expiresAt: z.iso.datetime(),
	lastUsedAt: z.iso.datetime().nullable(),
});
export type McpClient = z.infer<typeof McpClient>;

/** A name in one line, without control characters: the panel shows it to a person who decides. */
const ClientName = z
	.string()
	.trim()
	.min(1)
	.max(mcpClientLimits.name)
	.regex(/^[^\p{Cc}\p{Cf}]*$/u, "must be one line without invisible characters");

/** What a person says of a client to connect. */
export const NewMcpClient = z.strictObject({
	name: ClientName,
	scopes: z
		.array(McpScope)
		.min(1)
		.max(McpScope.options.length)
		.refine((scopes) => new Set(scopes).size === scopes.length, "must name each scope once"),
	days: z.number().int().min(mcpClientLimits.days.least).max(mcpClientLimits.days.most).default(mcpClientLimits.days.usual),
});
export type NewMcpClient = z.input<typeof NewMcpClient>;

export const mcpClientsRoute = defineRoute({
	service: "agent-api",
	method: "GET",
	path: "/api/v1/agent/mcp-clients",
	summary: "The user's connected MCP clients",
	description: "The person's own connected clients, newest first. `url` is where a client connects to.",
	reply: z.object({ clients: z.array(McpClient), url: z.string() }),
});

export const connectMcpClientRoute = defineRoute({
	service: "agent-api",
	method: "POST",
	path: "/api/v1/agent/mcp-clients",
	status: 201,
	summary: "Connect an MCP client",
	description: "Connects a client. `token` is shown this once: only its hash is stored.",
	body: NewMcpClient,
	reply: z.object({ client: McpClient, token: z.string(), url: z.string() }),
	errors: ["LIMIT_REACHED"],
});

export const revokeMcpClientRoute = defineRoute({
	service: "agent-api",
	method: "DELETE",
	path: "/api/v1/agent/mcp-clients/:id",
	status: 204,
	summary: "Revoke an MCP client",
	description: "Ends a client at once: its next request gets 401, and what it asked for stops.",
	params: z.strictObject({ id: McpClientId }),
	errors: ["NOT_FOUND"],
});
