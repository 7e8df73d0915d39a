import { runnerMcpToolsRoute } from "@webhand/contracts/tools/internal/mcp";
import type { z } from "zod";
import { modelNamesOf } from "../../shared/tool-names.ts";
import type { HostDeps } from "../client.ts";
import { callAsUser } from "../client.ts";
import type { AgentCaller } from "./ports.ts";

type Found = z.output<typeof runnerMcpToolsRoute.reply>["tools"][number] & { readonly modelName: string };

/** Tools of MCP servers in a workspace, with the names that a model calls them by. @throws AppError of the runner */
export async function mcpToolsOf(
	deps: HostDeps,
	{ request, workspaceId: id }: Pick<AgentCaller, "request" | "workspaceId">,
): Promise<readonly Found[]> {
	const { tools } = await callAsUser(deps, request, (ask) => ask(runnerMcpToolsRoute, { params: { id }, query: {} }));
	const names = modelNamesOf(tools.map(({ name }) => name));
	return tools.map((tool) => ({ ...tool, modelName: names.get(tool.name) ?? tool.name }));
}
