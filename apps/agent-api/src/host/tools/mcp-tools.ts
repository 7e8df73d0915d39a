import type { AcceptedToolCall } from "@webhand/contracts/tools/internal/calls";
import { runnerMcpToolsRoute } from "@webhand/contracts/tools/internal/mcp";
import { callMcpTool } from "@webhand/contracts/tools/mcp";
import { modelNamesOf } from "../../shared/tool-names.ts";
import { endOf, resumeCall, startCall, toolCalls } from "../calls/run.ts";
import type { WorkspaceDeps } from "../workspaces/engine.ts";
import { callAsUser, changeUnderApproval } from "../workspaces/engine.ts";
import type { McpTools } from "./ports.ts";

/** Opens tools of MCP servers over the runner. */
export function createMcpTools(deps: WorkspaceDeps): McpTools {
	return {
		list: async ({ request, workspaceId: id }) => {
			const { tools } = await callAsUser(deps, request, (ask) => ask(runnerMcpToolsRoute, { params: { id }, query: {} }));
			const names = modelNamesOf(tools.map(({ name }) => name));
			return tools.map((tool) => ({ ...tool, modelName: names.get(tool.name) ?? tool.name }));
		},
		run: (call, onExecution) =>
			changeUnderApproval(deps, { ...call, tool: callMcpTool.name }, async (ask, _id, granted) => {
				const request = call.args as AcceptedToolCall;
				await startCall(deps, ask, { job: { kind: "mcp", ...granted, request }, signal: call.request.signal });
				onExecution?.(request.callId);
				return await endOf(deps, toolCalls, { ask, id: request.callId, signal: call.request.signal });
			}),
		recover: ({ request, workspaceId }, id) => resumeCall(deps, toolCalls, { request, id, workspaceId }),
	};
}
