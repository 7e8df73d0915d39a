import type { Enrolment } from "@webhand/contracts/auth/second-factor";
import { OrgId } from "@webhand/contracts/ids";
import { AppError } from "@webhand/service-kit/errors";
import type { Identity } from "@webhand/service-kit/guard";
import { unauthorized } from "@webhand/service-kit/guard";
import type { AccountStore, User } from "../accounts/store.ts";
import type { Caller } from "../audit/store.ts";
import type { SessionDeps } from "../sessions/engine.ts";
import { endSignInsWith, publishSignIns } from "../sessions/engine.ts";
import type { SignIn } from "../sessions/policy.ts";
import { isOfPerson } from "../sessions/policy.ts";
import type { CountedDeps } from "../sign-in/counted.ts";
import { checkPassword, countAttempt } from "../sign-in/counted.ts";
import type { Passwords } from "../sign-in/passwords.ts";
import type { CodeDeps } from "./codes.ts";
import { checkCode, checkFirstCode, insertRow, newEnrolment } from "./codes.ts";
import { mayChangeFactor } from "./policy.ts";

/** What the settings of one's own second factor need. */
export type OwnFactorDeps = CodeDeps &
	CountedDeps & {
		readonly accounts: Pick<AccountStore, "userById" | "membershipsOf" | "organizationById" | "changeCredentials">;
		readonly sessions: SessionDeps;
		readonly passwords: Pick<Passwords, "matches">;
	};

/** Who acts, from where. */
export type Actor = { readonly identity: Identity; readonly caller: Caller };

const validMs = 600_000;

/** Whether the user has a second factor, how many recovery codes are left, whether this sign-in's organization asks for one, and what a change needs. */
export async function ownSecondFactor(deps: OwnFactorDeps, identity: Identity) {
	const [{ user, mayChange }, active, isRequired] = await Promise.all([
		readAccount(deps, identity),
		deps.factors.activeOf(identity.userId),
		isRequiredBy(deps, identity),
	]);
	// An operator removes a lost factor at the account alone.
	const isEnrolled = user.hasSecondFactor;
	const changeNeeds = !mayChange ? "password_sign_in" : user.passwordHash === null ? "nothing" : "password";
	return { isEnrolled, recoveryCodesLeft: isEnrolled ? (active?.recoveryHashes.length ?? 0) : 0, isRequired, changeNeeds } as const;
}

/**
 * Begins an enrolment after the password was checked; again replaces the secret.
 *
 * @throws AppError INVALID_CREDENTIALS, RATE_LIMIT, ALREADY_ENROLLED, PASSWORD_SIGN_IN_REQUIRED
 */
export async function enrol(deps: OwnFactorDeps, { identity, caller }: Actor, password: string | undefined): Promise<Enrolment> {
	const user = await ownAccount(deps, identity);
	const attempt = async () => {
		await checkOwner(deps, user, password);
		if (user.hasSecondFactor) throw new AppError("ALREADY_ENROLLED", "You have a second factor already. Remove it first");
		const { sealed, shown } = newEnrolment(deps, user);
		await deps.factors.begin(user.id, { sealed, sid: identity.sid, expiresAt: new Date(deps.now().getTime() + validMs) });
		return shown;
	};
	return countAttempt(deps, attemptOf(user, { identity, caller }, "second_factor.enrol"), { end: "undecided", attempt });
}

/**
 * Completes the enrolment that this sign-in began. The user's other sign-ins end in the same transaction.
 *
 * @returns the recovery codes, shown this once
 * @throws AppError INVALID_CREDENTIALS, RATE_LIMIT, NOT_FOUND without an enrolment
 */
export async function confirmEnrolment(deps: OwnFactorDeps, { identity, caller }: Actor, code: string): Promise<readonly string[]> {
	const user = await ownAccount(deps, identity);
	const pending = await deps.factors.pendingOf(user.id);
	if (pending === null || pending.sid !== identity.sid || pending.expiresAt <= deps.now() || user.hasSecondFactor) {
		throw new AppError("NOT_FOUND", "There is no enrolment to complete. Begin again");
	}
	const attempt = async () => {
		const { recoveryCodes, use } = checkFirstCode(deps, user, { sealed: pending.sealed, code });
		await changeFactor(deps, { identity, caller }, { isShown: true, write: use });
		return recoveryCodes;
	};
	return countAttempt(deps, attemptOf(user, { identity, caller }, "second_factor.enrol"), { end: "undecided", attempt });
}

