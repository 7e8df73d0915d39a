import { z } from "zod";
import { TenantLimits } from "../../auth/limits.ts";
import type { ErrorCode } from "../../errors.ts";
import { statusByCode } from "../../errors.ts";
import { SessionId, SignInId, TenantId, UserId } from "../../ids.ts";
import { WorkspaceId } from "../workspaces.ts";
import { AcceptedCommand } from "./executions.ts";
import { AcceptedToolCall } from "./mcp.ts";

// Commands and calls of MCP tools are jobs: agent-api adds them to the queue of the workspace's host, tool-runner takes them.

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
