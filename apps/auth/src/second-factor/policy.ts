import type { OrgId, TenantId } from "@webhand/contracts/ids";

/** What a sign-in shows of itself, or one that waits for a second factor. */
type Proved = { readonly method: "password" | "provider"; readonly tenantId: TenantId };

/** The account; `memberships` are all of it, suspended ones too. */
type Account = {
	readonly hasPassword: boolean;
	readonly memberships: readonly { readonly organization: { readonly id: OrgId }; readonly joinedAt: Date }[];
};

/**
 * May a sign-in enrol or remove the second factor, which counts in all tenants of the account? With a password it may; through a provider
 * only where no password exists, and in the organization that the account joined first: another could lock the user out there.
 *
 * @throws never
 */
export function mayChangeFactor({ method, tenantId }: Proved, { hasPassword, memberships }: Account): boolean {
	if (method === "password") return true;
	const [first] = memberships.toSorted((a, b) => a.joinedAt.getTime() - b.joinedAt.getTime());
	return !hasPassword && String(first?.organization.id) === String(tenantId);
}
