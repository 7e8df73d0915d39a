import type { Candidate, Place, TenantChoice } from "../tenants/policy.ts";
import { chooseTenant, tenantsOf } from "../tenants/policy.ts";

/** Failures in a row of one email, and until when the next attempt waits, in milliseconds since the epoch. */
export type FailureState = { readonly failures: number; readonly waitUntil: number };

/** May this attempt go on? `next` already counts it as failed: a success clears the count, so parallel attempts cannot share a free one. */
export type AttemptVerdict = { readonly kind: "admit"; readonly next: FailureState } | { readonly kind: "wait"; readonly seconds: number };

const freeFailures = 5;
const longFailures = 100;
const longestWaitSeconds = 60;
const longWaitSeconds = 900;

/**
 * How long to wait after so many failures in a row: nothing before the fifth, then 1, 2, 4 … 60 s, from 100 on 15 min. Never for ever:
 * otherwise anybody could lock anybody out.
 *
 * @throws never
 */
export function waitSeconds(failures: number): number {
	if (failures < freeFailures) return 0;
	if (failures >= longFailures) return longWaitSeconds;
	return Math.min(2 ** (failures - freeFailures), longestWaitSeconds);
}

/** Decides one attempt for an email, existing or not. @param now milliseconds since the epoch @throws never */
export function decideAttempt(state: FailureState, now: number): AttemptVerdict {
	if (state.waitUntil > now) return { kind: "wait", seconds: Math.ceil((state.waitUntil - now) / 1_000) };
	const failures = state.failures + 1;
	return { kind: "admit", next: { failures, waitUntil: now + 1_000 * waitSeconds(failures) } };
}

/** Why an attempt is refused once it was checked. */
export type RefusalCode = "INVALID_CREDENTIALS" | "ACCOUNT_DISABLED" | "PROVIDER_SIGN_IN_REQUIRED";

/** How an attempt with the right or the wrong password ends. */
export type SignInVerdict =
	| { readonly kind: "admitted"; readonly tenant: TenantChoice }
	| { readonly kind: "refused"; readonly code: RefusalCode };

/**
 * Judges an attempt once the password was checked. Only a caller who knows the password learns that an account is disabled, has no
 * tenant, or only tenants whose provider is the way in.
 *
 * @param facts `user` is `null` for an unknown email, whose password never matches
 * @throws never
 */
export function judgeSignIn(facts: {
	readonly user: Candidate | null;
	readonly isPasswordRight: boolean;
	readonly memberships: readonly Place[];
	readonly personalTenants: boolean;
}): SignInVerdict {
	const { user, isPasswordRight, memberships, personalTenants } = facts;
	if (user === null || !isPasswordRight) return { kind: "refused", code: "INVALID_CREDENTIALS" };
	const tenants = user.status === "active" ? tenantsOf(user, memberships, personalTenants) : [];
	const tenant = chooseTenant(user, tenants);
	if (tenant !== null) return { kind: "admitted", tenant };
	return { kind: "refused", code: tenants.length > 0 ? "PROVIDER_SIGN_IN_REQUIRED" : "ACCOUNT_DISABLED" };
}
