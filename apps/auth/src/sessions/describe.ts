import type { SessionReply, TenantKind } from "@webhand/contracts/auth/sign-in";
import { OrgId } from "@webhand/contracts/ids";
import type { Identity } from "@webhand/service-kit/guard";
import type { AccountStore } from "../accounts/store.ts";
import type { SignInStore } from "./store.ts";

/** What a description is put together from. */
export type DescribeDeps = {
	readonly accounts: Pick<AccountStore, "userById" | "organizationById">;
	readonly store: Pick<SignInStore, "get">;
};

/**
 * The current sign-in as the extension shows it.
 *
 * @returns `null` when the account or the sign-in is gone
 */
export async function describeSignIn(
	deps: DescribeDeps,
	identity: Pick<Identity, "userId" | "tenantId" | "sid" | "roles">,
): Promise<SessionReply | null> {
	const orgId = OrgId.safeParse(identity.tenantId);
	const [user, signIn, organization] = await Promise.all([
		deps.accounts.userById(identity.userId),
		deps.store.get(identity.sid),
		orgId.success ? deps.accounts.organizationById(orgId.data) : null,
	]);
	if (user === null || signIn === null || user.status === "disabled") return null;
	const tenantKind: TenantKind = orgId.success ? "organization" : "user";
	return {
		user: { id: user.id, email: user.email, name: user.name },
		tenantId: identity.tenantId,
		tenantName: organization?.name ?? user.name,
		tenantKind,
		roles: [...identity.roles],
		expiresAt: signIn.expiresAt.toISOString(),
	};
}
