import { z } from "zod";
import { defineRoute } from "../routes.ts";
import { browserCallLimits } from "./calls.ts";

/** An address that a tab may open. */
export const WebAddress = z
	.url({ protocol: /^https?$/ })
	.max(browserCallLimits.address)
	.refine((text) => URL.parse(text)?.username === "", "must not hold a user name or password");

export const mcpRoute = defineRoute({
	service: "agent-api",
	method: "POST",
	path: "/mcp",
	summary: "Webhand as an MCP server",
	description:
		"The streamable HTTP endpoint of Webhand as an MCP server (MCP 2026-07-28, and 2025 revisions without a session). It reads the client's own token, not one of a sign-in; bodies and replies are those of JSON-RPC.",
	public: true,
	body: z.unknown(),
	bodyLimit: 262_144,
	errors: ["UNAUTHORIZED", "FORBIDDEN", "RATE_LIMIT", "PAYLOAD_TOO_LARGE"],
});

export const mcpStreamRoute = defineRoute({
	service: "agent-api",
	method: "GET",
	path: "/mcp",
	summary: "Not offered: requests have streams of their own",
	description: "There is no stream beside those of requests: every reply is 405, which MCP clients expect.",
	public: true,
	errors: ["METHOD_NOT_ALLOWED"],
});

export const mcpSessionRoute = defineRoute({
	service: "agent-api",
	method: "DELETE",
	path: "/mcp",
	summary: "Not offered: the endpoint keeps no sessions",
	description: "There are no sessions to end: every reply is 405, which MCP clients expect.",
	public: true,
	errors: ["METHOD_NOT_ALLOWED"],
});
