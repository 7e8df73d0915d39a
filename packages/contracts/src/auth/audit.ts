import { z } from "zod";
import { TenantId } from "../ids.ts";
import { defineRoute } from "../routes.ts";

/** What agent-api notes. */
export const NoteAction = z.enum([
	"gate",
	"approval",
	"mode.raise",
	"model.choose",
	"model.drop",
	"trace.read",
	"trace.share",
	"trace.unshare",
]);
export type NoteAction = z.infer<typeof NoteAction>;

/** What can be done, as the audit names it: those of auth, then those that agent-api notes. */
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
	"key.rotate",
	"key.retire",
	"denied",
	...NoteAction.options,
]);
export type AuditAction = z.infer<typeof AuditAction>;

/**
 * One row of the audit: who did what, on whom or what, with what outcome, from where. `actor` is null for an unknown email. `target` is an
 * id or a name. `facts` are names and numbers. Never a password, token, link, hash, or text of a page.
 */
export const AuditRow = z.object({
	id: z.string(),
	at: z.iso.datetime(),
	actor: z.object({ userId: z.string(), email: z.string(), name: z.string() }).nullable(),
	action: AuditAction,
	target: z.string().nullable(),
	targetName: z.string().nullable(),
	outcome: z.string(),
	reason: z.string().nullable(),
	ip: z.string().nullable(),
	userAgent: z.string().nullable(),
	facts: z.record(z.string(), z.unknown()),
});
export type AuditRow = z.infer<typeof AuditRow>;

const filters = {
	/** The email or id of the person who acted. */
	person: z.string().trim().min(1).max(254).optional(),
	action: AuditAction.optional(),
	outcome: z.enum(["ok", "failed"]).optional(),
	from: z.iso.datetime().optional(),
	to: z.iso.datetime().optional(),
} as const;

/** An organization, or the caller's own tenant: what an operator does to the installation stands there. */
const TenantParams = z.strictObject({ orgId: TenantId });
const inOrder = ({ from, to }: { readonly from?: string | undefined; readonly to?: string | undefined }) =>
	from === undefined || to === undefined || Date.parse(from) <= Date.parse(to);

export const auditRoute = defineRoute({
	service: "auth",
	method: "GET",
	path: "/api/v1/orgs/:orgId/audit",
	summary: "The audit of an organization",
	description: "The audit of an organization or of one's own tenant, newest first. For admins. `cursor` continues a page.",
	params: TenantParams,
	query: z
		.strictObject({ ...filters, limit: z.coerce.number().int().min(1).max(200).default(50), cursor: z.string().max(300).optional() })
		.refine(inOrder, { path: ["to"], error: "must not be before from" }),
	/** `isComplete: false`: the notes of agent-api are missing, since it did not answer, or belong to a tenant that is not the caller's. */
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
	query: z.strictObject(filters).refine(inOrder, { path: ["to"], error: "must not be before from" }),
	produces: "csv",
	errors: ["FORBIDDEN", "NOT_FOUND"],
});
