import type { ToolResult } from "@webhand/contracts/tools/agent-events";
import type { Execution } from "@webhand/contracts/tools/executions";
import { runCommand } from "@webhand/contracts/tools/executions";
import type { AcceptedCommand, AcceptedToolCall } from "@webhand/contracts/tools/internal/calls";
import type { McpCall } from "@webhand/contracts/tools/mcp";
import { callMcpTool } from "@webhand/contracts/tools/mcp";
import { workspaceToolNamed } from "@webhand/contracts/tools/server-tools";
import { AppError } from "@webhand/service-kit/errors";
import { defined } from "../../shared/defined.ts";
import { commands, runToEnd, toolCalls } from "../calls/run.ts";
import { runInWorkspace } from "../client.ts";
import { isPlaceTool, runPlaceTool } from "../workspaces/places.ts";
import type { AgentCaller, PreparedCall, RunOptions, ServerToolDeps } from "./ports.ts";
import { completed, refuseChanged } from "./preview.ts";
import { fitted, refusalOf } from "./result.ts";

/** Runs a call to its end, as a result that fits a model. @throws what is no refusal */
export async function runCall(deps: ServerToolDeps, caller: AgentCaller, { call, options }: Running): Promise<ToolResult> {
	try {
		return fitted(await runTool(deps, caller, { call, options }));
	} catch (cause) {
		return fitted(refusalOf(cause));
	}
}

type Running = { readonly call: PreparedCall; readonly options: RunOptions };

async function runTool(deps: ServerToolDeps, caller: AgentCaller, { call, options }: Running): Promise<ToolResult> {
	const { tool, approval } = call;
	const { approvalId, onExecution } = options;
	// Without an approval a change would count as its person's own call.
	if (approvalId === undefined && (approval !== "auto" || tool === callMcpTool.name)) {
		throw new AppError("GRANT_INVALID", "This change was not granted", { details: { reason: "missing" } });
	}
	if (isPlaceTool(tool)) return { ok: true, data: await runPlaceTool(deps.host, caller, { tool, path: String(call.args["path"] ?? "") }) };
	const row = approvalId === undefined ? null : await deps.host.approvals.approvals.find(caller.request.identity, approvalId);
	if (row !== null) await refuseChanged(deps.host, caller, { call, row });
	const args = completed(call, row?.frozen);
	const { request, sessionId, workspaceId } = caller;
	const wanted = { request, target: { workspaceId, sessionId }, args, ...defined({ approvalId }) };
	const accepted = { ...wanted, onAccepted: onExecution };
	if (tool === runCommand.name)
		return resultOfCommand(await runToEnd(deps.host, commands, { ...accepted, args: args as unknown as AcceptedCommand }));
	if (tool === callMcpTool.name)
		return resultOfMcp(await runToEnd(deps.host, toolCalls, { ...accepted, args: args as unknown as AcceptedToolCall }));
	const found = workspaceToolNamed(tool);
	if (found === undefined) throw new AppError("TOOL_NOT_FOUND", `There is no tool ${tool}`);
	return { ok: true, data: await runInWorkspace(deps.host, found, wanted) };
}

/** What became of a command, for a model. Any exit code is a result; a command that was ended is not. @throws never */
export function resultOfCommand(execution: Execution): ToolResult {
	const { executionId, state, exitCode, signal, reason, durationMs, omittedBytes, stdout, stderr } = execution;
	const data = { executionId, state, exitCode, signal, reason, durationMs, omittedBytes, stdout, stderr };
	return state === "exited" ? { ok: true, data } : { ok: false, error: `The command ended as ${state}`, data };
}

/** What became of a call of an MCP tool, for a model. @throws never */
export function resultOfMcp({ ok, state, data, error, id }: McpCall): ToolResult {
	const told = { callId: id, state, ...data };
	if (ok && data?.isError !== true) return { ok: true, data: told };
	return { ok: false, error: error === undefined ? `The tool ended as ${state}` : `${error.code}: ${error.message}`, data: told };
}
