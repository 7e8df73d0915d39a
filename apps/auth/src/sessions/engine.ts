import type { TenantLimits } from "@webhand/contracts/auth/limits";
import type { RunnerUse } from "@webhand/contracts/auth/runners";
import type { AccessTokenClaims, KeyToken, KeyUse, SessionRecord } from "@webhand/contracts/auth/tokens";
import type { ApiKeyId, Role, RunnerId, TenantId, UserId } from "@webhand/contracts/ids";
import { SignInId } from "@webhand/contracts/ids";
import { AppError } from "@webhand/service-kit/errors";
import { failpoint } from "@webhand/service-kit/failpoints";
import { unauthorized } from "@webhand/service-kit/guard";
import type { Ids } from "@webhand/service-kit/ids";
import type { Log } from "@webhand/service-kit/logs";
import type { Transaction } from "@webhand/service-kit/mongo";
import { z } from "zod";
import type { AccountStore, Rights } from "../accounts/store.ts";
import type { AuditStore, Caller } from "../audit/store.ts";
import type { Keyring } from "../keys/engine.ts";
import type { SignInCache } from "./cache.ts";
import type { PersonalMethod, SignIn } from "./policy.ts";
import { copyOf, isHolding, isSeenDue } from "./policy.ts";
import type { RevokeReason, SignInStore, SignInsOf } from "./store.ts";

const TokenId = z.uuid();
/** Sign-ins that one look at the store gives the sweep. */
const pendingBatch = 100;

/** What sign-ins need. */
export type SessionDeps = {
	readonly store: SignInStore;
	readonly accounts: Pick<AccountStore, "enter" | "rightsIn">;
	readonly cache: SignInCache;
	readonly audit: AuditStore;
	readonly keyring: Pick<Keyring, "sign">;
	readonly transact: <Result>(work: (transaction: Transaction) => Promise<Result>) => Promise<Result>;
	readonly ids: Ids;
	readonly now: () => Date;
	readonly log: Log;
	readonly rules: { readonly issuer: string; readonly tokenSeconds: number; readonly maxPerUser: number };
};

/** Which sign-ins end with a new one: `sid`, which must still hold, and all `others` of the user. */
export type Replacement = { readonly sid?: SignInId | undefined; readonly others: boolean; readonly reason: RevokeReason };

/**
 * For whom a sign-in is made. `credentialsVersion` is that of the credentials which were checked. `action` is its name in the audit,
 * `login` when absent. `also` writes in the same transaction.
 */
export type SignInWish = Pick<SignIn, "secondFactor"> & {
	readonly method: PersonalMethod;
	readonly userId: UserId;
	readonly tenantId: TenantId;
	readonly roles: readonly Role[];
	readonly limits: TenantLimits;
	readonly credentialsVersion: number;
	readonly replaces?: Replacement | undefined;
	readonly action?: "login" | "switch" | "password.change" | undefined;
	readonly also?: ((transaction: Transaction, signIn: SignIn) => Promise<void>) | undefined;
};

/** A fresh sign-in and its token. */
export type StartedSignIn = { readonly signIn: SignIn; readonly accessToken: string };

/**
 * Makes a sign-in and its token, in one transaction with what it replaces. The copy in Redis is a convenience: without it the first
 * request asks auth. Beyond the user's limit the sign-in idle longest ends.
 *
 * @throws AppError ACCOUNT_DISABLED, INVALID_CREDENTIALS when the credentials changed since they were checked, UNAUTHORIZED when the
 * sign-in to be replaced ended
 */
