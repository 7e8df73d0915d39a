import type { z } from "zod";
import { defineRoute } from "../../routes.ts";
import {
	Command,
	cancelExecutionRoute,
	Execution,
	ExecutionId,
	executionRoute,
	executionStreamRoute,
	executionsRoute,
} from "../executions.ts";

const internal = { service: "tool-runner", internal: true } as const;

/**
 * A granted command as it is accepted. All of it is what the grant covers: a rule that changed meanwhile voids it. The same id again gives
 * the row that is there, and the grant stays unused.
 */
export const AcceptedCommand = Command.extend({ executionId: ExecutionId, rule: Execution.shape.rule });
export type AcceptedCommand = z.infer<typeof AcceptedCommand>;

// agent-api waits: it hears of the end from the queue.
const { waits: _waits, query: _query, ...read } = executionRoute;

export const runnerExecutionRoute = defineRoute({ ...read, ...internal, path: "/v1/executions/:id" });
export const runnerExecutionsRoute = defineRoute({ ...executionsRoute, ...internal, path: "/v1/executions" });
export const runnerExecutionStreamRoute = defineRoute({ ...executionStreamRoute, ...internal, path: "/v1/executions/:id/stream" });
export const runnerCancelExecutionRoute = defineRoute({ ...cancelExecutionRoute, ...internal, path: "/v1/executions/:id/cancel" });
