import type { TenantLimits } from "@webhand/contracts/auth/limits";
import type { TenantKind } from "@webhand/contracts/auth/sign-in";
import type { OrgId, Role, UserId } from "@webhand/contracts/ids";
import { TenantId } from "@webhand/contracts/ids";

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

/** The bucket that an address counts in: a whole /64 for IPv6, since one household has as many addresses as it likes. @throws never */
export function addressBucket(ip: string): string {
	const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(ip)?.[1];
	if (mapped !== undefined) return mapped;
	if (!ip.includes(":")) return ip;
	const [head = "", tail = ""] = ip.toLowerCase().split("%", 1)[0]?.split("::") ?? [];
	const left = head === "" ? [] : head.split(":");
	const right = tail === "" ? [] : tail.split(":");
	const zeros = ip.includes("::") ? Array<string>(Math.max(0, 8 - left.length - right.length)).fill("0") : [];
	return `${[...left, ...zeros, ...right]
		.slice(0, 4)
		.map((group) => group.replace(/^0+(?=.)/, ""))
		.join(":")}::/64`;
}

/** What the sign-in decision reads of a user. */
export type Candidate = {
	readonly id: UserId;
	readonly name: string;
	readonly status: "active" | "disabled";
	readonly operator: boolean;
	readonly lastTenantId?: TenantId;
};

/** What the sign-in decision reads of a membership. */
export type Place = {
	readonly organization: {
		readonly id: OrgId;
		readonly name: string;
		readonly status: "active" | "suspended";
		readonly limits: TenantLimits;
	};
	readonly role: "member" | "admin";
	readonly status: "active" | "suspended";
	readonly joinedAt: Date;
};

/** The tenant of a new session. */
export type TenantChoice = {
	readonly tenantId: TenantId;
	readonly tenantKind: TenantKind;
	readonly tenantName: string;
	readonly roles: readonly Role[];
	readonly limits: TenantLimits;
};

/** How an attempt with the right or the wrong password ends. */
export type SignInVerdict =
	| { readonly kind: "signed_in"; readonly tenant: TenantChoice }
	| { readonly kind: "refused"; readonly code: "INVALID_CREDENTIALS" | "ACCOUNT_DISABLED" };

/**
 * Judges an attempt once the password was checked. Only a caller who knows the password learns that an account is disabled or has no
 * tenant.
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
	const tenant = user.status === "active" ? chooseTenant(user, memberships, personalTenants) : null;
	return tenant === null ? { kind: "refused", code: "ACCOUNT_DISABLED" } : { kind: "signed_in", tenant };
}

/** The tenant of the last session if it is still usable, else the oldest membership, else the personal tenant. */
function chooseTenant(user: Candidate, memberships: readonly Place[], personalTenants: boolean): TenantChoice | null {
	const organizations = memberships
		.filter((membership) => membership.status === "active" && membership.organization.status === "active")
		.toSorted((a, b) => a.joinedAt.getTime() - b.joinedAt.getTime())
		.map((membership) => organizationTenant(user, membership));
	const usable = personalTenants ? [...organizations, personalTenant(user)] : organizations;
	return usable.find((tenant) => tenant.tenantId === user.lastTenantId) ?? usable[0] ?? null;
}

function organizationTenant(user: Candidate, { organization, role }: Place): TenantChoice {
	const roles: readonly Role[] = role === "admin" ? ["member", "admin"] : ["member"];
	return {
		tenantId: TenantId.parse(organization.id),
		tenantKind: "organization",
		tenantName: organization.name,
		roles: withOperator(user, roles),
		limits: organization.limits,
	};
}

/** A user is admin of the personal tenant, so personal knowledge works. */
function personalTenant(user: Candidate): TenantChoice {
	return {
		tenantId: TenantId.parse(user.id),
		tenantKind: "user",
		tenantName: user.name,
		roles: withOperator(user, ["member", "admin"]),
		limits: {},
	};
}

function withOperator(user: Candidate, roles: readonly Role[]): readonly Role[] {
	return user.operator ? [...roles, "operator"] : roles;
}
