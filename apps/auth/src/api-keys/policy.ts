import type { ApiKey } from "@webhand/contracts/auth/api-keys";
import type { KeyOwners } from "@webhand/contracts/auth/orgs";
import type { ApiKeyId, KeyScope, Role } from "@webhand/contracts/ids";

/** What is judged and shown of a stored key. */
export type KeyFacts = {
	readonly id: ApiKeyId;
	readonly name: string;
	readonly scopes: readonly KeyScope[];
	readonly addresses: readonly string[];
	readonly createdAt: Date;
	readonly expiresAt: Date;
	readonly lastUsedAt: Date | null;
	readonly revokedAt: Date | null;
};

/** How long the lists still show a key that has ended. */
export const shownAfterEndMs = 30 * 86_400_000;
/** `lastUsedAt` is written at most this often. */
const usedEveryMs = 60_000;

/** Does the key still act for its owner? @throws never */
export function statusOf({ revokedAt, expiresAt }: Pick<KeyFacts, "revokedAt" | "expiresAt">, now: Date): ApiKey["status"] {
	if (revokedAt !== null) return "revoked";
	return expiresAt <= now ? "expired" : "active";
}

/** Is `lastUsedAt` old enough to be written again? @throws never */
export function isUseDue({ lastUsedAt }: Pick<KeyFacts, "lastUsedAt">, now: Date): boolean {
	return lastUsedAt === null || now.getTime() - lastUsedAt.getTime() >= usedEveryMs;
}

/** May somebody have keys of their own? Those of a service account are made by admins, so it may. @throws never */
export function mayOwnKeys(
	apiKeys: KeyOwners,
	{ roles, isService }: { readonly roles: readonly Role[]; readonly isService: boolean },
): boolean {
	return apiKeys === "all" || isService || roles.includes("admin");
}

/** Why a key is refused: its holder has the secret and may know. */
export const refusals = {
	unknown: "This API key is not one of Webhand",
	revoked: "This API key was revoked",
	expired: "This API key has expired",
	address: "This API key may not be used from this address",
	owner: "The owner of this API key may not work here any more",
	policy: "The organization lets only admins have API keys",
} as const;
export type Refusal = keyof typeof refusals;

/** A key as its owner sees it. @throws never */
export function shownKey({ id, name, scopes, addresses, createdAt, ...key }: KeyFacts, now: Date): ApiKey {
	return {
		id,
		name,
		scopes: [...scopes],
		addresses: [...addresses],
		status: statusOf(key, now),
		createdAt: createdAt.toISOString(),
		expiresAt: key.expiresAt.toISOString(),
		lastUsedAt: key.lastUsedAt?.toISOString() ?? null,
	};
}
