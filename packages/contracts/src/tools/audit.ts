import { z } from "zod";
import { SessionId, TenantId, UserId } from "../ids.ts";
import { defineRoute } from "../routes.ts";
import { WorkspaceId } from "./workspaces.ts";

/**
 * A row of the server host's audit (004: AgentAudit). `outcome` is `ok`, `error:<code>`, `denied:<reason>`, `cancelled` or `unknown`;
 * an intent, written before an effect, says `intended`, and the row of its outcome follows. `seq` and `hash` are its place in the chain of its workspace, or of the tenant. Never a file's content or a command's output.
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

export const agentAuditRoute = defineRoute({
	service: "agent-api",
	method: "GET",
	path: "/api/v1/agent/audit",
	summary: "What was done on the server host",
	description: "The audit, newest first: a member's own rows, an admin's those of the tenant.",
	query: AgentAuditQuery,
	reply: z.object({ entries: z.array(AgentAudit), nextCursor: z.string().nullable() }),
	errors,
});

export const sessionAuditRoute = defineRoute({
	service: "agent-api",
	method: "GET",
	path: "/api/v1/agent/sessions/:id/audit",
	summary: "What was done in a session on the server host",
	description: "The same of one agent session: for its person, and for an admin also after the session was removed.",
	params: z.strictObject({ id: SessionId }),
	query: AgentAuditQuery.omit({ userId: true, sessionId: true }),
	reply: agentAuditRoute.reply,
	errors: [...errors, "SESSION_NOT_FOUND"],
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

/** `outcome` of a row: what was done, or why not. A note about something that did not fail says `ok` and names its own word in `facts`. */
const AuditOutcome = z.string().regex(/^(?:ok|cancelled|unknown|(?:error|denied):[\w.-]{1,100})$/);

/**
 * The claims of a note: a JWS with Ed25519 and `typ: audit-note+jwt`, which agent-api signs for what it decided. `id` is unique: a note that
 * comes again is the same row. `facts` are names and numbers, ≤ 4,096 characters as JSON; never text of a page or task, a value or a key.
 */
export const AuditNoteClaims = z.strictObject({
	iss: z.literal("webhand-agent-api"),
	aud: z.literal("webhand-tool-runner"),
	id: z.string().regex(/^[\w.:-]{8,100}$/),
	tenantId: TenantId,
	userId: UserId,
	at: z.iso.datetime(),
	action: z.string().min(1).max(100),
	target: z.string().max(1_000),
	outcome: AuditOutcome,
	facts: z
		.record(z.string().max(100), z.json())
		.refine((facts) => JSON.stringify(facts).length <= 4_096, "must be at most 4,096 characters"),
	sessionId: SessionId.nullable(),
	workspaceId: WorkspaceId.nullable(),
	approved: z.boolean(),
	decidedBy: AgentAudit.shape.decided_by,
});
export type AuditNoteClaims = z.infer<typeof AuditNoteClaims>;
