import type { Limits } from "@webhand/contracts/auth/limits";
import type { Member } from "@webhand/contracts/auth/orgs";

/** What becomes of a member: changed, or `null` for removed. */
export type MemberChange = { readonly role?: Member["role"] | undefined; readonly status?: Member["status"] | undefined } | null;

/** Does the change take an active admin away? @throws never */
export function losesAdmin(member: Pick<Member, "role" | "status" | "accountStatus">, change: MemberChange): boolean {
	if (member.role !== "admin" || member.status !== "active" || member.accountStatus !== "active") return false;
	if (change === null) return true;
	return change.role === "member" || change.status === "suspended";
}

/** The changed fields with their values before, for the audit; nothing where before and after are the same. @throws never */
export function factsOf(before: object, after: object): Readonly<Record<string, unknown>> {
	const was = before as Readonly<Record<string, unknown>>;
	const changed = Object.entries(after).filter(([name, value]) => JSON.stringify(value) !== JSON.stringify(was[name]));
	return Object.fromEntries(changed.map(([name, value]) => [name, { from: was[name] ?? null, to: value }]));
}

/** Without the limits that are absent: they are the defaults again. @throws never */
export function givenLimits(limits: Limits): Limits {
	return Object.fromEntries(Object.entries(limits).filter(([, value]) => value !== undefined));
}

/** The limits that change; `to: null` is the default again. @throws never */
export function limitFacts(before: Limits, after: Limits): Readonly<Record<string, unknown>> {
	const defaults = Object.fromEntries(Object.keys(before).map((name) => [name, null]));
	return factsOf(before, { ...defaults, ...after });
}