export async function startSignIn(deps: SessionDeps, wish: SignInWish, caller: Caller): Promise<StartedSignIn> {
	const at = wholeSecond(deps.now());
	const { userId, tenantId, roles, limits, method, secondFactor, credentialsVersion, replaces, action = "login", also } = wish;
	const wished: SignIn = {
		sid: deps.ids.prefixed(SignInId, "sid"),
		userId,
		tenantId,
		roles,
		limits,
		method,
		secondFactor,
		v: 1,
		status: "active",
		createdAt: at,
		lastSeenAt: at,
		expiresAt: new Date(at.getTime() + deps.rules.tokenSeconds * 1_000),
		ip: caller.ip,
		userAgent: caller.userAgent,
	};
	const { token: accessToken, kid } = await deps.keyring.sign(claimsOf(deps, wished, { from: at, until: wished.expiresAt }));
	const { signIn, ended } = await deps.transact(async (transaction) => {
		// Disabling, suspending, new rights and new credentials write the same rows, so a sign-in never slips past them.
		const entry = await deps.accounts.enter(transaction, { userId, tenantId, credentialsVersion });
		if (entry.kind === "disabled") throw new AppError("ACCOUNT_DISABLED", "This account is disabled");
		if (entry.kind === "changed")
			throw new AppError("INVALID_CREDENTIALS", "The password or second factor has just changed. Sign in again");
		const { rights } = entry;
		const signIn = { ...wished, roles: roles.filter((role) => rights.roles.includes(role)), limits: rights.limits };
		const ended = replaces === undefined ? [] : await replace(deps, transaction, { userId, caller, ...replaces });
		await deps.store.insert(transaction, signIn, kid);
		await deps.audit.insert({ ...rowOf(signIn, caller), at, action, outcome: "ok", reason: null }, transaction);
		await also?.(transaction, signIn);
		return { signIn, ended };
	});
	await quietly(deps, "the copy of a fresh sign-in was not written", () => deps.cache.write(signIn.sid, copyOf(signIn, deps.now())));
	await publishSignIns(deps, ended);
	for (const sid of await deps.store.idlest(userId, deps.rules.maxPerUser)) await endSignIn(deps, { sid, reason: "too_many" }, caller);
	return { signIn, accessToken };
}

/** What a sign-in without a person stands for. It lasts until `expiresAt`. */
export type ServiceSignIn = { readonly userId: UserId; readonly tenantId: TenantId; readonly expiresAt: Date } & (
	| { readonly method: "key"; readonly keyId: ApiKeyId }
	| { readonly method: "runner"; readonly runnerId: RunnerId }
);

/**
 * Makes the sign-in behind an API key or of a runner: whatever ends sign-ins of its user then ends it too. Where the user signs in next stays
 * as it is.
 *
 * @param admit judges it with the rights as they are, and stores its sign-in
 * @throws AppError UNAUTHORIZED, and what `admit` throws
 */
export async function startServiceSignIn(
	deps: SessionDeps,
	{ of, admit }: { readonly of: ServiceSignIn; readonly admit: (transaction: Transaction, entered: ServiceEntry) => Promise<void> },
	caller: Caller,
): Promise<SignIn> {
	const at = deps.now();
	const { userId, tenantId } = of;
	const signIn = await deps.transact(async (transaction) => {
		const entry = await deps.accounts.enter(transaction, { userId, tenantId, credentialsVersion: null });
		if (entry.kind !== "entered") throw unauthorized();
		const { rights } = entry;
		const signIn: SignIn = {
			...of,
			sid: deps.ids.prefixed(SignInId, "sid"),
			// Whoever holds a key is in the place of its owner, who is not asked again: so it never manages the installation.
			roles: rights.roles.filter((role) => role !== "operator"),
			limits: rights.limits,
			secondFactor: false,
			v: 1,
			status: "active",
			createdAt: at,
			lastSeenAt: at,
			ip: caller.ip,
			userAgent: caller.userAgent,
		};
		await admit(transaction, { sid: signIn.sid, rights });
		await deps.store.insert(transaction, signIn);
		const facts = of.method === "key" ? { key: of.keyId } : { runner: of.runnerId };
		await deps.audit.insert({ ...rowOf(signIn, caller), at, action: "login", outcome: "ok", reason: null, facts }, transaction);
		return signIn;
	});
	await quietly(deps, "the copy of a fresh sign-in was not written", () => deps.cache.write(signIn.sid, copyOf(signIn, deps.now())));
	return signIn;
}

/** The sign-in that a key or a runner gets, and what its user may do now. */
export type ServiceEntry = { readonly sid: SignInId; readonly rights: Rights };

const keyTokenSeconds = 900;

/** An access token of a key's sign-in, for quarter of an hour and never longer than the key. */
export function signKeyToken(deps: SessionDeps, signIn: SignIn, key: KeyUse): Promise<KeyToken> {
	return signServiceToken(deps, signIn, { seconds: keyTokenSeconds, claim: { key } });
}

