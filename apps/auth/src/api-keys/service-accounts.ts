import { randomBytes } from "node:crypto";
import type { NewApiKey, ServiceAccount } from "@webhand/contracts/auth/api-keys";
import { apiKeyLimits } from "@webhand/contracts/auth/api-keys";
import type { Member } from "@webhand/contracts/auth/orgs";
import type { OrgId } from "@webhand/contracts/ids";
import { TenantId, UserId } from "@webhand/contracts/ids";
import { AppError } from "@webhand/service-kit/errors";
import type { Transaction } from "@webhand/service-kit/mongo";
import type { Actor } from "../accounts/access.ts";
import { noOrganization, rowBy } from "../accounts/access.ts";
import type { AccountStore } from "../accounts/store.ts";
import type { OrganizationStore } from "../orgs/store.ts";
import type { ApiKeyDeps } from "./engine.ts";
import { createKey } from "./engine.ts";

/** What service accounts need. */
export type ServiceAccountDeps = ApiKeyDeps & {
	readonly accounts: Pick<AccountStore, "addUser" | "addMembership" | "touchOrganization">;
	readonly orgs: Pick<OrganizationStore, "serviceAccounts" | "get">;
};

/** Service accounts of an organization, by name. @throws AppError NOT_FOUND */
export async function listServiceAccounts(deps: ServiceAccountDeps, orgId: OrgId): Promise<ServiceAccount[]> {
	if ((await deps.orgs.get(orgId)) === null) throw noOrganization();
	return (await deps.orgs.serviceAccounts(orgId)).map(accountOf);
}

/** Makes an account for programs: a member without a password, which no way of signing in lets in. @throws AppError NOT_FOUND, LIMIT_REACHED */
export function addServiceAccount(
	deps: ServiceAccountDeps,
	{ orgId, name }: { readonly orgId: OrgId; readonly name: string },
	actor: Actor,
): Promise<ServiceAccount> {
	return deps.sessions.transact((transaction) => insertServiceAccount(deps, transaction, { orgId, name, actor }));
}

/** Makes it in the transaction of what needs it. @throws AppError NOT_FOUND, LIMIT_REACHED */
export async function insertServiceAccount(
	deps: ServiceAccountDeps,
	transaction: Transaction,
	{ orgId, name, actor }: { readonly orgId: OrgId; readonly name: string; readonly actor: Actor },
): Promise<ServiceAccount> {
	const at = deps.now();
	const id = deps.sessions.ids.prefixed(UserId, "usr");
	// RFC 2606 keeps the ending for names that lead nowhere, so no mail and no provider reaches it.
	const email = `service-${randomBytes(8).toString("hex")}@service.invalid`;
	const user = { id, email, name, status: "active", passwordHash: null, operator: false, isService: true } as const;
	if ((await deps.accounts.touchOrganization(transaction, orgId)) === null) throw noOrganization();
	if ((await deps.orgs.serviceAccounts(orgId, transaction)).length >= apiKeyLimits.serviceAccounts)
		throw new AppError("LIMIT_REACHED", `There are ${apiKeyLimits.serviceAccounts} service accounts. Remove one first`);
	await deps.accounts.addUser(transaction, user, at);
	await deps.accounts.addMembership(transaction, { orgId, userId: id, role: "member", joinedAt: at });
	const row = { ...rowBy(actor, at, TenantId.parse(orgId)), target: id, facts: { name } };
	await deps.audit.insert({ ...row, action: "service_account.create" }, transaction);
	return { userId: id, name, status: "active", createdAt: at.toISOString() };
}

/** Makes a key of a service account. @throws AppError NOT_FOUND for an account that is none of the organization's; LIMIT_REACHED */
export async function createServiceKey(
	deps: ServiceAccountDeps,
	{ orgId, userId, wish }: { readonly orgId: OrgId; readonly userId: UserId; readonly wish: NewApiKey },
	actor: Actor,
) {
	const accounts = await deps.orgs.serviceAccounts(orgId);
	if (!accounts.some((account) => account.userId === userId)) throw new AppError("NOT_FOUND", "There is no such service account");
	return createKey(deps, { owner: { tenantId: TenantId.parse(orgId), userId }, wish }, actor);
}

/** A service account from its membership. @throws never */
export function accountOf({ userId, name, status, joinedAt }: Member): ServiceAccount {
	return { userId, name, status, createdAt: joinedAt };
}
