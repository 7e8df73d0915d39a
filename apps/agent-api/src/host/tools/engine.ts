import type { Capabilities } from "@webhand/contracts/tools/availability";
import { runnerStatusRoute } from "@webhand/contracts/tools/availability";
import type { ToolDefinition } from "@webhand/contracts/tools/mcp";
import type { ModelTool } from "@webhand/contracts/tools/server-tools";
import { modelTools } from "@webhand/contracts/tools/server-tools";
import { approvalOf, isWithinLevel, tierOf } from "@webhand/contracts/tools/tiers";
import { z } from "zod";
import { readApprovals, withdrawApprovals } from "../approvals/decide.ts";
import { forward } from "../workspaces/engine.ts";
import { permitAll } from "./permit.ts";
import type { AgentCaller, ServerToolDeps, ServerTools } from "./ports.ts";
import { prepare } from "./prepare.ts";
import { recoverCall } from "./recover.ts";
import { runCall } from "./run.ts";

/** Opens the tools of the server host for agents. */
export function createServerTools(deps: ServerToolDeps): ServerTools {
	const { approvals } = deps.workspaces;
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
	const { level } = deps.workspaces;
	if (level === null) return [];
	const [capabilities, found] = await Promise.all([
		forward(deps.workspaces, caller.request, (ask) => ask(runnerStatusRoute, {})).then(
			(status) => status.capabilities,
			() => null,
		),
		deps.mcpTools.list(caller).catch(() => []),
	]);
	const own = Object.entries(modelTools as Readonly<Record<string, ModelTool>>).map(([name, { tool, description, arguments: schema }]) => ({
		name,
		description,
		parameters: parametersOf(name, schema),
		tier: tierOf(tool),
		approval: approvalOf(tool),
		server: "webhand",
		available: capabilities !== null && isWorking(tool, capabilities),
	}));
	const ofServers = found.map(({ modelName, hash: _hash, isRemote: _isRemote, ...tool }) => ({ ...tool, name: modelName }));
	return [...own, ...ofServers].filter(({ tier, name }) => isWithinLevel(name, level, tier));
}

const schemas = new Map<string, Record<string, unknown>>();

/** The JSON Schema of arguments, made once. */
function parametersOf(name: string, schema: ModelTool["arguments"]): Record<string, unknown> {
	const made = schemas.get(name) ?? z.toJSONSchema(schema, { io: "input", unrepresentable: "any" });
	schemas.set(name, made);
	return made;
}

function isWorking(tool: string, capabilities: Capabilities): boolean {
	const group = tool.slice(0, tool.indexOf("."));
	return group === "workspace" || capabilities[group as keyof Capabilities];
}
