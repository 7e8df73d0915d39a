import { z } from "zod";
import { SessionId, UserId } from "../ids.ts";
import { defineRoute } from "../routes.ts";
import { WorkspaceId } from "./workspaces.ts";

/**
 * A row of the server host's audit (004: AgentAudit). `outcome` is `ok`, `error:<code>`, `denied:<reason>`, `cancelled` or `unknown`. `seq`
 * and `hash` are its place in the chain of its workspace, or of the tenant. Never a file's content or a command's output.
 */
export const AgentAudit = z.object({
	id: z.string(),
	user_id: z.string(),
	action: z.string(),
	target: z.string(),
	approved: z.boolean(),
	timestamp: z.iso.datetime(),
	outcome: z.string(),
	kind: z.enum(["intent", "outcome", "read", "denied", "note"]),
	workspace_id: z.string().nullable(),
	session_id: z.string().nullable(),
	execution_id: z.string().nullable(),
	decided_by: z.enum(["user", "caller", "setting", "session", "rule", "auto"]).nullable(),
	reason: z.string().nullable(),
	request_id: z.string(),
	seq: z.number().int().positive(),
	hash: z.string(),
});
export type AgentAudit = z.infer<typeof AgentAudit>;

/** Filters of the audit; `outcome` `failed` is everything but `ok`. */
export const AgentAuditQuery = z.strictObject({
	from: z.iso.datetime().optional(),
	to: z.iso.datetime().optional(),
	userId: UserId.optional(),
	action: z.string().min(1).max(100).optional(),
	workspaceId: WorkspaceId.optional(),
	sessionId: SessionId.optional(),
	outcome: z.enum(["ok", "failed"]).optional(),
	limit: z.coerce.number().int().min(1).max(500).default(100),
	cursor: z.string().max(300).optional(),
});

const errors = ["FORBIDDEN", "TOOL_RUNNER_UNAVAILABLE"] as const;

/** The audit, newest first: a member's own rows, an admin's those of the tenant. */
export const agentAuditRoute = defineRoute({
	service: "agent-api",
	method: "GET",
	path: "/api/v1/agent/audit",
	summary: "What was done on the server host",
	query: AgentAuditQuery,
	reply: z.object({ entries: z.array(AgentAudit), nextCursor: z.string().nullable() }),
	errors,
});

/**
 * Whether the chains of a workspace or of the tenant are whole. `brokenAt` is the first row that was changed, removed or swapped; `anchors`
 * are signed heads of a chain. For admins.
 */
export const AuditVerdict = z.object({
	ok: z.boolean(),
	checkedRows: z.number().int().nonnegative(),
	firstSeq: z.number().int().nonnegative().nullable(),
	lastSeq: z.number().int().nonnegative().nullable(),
	brokenAt: z.object({ chain: z.string(), seq: z.number().int().positive(), reason: z.enum(["changed", "missing", "swapped"]) }).nullable(),
	anchors: z.object({
		count: z.number().int().nonnegative(),
		lastAt: z.iso.datetime().nullable(),
		bad: z.number().int().nonnegative(),
	}),
});
export type AuditVerdict = z.infer<typeof AuditVerdict>;

export const verifyAuditRoute = defineRoute({
	service: "agent-api",
	method: "GET",
	path: "/api/v1/agent/audit/verify",
	summary: "Is the audit whole?",
	query: z.strictObject({ workspaceId: WorkspaceId.optional() }),
	reply: AuditVerdict,
	errors: [...errors, "WORKSPACE_NOT_FOUND"],
});
