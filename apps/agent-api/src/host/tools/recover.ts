import type { ToolResult } from "@webhand/contracts/tools/agent-events";
import { runCommand } from "@webhand/contracts/tools/executions";
import { callMcpTool } from "@webhand/contracts/tools/mcp";
import { AppError } from "@webhand/service-kit/errors";
import { commands, resumeCall } from "../calls/run.ts";
import type { AgentCaller, PreparedCall, RunOptions, ServerToolDeps } from "./ports.ts";
import { fitted, refusalOf } from "./result.ts";
import { resultOfCommand, resultOfMcp } from "./run.ts";

const unknown = { ok: false, error: "outcome unknown" } as const satisfies ToolResult;
const notRun = { ok: false, error: "The call did not run, since its server stopped" } as const satisfies ToolResult;

/** What became of a call that began before its process ended. Runs nothing. @throws what is no refusal */
export async function recoverCall(
	deps: ServerToolDeps,
	caller: AgentCaller,
	{ call, options }: { readonly call: PreparedCall; readonly options: Pick<RunOptions, "approvalId"> },
): Promise<ToolResult> {
	const { request, workspaceId } = caller;
	const { tool, args } = call;
	try {
		if (tool === runCommand.name)
			return fitted(
				resultOfCommand(await resumeCall(deps.workspaces, commands, { request, id: String(args["executionId"]), workspaceId })),
			);
		if (tool === callMcpTool.name) return fitted(resultOfMcp(await deps.mcpTools.recover(caller, String(args["callId"]))));
	} catch (cause) {
		return cause instanceof AppError && cause.code === "EXECUTION_NOT_FOUND" ? notRun : refusalOf(cause);
	}
	const { approvalId } = options;
	const row = approvalId === undefined ? null : await deps.workspaces.approvals.approvals.find(request.identity, approvalId);
	if (row === null) return unknown;
	if (row.usesLeft > 0) return notRun;
	if (row.outcome === undefined || row.outcome === "unknown") return unknown;
	if (row.outcome === "ok") return { ok: true, data: { note: "It was done; its reply is lost" } };
	return { ok: false, error: row.outcome.slice("error:".length) };
}
