import type { AgentSettings } from "@webhand/contracts/tools/approvals";
import { runCommand } from "@webhand/contracts/tools/executions";
import type { AgentCaller, PreparedCall } from "./ports.ts";

/**
 * Does a call pass without a question and without an earlier yes? What only reads does, but not at an address: what it is given leaves the
 * host. Nothing does where what the task read gives orders.
 *
 * @throws never
 */
export function passesUnasked(call: Settled, { settings, isTainted, mayAutoApprove }: Caller): boolean {
	if (isTainted === true) return false;
	const { tier, facts } = call;
	if (tier === "auto") return !(facts !== undefined && "isRemote" in facts && facts.isRemote);
	return mayAutoApprove && passesBySetting(call, settings);
}

type Caller = Pick<AgentCaller, "settings" | "isTainted"> & { readonly mayAutoApprove: boolean };

/**
 * Does a call pass without a question by the settings of its session? Of the tier batch by `autoApproveWrites`, a command whose rule allows
 * it by `autoApproveExec`; deleting and what an MCP server runs never.
 *
 * @throws never
 */
function passesBySetting({ tool, tier, facts }: Settled, settings: AgentSettings): boolean {
	if (tier === "batch") return settings.autoApproveWrites;
	return tool === runCommand.name && settings.autoApproveExec && facts !== undefined && "autoApprovable" in facts && facts.autoApprovable;
}

type Settled = { readonly tool: string; readonly tier: PreparedCall["approval"]; readonly facts: PreparedCall["facts"] };