/** An access token of a runner's sign-in, for as long as a person's and never longer than the sign-in. */
export function signRunnerToken(deps: SessionDeps, signIn: SignIn, runner: RunnerUse): Promise<KeyToken> {
	return signServiceToken(deps, signIn, { seconds: deps.rules.tokenSeconds, claim: { runner } });
}

async function signServiceToken(
	deps: SessionDeps,
	signIn: SignIn,
	{ seconds, claim }: { readonly seconds: number; readonly claim: Pick<AccessTokenClaims, "key" | "runner"> },
): Promise<KeyToken> {
	const now = deps.now();
	const until = new Date(Math.min(now.getTime() + seconds * 1_000, signIn.expiresAt.getTime()));
	const { token } = await deps.keyring.sign({ ...claimsOf(deps, signIn, { from: now, until }), ...claim });
	return { accessToken: token, expiresAt: until.toISOString() };
}

/** What ends a sign-in. `actorId` is who ended it, when that is not its user. */
type End = { readonly sid: SignInId; readonly reason: RevokeReason; readonly actorId?: UserId };

async function replace(
	deps: SessionDeps,
	transaction: Transaction,
	{ userId, sid, others, reason, caller }: Replacement & { readonly userId: UserId; readonly caller: Caller },
): Promise<readonly SignIn[]> {
	const named = sid === undefined ? null : await revoke(deps, transaction, { sid, reason, caller });
	if (sid !== undefined && named === null) throw unauthorized();
	const rest = others ? await endSignInsWith(deps, transaction, { whose: { userId }, except: sid, reason, caller }) : [];
	return named === null ? rest : [named, ...rest];
}

/** Stores and audits the end of a sign-in; `null` when it was not active. */
async function revoke(deps: SessionDeps, transaction: Transaction, end: End & { readonly caller: Caller }): Promise<SignIn | null> {
	const at = deps.now();
	const signIn = await deps.store.revoke(transaction, end.sid, { reason: end.reason, at });
	if (signIn === null) return null;
	const row = { ...rowOf(signIn, end.caller), ...(end.actorId === undefined ? {} : { actorId: end.actorId }) };
	const action = end.reason === "logout" ? "logout" : "revoke";
	await deps.audit.insert({ ...row, at, action, outcome: "ok", reason: end.reason }, transaction);
	return signIn;
}

/**
 * Ends a sign-in everywhere: stored and audited in one transaction, then published to Redis and the other services. Without Redis it is
 * ended all the same, and `sweepRevoked` publishes it later. A second call changes nothing.
 */
export async function endSignIn(deps: SessionDeps, end: End, caller: Caller): Promise<void> {
	const ended = await deps.transact((transaction) => revoke(deps, transaction, { ...end, caller }));
	if (ended === null) return;
	await failpoint("session.revoked");
	await publishSignIns(deps, [ended]);
}

/**
 * Ends all sign-ins that are meant but `except` in the transaction of what ends them, so that none survives a crash. After the commit
 * `publishSignIns` says so; else the sweep does.
 *
 * @returns the ended sign-ins
 */
export async function endSignInsWith(
	deps: SessionDeps,
	transaction: Transaction,
	end: {
		readonly whose: SignInsOf;
		readonly except?: SignInId | undefined;
		readonly reason: RevokeReason;
		readonly actorId?: UserId;
		readonly caller: Caller;
	},
): Promise<readonly SignIn[]> {
	const { whose, except, reason, actorId, caller } = end;
	const at = deps.now();
	const ended = await deps.store.revokeAll(transaction, whose, { except, reason, at });
	for (const signIn of ended) {
		const row = rowOf(signIn, caller);
		await deps.audit.insert({ ...row, actorId: actorId ?? row.actorId, at, action: "revoke", outcome: "ok", reason }, transaction);
	}
	return ended;
}

/**
 * Gives active sign-ins the roles and limits that hold now, in the transaction that changes them; no socket closes. A role that a token
 * lacks comes with the next token. That of an API key ends: the key is judged anew when it comes next. After the commit `publishSignIns` tells all services.
 *
 * @returns the changed sign-ins
 */
