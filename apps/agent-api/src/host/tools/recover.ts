import { setTimeout as pause } from "node:timers/promises";
import type { ApprovalId } from "@webhand/contracts/ids";
import type { ToolResult } from "@webhand/contracts/tools/agent-events";
import { runCommand } from "@webhand/contracts/tools/executions";
import { callMcpTool } from "@webhand/contracts/tools/mcp";
import { AppError } from "@webhand/service-kit/errors";
import { commands, resumeCall, toolCalls } from "../calls/run.ts";
import type { AgentCaller, CutOffCall, PreparedCall, ServerToolDeps } from "./ports.ts";
import { fitted, refusalOf } from "./result.ts";
import { resultOfCommand, resultOfMcp } from "./run.ts";

const refused = (error: string) => ({ ok: false as const, error });

/** What a model and a person read of a call whose end nobody saw. */
export const cutOff = {
	notRun: refused("The call did not run, since its server stopped"),
	unknown: refused("outcome unknown: the server stopped during this call, and it was not repeated"),
	taskEnded: refused("outcome unknown: the task ended during this call"),
};

const looks = 10;
const betweenLooksMs = 500;
/** The clocks of two services differ a little. */
const slackMs = 2_000;

/** What became of a call that began before its process ended. Runs nothing. @throws what is no refusal */
export async function recoverCall(
	deps: ServerToolDeps,
	caller: AgentCaller,
	{ call, cutOff: { approvalId, startedAt } }: { readonly call: PreparedCall; readonly cutOff: CutOffCall },
): Promise<ToolResult> {
	const { request, workspaceId } = caller;
	const { tool, args } = call;
	try {
		if (tool === runCommand.name)
			return fitted(resultOfCommand(await resumeCall(deps.host, commands, { request, id: String(args["executionId"]), workspaceId })));
		if (tool === callMcpTool.name)
			return fitted(resultOfMcp(await resumeCall(deps.host, toolCalls, { request, id: String(args["callId"]), workspaceId })));
	} catch (cause) {
		return cause instanceof AppError && cause.code === "EXECUTION_NOT_FOUND" ? cutOff.notRun : refusalOf(cause);
	}
	return approvalId === undefined ? cutOff.unknown : await outcomeOfChange(deps, caller, { tool, approvalId, startedAt });
}

/** What became of a change: its approval says so, else the audit. The runner may still be at it. */
async function outcomeOfChange(
	{ host, readAudit }: Pick<ServerToolDeps, "host" | "readAudit">,
	caller: AgentCaller,
	{ tool, approvalId, startedAt }: { readonly tool: string; readonly approvalId: ApprovalId; readonly startedAt: Date },
): Promise<ToolResult> {
	const from = new Date(startedAt.getTime() - slackMs);
	for (let look = 0; look < looks; look += 1) {
		const row = await host.approvals.approvals.find(caller.request.identity, approvalId);
		if (row?.outcome !== undefined && row.outcome !== "unknown") return resultOfOutcome(row.outcome);
		const rows = await readAudit(caller, { action: tool, from }).catch(() => []);
		// The look at a change before its question is a row of the same tool.
		const newest = rows.find(({ kind }) => kind === "intent" || kind === "outcome");
		if (newest?.kind === "outcome") return resultOfOutcome(newest.outcome);
		// Without an intent nothing began; with one the runner may still be at it.
		if (newest === undefined && look > 0) return (row?.usesLeft ?? 0) > 0 ? cutOff.notRun : cutOff.unknown;
		await pause(betweenLooksMs, undefined, { signal: caller.request.signal });
	}
	return cutOff.unknown;
}

function resultOfOutcome(outcome: string): ToolResult {
	if (outcome === "unknown") return cutOff.unknown;
	if (outcome === "ok") return { ok: true, data: { note: "Done. The server stopped during this call, so its reply is lost" } };
	return refused(`${outcome.replace(/^error:/, "")}. The server stopped during this call, so its reply is lost`);
}
