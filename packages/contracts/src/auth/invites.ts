import { z } from "zod";
import { OrgId, TenantId } from "../ids.ts";
import { Language } from "../language.ts";
import { defineRoute } from "../routes.ts";
import { Name } from "./orgs.ts";
import { Email, Password, PublicUser } from "./sign-in.ts";

/** Id of an invite: `inv_` and 22 base62 characters. */
export const InviteId = z
	.string()
	.regex(/^inv_[0-9A-Za-z]{22}$/)
	.brand<"InviteId">();
export type InviteId = z.infer<typeof InviteId>;

const OrgParams = z.strictObject({ orgId: OrgId });
const InviteParams = z.strictObject({ orgId: OrgId, id: InviteId });
/** The secret of a link: 32 random bytes in base64url. An unreadable one gets the same page as an unknown one. */
const LinkParams = z.strictObject({ token: z.string().max(200) });

/** The language that a person chose on a page; absent or unreadable, that of the browser counts (`Accept-Language`). */
const PageQuery = z.object({ language: Language.optional().catch(undefined) });

/** An invite without its link. `invitedBy` is an email. */
export const Invite = z.object({
	id: InviteId,
	email: z.string(),
	name: z.string().optional(),
	role: z.enum(["member", "admin"]),
	status: z.enum(["open", "accepted", "revoked", "expired"]),
	createdAt: z.iso.datetime(),
	expiresAt: z.iso.datetime(),
	invitedBy: z.string(),
});
export type Invite = z.infer<typeof Invite>;

/** An invite with its link, which is shown once: only a hash of its secret is stored. */
export const InviteWithLink = z.object({ invite: Invite, link: z.string() });
export type InviteWithLink = z.infer<typeof InviteWithLink>;

export const invitesRoute = defineRoute({
	service: "auth",
	method: "GET",
	path: "/api/v1/orgs/:orgId/invites",
	summary: "Invites of an organization",
	description: "Invites, newest first, 50 a page. For admins.",
	params: OrgParams,
	query: z.strictObject({ status: Invite.shape.status.optional(), cursor: z.string().max(300).optional() }),
	reply: z.object({ invites: z.array(Invite), nextCursor: z.string().nullable() }),
	errors: ["FORBIDDEN", "NOT_FOUND"],
});

/** An organization; the caller's own tenant is refused with a reason of its own. */
const TenantParams = z.strictObject({ orgId: TenantId });

export const inviteRoute = defineRoute({
	service: "auth",
	method: "POST",
	path: "/api/v1/orgs/:orgId/invites",
	status: 201,
	summary: "Invite somebody into an organization",
	description:
		"Invites an email for 7 days; an open invite of the same email ends. The answer is the same whether the email has an account or not.",
	example: { body: { email: "ada@example.com", role: "member", name: "Ada Lovelace" } },
	params: TenantParams,
	body: z.strictObject({ email: Email, role: z.enum(["member", "admin"]).default("member"), name: Name.optional() }),
	reply: InviteWithLink,
	errors: ["FORBIDDEN", "NOT_FOUND", "TENANT_NOT_SHAREABLE", "ALREADY_MEMBER"],
});

export const revokeInviteRoute = defineRoute({
	service: "auth",
	method: "DELETE",
	path: "/api/v1/orgs/:orgId/invites/:id",
	status: 204,
	summary: "Revoke an invite",
	description: "Ends an open invite.",
	params: InviteParams,
	errors: ["FORBIDDEN", "NOT_FOUND", "INVITE_CLOSED"],
});

export const renewInviteRoute = defineRoute({
	service: "auth",
	method: "POST",
	path: "/api/v1/orgs/:orgId/invites/:id/renew",
	summary: "Renew an invite",
	description: "A new link and 7 more days for an open or expired invite; the old link ends.",
	params: InviteParams,
	reply: InviteWithLink,
	errors: ["FORBIDDEN", "NOT_FOUND", "INVITE_CLOSED"],
});

export const invitePageRoute = defineRoute({
	service: "auth",
	method: "GET",
	path: "/invite/:token",
	summary: "The page of an invite or a reset link",
	description: "The accept page of an invite, or the page that sets a new password. It changes nothing: mail scanners may read it.",
	public: true,
	produces: "html",
	query: PageQuery,
	params: LinkParams,
});

export const submitInviteRoute = defineRoute({
	service: "auth",
	method: "POST",
	path: "/invite/:token",
	summary: "Accept an invite with the form",
	description: "The form of the accept page. Wrong input shows the page again with what to mend; success redirects (303) to the done page.",
	public: true,
	consumes: ["form"],
	produces: "html",
	query: PageQuery,
	params: LinkParams,
	body: z.record(z.string(), z.union([z.string(), z.array(z.string())])),
});

export const inviteDoneRoute = defineRoute({
	service: "auth",
	method: "GET",
	path: "/invite/done",
	summary: "An invite was accepted",
	description: "What the form leads to.",
	public: true,
	produces: "html",
	query: PageQuery,
});

export const startPageRoute = defineRoute({
	service: "auth",
	method: "GET",
	path: "/",
	summary: "How to begin",
	description: "What somebody sees who opens the server's address: how to get the extension, sign in and begin.",
	public: true,
	produces: "html",
	query: PageQuery,
});

export const acceptInviteRoute = defineRoute({
	service: "auth",
	method: "POST",
	path: "/api/v1/auth/invites/accept",
	status: 201,
	summary: "Accept an invite",
	description:
		"Accepts an invite. A new email needs `name` (unless the invite has one) and a strong password; a known one its own password.",
	public: true,
	body: z.strictObject({ token: z.string().max(200), name: Name.optional(), password: Password }),
	reply: z.object({ user: PublicUser, tenantId: TenantId, tenantName: z.string() }),
	errors: ["INVITE_INVALID", "INVALID_CREDENTIALS", "PROVIDER_SIGN_IN_REQUIRED"],
});
