import type { z } from "zod";
import { defineRoute } from "../../routes.ts";
import {
	Command,
	cancelExecutionRoute,
	Execution,
	ExecutionId,
	execRoute,
	executionRoute,
	executionStreamRoute,
	executionsRoute,
} from "../executions.ts";
import { CallHeaders, WorkspaceParams } from "./workspace-call.ts";

const internal = { service: "tool-runner", internal: true } as const;

/**
 * A granted command as it is accepted. All of it is what the grant covers: a rule that changed meanwhile voids it. The same id again gives
 * the row that is there, and the grant stays unused.
 */
export const AcceptedCommand = Command.extend({ executionId: ExecutionId, rule: Execution.shape.rule });
export type AcceptedCommand = z.infer<typeof AcceptedCommand>;

export const runnerExecRoute = defineRoute({
	...internal,
	method: "POST",
	path: "/v1/workspaces/:id/executions",
	status: 202,
	summary: "Accept a command",
	description: "Accepts a command: its row is safe, and its job is queued, before the reply.",
	bodyLimit: 1_048_576,
	params: WorkspaceParams,
	headers: CallHeaders,
	body: AcceptedCommand,
	reply: Execution,
	errors: execRoute.errors,
});

export const runnerExecutionRoute = defineRoute({ ...executionRoute, ...internal, path: "/v1/executions/:id" });
export const runnerExecutionsRoute = defineRoute({ ...executionsRoute, ...internal, path: "/v1/executions" });
export const runnerExecutionStreamRoute = defineRoute({ ...executionStreamRoute, ...internal, path: "/v1/executions/:id/stream" });
export const runnerCancelExecutionRoute = defineRoute({ ...cancelExecutionRoute, ...internal, path: "/v1/executions/:id/cancel" });
