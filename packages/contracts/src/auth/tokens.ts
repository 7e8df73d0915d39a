import { z } from "zod";
import { ApiKeyId, KeyScope, Role, SignInId, TenantId, UserId } from "../ids.ts";
import { defineRoute } from "../routes.ts";
import { TenantLimits } from "./limits.ts";
import { RunnerUse } from "./runners.ts";

/** The API key that a caller came with, and what it may do. */
export const KeyUse = z.object({ id: ApiKeyId, scopes: z.array(KeyScope) });
export type KeyUse = z.infer<typeof KeyUse>;

/** Claims of an access token (`typ: at+jwt`, Ed25519). Times in seconds since the epoch. `key` only in those made of an API key, `runner` in those of a runner. */
export const AccessTokenClaims = z.object({
	iss: z.string(),
	aud: z.literal("webhand"),
	sub: UserId,
	tid: TenantId,
	sid: SignInId,
	client_id: z.literal("webhand"),
	roles: z.array(Role),
	iat: z.number(),
	nbf: z.number(),
	exp: z.number(),
	jti: z.string(),
	key: KeyUse.optional(),
	runner: RunnerUse.optional(),
});
export type AccessTokenClaims = z.infer<typeof AccessTokenClaims>;

/** A public signing key. */
export const PublicJwk = z.object({
	kty: z.literal("OKP"),
	crv: z.literal("Ed25519"),
	x: z.string(),
	kid: z.string(),
	use: z.literal("sig"),
	alg: z.literal("Ed25519"),
});
export type PublicJwk = z.infer<typeof PublicJwk>;

/** The keys that services verify tokens with. */
export const JwksReply = z.object({ keys: z.array(PublicJwk) });
export type JwksReply = z.infer<typeof JwksReply>;

/**
 * The sign-in record that services check on each request: Redis `wh:sess:<sid>`, and the reply of the internal endpoint.
 * `v` is the version of the stored document; `exp` the end of the token and `until` the end of this copy, in seconds since the epoch.
 */
export const SessionRecord = z.object({
	v: z.number().int(),
	s: z.enum(["active", "revoked"]),
	uid: UserId,
	tid: TenantId,
	roles: z.array(Role),
	limits: TenantLimits,
	exp: z.number(),
	until: z.number(),
});
export type SessionRecord = z.infer<typeof SessionRecord>;

export const jwksRoute = defineRoute({
	service: "auth",
	method: "GET",
	path: "/.well-known/jwks.json",
	summary: "Public signing keys",
	description: "Public keys of this installation.",
	public: true,
	reply: JwksReply,
});

export const internalMemberRoute = defineRoute({
	service: "auth",
	method: "GET",
	path: "/internal/members/:tenantId/:userId",
	summary: "Whether a person may work in a tenant now, and as what",
	description: "Used by agent-api for what acts for a person without a sign-in, such as MCP clients and schedules; own port only.",
	public: true,
	internal: true,
	params: z.object({ tenantId: TenantId, userId: UserId }),
	/** `hasLeft`: the person was removed from the tenant, or is gone; one who is suspended has not left. */
	reply: z.object({
		isActive: z.boolean(),
		hasLeft: z.boolean().default(false),
		roles: z.array(Role).default([]),
		limits: TenantLimits.prefault({}),
	}),
});

export const internalMailAddressRoute = defineRoute({
	service: "auth",
	method: "GET",
	path: "/internal/members/:tenantId/:userId/mail-address",
	summary: "Where a person wants mails about what waits",
	description: "Absent where the person may not work in the tenant or wants no mails. Used by agent-api; own port only.",
	public: true,
	internal: true,
	params: z.object({ tenantId: TenantId, userId: UserId }),
	reply: z.object({ email: z.string().optional() }),
});

export const internalSessionRoute = defineRoute({
	service: "auth",
	method: "GET",
	path: "/internal/session",
	summary: "The session record behind a token",
	description: "Used by other services when Redis has no record of a sign-in; own port only.",
	public: true,
	internal: true,
	reply: SessionRecord,
	errors: ["UNAUTHORIZED"],
});

/** A token made of an API key, for services alone. */
export const KeyToken = z.object({ accessToken: z.string(), expiresAt: z.iso.datetime() });
export type KeyToken = z.infer<typeof KeyToken>;

export const internalKeyTokenRoute = defineRoute({
	service: "auth",
	method: "POST",
	path: "/internal/key-token",
	summary: "A short-lived access token for an API key",
	description: "Used by the services that take API keys: the key comes as bearer, `address` is where the caller is; own port only.",
	public: true,
	internal: true,
	body: z.strictObject({ address: z.string().max(100) }),
	reply: KeyToken,
	errors: ["UNAUTHORIZED", "RATE_LIMIT"],
});
