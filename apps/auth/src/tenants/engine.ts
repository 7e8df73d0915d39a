import type { Tenant } from "@webhand/contracts/auth/account";
import type { LoginReply } from "@webhand/contracts/auth/sign-in";
import type { internalMailAddressRoute, internalMemberRoute } from "@webhand/contracts/auth/tokens";
import type { Role, TenantId, UserId } from "@webhand/contracts/ids";
import { OrgId } from "@webhand/contracts/ids";
import type { ReplyOf } from "@webhand/contracts/routes";
import { AppError } from "@webhand/service-kit/errors";
import type { Identity } from "@webhand/service-kit/guard";
import { unauthorized } from "@webhand/service-kit/guard";
import type { AccountStore, User } from "../accounts/store.ts";
import type { Caller } from "../audit/store.ts";
import type { PreferenceStore } from "../preferences/store.ts";
import { isOfPerson } from "../sessions/policy.ts";
import type { SignInStore } from "../sessions/store.ts";
import type { CompleteDeps } from "../sign-in/complete.ts";
import { completeSignIn, secondFactorDue } from "../sign-in/complete.ts";
import type { Origin, TenantChoice } from "./policy.ts";
import { switchNeeds, tenantsOf } from "./policy.ts";

/** What tenants of a user are read from. */
export type TenantDeps = CompleteDeps & {
	readonly accounts: Pick<AccountStore, "userById" | "membershipsOf">;
	readonly signIns: Pick<SignInStore, "get">;
	readonly preferences: Pick<PreferenceStore, "get">;
	readonly personalTenants: boolean;
};

/**
 * The user's own tenant and organizations, by name, with what a switch to each needs. A sign-in through a provider sees its organization
 * alone: whoever runs the provider could otherwise read where else any email works, and as what.
 */
export async function listTenants(deps: TenantDeps, identity: Identity): Promise<Tenant[]> {
	const { tenants, origin } = await ownTenants(deps, identity);
	return tenants
		.filter(({ tenantId }) => origin.method === "password" || tenantId === origin.tenantId)
		.map((tenant) => ({
			tenantId: tenant.tenantId,
			kind: tenant.tenantKind,
			name: tenant.tenantName,
			roles: rolesThrough(origin, tenant),
			current: tenant.tenantId === identity.tenantId,
			signIn: switchNeeds(tenant, origin),
		}))
		.toSorted((a, b) => a.name.localeCompare(b.name));
}

/**
 * Starts a sign-in in another tenant, or in the same with fresh roles; the one that it starts from ends in the same transaction.
 *
 * @throws AppError TENANT_NOT_FOUND for a tenant that is unknown or not the user's; PROVIDER_SIGN_IN_REQUIRED, PASSWORD_SIGN_IN_REQUIRED,
 * SECOND_FACTOR_REQUIRED with a ticket
 */
export async function switchTenant(
	deps: TenantDeps,
	{ identity, tenantId }: { readonly identity: Identity; readonly tenantId: TenantId },
	caller: Caller,
): Promise<LoginReply> {
	const { tenants, origin } = await ownTenants(deps, identity);
	const tenant = tenants.find((own) => own.tenantId === tenantId);
	if (tenant === undefined) throw new AppError("TENANT_NOT_FOUND", "This tenant does not exist");
	switch (switchNeeds(tenant, origin)) {
		case "provider":
			throw new AppError(
				"PROVIDER_SIGN_IN_REQUIRED",
				`${tenant.tenantName} signs in through its provider. Sign out and choose company sign-in`,
			);
		case "password":
			throw new AppError("PASSWORD_SIGN_IN_REQUIRED", `Sign out and sign in with your password to work in ${tenant.tenantName}`);
		default: {
			const replaces = { sid: identity.sid, others: false, reason: "switch" } as const;
			const { user, method, secondFactor } = origin;
			const completion = await completeSignIn(deps, { user, tenant, method, secondFactor, replaces, action: "switch" }, caller);
			if (completion.kind === "second_factor") throw secondFactorDue(completion.due);
			return completion.reply;
		}
	}
}

/** Whether this person may work in this tenant now, and as what. */
export async function memberOf(
	deps: Pick<TenantDeps, "accounts" | "personalTenants">,
	{ tenantId, userId }: { readonly tenantId: TenantId; readonly userId: UserId },
): Promise<ReplyOf<typeof internalMemberRoute>> {
	const place = await placeIn(deps, { tenantId, userId });
	const hasLeft = place === null && (await hasLeftTenant(deps, { tenantId, userId }));
	return { isActive: place !== null, hasLeft, roles: [...(place?.tenant.roles ?? [])], limits: place?.tenant.limits ?? {} };
}

/** True where nothing ties the person to the tenant any more; a suspended member or disabled account may come back. */
async function hasLeftTenant(
	{ accounts }: Pick<TenantDeps, "accounts">,
	{ tenantId, userId }: { readonly tenantId: TenantId; readonly userId: UserId },
): Promise<boolean> {
	if ((await accounts.userById(userId)) === null) return true;
	const organizationId = OrgId.safeParse(tenantId).data;
	if (organizationId === undefined) return false;
	const memberships = await accounts.membershipsOf(userId);
	return !memberships.some(({ organization }) => organization.id === organizationId);
}

/** Where a person wants mails about what waits in a tenant; nowhere for a service account, and for who may not work there. */
export async function mailAddressOf(
	deps: Pick<TenantDeps, "accounts" | "personalTenants" | "preferences">,
	owner: { readonly tenantId: TenantId; readonly userId: UserId },
): Promise<ReplyOf<typeof internalMailAddressRoute>> {
	const [place, saved] = await Promise.all([placeIn(deps, owner), deps.preferences.get(owner)]);
	const isWanted = saved?.values["mailWhenWaiting"] === "true";
	return place === null || !isWanted ? {} : { email: place.user.email };
}

/** A person's place in a tenant, if they may work there now. */
export async function placeIn(
	deps: Pick<TenantDeps, "accounts" | "personalTenants">,
	{ tenantId, userId }: { readonly tenantId: TenantId; readonly userId: UserId },
): Promise<{ readonly user: User; readonly tenant: TenantChoice } | null> {
	const [user, memberships] = await Promise.all([deps.accounts.userById(userId), deps.accounts.membershipsOf(userId)]);
	if (user?.status !== "active") return null;
	const tenant = tenantsOf(user, memberships, deps.personalTenants).find((each) => each.tenantId === tenantId);
	return tenant === undefined ? null : { user, tenant };
}

/** No provider's word makes an operator. */
function rolesThrough({ method }: Pick<Origin, "method">, { roles }: TenantChoice): Role[] {
	return roles.filter((role) => method === "password" || role !== "operator");
}

async function ownTenants(deps: TenantDeps, { userId, sid }: Identity) {
	const [user, signIn, memberships] = await Promise.all([
		deps.accounts.userById(userId),
		deps.signIns.get(sid),
		deps.accounts.membershipsOf(userId),
	]);
	if (user?.status !== "active" || signIn === null || !isOfPerson(signIn)) throw unauthorized();
	const { tenantId, method, secondFactor } = signIn;
	return { tenants: tenantsOf(user, memberships, deps.personalTenants), origin: { tenantId, method, secondFactor, user } };
}
