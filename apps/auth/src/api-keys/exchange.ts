import type { KeyToken } from "@webhand/contracts/auth/tokens";
import { AppError } from "@webhand/service-kit/errors";
import type { Caller } from "../audit/store.ts";
import { signKeyToken, startServiceSignIn } from "../sessions/engine.ts";
import type { SignIn } from "../sessions/policy.ts";
import { isHolding } from "../sessions/policy.ts";
import type { AddressLimit } from "../sign-in/address-limit.ts";
import type { CountedDeps } from "../sign-in/counted.ts";
import { noteRefused, tooManyAttempts } from "../sign-in/counted.ts";
import type { TenantDeps } from "../tenants/engine.ts";
import { placeIn } from "../tenants/engine.ts";
import { isFrom } from "./addresses.ts";
import type { ApiKeyDeps } from "./engine.ts";
import { hashOf } from "./engine.ts";
import type { Refusal } from "./policy.ts";
import { isUseDue, mayOwnKeys, refusals, statusOf } from "./policy.ts";
import type { StoredKey } from "./store.ts";

/** What the exchange needs. `wrongKeys` counts refused keys of an address. */
export type ExchangeDeps = ApiKeyDeps &
	Pick<TenantDeps, "personalTenants" | "accounts"> &
	Pick<CountedDeps, "log"> & { readonly wrongKeys: AddressLimit };

/**
 * Gives a service a short-lived access token for an API key that its caller came with. It belongs to the key's sign-in, so what ends that
 * ends the key on all services at once.
 *
 * @param caller `ip` is the address of the key's caller
 * @throws AppError UNAUTHORIZED with the reason; RATE_LIMIT after 30 wrong keys of an address in a quarter of an hour, for wrong ones alone
 */
export async function exchangeKey(deps: ExchangeDeps, secret: string, caller: Caller): Promise<KeyToken> {
	const key = await deps.store.byHash(hashOf(secret));
	const refusal = key === null ? "unknown" : await refusalOf(deps, key, caller);
	if (key === null || refusal !== null) throw await refused(deps, { key, refusal: refusal ?? "unknown", caller });
	const signIn = (await heldSignIn(deps, key)) ?? (await start(deps, key, caller));
	const now = deps.now();
	// The time of the last use is for display only.
	if (isUseDue(key, now)) deps.store.touch(key, now).catch((err: unknown) => deps.log.warn({ err }, "a key's use was not noted"));
	return signKeyToken(deps.sessions, signIn, { id: key.id, scopes: [...key.scopes] });
}

async function refusalOf(deps: ExchangeDeps, key: StoredKey, { ip }: Caller): Promise<Refusal | null> {
	const status = statusOf(key, deps.now());
	if (status !== "active") return status;
	if (!isFrom(key.addresses, ip)) return "address";
	const place = await placeIn(deps, key);
	if (place === null) return "owner";
	const { tenant, user } = place;
	return mayOwnKeys(tenant.apiKeys, { roles: tenant.roles, isService: user.isService }) ? null : "policy";
}

async function heldSignIn({ sessions, now }: ExchangeDeps, { sid }: StoredKey): Promise<SignIn | null> {
	const signIn = sid === null ? null : await sessions.store.get(sid);
	return signIn !== null && isHolding(signIn, now()) ? signIn : null;
}

async function start(deps: ExchangeDeps, key: StoredKey, caller: Caller): Promise<SignIn> {
	const user = await deps.accounts.userById(key.userId);
	const { id: keyId, userId, tenantId, expiresAt } = key;
	return startServiceSignIn(
		deps.sessions,
		{
			of: { method: "key", keyId, userId, tenantId, expiresAt },
			admit: async (transaction, { sid, rights }) => {
				// The key, its owner's role or the rule may have changed since they were read.
				if (!mayOwnKeys(rights.apiKeys, { roles: rights.roles, isService: user?.isService ?? false }))
					throw new AppError("UNAUTHORIZED", refusals.policy);
				if (!(await deps.store.setSignIn(transaction, key, sid))) throw new AppError("UNAUTHORIZED", refusals.revoked);
			},
		},
		caller,
	);
}

/** A right key of an address with many wrong ones works all the same: none can be guessed, and its owner is kept out by nobody. */
async function refused(
	deps: ExchangeDeps,
	{ key, refusal, caller }: { readonly key: StoredKey | null; readonly refusal: Refusal; readonly caller: Caller },
): Promise<AppError> {
	const seconds = await deps.wrongKeys.waitOf(caller.ip);
	if (seconds !== null) return tooManyAttempts(seconds);
	if (key !== null) {
		const { id, userId: actorId, tenantId } = key;
		const row = { ...caller, at: deps.now(), actorId, tenantId, sid: null, target: actorId, facts: { key: id } };
		await noteRefused(deps, { ...row, action: "api_key.refuse", outcome: "failed", reason: refusal });
	}
	return new AppError("UNAUTHORIZED", refusals[refusal]);
}
