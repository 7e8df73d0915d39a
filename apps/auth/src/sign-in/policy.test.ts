import { OrgId, TenantId, UserId } from "@webhand/contracts/ids";
import { describe, expect, test } from "vitest";
import type { Candidate, Place } from "../tenants/policy.ts";
import { decideAttempt, judgeSignIn, waitSeconds } from "./policy.ts";

const id = (letter: string) => letter.repeat(22);
const userId = UserId.parse(`usr_${id("u")}`);
const user: Candidate = { id: userId, name: "Ada", status: "active", operator: false };
const membership = (letter: string, year: number, change: Partial<Place> = {}): Place => ({
	organization: {
		id: OrgId.parse(`org_${id(letter)}`),
		name: letter,
		status: "active",
		limits: {},
		passwordSignIn: true,
		secondFactor: "optional",
		apiKeys: "all",
	},
	role: "member",
	status: "active",
	joinedAt: new Date(`${year}-01-01`),
	providerOnly: false,
	...change,
});

describe("the delay after failures", () => {
	test.for([
		[0, 0],
		[4, 0],
		[5, 1],
		[6, 2],
		[7, 4],
		[10, 32],
		[11, 60],
		[12, 60],
		[99, 60],
		[100, 900],
		[100_000, 900],
	] as const)("after %i failures in a row the next attempt waits %i s", ([failures, seconds]) => {
		expect(waitSeconds(failures)).toBe(seconds);
	});

	test("an attempt is counted as failed before its password is looked at", () => {
		expect(decideAttempt({ failures: 4, waitUntil: 0 }, 10_000)).toEqual({ kind: "admit", next: { failures: 5, waitUntil: 11_000 } });
	});

	test("an attempt before its time gets the whole seconds to wait, one at its time goes on", () => {
		expect(decideAttempt({ failures: 6, waitUntil: 11_500 }, 10_000)).toEqual({ kind: "wait", seconds: 2 });
		expect(decideAttempt({ failures: 6, waitUntil: 11_500 }, 11_500)).toMatchObject({ kind: "admit" });
	});
});

describe("how a sign-in ends", () => {
	const judge = (change: Partial<Parameters<typeof judgeSignIn>[0]>) =>
		judgeSignIn({ user, isPasswordRight: true, memberships: [], personalTenants: true, ...change });
	const tenantOf = (change: Parameters<typeof judge>[0]) => {
		const verdict = judge(change);
		return verdict.kind === "admitted" ? verdict.tenant : verdict.code;
	};
	const disabled: Candidate = { ...user, status: "disabled" };

	test.for([
		["an unknown email", { user: null, isPasswordRight: false }, "INVALID_CREDENTIALS"],
		["a wrong password", { isPasswordRight: false }, "INVALID_CREDENTIALS"],
		["a wrong password of a disabled account", { user: disabled, isPasswordRight: false }, "INVALID_CREDENTIALS"],
		["the right password of a disabled account", { user: disabled }, "ACCOUNT_DISABLED"],
		["somebody without an organization where nobody works alone", { personalTenants: false }, "ACCOUNT_DISABLED"],
		[
			"somebody whose membership is suspended there",
			{ personalTenants: false, memberships: [membership("a", 2020, { status: "suspended" })] },
			"ACCOUNT_DISABLED",
		],
	] as const)("%s is refused", ([, facts, code]) => {
		expect(judge(facts)).toEqual({ kind: "refused", code });
	});

	test("the last tenant comes first, then the oldest membership, then the personal tenant", () => {
		const memberships = [membership("b", 2021), membership("a", 2020)];
		const lastTenantId = TenantId.parse(`org_${id("b")}`);
		expect(tenantOf({ memberships, user: { ...user, lastTenantId } })).toMatchObject({ tenantName: "b" });
		expect(tenantOf({ memberships, user: { ...user, lastTenantId: TenantId.parse(userId) } })).toMatchObject({ tenantId: userId });
		expect(tenantOf({ memberships })).toMatchObject({ tenantName: "a", tenantKind: "organization" });
		expect(tenantOf({})).toMatchObject({ tenantId: userId, tenantKind: "user", tenantName: "Ada" });
	});

	test("a tenant of last time that is suspended by now is passed over", () => {
		const gone = membership("b", 2021);
		const memberships = [{ ...gone, organization: { ...gone.organization, status: "suspended" as const } }, membership("a", 2022)];
		expect(tenantOf({ memberships, user: { ...user, lastTenantId: TenantId.parse(gone.organization.id) } })).toMatchObject({
			tenantName: "a",
		});
	});

	test.for([
		["a member", membership("a", 2020), false, ["member"]],
		["an admin", membership("a", 2020, { role: "admin" }), false, ["member", "admin"]],
		["an operator who is a member", membership("a", 2020), true, ["member", "operator"]],
		["a personal tenant", null, false, ["member", "admin"]],
		["an operator alone", null, true, ["member", "admin", "operator"]],
	] as const)("%s has these roles", ([, place, operator, roles]) => {
		expect(tenantOf({ user: { ...user, operator }, memberships: place === null ? [] : [place] })).toMatchObject({ roles });
	});
});
