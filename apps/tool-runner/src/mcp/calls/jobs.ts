import { McpJob } from "@webhand/contracts/tools/internal/calls";
import type { CallKind } from "../../calls/work.ts";
import type { McpCallDeps } from "./engine.ts";
import { acceptCall } from "./engine.ts";

/** Calls of MCP tools as jobs bring them. */
export function mcpCalls(deps: McpCallDeps): CallKind<McpJob> {
	return {
		schema: McpJob,
		callOf: ({ request: { callId: id, name, toolHash, timeoutMs } }) => ({
			id,
			tool: "mcp.call",
			target: name,
			args: { callId: id, toolHash, timeoutMs },
		}),
		accept: (call, { request }) => acceptCall(deps, call, request),
		find: ({ caller, request: { callId: id } }) => deps.store.find(caller, id),
		signals: deps.signals,
	};
}
