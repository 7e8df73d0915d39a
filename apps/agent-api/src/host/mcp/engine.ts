import type { SessionId, WorkspaceId } from "@webhand/contracts/ids";
import type { ReplyOf } from "@webhand/contracts/routes";
import type { Tool } from "@webhand/contracts/tools/define-tool";
import type { Command, ExecutionEvent, ExecutionId } from "@webhand/contracts/tools/executions";
import { runCommand } from "@webhand/contracts/tools/executions";
import { runnerMcpCallStreamRoute } from "@webhand/contracts/tools/internal/calls";
import { runnerMcpToolsRoute } from "@webhand/contracts/tools/internal/mcp";
import type { callToolRoute, cancelMcpCallRoute, McpCall, McpCallEvent, mcpToolsRoute } from "@webhand/contracts/tools/mcp";
import { callMcpTool } from "@webhand/contracts/tools/mcp";
import { isWithinLevel, ownToolNamed, ownTools, PlaceTool, workspaceToolNamed } from "@webhand/contracts/tools/server-tools";
import type { Target } from "@webhand/contracts/tools/target";
import { AppError } from "@webhand/service-kit/errors";
import type { z } from "zod";
import { callIdOf } from "../calls/id.ts";
import { cancelCall, commands, lookAt, runOwn, toolCalls } from "../calls/run.ts";
import type { HostDeps, Request } from "../client.ts";
import { callAsUser, runInWorkspace } from "../client.ts";
import { followExecution, runOwnCommand } from "../executions/engine.ts";
import { offersTool, requireTools } from "../level.ts";
import { definitionOf } from "../tools/definition.ts";
import { runPlaceTool } from "../workspaces/places.ts";
import { commandCall, ownCall } from "./calls.ts";
import { readArguments } from "./own-tools.ts";

/** The tools that may be called in a workspace: Webhand's own, then accepted ones of MCP servers. @throws AppError of the resolver and the runner */
export async function listTools(deps: HostDeps, request: Request, target: Target): Promise<ReplyOf<typeof mcpToolsRoute>> {
	const level = requireTools(deps.level);
	const { workspaceId: id } = await deps.sessions.resolve(request.identity, target);
	const found = await callAsUser(deps, request, (ask) => ask(runnerMcpToolsRoute, { params: { id }, query: {} }));
	return {
		tools: [
			...ownTools.filter(({ name }) => isWithinLevel(name, level)).map(definitionOf),
			...found.tools.map(({ hash: _hash, isRemote: _isRemote, ...tool }) => tool),
		],
		servers: found.servers,
	};
}

/** A call that a person asks for. `key` names it: the same key again is the same call. */
export type CallWish = { readonly request: Request; readonly key: string; readonly body: z.output<typeof callToolRoute.body> };

/**
 * Calls a tool. One of Webhand's own is done when this returns; one of an MCP server goes on, and is waited for as long as `waitMs` says.
 *
 * @throws AppError TOOL_NOT_FOUND, TOOL_ARGUMENTS_INVALID, MCP_TOOL_CHANGED and what the runner refuses with
 */
export async function callTool(deps: HostDeps, { request, key, body }: CallWish): Promise<McpCall> {
	requireTools(deps.level);
	const { workspaceId, sessionId } = await deps.sessions.resolve(request.identity, body);
	const { tenantId, userId } = request.identity;
	const callId = callIdOf("mcp", { tenantId, userId, workspaceId, key });
	const target = { workspaceId, sessionId };
	const own = ownToolNamed(body.name);
	if (own?.name === runCommand.name) return await callCommand(deps, { request, target, key, body });
	if (own !== undefined) return await callOwn(deps, { request, target, callId, own, given: body.arguments });
	if (!offersTool(deps.level, callMcpTool.name)) requireTools(deps.level, callMcpTool.name);
	const { name, timeoutMs } = body;
	const { tools: found } = await callAsUser(deps, request, (ask) => ask(runnerMcpToolsRoute, { params: { id: workspaceId }, query: {} }));
	// One that is not offered is refused by the runner, which knows why; it keeps the call for the audit.
	const toolHash = found.find((tool) => tool.name === name)?.hash ?? "";
	const args = { name, arguments: body.arguments, timeoutMs, callId, toolHash };
	return await runOwn(deps, toolCalls, { request, target, args, waitMs: body.waitMs });
}

type CommandWish = CallWish & { readonly target: Place };
type Place = { readonly workspaceId: WorkspaceId; readonly sessionId: SessionId };

