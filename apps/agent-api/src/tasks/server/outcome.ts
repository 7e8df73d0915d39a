import { setTimeout as pause } from "node:timers/promises";
import type { AgentAudit } from "@webhand/contracts/audit";
import type { ToolResult } from "@webhand/contracts/tools/agent-events";
import type { ApprovalStore } from "../../host/approvals/store.ts";
import type { AgentCaller, ServerTools } from "../../host/tools/ports.ts";
import type { OutcomeOf } from "./loop/ports.ts";

/** What reading outcomes needs. `readAudit`: rows of a tool in a session, newest first. */
export type OutcomeDeps = {
	readonly approvals: Pick<ApprovalStore, "find">;
	/** What became of a command or a tool of an MCP server, by its execution. */
	readonly recover: ServerTools["recover"];
	readonly readAudit: (caller: AgentCaller, filter: { readonly action: string; readonly from: Date }) => Promise<readonly AgentAudit[]>;
};

const looks = 10;
const betweenLooksMs = 500;
/** The clocks of two services differ a little. */
const slackMs = 2_000;

/** Reads what became of a change that was sent before a crash: its approval says so, else the audit. A read has no effect to ask for. */
export function createOutcomeOf({ approvals, recover, readAudit }: OutcomeDeps): OutcomeOf {
	return async (caller, prepared, { approvalId, startedAt }) => {
		const { tool } = prepared;
		if (tool === "exec.run" || tool === "mcp.call") return await recover(caller, prepared, { approvalId });
		if (approvalId === undefined || startedAt === undefined) return null;
		for (let look = 0; look < looks; look += 1) {
			const outcome = (await approvals.find(caller.request.identity, approvalId))?.outcome;
			if (outcome !== undefined && outcome !== "unknown") return resultOf(outcome);
			const from = new Date(startedAt.getTime() - slackMs);
			const rows = await readAudit(caller, { action: tool, from }).catch(() => []);
			// The look at a change before its question is a row of the same tool.
			const newest = rows.find(({ kind }) => kind === "intent" || kind === "outcome");
			if (newest !== undefined && newest.kind !== "intent") return resultOf(newest.outcome);
			// Without an intent nothing began; with one the runner may still be at it.
			if (newest === undefined && look > 0) return null;
			await pause(betweenLooksMs, undefined, { signal: caller.request.signal });
		}
		return null;
	};
}

function resultOf(outcome: string): ToolResult | null {
	if (outcome === "ok") return { ok: true, data: { note: "Done. The server stopped during this call, so its reply is lost" } };
	return outcome === "unknown" ? null : { ok: false, error: `${outcome}. The server stopped during this call, so its reply is lost` };
}
