import { z } from "zod";
import { ApiKeyId, KeyScope, OrgId, UserId } from "../ids.ts";
import { defineRoute } from "../routes.ts";
import { Name } from "./orgs.ts";

/** An API key as it is shown once: 256 random bits behind letters that scanners of leaked secrets can name. */
export const ApiKeySecret = z.string().regex(/^whk_[A-Za-z0-9_-]{43}$/);

/** True for what was meant as an API key. */
export function isApiKey(bearer: string): boolean {
	return bearer.startsWith("whk_");
}

/** Bounds; `open` counts keys of a person that are neither revoked nor expired. */
export const apiKeyLimits = { days: { least: 1, usual: 90, most: 365 }, addresses: 20, open: 20, serviceAccounts: 50 } as const;

/** An address, or a range of them such as `10.0.0.0/8`. */
const AddressRange = z.union(
	[z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()],
	"must be an address such as 10.0.0.7 or a range such as 10.0.0.0/8",
);

/** An API key without its secret. Without `addresses` it works from everywhere. */
export const ApiKey = z.object({
	id: ApiKeyId,
	name: z.string(),
	scopes: z.array(KeyScope),
	addresses: z.array(z.string()),
	status: z.enum(["active", "expired", "revoked"]),
	createdAt: z.iso.datetime(),
	expiresAt: z.iso.datetime(),
	lastUsedAt: z.iso.datetime().nullable(),
});
export type ApiKey = z.infer<typeof ApiKey>;

/** A key with its owner, for admins. */
export const OwnedApiKey = ApiKey.extend({
	owner: z.object({ userId: UserId, name: z.string(), email: z.string(), isService: z.boolean() }),
});
export type OwnedApiKey = z.infer<typeof OwnedApiKey>;

/** What is said of a key to make. */
export const NewApiKey = z.strictObject({
	name: Name,
	scopes: z
		.array(KeyScope)
		.min(1)
		.max(KeyScope.options.length)
		.refine((scopes) => new Set(scopes).size === scopes.length, "must name each scope once"),
	days: z.number().int().min(apiKeyLimits.days.least).max(apiKeyLimits.days.most).default(apiKeyLimits.days.usual),
	addresses: z.array(AddressRange).max(apiKeyLimits.addresses).default([]),
});
export type NewApiKey = z.output<typeof NewApiKey>;

/** `secret` is shown this once: only its hash is stored. */
const MadeApiKey = z.object({ key: ApiKey, secret: ApiKeySecret });

const own = "/api/v1/user/api-keys";
const ofOrg = "/api/v1/orgs/:orgId/api-keys";
const accounts = "/api/v1/orgs/:orgId/service-accounts";
const OrgParams = z.strictObject({ orgId: OrgId });

export const apiKeysRoute = defineRoute({
	service: "auth",
	method: "GET",
	path: own,
	summary: "The user's own API keys",
	description: "Keys in the tenant of this sign-in, newest first. `mayCreate: false`: the organization lets only admins have keys.",
	reply: z.object({ keys: z.array(ApiKey), mayCreate: z.boolean() }),
});

export const createApiKeyRoute = defineRoute({
	service: "auth",
	method: "POST",
	path: own,
	status: 201,
	summary: "Make an API key",
	description: "Makes a key that acts for the user in the tenant of this sign-in, with the user's role. `secret` is shown this once.",
	example: { body: { name: "Nightly report", scopes: ["routines:run", "routines:read"], days: 90, addresses: ["203.0.113.0/24"] } },
	body: NewApiKey,
	reply: MadeApiKey,
	errors: ["FORBIDDEN", "LIMIT_REACHED"],
});

export const revokeApiKeyRoute = defineRoute({
	service: "auth",
	method: "DELETE",
	path: `${own}/:id`,
	status: 204,
	summary: "Revoke an API key",
	description: "Ends a key; its next request gets 401, on every service.",
	params: z.strictObject({ id: ApiKeyId }),
	errors: ["NOT_FOUND"],
});

export const orgApiKeysRoute = defineRoute({
	service: "auth",
	method: "GET",
	path: ofOrg,
	summary: "API keys of an organization",
	description: "Keys of members and service accounts, newest first, 50 a page. For admins.",
	params: OrgParams,
	query: z.strictObject({ cursor: z.string().max(300).optional() }),
	reply: z.object({ keys: z.array(OwnedApiKey), nextCursor: z.string().nullable() }),
	errors: ["FORBIDDEN", "NOT_FOUND"],
});

export const revokeOrgApiKeyRoute = defineRoute({
	service: "auth",
	method: "DELETE",
	path: `${ofOrg}/:id`,
	status: 204,
	summary: "Revoke an API key of an organization",
	description: "Ends a key of a member or a service account. For admins.",
	params: z.strictObject({ orgId: OrgId, id: ApiKeyId }),
	errors: ["FORBIDDEN", "NOT_FOUND"],
});

/** An account for programs: a member that nobody signs in to. */
export const ServiceAccount = z.object({
	userId: UserId,
	name: z.string(),
	status: z.enum(["active", "suspended"]),
	createdAt: z.iso.datetime(),
});
export type ServiceAccount = z.infer<typeof ServiceAccount>;

export const serviceAccountsRoute = defineRoute({
	service: "auth",
	method: "GET",
	path: accounts,
	summary: "Service accounts of an organization",
	description: "By name. For admins, who suspend and remove them as members.",
	params: OrgParams,
	reply: z.object({ accounts: z.array(ServiceAccount) }),
	errors: ["FORBIDDEN", "NOT_FOUND"],
});

export const addServiceAccountRoute = defineRoute({
	service: "auth",
	method: "POST",
	path: accounts,
	status: 201,
	summary: "Add a service account",
	description: "Makes an account with the role `member` and without a password: only keys that admins make act as it. For admins.",
	params: OrgParams,
	body: z.strictObject({ name: Name }),
	reply: z.object({ account: ServiceAccount }),
	errors: ["FORBIDDEN", "NOT_FOUND", "LIMIT_REACHED"],
});

export const createServiceKeyRoute = defineRoute({
	service: "auth",
	method: "POST",
	path: `${accounts}/:userId/api-keys`,
	status: 201,
	summary: "Make an API key of a service account",
	description: "`secret` is shown this once. For admins.",
	params: z.strictObject({ orgId: OrgId, userId: UserId }),
	body: NewApiKey,
	reply: MadeApiKey,
	errors: ["FORBIDDEN", "NOT_FOUND", "LIMIT_REACHED"],
});
