import type { Tenant } from "@webhand/contracts/auth/account";
import type { TenantLimits } from "@webhand/contracts/auth/limits";
import type { KeyOwners } from "@webhand/contracts/auth/orgs";
import type { TenantKind } from "@webhand/contracts/auth/sign-in";
import type { OrgId, Role, UserId } from "@webhand/contracts/ids";
import { TenantId } from "@webhand/contracts/ids";
import { rolesIn } from "../accounts/policy.ts";

/** What the decisions read of a user. */
export type Candidate = {
	readonly id: UserId;
	readonly name: string;
	readonly status: "active" | "disabled";
	readonly operator: boolean;
	readonly lastTenantId?: TenantId;
};

/** What the decisions read of a membership. */
export type Place = {
	readonly organization: {
		readonly id: OrgId;
		readonly name: string;
		readonly status: "active" | "suspended";
		readonly limits: TenantLimits;
		readonly passwordSignIn: boolean;
		readonly secondFactor: "optional" | "required";
		readonly apiKeys: KeyOwners;
	};
	readonly role: "member" | "admin";
	readonly status: "active" | "suspended";
	readonly joinedAt: Date;
	readonly providerOnly: boolean;
};

/** A tenant that a user may work in, with the rights there and what it asks of a sign-in. */
export type TenantChoice = {
	readonly tenantId: TenantId;
	readonly tenantKind: TenantKind;
	readonly tenantName: string;
	readonly roles: readonly Role[];
	readonly limits: TenantLimits;
	readonly passwordSignIn: boolean;
	readonly secondFactor: "optional" | "required";
	readonly apiKeys: KeyOwners;
};

/**
 * The tenants that a user may work in, whichever way they sign in: active organizations in the order of joining, then the user's own.
 *
 * @throws never
 */
export function tenantsOf(user: Candidate, memberships: readonly Place[], personalTenants: boolean): readonly TenantChoice[] {
	const organizations = memberships
		.filter((membership) => membership.status === "active" && membership.organization.status === "active")
		.toSorted((a, b) => a.joinedAt.getTime() - b.joinedAt.getTime())
		.map((membership) => organizationTenant(user, membership));
	return personalTenants ? [...organizations, personalTenant(user)] : organizations;
}

/**
 * The tenant of a new sign-in with a password: that of the last sign-in if it is still usable, else the oldest membership, else the
 * personal tenant. One whose provider is the only way in is none.
 *
 * @throws never
 */
export function chooseTenant(user: Pick<Candidate, "lastTenantId">, tenants: readonly TenantChoice[]): TenantChoice | null {
	const usable = tenants.filter((tenant) => tenant.passwordSignIn);
	return usable.find((tenant) => tenant.tenantId === user.lastTenantId) ?? usable[0] ?? null;
}

/** Must a second factor be shown before the user works there? @throws never */
export function isSecondFactorDue(tenant: TenantChoice, user: { readonly hasSecondFactor: boolean }, isShown: boolean): boolean {
	return !isShown && (user.hasSecondFactor || tenant.secondFactor === "required");
}

/** What a switch reads of the sign-in that it starts from. */
export type Origin = {
	readonly tenantId: TenantId;
	readonly method: "password" | "provider";
	readonly secondFactor: boolean;
	readonly user: { readonly hasSecondFactor: boolean };
};

/**
 * Says what a switch needs beyond the sign-in it starts from. A sign-in through a provider holds for its organization alone, one with a
 * password for none whose provider is the only way in.
 *
 * @throws never
 */
export function switchNeeds(tenant: TenantChoice, origin: Origin): Tenant["signIn"] {
	if (origin.method === "provider" && tenant.tenantId !== origin.tenantId) return tenant.passwordSignIn ? "password" : "provider";
	if (origin.method === "password" && !tenant.passwordSignIn) return "provider";
	return isSecondFactorDue(tenant, origin.user, origin.secondFactor) ? "second_factor" : "this";
}

function organizationTenant(user: Candidate, { organization, role, providerOnly }: Place): TenantChoice {
	const { id, name, limits, secondFactor, apiKeys } = organization;
	const passwordSignIn = organization.passwordSignIn && !providerOnly;
	return {
		tenantId: TenantId.parse(id),
		tenantKind: "organization",
		tenantName: name,
		roles: rolesIn(role, user.operator),
		limits,
		passwordSignIn,
		secondFactor,
		apiKeys,
	};
}

function personalTenant(user: Candidate): TenantChoice {
	return {
		tenantId: TenantId.parse(user.id),
		tenantKind: "user",
		tenantName: user.name,
		roles: rolesIn(null, user.operator),
		limits: {},
		passwordSignIn: true,
		secondFactor: "optional",
		apiKeys: "all",
	};
}