export async function changeSignInsWith(deps: SessionDeps, transaction: Transaction, whose: SignInsOf): Promise<readonly SignIn[]> {
	const changed: SignIn[] = [];
	for (const { sid, userId, tenantId, method } of await deps.store.activeOf(whose, transaction)) {
		const rights = method === "key" ? null : await deps.accounts.rightsIn(transaction, { userId, tenantId });
		const signIn =
			method === "key"
				? await deps.store.revoke(transaction, sid, { reason: "rights", at: deps.now() })
				: rights === null
					? null
					: await deps.store.change(transaction, sid, rights);
		if (signIn !== null) changed.push(signIn);
	}
	return changed;
}

/** Gives all active sign-ins of a tenant new limits, as `changeSignInsWith` gives rights. */
export function changeLimitsWith(
	deps: SessionDeps,
	transaction: Transaction,
	change: { readonly tenantId: TenantId; readonly limits: TenantLimits },
): Promise<readonly SignIn[]> {
	return deps.store.changeLimits(transaction, change.tenantId, change.limits);
}

/** Tells all services of ended and changed sign-ins, after the commit. What Redis does not take, the sweep publishes. */
export async function publishSignIns(deps: SessionDeps, signIns: readonly SignIn[]): Promise<void> {
	await Promise.all(
		signIns.map((signIn) => quietly(deps, "the end or change of a sign-in waits for the sweep", () => publish(deps, signIn))),
	);
}

/** Publishes what could not be published at once; runs every second in every instance, and a repeat does no harm. */
export async function sweepRevoked(deps: SessionDeps): Promise<void> {
	for (;;) {
		const pending = await deps.store.pending(pendingBatch);
		for (const signIn of pending) await publish(deps, signIn);
		if (pending.length < pendingBatch) return;
	}
}

/**
 * The record of a sign-in, from MongoDB, after filling the copy in Redis. It reads MongoDB again after the write, so no stale copy
 * survives this call.
 *
 * @returns `null` when there is no such sign-in or it does not hold
 */
export async function checkSignIn(deps: SessionDeps, sid: SignInId): Promise<SessionRecord | null> {
	let known = await deps.store.get(sid);
	for (let round = 0; known !== null && round < 5; round++) {
		await failpoint("session.fill");
		const copy = copyOf(known, deps.now());
		await quietly(deps, "the copy of a sign-in was not written", () => deps.cache.write(sid, copy));
		const again = await deps.store.get(sid);
		if (again?.v === known.v) {
			if (!isHolding(again, deps.now())) return null;
			if (isSeenDue(again.lastSeenAt, deps.now())) await deps.store.touch(sid, deps.now());
			return copy.record;
		}
		known = again;
	}
	return null;
}

/** Only a revoked sign-in is announced: it closes sockets. */
async function publish(deps: SessionDeps, signIn: SignIn): Promise<void> {
	await deps.cache.write(signIn.sid, copyOf(signIn, deps.now()));
	if (signIn.status === "revoked") await deps.cache.announceRevoked(signIn.sid, deps.now());
	await deps.store.settle(signIn.sid, signIn.v);
}

function claimsOf(
	{ rules, ids }: SessionDeps,
	signIn: SignIn,
	{ from, until }: { readonly from: Date; readonly until: Date },
): AccessTokenClaims {
	const issuedAt = wholeSecond(from).getTime() / 1_000;
	return {
		iss: rules.issuer,
		aud: "webhand",
		sub: signIn.userId,
		tid: signIn.tenantId,
		sid: signIn.sid,
		client_id: "webhand",
		roles: [...signIn.roles],
		iat: issuedAt,
		nbf: issuedAt,
		exp: Math.ceil(until.getTime() / 1_000),
		jti: ids.uuid(TokenId),
	};
}

function rowOf({ userId, tenantId, sid }: SignIn, caller: Caller) {
	return { ...caller, actorId: userId, tenantId, sid, target: sid };
}

/** Tokens count whole seconds; a sign-in made at 12:00:00.900 must not end before its token says. */
function wholeSecond(date: Date): Date {
	return new Date(Math.floor(date.getTime() / 1_000) * 1_000);
}

/** For steps that make things faster or are repeated by the sweep. */
async function quietly(deps: Pick<SessionDeps, "log">, what: string, step: () => Promise<void>): Promise<void> {
	await step().catch((cause: unknown) => deps.log.warn({ err: cause }, what));
}
