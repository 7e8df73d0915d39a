import { z } from "zod";
import { SessionId, TenantId, UserId, WorkspaceId } from "./ids.ts";
import { defineRoute } from "./routes.ts";

/** What agent-api notes of tasks. */
export const NoteAction = z.enum([
	"gate",
	"approval",
	"mode.raise",
	"model.choose",
	"model.drop",
	"policy.change",
	"spend.warn",
	"spend.stop",
	"mandate.grant",
	"mandate.revoke",
	"mandate.use",
	"login.create",
	"login.change",
	"login.delete",
	"login.bind",
	"login.unbind",
	"login.use",
	"login.refuse",
	"trace.read",
	"trace.share",
	"trace.unshare",
	"routine.share",
	"routine.unshare",
	"routine.change",
	"routine.delete",
	"run.start",
	"run.share",
	"run.unshare",
	"run.stop",
	"run.take",
	"run.pause",
	"run.resume",
	"run.retry",
	"webhook.add",
	"webhook.change",
	"webhook.remove",
	"webhook.rotate",
	"webhook.pause",
	"schedule.create",
	"schedule.change",
	"schedule.pause",
	"schedule.resume",
	"schedule.delete",
	"schedule.miss",
	"trigger.create",
	"trigger.rotate",
	"trigger.pause",
	"trigger.resume",
	"trigger.delete",
]);
export type NoteAction = z.infer<typeof NoteAction>;

/** What can be done besides on the server host: actions of auth, then those that agent-api notes. */
export const AuditAction = z.enum([
	"login",
	"logout",
	"switch",
	"revoke",
	"password.change",
	"password.reset_link",
	"password.reset",
	"second_factor.enrol",
	"second_factor.remove",
	"recovery_code.use",
	"invite.create",
	"invite.renew",
	"invite.revoke",
	"invite.accept",
	"member.change",
	"member.remove",
	"organization.create",
	"organization.change",
	"limits.change",
	"provider.change",
	"provider.remove",
	"account.change",
	"operator.change",
	"api_key.create",
	"api_key.revoke",
	"api_key.refuse",
	"service_account.create",
	"runner.add",
	"runner.code",
	"runner.remove",
	"runner.refuse",
	"key.rotate",
	"key.retire",
	"denied",
	...NoteAction.options,
]);
export type AuditAction = z.infer<typeof AuditAction>;

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

/** The parts of the audit: sign-ins and organizations, what tasks did, the server host. */
export const AuditPart = z.enum(["accounts", "tasks", "host"]);
export type AuditPart = z.infer<typeof AuditPart>;

/** An action of the server host is a tool or a deed with a dot in its name: `fs.write`, `workspace.add`, `files.echo`. */
const HostAction = z
	.string()
	.regex(/^[\w-]+\.[\w./-]+$/)
	.max(100);
const Action = AuditAction.or(HostAction);
const Where = AuditPart.or(WorkspaceId);

/** Which parts have rows of an action and of a place; a workspace is a place of the server host. @throws never */
export function partsOf({
	action,
	where,
}: {
	readonly action?: string | undefined;
	readonly where?: string | undefined;
}): readonly AuditPart[] {
	const place = where === undefined ? undefined : (AuditPart.safeParse(where).data ?? "host");
	const about = action === undefined ? undefined : partOf(action);
	return AuditPart.options.filter((part) => part === (place ?? part) && part === (about ?? part));
}

function partOf(action: string): AuditPart {
	if (NoteAction.safeParse(action).success) return "tasks";
	return AuditAction.safeParse(action).success ? "accounts" : "host";
}

/**
 * One row of the audit, whichever service wrote it: who did what, on whom or what, with what outcome, from where. `actorId` is null for an
 * unknown email. `target` is an id or a name. `facts` are names and numbers. Never a password, token, link, hash, or text of a page.
 * `id` begins with a letter of its part and is unique. `host`: the row's place in a chain of the server host.
 */
