import { hash, randomBytes } from "node:crypto";
import type { ApiKey, NewApiKey, OwnedApiKey } from "@webhand/contracts/auth/api-keys";
import { ApiKeySecret, apiKeyLimits } from "@webhand/contracts/auth/api-keys";
import type { OrgId } from "@webhand/contracts/ids";
import { ApiKeyId, OrgId as Organization, TenantId } from "@webhand/contracts/ids";
import { AppError } from "@webhand/service-kit/errors";
import type { Cursor } from "@webhand/service-kit/lists";
import { pageOf } from "@webhand/service-kit/lists";
import type { Actor } from "../accounts/access.ts";
import { rowBy } from "../accounts/access.ts";
import type { AccountStore } from "../accounts/store.ts";
import type { AuditStore } from "../audit/store.ts";
import type { SessionDeps } from "../sessions/engine.ts";
import { endSignInsWith, publishSignIns } from "../sessions/engine.ts";
import { mayOwnKeys, refusals, shownAfterEndMs, shownKey } from "./policy.ts";
import type { ApiKeyStore, KeyOwner, StoredKey, WhichKey } from "./store.ts";

/** What API keys need. */
export type ApiKeyDeps = {
	readonly store: ApiKeyStore;
	readonly accounts: Pick<AccountStore, "userById" | "organizationById" | "touchUser" | "touchPlace" | "namesOf">;
	readonly sessions: SessionDeps;
	readonly audit: Pick<AuditStore, "insert">;
	readonly now: () => Date;
};

const dayMs = 86_400_000;

/** What is stored and looked up of a key. */
export const hashOf = (secret: string) => hash("sha256", secret, "hex");

/** The person's keys in the tenant of the sign-in, newest first, and whether another one may be made. */
export async function listOwnKeys(deps: ApiKeyDeps, actor: Actor): Promise<{ readonly keys: ApiKey[]; readonly mayCreate: boolean }> {
	const [keys, mayCreate] = await Promise.all([deps.store.listOwn(actor), mayCreateOwn(deps, actor)]);
	return { keys: keys.map((key) => shownKey(key, deps.now())), mayCreate };
}

/** Makes a key for the person of the sign-in. @throws AppError FORBIDDEN, LIMIT_REACHED */
export async function createOwnKey(deps: ApiKeyDeps, wish: NewApiKey, actor: Actor) {
	if (!(await mayCreateOwn(deps, actor))) throw new AppError("FORBIDDEN", refusals.policy);
	return createKey(deps, { owner: { tenantId: actor.tenantId, userId: actor.userId }, wish }, actor);
}

async function mayCreateOwn({ accounts }: Pick<ApiKeyDeps, "accounts">, { tenantId, roles }: Actor): Promise<boolean> {
	const orgId = Organization.safeParse(tenantId);
	if (!orgId.success) return true;
	const organization = await accounts.organizationById(orgId.data);
	return organization !== null && mayOwnKeys(organization.apiKeys, { roles, isService: false });
}

/**
 * Makes a key of a user in a tenant. The secret, 256 random bits, is in this reply only.
 *
 * @throws AppError LIMIT_REACHED; NOT_FOUND where the user is gone, there or at all
 */
export async function createKey(deps: ApiKeyDeps, { owner, wish }: { readonly owner: KeyOwner; readonly wish: NewApiKey }, actor: Actor) {
	const now = deps.now();
	const secret = ApiKeySecret.parse(`whk_${randomBytes(32).toString("base64url")}`);
	const expiresAt = new Date(now.getTime() + wish.days * dayMs);
	const { name, scopes, addresses } = wish;
	const user = await deps.accounts.userById(owner.userId);
	const key: StoredKey = {
		...owner,
		id: deps.sessions.ids.prefixed(ApiKeyId, "key"),
		name,
		scopes,
		addresses,
		keyHash: hashOf(secret),
		createdBy: actor.userId,
		createdAt: now,
		expiresAt,
		lastUsedAt: null,
		revokedAt: null,
		sid: null,
		expireAt: new Date(expiresAt.getTime() + shownAfterEndMs),
	};
	await deps.sessions.transact(async (transaction) => {
		// All keys of a user write the user, so of two at the limit the second is counted anew.
		if (user === null || !(await deps.accounts.touchUser(transaction, user))) throw noKey();
		// Who is removed at the same moment either has no place any more, or loses this key with the others.
		if (!(await deps.accounts.touchPlace(transaction, owner))) throw noKey();
		if ((await deps.store.countOpen(owner, { session: transaction, now })) >= apiKeyLimits.open)
			throw new AppError("LIMIT_REACHED", `There are ${apiKeyLimits.open} open API keys. Revoke one first`);
		await deps.store.insert(transaction, key);
		const facts = { key: key.id, name, scopes, addresses, days: wish.days };
		await deps.audit.insert({ ...rowBy(actor, now, owner.tenantId), action: "api_key.create", target: owner.userId, facts }, transaction);
	});
	return { key: shownKey(key, now), secret };
}

/** Ends a key and its sign-in. A second call changes nothing. @throws AppError NOT_FOUND, for an unknown key and another's alike */
export async function revokeKey(deps: ApiKeyDeps, which: WhichKey, actor: Actor): Promise<void> {
	const at = deps.now();
	const ended = await deps.sessions.transact(async (transaction) => {
		const key = await deps.store.revoke(transaction, which, at);
		if (key === null) {
			if (await deps.store.has(transaction, which)) return [];
			throw noKey();
		}
		const { id, name, tenantId, userId } = key;
		const row = { ...rowBy(actor, at, tenantId), target: userId, facts: { key: id, name } };
		await deps.audit.insert({ ...row, action: "api_key.revoke" }, transaction);
		const end = { whose: { tenantId, userId, keyId: id }, reason: "api_key", actorId: actor.userId, caller: actor.caller } as const;
		return endSignInsWith(deps.sessions, transaction, end);
	});
	await publishSignIns(deps.sessions, ended);
}

/** Keys of an organization with their owners, newest first. */
export async function listOrgKeys(
	deps: ApiKeyDeps,
	{ orgId, cursor }: { readonly orgId: OrgId; readonly cursor: Cursor | null },
): Promise<{ readonly keys: OwnedApiKey[]; readonly nextCursor: string | null }> {
	const rows = await deps.store.list(TenantId.parse(orgId), cursor);
	const { page, nextCursor } = pageOf(rows, ({ createdAt, id }) => ({ key: String(createdAt.getTime()), id }));
	const names = await deps.accounts.namesOf([...new Set(page.map(({ userId }) => userId))]);
	const keys = page.map(({ userId, ...key }) => {
		const { name = "", email = "", isService = false } = names.get(userId) ?? {};
		return { ...shownKey(key, deps.now()), owner: { userId, name, email, isService } };
	});
	return { keys, nextCursor };
}

function noKey(): AppError {
	return new AppError("NOT_FOUND", "There is no such API key");
}
