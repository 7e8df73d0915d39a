import { z } from "zod";
import { TenantLimits } from "../../auth/limits.ts";
import type { ErrorCode } from "../../errors.ts";
import { statusByCode } from "../../errors.ts";
import { SessionId, SignInId, TenantId, UserId, WorkspaceId } from "../../ids.ts";
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
import { callToolRoute, cancelMcpCallRoute, mcpCallRoute, mcpCallStreamRoute } from "../mcp.ts";

// Commands and calls of MCP tools are jobs: agent-api adds them to the queue of the workspace's host, tool-runner takes them.

/**
 * A granted command as it is accepted. All of it is what the grant covers: a rule that changed meanwhile voids it. The same id again gives
 * the row that is there, and the grant stays unused.
 */
export const AcceptedCommand = Command.extend({ executionId: ExecutionId, rule: Execution.shape.rule });
export type AcceptedCommand = z.infer<typeof AcceptedCommand>;

/** A granted call of a tool as the runner takes it. All of it is what the grant covers: a tool that changed meanwhile voids it. */
export const AcceptedToolCall = callToolRoute.body
	.pick({ name: true, arguments: true, timeoutMs: true })
	.extend({ callId: ExecutionId, toolHash: z.string().max(100) });
export type AcceptedToolCall = z.infer<typeof AcceptedToolCall>;

/** For whom a job is, as agent-api's guard checked it. Who it names must be whom the grant names. */
const caller = z.object({ userId: UserId, tenantId: TenantId, sid: SignInId, limits: TenantLimits });

const call = {
	caller,
	workspaceId: WorkspaceId,
	sessionId: SessionId,
	grant: z.string().max(4_096),
	requestId: z.string().max(200),
	ip: z.string().max(100),
};

/** A granted command; the grant covers all of `request`. Its id is that of the job. */
export const ExecJob = z.object({ kind: z.literal("exec"), ...call, request: AcceptedCommand });
export type ExecJob = z.infer<typeof ExecJob>;

/** A granted call of an MCP tool; the grant covers all of `request`. Its id is that of the job. */
export const McpJob = z.object({ kind: z.literal("mcp"), ...call, request: AcceptedToolCall });
export type McpJob = z.infer<typeof McpJob>;

/** A job of either queue. */
export type CallJob = ExecJob | McpJob;

/**
 * What a worker answers: the call has its row, or was refused and does nothing. `hash` is of what was asked for, by which the one who asks
 * knows that the answer is not for another request of the same key; null where the job could not be read.
 */
export const JobAnswer = z.object({
	hash: z.string().nullable(),
	refused: z
		.object({
			code: z.custom<ErrorCode>((code) => typeof code === "string" && Object.hasOwn(statusByCode, code)),
			message: z.string(),
			details: z.record(z.string(), z.unknown()).optional(),
			retryAfterSeconds: z.number().optional(),
		})
		.optional(),
});
export type JobAnswer = z.infer<typeof JobAnswer>;

// Their rows are read over HTTP. agent-api waits: it hears of the end from the queue.
const internal = { service: "tool-runner", internal: true } as const;
const { waits: _execWaits, query: _execQuery, ...readExecution } = executionRoute;
const { waits: _mcpWaits, query: _mcpQuery, ...readCall } = mcpCallRoute;

export const runnerExecutionRoute = defineRoute({ ...readExecution, ...internal, path: "/v1/executions/:id" });
export const runnerExecutionsRoute = defineRoute({ ...executionsRoute, ...internal, path: "/v1/executions" });
export const runnerExecutionStreamRoute = defineRoute({ ...executionStreamRoute, ...internal, path: "/v1/executions/:id/stream" });
export const runnerCancelExecutionRoute = defineRoute({ ...cancelExecutionRoute, ...internal, path: "/v1/executions/:id/cancel" });
export const runnerMcpCallRoute = defineRoute({ ...readCall, ...internal, path: "/v1/mcp/calls/:id" });
export const runnerMcpCallStreamRoute = defineRoute({ ...mcpCallStreamRoute, ...internal, path: "/v1/mcp/calls/:id/stream" });
export const runnerCancelMcpCallRoute = defineRoute({ ...cancelMcpCallRoute, ...internal, path: "/v1/mcp/calls/:id/cancel" });
