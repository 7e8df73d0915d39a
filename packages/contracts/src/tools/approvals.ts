import { z } from "zod";
import { IdempotencyHeaders } from "../headers.ts";
import { ApprovalId, SessionId, WorkspaceId } from "../ids.ts";
import { defineRoute } from "../routes.ts";
import { FileDiff } from "./files.ts";
import { ApprovalTier } from "./tiers.ts";

/** How far an approval reaches: this call, the session (8 h), or commands of the same rule and prefix in this workspace (30 d). */
export const ApprovalScope = z.enum(["once", "session", "rule"]);
export type ApprovalScope = z.infer<typeof ApprovalScope>;

/**
 * What passes without a question in a session (004, settings): `autoApproveWrites` the tools of the tier batch, `autoApproveExec` commands
 * whose rule allows it. Deleting files and tools of MCP servers that run something always ask.
 */
export const AgentSettings = z.strictObject({ autoApproveWrites: z.boolean(), autoApproveExec: z.boolean() });
export type AgentSettings = z.infer<typeof AgentSettings>;

/**
 * A tool call that waits for its user, or waited (004: PendingApproval). `command` and `commandArgs` for a command, one by one; `effect` says
 * in one sentence what happens; `ruleText` says what each offered scope would allow. `args` and `diff` hold all of the call but the
 * secrets that this user wrote; `notShown` says how much was too big.
 */
export const PendingApproval = z.object({
	id: ApprovalId,
	toolCallId: z.string(),
	toolName: z.string(),
	args: z.record(z.string(), z.unknown()),
	tier: ApprovalTier,
	status: z.enum(["pending", "approved", "rejected"]),
	sessionId: SessionId,
	workspace: z.object({ id: WorkspaceId, name: z.string() }),
	command: z.string().nullable(),
	commandArgs: z.array(z.string()),
	cwd: z.string(),
	effect: z.string(),
	diff: z.array(FileDiff).optional(),
	notShown: z.array(z.string()).optional(),
	ruleText: z.partialRecord(ApprovalScope, z.string()),
	createdAt: z.iso.datetime(),
	expiresAt: z.iso.datetime(),
	reason: z.string().optional(),
});
export type PendingApproval = z.infer<typeof PendingApproval>;

/**
 * A yes of a wider scope that still stands: calls that it covers pass without a question until `until`. `text` says which; `sessionId` is the
 * session that asked.
 */
export const StandingApproval = PendingApproval.pick({ id: true, toolName: true, sessionId: true, workspace: true }).extend({
	scope: ApprovalScope.exclude(["once"]),
	text: z.string(),
	decidedAt: z.iso.datetime(),
	until: z.iso.datetime(),
});
export type StandingApproval = z.infer<typeof StandingApproval>;

const Params = z.strictObject({ id: ApprovalId });
const Decision = z.enum(["approved", "rejected"]);
const errors = ["APPROVAL_NOT_FOUND", "APPROVAL_DECIDED", "APPROVAL_EXPIRED", "IDEMPOTENCY_CONFLICT"] as const;

export const approvalsRoute = defineRoute({
	service: "agent-api",
	method: "GET",
	path: "/api/v1/agent/approvals",
	summary: "Approvals that wait",
	description: "Approvals of the caller, oldest first.",
	query: z.strictObject({ status: z.enum(["pending", "approved", "rejected"]).default("pending"), sessionId: SessionId.optional() }),
	reply: z.object({ approvals: z.array(PendingApproval) }),
});

export const approvalRoute = defineRoute({
	service: "agent-api",
	method: "GET",
	path: "/api/v1/agent/approvals/:id",
	summary: "An approval",
	description: "One approval of the caller.",
	params: Params,
	reply: z.object({ approval: PendingApproval }),
	errors: ["APPROVAL_NOT_FOUND"],
});

export const decideRoute = defineRoute({
	service: "agent-api",
	method: "POST",
	path: "/api/v1/agent/approvals/:id",
	summary: "Approve or reject a tool call",
	description: "Decides one approval.",
	params: Params,
	headers: IdempotencyHeaders,
	body: z.strictObject({ decision: Decision, scope: ApprovalScope.default("once"), reason: z.string().trim().max(500).optional() }),
	reply: z.object({ approval: PendingApproval }),
	errors,
});

export const decideAllRoute = defineRoute({
	service: "agent-api",
	method: "POST",
	path: "/api/v1/agent/approvals",
	summary: "Approve or reject several tool calls at once",
	description: "Decides several, all or none.",
	headers: IdempotencyHeaders,
	body: z.strictObject({
		decisions: z
			.array(z.strictObject({ id: ApprovalId, decision: Decision, scope: ApprovalScope.default("once") }))
			.min(1)
			.max(50)
			.refine((decisions) => new Set(decisions.map(({ id }) => id)).size === decisions.length, "must name each approval once"),
	}),
	reply: z.object({ approvals: z.array(PendingApproval) }),
	errors,
});

export const standingApprovalsRoute = defineRoute({
	service: "agent-api",
	method: "GET",
	path: "/api/v1/agent/approvals/standing",
	summary: "Approvals of a wider scope that still stand",
	description: "What the caller allowed for more than one call, newest first, at most 200.",
	query: z.strictObject({ workspaceId: WorkspaceId.optional() }),
	reply: z.object({ standing: z.array(StandingApproval) }),
});

export const endStandingRoute = defineRoute({
	service: "agent-api",
	method: "DELETE",
	path: "/api/v1/agent/approvals/standing/:id",
	status: 204,
	summary: "Take an approval of a wider scope back",
	description: "Revokes such an approval: the next call asks again. Calls that began go on.",
	params: Params,
	errors: ["APPROVAL_NOT_FOUND"],
});
