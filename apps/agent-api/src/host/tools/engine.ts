import type { Capabilities } from "@webhand/contracts/tools/availability";
import { runnerStatusRoute } from "@webhand/contracts/tools/availability";
import type { ToolDefinition } from "@webhand/contracts/tools/mcp";
import { isWithinLevel, ownTools } from "@webhand/contracts/tools/server-tools";
import { readApprovals, withdrawApprovals } from "../approvals/decide.ts";
import { callAsUser } from "../client.ts";
import { definitionOf } from "./definition.ts";
import { mcpToolsOf } from "./mcp-tools.ts";
import { permitAll } from "./permit.ts";
import type { AgentCaller, ServerToolDeps, ServerTools } from "./ports.ts";
import { prepare } from "./prepare.ts";
import { recoverCall } from "./recover.ts";
import { runCall } from "./run.ts";

/** Opens the tools of the server host for agents. */
export function createServerTools(deps: ServerToolDeps): ServerTools {
	const { approvals } = deps.host;
	return {
		list: (caller) => listTools(deps, caller),
		prepare: (caller, call) => prepare(deps, caller, call),
		permit: (caller, calls) => permitAll(deps, caller, calls),
		run: (caller, call, options) => runCall(deps, caller, { call, options }),
		recover: (caller, call, cutOff) => recoverCall(deps, caller, { call, cutOff }),
		decisions: (owner, ids) => readApprovals(approvals, owner, ids),
		withdraw: (owner, given) => withdrawApprovals(approvals, owner, given),
		onDecided: deps.onDecided,
		settingsOf: deps.settingsOf,
	};
}

async function listTools(deps: ServerToolDeps, caller: Pick<AgentCaller, "request" | "workspaceId">): Promise<readonly ToolDefinition[]> {
	const { level } = deps.host;
	if (level === null) return [];
	const [capabilities, found] = await Promise.all([
		callAsUser(deps.host, caller.request, (ask) => ask(runnerStatusRoute, {})).then(
			(status) => status.capabilities,
			() => null,
		),
		mcpToolsOf(deps.host, caller).catch(() => []),
	]);
	const own = ownTools.map((tool) => {
		return { ...definitionOf(tool), name: tool.modelName, available: capabilities !== null && isWorking(tool.name, capabilities) };
	});
	const ofServers = found.map(({ modelName, hash: _hash, isRemote: _isRemote, ...tool }) => ({ ...tool, name: modelName }));
	return [...own, ...ofServers].filter(({ tier, name }) => isWithinLevel(name, level, tier));
}

function isWorking(tool: string, capabilities: Capabilities): boolean {
	const group = tool.slice(0, tool.indexOf("."));
	return group === "workspace" || capabilities[group as keyof Capabilities];
}
