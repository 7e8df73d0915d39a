import { z } from "zod";
import { Role, TenantId, UserId } from "../ids.ts";
import { defineRoute } from "../routes.ts";

/** A password as typed: 1 to 1,024 bytes, not trimmed. */
export const Password = z
	.string()
	.min(1)
	.refine((text) => new TextEncoder().encode(text).length <= 1_024, "must be at most 1,024 bytes");

/** Zod's own rule with the letters of every script. */
const emailPattern =
	/^(?!\.)(?!.*\.\.)[\p{L}\p{M}\p{N}_'+.-]*[\p{L}\p{M}\p{N}_+-]@([\p{L}\p{M}\p{N}][\p{L}\p{M}\p{N}-]*\.)+[\p{L}\p{M}]{2,}$/u;

/** An email as typed; it is stored and compared trimmed, in NFC and in lower case. */
export const Email = z
	.string()
	.trim()
	.max(254)
	.pipe(z.email({ pattern: emailPattern }));

/** Credentials. */
export const LoginRequest = z.strictObject({ email: Email, password: Password });
export type LoginRequest = z.infer<typeof LoginRequest>;

/**
 * Header of a sign-in and of its second step: 22 to 100 letters, digits, - and _ that a browser chose at random and keeps. Failures from
 * elsewhere do not delay a device from which the user signed in before.
 */
export const deviceHeader = "x-webhand-device";

/** A user as every client sees them. */
export const PublicUser = z.object({ id: UserId, email: z.string(), name: z.string() });
export type PublicUser = z.infer<typeof PublicUser>;

/** A tenant is one user or an organization. */
export const TenantKind = z.enum(["user", "organization"]);
export type TenantKind = z.infer<typeof TenantKind>;

/** A new sign-in. `expiresAt` is ISO 8601 UTC; `accessToken` goes into `Authorization: Bearer`. */
export const LoginReply = z.object({
	accessToken: z.string().min(1),
	expiresAt: z.iso.datetime(),
	user: PublicUser,
	tenantId: TenantId,
	tenantName: z.string(),
	tenantKind: TenantKind,
	roles: z.array(Role),
});
export type LoginReply = z.infer<typeof LoginReply>;

/** The current sign-in, without the token. */
export const SessionReply = LoginReply.omit({ accessToken: true });
export type SessionReply = z.infer<typeof SessionReply>;

export const loginRoute = defineRoute({
	service: "auth",
	method: "POST",
	path: "/api/v1/auth/login",
	summary: "Sign in with email and password",
	description: "Sign in with email and password.",
	example: {
		body: { email: "member@webhand.local", password: "as in ready.json" },
		reply: {
			accessToken: "eyJhbGciOiJFZERTQSJ9…",
			expiresAt: "2026-03-02T22:00:00.000Z",
			tenantKind: "organization",
			roles: ["member"],
			user: { id: "usr_aaaaaaaaaaaaaaaaaaaaaa", email: "member@webhand.local", name: "Member" },
			tenantId: "org_bbbbbbbbbbbbbbbbbbbbbb",
			tenantName: "Demo",
		},
	},
	public: true,
	body: LoginRequest,
	reply: LoginReply,
	errors: ["INVALID_CREDENTIALS", "ACCOUNT_DISABLED", "SECOND_FACTOR_REQUIRED", "PROVIDER_SIGN_IN_REQUIRED"],
});

export const sessionRoute = defineRoute({
	service: "auth",
	method: "GET",
	path: "/api/v1/auth/session",
	summary: "The current sign-in",
	description: "The current sign-in, if its token is still valid.",
	reply: SessionReply,
	runners: "itself",
});

export const logoutRoute = defineRoute({
	service: "auth",
	method: "POST",
	path: "/api/v1/auth/logout",
	summary: "Sign out",
	description: "Ends this sign-in everywhere. A body is ignored. A well-signed token that is expired or revoked gets 204 again.",
	status: 204,
	public: true,
	errors: ["UNAUTHORIZED"],
});
