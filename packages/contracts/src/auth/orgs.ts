import { z } from "zod";
import { OrgId, UserId } from "../ids.ts";
import { defineRoute } from "../routes.ts";
import { searchText } from "../search-text.ts";
import { Limits } from "./limits.ts";

/** A name for people to read: 1 to 100 characters without control characters. */
export const Name = z
	.string()
	.trim()
	.min(1)
	.max(100)
	.regex(/^\P{Cc}*$/u, "must not hold control characters")
	.transform((text) => text.normalize("NFC"));

const OrgParams = z.strictObject({ orgId: OrgId });
const MemberParams = z.strictObject({ orgId: OrgId, userId: UserId });

/** Who may have API keys of their own in an organization. Keys of service accounts are made by admins. */
export const KeyOwners = z.enum(["all", "admins"]);
export type KeyOwners = z.infer<typeof KeyOwners>;

/**
 * An organization. `traces` keeps the page of each step for admins; `retentionDays` is how long tasks are kept. `passwordSignIn: false`
 * leaves the provider as the only way in. `secondFactor` says whether members need one. `limits` are the operator's, where they differ.
 */
export const Organization = z.object({
	id: OrgId,
	name: z.string(),
	status: z.enum(["active", "suspended"]),
	traces: z.boolean(),
	retentionDays: z.number().int(),
	passwordSignIn: z.boolean(),
	secondFactor: z.enum(["optional", "required"]),
	// Older servers do not say it.
	apiKeys: KeyOwners.default("all"),
	limits: Limits,
	createdAt: z.iso.datetime(),
});
export type Organization = z.infer<typeof Organization>;

/** What an admin may change, and the operator's `status`. */
export const OrganizationChange = z
	.strictObject({
		name: Name.optional(),
		traces: z.boolean().optional(),
		retentionDays: z.number().int().min(1).max(365).optional(),
		passwordSignIn: z.boolean().optional(),
		secondFactor: z.enum(["optional", "required"]).optional(),
		apiKeys: KeyOwners.optional(),
		status: z.enum(["active", "suspended"]).optional(),
	})
	.refine((change) => Object.values(change).some((value) => value !== undefined), "needs at least one field");
export type OrganizationChange = z.infer<typeof OrganizationChange>;

const OrganizationReply = z.object({ organization: Organization });

export const organizationsRoute = defineRoute({
	service: "auth",
	method: "GET",
	path: "/api/v1/orgs",
	summary: "All organizations",
	description: "All organizations, by name. For operators.",
	query: z.strictObject({ q: searchText().optional(), cursor: z.string().max(300).optional() }),
	reply: z.object({ organizations: z.array(Organization), nextCursor: z.string().nullable() }),
	errors: ["FORBIDDEN"],
});

export const addOrganizationRoute = defineRoute({
	service: "auth",
	method: "POST",
	path: "/api/v1/orgs",
	status: 201,
	summary: "Add an organization",
	description: "Makes an organization; its first admin comes by invite. For operators.",
	body: z.strictObject({ name: Name }),
	reply: OrganizationReply,
	errors: ["FORBIDDEN"],
});

export const organizationRoute = defineRoute({
	service: "auth",
	method: "GET",
	path: "/api/v1/orgs/:orgId",
	summary: "One organization",
	description: "The organization of this sign-in; an operator sees any.",
	params: OrgParams,
	reply: OrganizationReply,
	errors: ["NOT_FOUND"],
});

export const changeOrganizationRoute = defineRoute({
	service: "auth",
	method: "PATCH",
	path: "/api/v1/orgs/:orgId",
	summary: "Change an organization",
	description: "Changes an organization. `passwordSignIn: false` needs a provider. Only an operator changes `status`.",
	params: OrgParams,
	body: OrganizationChange,
	reply: OrganizationReply,
	errors: ["FORBIDDEN", "NOT_FOUND", "NO_PROVIDER"],
});

export const limitsRoute = defineRoute({
	service: "auth",
	method: "PUT",
	path: "/api/v1/orgs/:orgId/limits",
	summary: "Set the limits of an organization",
	description: "Replaces the limits; an absent one is the default again. For operators.",
	params: OrgParams,
	body: Limits,
	reply: OrganizationReply,
	errors: ["FORBIDDEN", "NOT_FOUND"],
});

/** A user's place in an organization. */
export const Member = z.object({
	userId: UserId,
	email: z.string(),
	name: z.string(),
	role: z.enum(["member", "admin"]),
	status: z.enum(["active", "suspended"]),
	joinedAt: z.iso.datetime(),
	hasSecondFactor: z.boolean(),
	accountStatus: z.enum(["active", "disabled"]),
	/** An account for programs, which nobody signs in to. */
	isService: z.boolean().default(false),
});
export type Member = z.infer<typeof Member>;

export const membersRoute = defineRoute({
	service: "auth",
	method: "GET",
	path: "/api/v1/orgs/:orgId/members",
	summary: "Members of an organization",
	description: "Members by email, 50 a page. For admins.",
	params: OrgParams,
	query: z.strictObject({ q: searchText().optional(), cursor: z.string().max(300).optional() }),
	reply: z.object({ members: z.array(Member), total: z.number().int(), nextCursor: z.string().nullable() }),
	errors: ["FORBIDDEN", "NOT_FOUND"],
});

export const changeMemberRoute = defineRoute({
	service: "auth",
	method: "PATCH",
	path: "/api/v1/orgs/:orgId/members/:userId",
	summary: "Change a member",
	description: "Changes a member's role or suspends the membership, at once on all services.",
	params: MemberParams,
	body: z
		.strictObject({ role: z.enum(["member", "admin"]).optional(), status: z.enum(["active", "suspended"]).optional() })
		.refine(({ role, status }) => role !== undefined || status !== undefined, "needs one of role, status"),
	reply: z.object({ member: Member }),
	errors: ["FORBIDDEN", "NOT_FOUND", "LAST_ADMIN"],
});

export const removeMemberRoute = defineRoute({
	service: "auth",
	method: "DELETE",
	path: "/api/v1/orgs/:orgId/members/:userId",
	status: 204,
	summary: "Remove a member, or leave",
	description: "Removes a member; a member may leave by removing oneself.",
	params: MemberParams,
	errors: ["FORBIDDEN", "NOT_FOUND", "LAST_ADMIN"],
});
