import { execLimits } from "@webhand/contracts/tools/executions";
import {
	runnerCallToolRoute,
	runnerCancelMcpCallRoute,
	runnerMcpCallRoute,
	runnerMcpToolsRoute,
} from "@webhand/contracts/tools/internal/mcp";
import { callMcpTool } from "@webhand/contracts/tools/mcp";
import type { z } from "zod";
import { modelNamesOf } from "../../shared/tool-names.ts";
import { isOver } from "../executions/policy.ts";
import { untilOver } from "../executions/until-over.ts";
import type { Ask, WorkspaceDeps } from "../workspaces/engine.ts";
import { callAsUser, changeUnderApproval } from "../workspaces/engine.ts";
import type { McpTools } from "./ports.ts";

/** Opens tools of MCP servers over the runner. */
export function createMcpTools(deps: WorkspaceDeps): McpTools {
	const cancel = (ask: Ask, id: string) => ask(runnerCancelMcpCallRoute, { params: { id } });
	const read = (ask: Ask, id: string) => ask(runnerMcpCallRoute, { params: { id }, query: { waitMs } });
	return {
		list: async ({ request, workspaceId: id }) => {
			const { tools } = await callAsUser(deps, request, (ask) => ask(runnerMcpToolsRoute, { params: { id }, query: {} }));
			const names = modelNamesOf(tools.map(({ name }) => name));
			return tools.map((tool) => ({ ...tool, modelName: names.get(tool.name) ?? tool.name }));
		},
		run: (call, onExecution) =>
			changeUnderApproval(deps, { ...call, tool: callMcpTool.name }, async (ask, workspaceId) => {
				const body = call.args as z.output<typeof runnerCallToolRoute.body>;
				const accepted = await ask(runnerCallToolRoute, { params: { id: workspaceId }, body });
				const { id } = accepted;
				onExecution?.(id);
				const ending = { cancel: () => cancel(ask, id), signal: call.request.signal };
				return isOver(accepted.state) ? accepted : await untilOver(() => read(ask, id), ending);
			}),
		recover: (request, id) =>
			// The cancellation itself is sent after the signal has ended.
			callAsUser(deps, { ...request, signal: new AbortController().signal }, (ask) =>
				untilOver(() => read(ask, id), { cancel: () => cancel(ask, id), signal: request.signal }),
			),
	};
}

const waitMs = execLimits.waitMs - 10_000;
