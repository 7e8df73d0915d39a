import type { ApprovalId } from "@webhand/contracts/ids";
import type { ReplyOf } from "@webhand/contracts/routes";
import type { CommandVerdict } from "@webhand/contracts/tools/commands";
import { runnerCheckCommandRoute } from "@webhand/contracts/tools/commands";
import type {
	Command,
	cancelExecutionRoute,
	Execution,
	ExecutionEvent,
	ExecutionId,
	executionsRoute,
} from "@webhand/contracts/tools/executions";
import { isOver, runCommand as runCommandTool } from "@webhand/contracts/tools/executions";
import type { AcceptedCommand } from "@webhand/contracts/tools/internal/calls";
import { runnerCancelExecutionRoute, runnerExecutionStreamRoute, runnerExecutionsRoute } from "@webhand/contracts/tools/internal/calls";
import type { Target } from "@webhand/contracts/tools/target";
import type { WorkspaceId } from "@webhand/contracts/tools/workspaces";
import { AppError } from "@webhand/service-kit/errors";
import type { z } from "zod";
import { defined } from "../../shared/defined.ts";
import { callIdOf } from "../calls/id.ts";
import { commands, endOf, lookAt, startCall } from "../calls/run.ts";
import { requireTools } from "../level.ts";
import type { Request, WorkspaceDeps } from "../workspaces/engine.ts";
import { callAsUser, changeUnderApproval } from "../workspaces/engine.ts";

/** A command for a workspace. `key` names the call: the same key again is the same execution. */
export type PrepareWish = {
	readonly request: Request;
	readonly workspaceId: WorkspaceId;
	readonly command: Command;
	readonly key: string;
};

/** What the rules say about a command that may run. */
export type AllowedCommand = Extract<CommandVerdict, { readonly allowed: true }>;

/**
 * Asks the rules about a command and makes the whole request that an approval and its grant are about.
 *
 * @throws AppError COMMAND_NOT_ALLOWED with `details` `{ reason, word }`; WORKSPACE_NOT_FOUND, AGENT_TOOLS_DISABLED, TOOL_RUNNER_UNAVAILABLE
 */
export async function prepareCommand(
	deps: WorkspaceDeps,
	{ request, workspaceId, command, key }: PrepareWish,
): Promise<{ readonly accepted: AcceptedCommand; readonly verdict: AllowedCommand }> {
	requireTools(deps.level, runCommandTool.name);
	const verdict = await callAsUser(deps, request, (ask) =>
		ask(runnerCheckCommandRoute, { params: { id: workspaceId }, body: { argv: command.argv } }),
	);
	if (!verdict.allowed) {
		const { reason, word } = verdict;
		throw new AppError("COMMAND_NOT_ALLOWED", "The rules of this installation do not allow this command", {
			details: { reason, ...defined({ word }) },
		});
	}
	const { tenantId, userId } = request.identity;
	const executionId = callIdOf("exec", { tenantId, userId, workspaceId, key });
	return { accepted: { ...command, executionId, rule: verdict.rule }, verdict };
}

/** A prepared command. `approvalId` is the approval that it runs under: without one the call itself is its caller's decision. */
export type CommandCall = {
	readonly request: Request;
	readonly target: Target;
	readonly accepted: AcceptedCommand;
	readonly approvalId?: ApprovalId;
};

/** @param onAccepted hears the execution's id as soon as its output can be followed */
export type FinishOptions = { readonly onAccepted?: (executionId: ExecutionId) => void };

/**
 * Runs a command to its end. A signal of the request that ends has it cancelled, unless its reason is `Left`.
 *
 * @throws AppError of the workspace, of the approval and of the runner
 */
export async function runCommand(deps: WorkspaceDeps, call: CommandCall, { onAccepted }: FinishOptions = {}): Promise<Execution> {
	const { accepted, request } = call;
	return await changeUnderApproval(deps, changeOf(call), async (ask, _id, granted) => {
		await startCall(deps, ask, { job: { kind: "exec", ...granted, request: accepted }, signal: request.signal });
		onAccepted?.(accepted.executionId);
		return await endOf(deps, commands, { ask, id: accepted.executionId, signal: request.signal });
	});
}

const changeOf = ({ request, target, accepted, approvalId }: CommandCall) => ({
	request,
	tool: runCommandTool.name,
	target,
	args: accepted,
	...defined({ approvalId }),
});

/** Runs a command of a person's own. With `waitMs` it is waited for. @throws AppError of the rules, the workspace and the runner */
export async function runOwnCommand(
	deps: WorkspaceDeps,
	{ request, target, command, key, waitMs }: Omit<PrepareWish, "workspaceId"> & { readonly target: Target; readonly waitMs: number },
): Promise<Execution> {
	requireTools(deps.level, runCommandTool.name);
	const { workspaceId } = await deps.sessions.resolve(request.identity, target);
	const { accepted } = await prepareCommand(deps, { request, workspaceId, command, key });
	const { executionId: id } = accepted;
	const call = changeOf({ request, target: { ...target, workspaceId }, accepted });
	const execution = await changeUnderApproval(deps, call, async (ask, _id, granted) => {
		await startCall(deps, ask, { job: { kind: "exec", ...granted, request: accepted }, signal: request.signal });
		return await commands.read(ask, id);
	});
	return waitMs === 0 || isOver(execution.state) ? execution : await lookAt(deps, commands, { request, id, waitMs });
}

/** Executions of the caller, newest first. @throws AppError VALIDATION_ERROR for a foreign cursor */
export async function listExecutions(
	deps: WorkspaceDeps,
	request: Request,
	query: z.output<typeof executionsRoute.query>,
): Promise<ReplyOf<typeof executionsRoute>> {
	return await callAsUser(deps, request, (ask) => ask(runnerExecutionsRoute, { query }));
}

/** Ends an execution of the caller. @throws AppError EXECUTION_NOT_FOUND */
export async function cancelExecution(
	deps: WorkspaceDeps,
	request: Request,
	id: ExecutionId,
): Promise<ReplyOf<typeof cancelExecutionRoute>> {
	return await callAsUser(deps, request, (ask) => ask(runnerCancelExecutionRoute, { params: { id } }));
}

/**
 * Follows the output of an execution of the caller. The runner checks whose it is before the first event.
 *
 * @param after number of the last event that was seen, as the client wrote it
 * @throws AppError EXECUTION_NOT_FOUND; VALIDATION_ERROR with `details.lastSeq`
 */
export async function followExecution(
	deps: WorkspaceDeps,
	request: Request,
	{ id, after }: { readonly id: ExecutionId; readonly after: string | undefined },
): Promise<AsyncIterable<ExecutionEvent>> {
	return await callAsUser(deps, request, (ask) => ask(runnerExecutionStreamRoute, { params: { id }, query: defined({ afterSeq: after }) }));
}
