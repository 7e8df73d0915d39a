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
import { runCommand as runCommandTool } from "@webhand/contracts/tools/executions";
import type { ApprovalId } from "@webhand/contracts/tools/grant";
import type { AcceptedCommand } from "@webhand/contracts/tools/internal/executions";
import {
	runnerCancelExecutionRoute,
	runnerExecRoute,
	runnerExecutionRoute,
	runnerExecutionStreamRoute,
	runnerExecutionsRoute,
} from "@webhand/contracts/tools/internal/executions";
import type { Target } from "@webhand/contracts/tools/target";
import type { WorkspaceId } from "@webhand/contracts/tools/workspaces";
import { AppError } from "@webhand/service-kit/errors";
import type { z } from "zod";
import { defined } from "../../shared/defined.ts";
import { requireTools } from "../level.ts";
import type { Ask, Request, WorkspaceDeps } from "../workspaces/engine.ts";
import { callAsUser, changeUnderApproval } from "../workspaces/engine.ts";
import { executionIdOf } from "./execution-id.ts";
import { isOver } from "./policy.ts";
import { untilOver } from "./until-over.ts";

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
	const executionId = executionIdOf({ tenantId, userId, workspaceId, key });
	return { accepted: { ...command, executionId, rule: verdict.rule }, verdict };
}

/** A prepared command. `approvalId` is the approval that it runs under: without one the call itself is its caller's decision. */
export type CommandCall = {
	readonly request: Request;
	readonly target: Target;
	readonly accepted: AcceptedCommand;
	readonly approvalId?: ApprovalId;
};

/**
 * Has a command accepted: it will run, also when its caller leaves.
 *
 * @returns its execution, as a rule still `queued`
 * @throws AppError of the workspace, of the approval and of the runner
 */
async function acceptCommand(deps: WorkspaceDeps, call: CommandCall): Promise<Execution> {
	return await changeUnderApproval(deps, changeOf(call), (ask, id) => ask(runnerExecRoute, { params: { id }, body: call.accepted }));
}

/** @param onAccepted hears the execution's id as soon as its output can be followed */
export type FinishOptions = { readonly onAccepted?: (executionId: ExecutionId) => void };

/**
 * Has a command accepted and waits for its end. A signal of the request that ends has it cancelled, unless its reason is `Left`.
 *
 * @throws AppError as `acceptCommand`
 */
export async function runCommand(deps: WorkspaceDeps, call: CommandCall, { onAccepted }: FinishOptions = {}): Promise<Execution> {
	return await changeUnderApproval(deps, changeOf(call), async (ask, id) => {
		const { executionId } = await ask(runnerExecRoute, { params: { id }, body: call.accepted });
		onAccepted?.(executionId);
		return await endOf(ask, executionId, call.request.signal);
	});
}

/**
 * Follows a command that was accepted before to its end. A signal that ends has it cancelled, unless its reason is `Left`.
 *
 * @throws AppError EXECUTION_NOT_FOUND; Left
 */
export async function resumeCommand(deps: WorkspaceDeps, request: Request, id: ExecutionId): Promise<Execution> {
	// The cancellation itself is sent after the signal has ended.
	return await callAsUser(deps, { ...request, signal: new AbortController().signal }, (ask) => endOf(ask, id, request.signal));
}

const endOf = (ask: Ask, id: ExecutionId, signal: AbortSignal) =>
	untilOver(() => ask(runnerExecutionRoute, { params: { id }, query: { waitMs: mostWaitMs } }), {
		cancel: () => ask(runnerCancelExecutionRoute, { params: { id } }),
		signal,
	});

const changeOf = ({ request, target, accepted, approvalId }: CommandCall) => ({
	request,
	tool: runCommandTool.name,
	target,
	args: accepted,
	...defined({ approvalId }),
});

// The runner answers within the limit of a call.
const mostWaitMs = 20_000;

/** An execution of the caller as soon as it is over, or `waitMs` have passed, or the client has left. */
async function lookUntil(
	ask: Ask,
	id: ExecutionId,
	{ waitMs, signal }: { readonly waitMs: number; readonly signal: AbortSignal },
): Promise<Execution> {
	const until = performance.now() + waitMs;
	for (;;) {
		const left = signal.aborted ? 0 : Math.max(0, Math.ceil(until - performance.now()));
		const found = await ask(runnerExecutionRoute, { params: { id }, query: { waitMs: Math.min(left, mostWaitMs) } });
		if (isOver(found.state) || left === 0 || signal.aborted) return found;
	}
}

/** Runs a command of a person's own. With `waitMs` it is waited for. @throws AppError of the rules, as `acceptCommand` */
export async function runOwnCommand(
	deps: WorkspaceDeps,
	{ request, target, command, key, waitMs }: Omit<PrepareWish, "workspaceId"> & { readonly target: Target; readonly waitMs: number },
): Promise<Execution> {
	requireTools(deps.level, runCommandTool.name);
	const { workspaceId } = await deps.sessions.resolve(request.identity, target);
	const { accepted } = await prepareCommand(deps, { request, workspaceId, command, key });
	const execution = await acceptCommand(deps, { request, target: { ...target, workspaceId }, accepted });
	return waitMs === 0 ? execution : await lookAtExecution(deps, request, { id: execution.executionId, waitMs });
}

/** An execution of the caller. @throws AppError EXECUTION_NOT_FOUND */
export async function lookAtExecution(
	deps: WorkspaceDeps,
	request: Request,
	{ id, waitMs }: { readonly id: ExecutionId; readonly waitMs: number },
): Promise<Execution> {
	return await callAsUser(deps, request, (ask) => lookUntil(ask, id, { waitMs, signal: request.signal }));
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