/**
 * Removes the second factor after password and code were checked. The user's other sign-ins end in the same transaction.
 *
 * @throws AppError INVALID_CREDENTIALS, RATE_LIMIT, NOT_FOUND without one, SECOND_FACTOR_REQUIRED where the organization asks for one
 */
export async function removeSecondFactor(
	deps: OwnFactorDeps,
	{ identity, caller }: Actor,
	{ password, code }: { readonly password: string | undefined; readonly code: string },
): Promise<void> {
	const user = await ownAccount(deps, identity);
	if (!user.hasSecondFactor) throw new AppError("NOT_FOUND", "You have no second factor");
	if (await isRequiredBy(deps, identity)) throw new AppError("SECOND_FACTOR_REQUIRED", "Your organization asks for a second factor");
	const attempt = async () => {
		await checkOwner(deps, user, password);
		const use = await checkCode(deps, user.id, code);
		await changeFactor(
			deps,
			{ identity, caller },
			{
				isShown: false,
				write: async (transaction, row) => {
					await use(transaction, row);
					if (!(await deps.accounts.changeCredentials(transaction, user, { hasSecondFactor: false }))) throw unauthorized();
					await deps.factors.remove(transaction, user.id);
					await insertRow(deps, transaction, { ...row, action: "second_factor.remove", target: user.id });
				},
			},
		);
	};
	await countAttempt(deps, attemptOf(user, { identity, caller }, "second_factor.remove"), { end: "succeeded", attempt });
}

/** This sign-in goes on with what it has shown by now; the others know nothing of the change and end. */
async function changeFactor(
	deps: OwnFactorDeps,
	{ identity, caller }: Actor,
	{ isShown, write }: { readonly isShown: boolean; readonly write: ReturnType<typeof checkFirstCode>["use"] },
): Promise<void> {
	const { userId, tenantId, sid } = identity;
	const ended = await deps.sessions.transact(async (transaction): Promise<readonly SignIn[]> => {
		await write(transaction, { ...caller, actorId: userId, tenantId, sid });
		await deps.sessions.store.markSecondFactor(transaction, sid, isShown);
		return endSignInsWith(deps.sessions, transaction, { whose: { userId }, except: sid, reason: "second_factor", caller });
	});
	await publishSignIns(deps.sessions, ended);
}

/** @throws AppError PASSWORD_SIGN_IN_REQUIRED when a provider vouches for an account with a password, or of another organization */
async function ownAccount(deps: OwnFactorDeps, identity: Identity): Promise<User> {
	const { user, mayChange } = await readAccount(deps, identity);
	if (!mayChange) throw new AppError("PASSWORD_SIGN_IN_REQUIRED", "Sign in with your password to change the second factor");
	return user;
}

async function readAccount(deps: OwnFactorDeps, identity: Identity): Promise<{ readonly user: User; readonly mayChange: boolean }> {
	const [user, signIn, memberships] = await Promise.all([
		deps.accounts.userById(identity.userId),
		deps.sessions.store.get(identity.sid),
		deps.accounts.membershipsOf(identity.userId),
	]);
	if (user === null || signIn === null || !isOfPerson(signIn)) throw unauthorized();
	return { user, mayChange: mayChangeFactor(signIn, { hasPassword: user.passwordHash !== null, memberships }) };
}

/** An account without a password has nothing but its sign-in to show. */
async function checkOwner(deps: OwnFactorDeps, user: User, password: string | undefined): Promise<void> {
	if (user.passwordHash === null) return;
	await checkPassword(deps.passwords, user, password ?? "");
}

async function isRequiredBy(deps: OwnFactorDeps, { tenantId }: Identity): Promise<boolean> {
	const orgId = OrgId.safeParse(tenantId);
	return orgId.success && (await deps.accounts.organizationById(orgId.data))?.secondFactor === "required";
}

function attemptOf(user: User, { identity, caller }: Actor, action: "second_factor.enrol" | "second_factor.remove") {
	return { user, caller, action, tenantId: identity.tenantId, sid: identity.sid } as const;
}