export const AuditEntry = z.object({
	id: z.string(),
	at: z.iso.datetime(),
	actorId: z.string().nullable(),
	action: z.string(),
	target: z.string().nullable(),
	outcome: z.string(),
	reason: z.string().nullable(),
	ip: z.string().nullable(),
	userAgent: z.string().nullable(),
	facts: z.record(z.string(), z.unknown()),
	host: AgentAudit.omit({ id: true, user_id: true, action: true, target: true, timestamp: true, outcome: true, reason: true }).nullable(),
});
export type AuditEntry = z.infer<typeof AuditEntry>;

/** A row of the server host as one of the whole audit. @throws never */
export function entryOfHost({ id, timestamp, user_id, action, target, outcome, reason, ...host }: AgentAudit): AuditEntry {
	return {
		id: `h${id}`,
		at: timestamp,
		actorId: user_id,
		action,
		target,
		outcome,
		reason,
		ip: null,
		userAgent: null,
		facts: {},
		host,
	};
}

/** A row with the names of its actor and target. */
export const AuditRow = AuditEntry.omit({ actorId: true }).extend({
	actor: z.object({ userId: z.string(), email: z.string(), name: z.string() }).nullable(),
	targetName: z.string().nullable(),
});
export type AuditRow = z.infer<typeof AuditRow>;

/** `outcome` `failed` is all that was not done. `where`: a part of the audit, or a workspace. */
const filters = {
	action: Action.optional(),
	outcome: z.enum(["ok", "failed"]).optional(),
	where: Where.optional(),
	from: z.iso.datetime().optional(),
	to: z.iso.datetime().optional(),
} as const;
/** The email or id of the person who acted. */
const person = z.string().trim().min(1).max(254).optional();
const cursor = z.string().max(300).optional();

/** An organization, or the caller's own tenant: what an operator does to the installation stands there. */
const TenantParams = z.strictObject({ orgId: TenantId });
const inOrder = ({ from, to }: { readonly from?: string | undefined; readonly to?: string | undefined }) =>
	from === undefined || to === undefined || Date.parse(from) <= Date.parse(to);

export const auditRoute = defineRoute({
	service: "auth",
	method: "GET",
	path: "/api/v1/orgs/:orgId/audit",
	summary: "The audit of an organization",
	description:
		"The audit of an organization or of one's own tenant, newest first: sign-ins and changes, what tasks did, the server host. For admins. `cursor` continues a page.",
	params: TenantParams,
	query: z
		.strictObject({ ...filters, person, limit: z.coerce.number().int().min(1).max(200).default(50), cursor })
		.refine(inOrder, { path: ["to"], error: "must not be before from" }),
	/** `isComplete: false`: rows of tasks or of the server host are missing: no answer, or a tenant that is not the caller's. */
	reply: z.object({ rows: z.array(AuditRow), nextCursor: z.string().nullable(), isComplete: z.boolean() }),
	errors: ["FORBIDDEN", "NOT_FOUND"],
});

export const auditFileRoute = defineRoute({
	service: "auth",
	method: "GET",
	path: "/api/v1/orgs/:orgId/audit.csv",
	summary: "The audit of an organization as CSV",
	description: "The same rows as CSV (RFC 4180), newest first, streamed; cells that a spreadsheet would calculate are escaped.",
	params: TenantParams,
	query: z.strictObject({ ...filters, person }).refine(inOrder, { path: ["to"], error: "must not be before from" }),
	produces: "csv",
	errors: ["FORBIDDEN", "NOT_FOUND"],
});

/** What auth reads into the audit of a tenant. */
export const tenantEntriesRoute = defineRoute({
	service: "agent-api",
	method: "GET",
	path: "/internal/audit",
	summary: "Audit of tasks and of the server host",
	description:
		"Rows of the caller's tenant for auth's audit, newest first of each part, at most `limit` of each; own port only. For admins.",
	internal: true,
	query: z.strictObject({ ...filters, userId: UserId.optional(), limit: z.coerce.number().int().min(1).max(500).default(50), cursor }),
	reply: z.object({ rows: z.array(AuditEntry), isComplete: z.boolean() }),
	errors: ["FORBIDDEN"],
});

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
