import { z } from "zod";
import { Role, SignInId, TenantId } from "../ids.ts";
import { defineRoute } from "../routes.ts";
import { LoginReply, Password, TenantKind } from "./sign-in.ts";

/** A tenant that the user can switch to. `roles` are those of the user there. `signIn` says what a switch to it needs beyond this sign-in. */
export const Tenant = z.object({
	tenantId: TenantId,
	kind: TenantKind,
	name: z.string(),
	roles: z.array(Role),
	current: z.boolean(),
	signIn: z.enum(["this", "password", "provider", "second_factor"]),
});
export type Tenant = z.infer<typeof Tenant>;

export const tenantsRoute = defineRoute({
	service: "auth",
	method: "GET",
	path: "/api/v1/auth/tenants",
	summary: "The tenants that the user may work in",
	description: "The user's own tenant and organizations, by name.",
	reply: z.object({ tenants: z.array(Tenant) }),
});

export const switchRoute = defineRoute({
	service: "auth",
	method: "POST",
	path: "/api/v1/auth/switch",
	summary: "Switch to another tenant",
	description: "A new sign-in in another tenant; this one ends. The same tenant is allowed and gives fresh roles.",
	body: z.strictObject({ tenantId: TenantId }),
	reply: LoginReply,
	errors: ["TENANT_NOT_FOUND", "PROVIDER_SIGN_IN_REQUIRED", "PASSWORD_SIGN_IN_REQUIRED", "SECOND_FACTOR_REQUIRED"],
});

/** One of the user's sign-ins that still hold. `ip` and `userAgent` are as first seen. */
export const SignInView = z.object({
	id: SignInId,
	createdAt: z.iso.datetime(),
	lastSeenAt: z.iso.datetime(),
	expiresAt: z.iso.datetime(),
	ip: z.string(),
	userAgent: z.string(),
	tenantName: z.string(),
	method: z.enum(["password", "provider"]),
	current: z.boolean(),
});
export type SignInView = z.infer<typeof SignInView>;

export const signInsRoute = defineRoute({
	service: "auth",
	method: "GET",
	path: "/api/v1/auth/sessions",
	summary: "The user's own sign-ins",
	description: "The user's sign-ins, newest use first. A sign-in through a provider sees only those of its tenant.",
	reply: z.object({ sessions: z.array(SignInView) }),
});

export const endSignInRoute = defineRoute({
	service: "auth",
	method: "DELETE",
	path: "/api/v1/auth/sessions/:id",
	status: 204,
	summary: "End one of the user's sign-ins",
	description: "Ends one of the user's sign-ins.",
	params: z.strictObject({ id: SignInId }),
	errors: ["NOT_FOUND"],
});

export const endOtherSignInsRoute = defineRoute({
	service: "auth",
	method: "DELETE",
	path: "/api/v1/auth/sessions",
	status: 204,
	summary: "End all other sign-ins of the user",
	description: "Ends all sign-ins of the user but this one.",
});

export const passwordRoute = defineRoute({
	service: "auth",
	method: "POST",
	path: "/api/v1/auth/password",
	summary: "Change the password",
	description:
		"Changes the password. Every sign-in of the user ends; the reply is a new one. A wrong current password counts as a failed login.",
	body: z.strictObject({ currentPassword: Password, newPassword: Password }),
	reply: LoginReply,
	errors: ["INVALID_CREDENTIALS", "PASSWORD_SIGN_IN_REQUIRED"],
});