/** Runs a command as its own route does; it is the same execution. @throws AppError TOOL_ARGUMENTS_INVALID, and of the rules and the runner */
async function callCommand(deps: HostDeps, { request, target, key, body }: CommandWish): Promise<McpCall> {
	requireTools(deps.level, runCommand.name);
	const given = await readArguments(deps, runCommand, { given: body.arguments, request });
	const folder = "cwd" in body.arguments ? {} : { cwd: await deps.sessions.folders.get(request.identity, target) };
	const command = { ...(given as Command), ...folder };
	return commandCall(await runOwnCommand(deps, { request, target, command, key: `mcp\n${key}`, waitMs: body.waitMs }));
}

type OwnCall = {
	readonly request: Request;
	readonly target: Place;
	readonly callId: ExecutionId;
	readonly own: Tool;
	readonly given: unknown;
};

/** What the tool refuses is its answer; that it cannot be reached is not. */
async function callOwn(deps: HostDeps, { request, target, callId, own, given }: OwnCall): Promise<McpCall> {
	const { name } = own;
	const inWorkspace = workspaceToolNamed(name);
	if (inWorkspace !== undefined) requireTools(deps.level, inWorkspace.name);
	const args = await readArguments(deps, own, { given, request });
	const started = performance.now();
	try {
		const data =
			inWorkspace !== undefined
				? await runInWorkspace(deps, inWorkspace, { request, target, args })
				: await runPlaceTool(deps, { request, ...target }, { tool: PlaceTool.parse(name), path: String(args["path"] ?? "") });
		return ownCall(callId, { data }, performance.now() - started);
	} catch (cause) {
		if (!(cause instanceof AppError) || passedOn.has(cause.code)) throw cause;
		return ownCall(callId, { error: { code: cause.code, message: cause.message } }, performance.now() - started);
	}
}

/** Refusals of the whole request, not of the tool. */
const passedOn: ReadonlySet<string> = new Set([
	...["WORKSPACE_NOT_FOUND", "WORKSPACE_NOT_SELECTED", "SESSION_NOT_FOUND", "AGENT_TOOLS_DISABLED", "TOOL_RUNNER_UNAVAILABLE"],
	...["AUDIT_UNAVAILABLE", "GRANT_INVALID"],
]);

/** A call of the caller; with `waitMs` it is waited for. @throws AppError EXECUTION_NOT_FOUND */
export async function lookAtCall(
	deps: HostDeps,
	request: Request,
	{ id, waitMs }: { readonly id: ExecutionId; readonly waitMs: number },
): Promise<McpCall> {
	return await orOfCommand(
		() => lookAt(deps, toolCalls, { request, id, waitMs }),
		async () => commandCall(await lookAt(deps, commands, { request, id, waitMs })),
	);
}

/** A call may be a command, whose id is one of executions. */
async function orOfCommand<Answer>(ofTool: () => Promise<Answer>, ofCommand: () => Promise<Answer>): Promise<Answer> {
	try {
		return await ofTool();
	} catch (cause) {
		if (!(cause instanceof AppError) || cause.code !== "EXECUTION_NOT_FOUND") throw cause;
		return await ofCommand();
	}
}

/** Ends a call of the caller. @throws AppError EXECUTION_NOT_FOUND */
export async function cancelToolCall(deps: HostDeps, request: Request, id: ExecutionId): Promise<ReplyOf<typeof cancelMcpCallRoute>> {
	const call = { request, id };
	return {
		callId: id,
		state: await orOfCommand(
			() => cancelCall(deps, toolCalls, call),
			() => cancelCall(deps, commands, call),
		),
	};
}

/** Follows a call of the caller; the runner checks whose it is before the first event. @throws AppError EXECUTION_NOT_FOUND */
export async function followCall(deps: HostDeps, request: Request, id: ExecutionId): Promise<AsyncIterable<McpCallEvent>> {
	return await orOfCommand(
		() => callAsUser(deps, request, (ask) => ask(runnerMcpCallStreamRoute, { params: { id } })),
		async () => eventsOfCommand(deps, request, { id, output: await followExecution(deps, request, { id, after: undefined }) }),
	);
}

/** The output of a command as the messages of a call. */
async function* eventsOfCommand(
	deps: HostDeps,
	request: Request,
	{ id, output }: { readonly id: ExecutionId; readonly output: AsyncIterable<ExecutionEvent> },
): AsyncGenerator<McpCallEvent> {
	yield { type: "start", callId: id, name: runCommand.name };
	for await (const event of output) {
		if (event.type !== "stdout" && event.type !== "stderr") continue;
		yield { type: "message", level: event.type === "stdout" ? "info" : "error", text: Buffer.from(event.data, event.enc).toString() };
	}
	const call = await lookAtCall(deps, request, { id, waitMs: 0 });
	yield { type: call.error === undefined ? "result" : "error", call };
}
