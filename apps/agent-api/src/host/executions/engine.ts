import type { WorkspaceId } from "@webhand/contracts/ids";
import type { ReplyOf } from "@webhand/contracts/routes";
import type { CommandVerdict } from "@webhand/contracts/tools/commands";
import { runnerCheckCommandRoute } from "@webhand/contracts/tools/commands";
import type { Command, Execution, ExecutionEvent, ExecutionId, executionsRoute } from "@webhand/contracts/tools/executions";
import { runCommand } from "@webhand/contracts/tools/executions";
import type { AcceptedCommand } from "@webhand/contracts/tools/internal/calls";
import { runnerExecutionStreamRoute, runnerExecutionsRoute } from "@webhand/contracts/tools/internal/calls";
import type { Target } from "@webhand/contracts/tools/target";
import { AppError } from "@webhand/service-kit/errors";
import type { z } from "zod";
import { defined } from "../../shared/defined.ts";
import { callIdOf } from "../calls/id.ts";
import { commands, runOwn } from "../calls/run.ts";
import type { HostDeps, Request } from "../client.ts";
import { callAsUser } from "../client.ts";
import { requireTools } from "../level.ts";

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
	deps: HostDeps,
	{ request, workspaceId, command, key }: PrepareWish,
): Promise<{ readonly accepted: AcceptedCommand; readonly verdict: AllowedCommand }> {
	requireTools(deps.level, runCommand.name);
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

/** Runs a command of a person's own. With `waitMs` it is waited for. @throws AppError of the rules, the workspace and the runner */
export async function runOwnCommand(
	deps: HostDeps,
	{ request, target, command, key, waitMs }: Omit<PrepareWish, "workspaceId"> & { readonly target: Target; readonly waitMs: number },
): Promise<Execution> {
	requireTools(deps.level, runCommand.name);
	const { workspaceId } = await deps.sessions.resolve(request.identity, target);
	const { accepted } = await prepareCommand(deps, { request, workspaceId, command, key });
	return await runOwn(deps, commands, { request, target: { ...target, workspaceId }, args: accepted, waitMs });
}

/** Executions of the caller, newest first. @throws AppError VALIDATION_ERROR for a foreign cursor */
export async function listExecutions(
	deps: HostDeps,
	request: Request,
	query: z.output<typeof executionsRoute.query>,
): Promise<ReplyOf<typeof executionsRoute>> {
	return await callAsUser(deps, request, (ask) => ask(runnerExecutionsRoute, { query }));
}

/**
 * Follows the output of an execution of the caller. The runner checks whose it is before the first event.
 *
 * @param after number of the last event that was seen, as the client wrote it
 * @throws AppError EXECUTION_NOT_FOUND; VALIDATION_ERROR with `details.lastSeq`
 */
export async function followExecution(
	deps: HostDeps,
	request: Request,
	{ id, after }: { readonly id: ExecutionId; readonly after: string | undefined },
): Promise<AsyncIterable<ExecutionEvent>> {
	return await callAsUser(deps, request, (ask) => ask(runnerExecutionStreamRoute, { params: { id }, query: defined({ afterSeq: after }) }));
}
