import type { ToolCall } from "@webhand/contracts/tools/agent-events";
import type { Command } from "@webhand/contracts/tools/executions";
import { runCommand } from "@webhand/contracts/tools/executions";
import { callMcpTool } from "@webhand/contracts/tools/mcp";
import { approvalOf, isWithinLevel, toolOfModel } from "@webhand/contracts/tools/server-tools";
import { reachOfLevel } from "@webhand/contracts/tools/tiers";
import { AppError } from "@webhand/service-kit/errors";
import { z } from "zod";
import { isMcpName } from "../../shared/tool-names.ts";
import { callIdOf } from "../calls/id.ts";
import { wholeArguments } from "../client.ts";
import { prepareCommand } from "../executions/engine.ts";
import { redactedOf } from "../workspaces/policy.ts";
import { mcpToolsOf } from "./mcp-tools.ts";
import type { AgentCaller, PreparedCall, RefusedCall, ServerToolDeps } from "./ports.ts";
import { refusalOf } from "./result.ts";

/** Reads a call of a model: its tool, its arguments, and for a command what the rules say of it. @throws AppError of the runner */
export async function prepare(deps: ServerToolDeps, caller: AgentCaller, call: ToolCall): Promise<PreparedCall | RefusedCall> {
	try {
		return await read(deps, caller, call);
	} catch (cause) {
		if (cause instanceof AppError && cause.code === "COMMAND_NOT_ALLOWED") return { call, result: refusalOf(cause) };
		throw cause;
	}
}

async function read(deps: ServerToolDeps, caller: AgentCaller, call: ToolCall): Promise<PreparedCall | RefusedCall> {
	const { name, arguments: text } = call.function;
	if (name === "git_push" || name === "git.push") return refused(call, "git.push is not available on this server");
	const given = jsonOf(text);
	if (typeof given !== "object" || given === null || Array.isArray(given)) return refused(call, "The arguments are not a JSON object");
	if (isMcpName(name)) return await readMcpCall(deps, caller, { call, given });
	const found = toolOfModel(name);
	if (found === undefined) return refused(call, `TOOL_NOT_FOUND: There is no tool ${name}`);
	const { name: tool } = found;
	const { level } = deps.host;
	if (level === null || !isWithinLevel(tool, level)) return tooHigh(call, level);
	const parsed = found.forModels.safeParse(given);
	if (!parsed.success) return refused(call, `TOOL_ARGUMENTS_INVALID: ${z.prettifyError(parsed.error)}`);
	if (tool === runCommand.name)
		return await readCommand(deps, caller, { call, command: parsed.data as Command, hasFolder: "cwd" in given });
	const args = await wholeArguments(deps.host, caller.request, { tool: found, given: parsed.data });
	return { call, tool, approval: approvalOf(tool), args, shown: redactedOf(args) };
}

type GivenCommand = { readonly call: ToolCall; readonly command: Command; readonly hasFolder: boolean };

async function readCommand(deps: ServerToolDeps, caller: AgentCaller, { call, command, hasFolder }: GivenCommand) {
	const { request, workspaceId } = caller;
	const cwd = hasFolder ? command.cwd : await deps.host.sessions.folders.get(request.identity, caller);
	const wish = { request, workspaceId, command: { ...command, cwd }, key: keyOf(caller, call) };
	const { accepted, verdict } = await prepareCommand(deps.host, wish);
	const shown = redactedOf({ ...command, cwd });
	return {
		call,
		tool: runCommand.name,
		approval: approvalOf(runCommand.name),
		args: accepted,
		shown,
		facts: { ...verdict, isDefaultFolder: !hasFolder },
	};
}

/** Names the execution of an agent's call: the same call again has the same, so it is accepted once. */
const keyOf = ({ sessionId }: AgentCaller, { id }: ToolCall) => `agent\n${sessionId}\n${id}`;

const callTimeoutMs = 60_000;

async function readMcpCall(
	deps: ServerToolDeps,
	caller: AgentCaller,
	{ call, given }: { readonly call: ToolCall; readonly given: object },
): Promise<PreparedCall | RefusedCall> {
	const { name } = call.function;
	const found = (await mcpToolsOf(deps.host, caller)).find(({ modelName }) => modelName === name);
	if (found === undefined) return refused(call, `TOOL_NOT_FOUND: There is no tool ${name}`);
	const { level } = deps.host;
	if (level === null || !isWithinLevel(callMcpTool.name, level, found.tier)) return tooHigh(call, level);
	const { tenantId, userId } = caller.request.identity;
	const callId = callIdOf("exec", { tenantId, userId, workspaceId: caller.workspaceId, key: `mcp\n${keyOf(caller, call)}` });
	const args = { name: found.name, arguments: given, timeoutMs: callTimeoutMs, callId, toolHash: found.hash };
	const facts = { mcpTool: found.name, tier: found.tier, hash: found.hash, isRemote: found.isRemote };
	const shown = redactedOf({ name: found.name, arguments: given });
	return { call, tool: callMcpTool.name, approval: approvalOf(callMcpTool.name, found.tier), args, shown, facts };
}

function tooHigh(call: ToolCall, level: keyof typeof reachOfLevel | null): RefusedCall {
	const why = level === null ? "Server tools are switched off" : `This installation lets server tools ${reachOfLevel[level]}`;
	return refused(call, `AGENT_TOOLS_DISABLED: ${why}`);
}

const refused = (call: ToolCall, error: string): RefusedCall => ({ call, result: { ok: false, error } });

function jsonOf(text: string): unknown {
	try {
		return JSON.parse(text === "" ? "{}" : text);
	} catch {
		return undefined;
	}
}
