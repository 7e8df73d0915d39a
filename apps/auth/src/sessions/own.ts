import type { SignInView } from "@webhand/contracts/auth/account";
import type { SignInId, TenantId } from "@webhand/contracts/ids";
import { OrgId } from "@webhand/contracts/ids";
import { AppError } from "@webhand/service-kit/errors";
import type { Identity } from "@webhand/service-kit/guard";
import { unauthorized } from "@webhand/service-kit/guard";
import type { AccountStore } from "../accounts/store.ts";
import type { Caller } from "../audit/store.ts";
import type { SessionDeps } from "./engine.ts";
import { endSignIn, endSignInsWith, publishSignIns } from "./engine.ts";
import { isHolding, isOfPerson } from "./policy.ts";

/** What the list of one's own sign-ins needs. */
export type OwnSignInsDeps = {
	readonly sessions: SessionDeps;
	readonly accounts: Pick<AccountStore, "userById" | "organizationById">;
};

/** The user's sign-ins that hold, newest use first. */
export async function listSignIns(deps: OwnSignInsDeps, identity: Identity): Promise<SignInView[]> {
	const active = await deps.sessions.store.activeOf(await ownOf(deps, identity));
	const holding = active.filter((signIn) => isHolding(signIn, deps.sessions.now()));
	const names = new Map<TenantId, string>();
	for (const { tenantId } of holding) if (!names.has(tenantId)) names.set(tenantId, await nameOf(deps, tenantId, identity));
	return holding.filter(isOfPerson).map(({ sid, tenantId, createdAt, lastSeenAt, expiresAt, ip, userAgent, method }) => ({
		id: sid,
		createdAt: createdAt.toISOString(),
		lastSeenAt: lastSeenAt.toISOString(),
		expiresAt: expiresAt.toISOString(),
		ip,
		userAgent,
		method,
		tenantName: names.get(tenantId) ?? "",
		current: sid === identity.sid,
	}));
}

/** Ends one of the user's sign-ins. @throws AppError NOT_FOUND for one that ended, is unknown, or another user's */
export async function endOwnSignIn(
	deps: OwnSignInsDeps,
	{ identity, id }: { readonly identity: Identity; readonly id: SignInId },
	caller: Caller,
): Promise<void> {
	const active = await deps.sessions.store.activeOf(await ownOf(deps, identity));
	if (!active.some(({ sid }) => sid === id)) throw new AppError("NOT_FOUND", "This sign-in does not exist");
	await endSignIn(deps.sessions, { sid: id, reason: "own" }, caller);
}

/** Ends all of the user's sign-ins but this one. */
export async function endOtherSignIns(deps: OwnSignInsDeps, identity: Identity, caller: Caller): Promise<void> {
	const end = { whose: await ownOf(deps, identity), except: identity.sid, reason: "own", caller } as const;
	await publishSignIns(deps.sessions, await deps.sessions.transact((transaction) => endSignInsWith(deps.sessions, transaction, end)));
}

/** A sign-in through a provider sees those of its organization only: the provider does not vouch for the others. */
async function ownOf(deps: OwnSignInsDeps, { userId, tenantId, sid }: Identity) {
	const signIn = await deps.sessions.store.get(sid);
	if (signIn === null) throw unauthorized();
	return signIn.method === "provider" ? { userId, tenantId } : { userId };
}

async function nameOf(deps: OwnSignInsDeps, tenantId: TenantId, { userId }: Identity): Promise<string> {
	const orgId = OrgId.safeParse(tenantId);
	const named = orgId.success ? await deps.accounts.organizationById(orgId.data) : await deps.accounts.userById(userId);
	return named?.name ?? "";
}
