import { OrgId, TenantId, UserId } from "@webhand/contracts/ids";
import { describe, expect, test } from "vitest";
import type { Candidate, Origin, Place, TenantChoice } from "./policy.ts";
import { chooseTenant, isSecondFactorDue, switchNeeds, tenantsOf } from "./policy.ts";

const id = (letter: string) => letter.repeat(22);
const user: Candidate = { id: UserId.parse(`usr_${id("u")}`), name: "Ada", status: "active", operator: false };
const place = (letter: string, organization: Partial<Place["organization"]> = {}, change: Partial<Place> = {}): Place => ({
	organization: {
		id: OrgId.parse(`org_${id(letter)}`),
		name: letter,
		status: "active",
		limits: {},
		passwordSignIn: true,
		secondFactor: "optional",
		apiKeys: "all",
		...organization,
	},
	role: "member",
	status: "active",
	joinedAt: new Date("2026-01-01"),
	providerOnly: false,
	...change,
});
const tenant = (letter: string, organization: Partial<Place["organization"]> = {}): TenantChoice => {
	const [made] = tenantsOf(user, [place(letter, organization)], false);
	if (made === undefined) throw new Error("the membership gives no tenant");
	return made;
};

describe("the tenants of a user", () => {
	test.for([
		["active organizations, then one's own", [place("a"), place("b")], true, ["a", "b", "Ada"]],
		["no personal tenant where nobody works alone", [place("a")], false, ["a"]],
		["none that suspended the membership", [place("a", {}, { status: "suspended" })], true, ["Ada"]],
		["none that is suspended itself", [place("a", { status: "suspended" })], true, ["Ada"]],
		["also those whose provider is the only way in", [place("a", { passwordSignIn: false })], false, ["a"]],
	] as const)("are %s", ([, memberships, personalTenants, names]) => {
		expect(tenantsOf(user, memberships, personalTenants).map(({ tenantName }) => tenantName)).toEqual(names);
	});

	test("a password never chooses one whose provider is the only way in, although it was the last", () => {
		const tenants = tenantsOf(user, [place("a", { passwordSignIn: false }), place("b")], true);
		const lastTenantId = TenantId.parse(`org_${id("a")}`);
		expect(chooseTenant({ lastTenantId }, tenants)?.tenantName).toBe("b");
		expect(chooseTenant({ lastTenantId }, tenants.slice(0, 1))).toBeNull();
	});

	test("a password is no way into one whose provider let the account in", () => {
		const tenants = tenantsOf(user, [place("a", {}, { providerOnly: true })], true);
		expect(chooseTenant({ lastTenantId: TenantId.parse(`org_${id("a")}`) }, tenants)?.tenantName).toBe("Ada");
	});
});

test.for([
	["nobody asks for one", "optional", false, false, false],
	["the organization asks for one", "required", false, false, true],
	["the user has one", "optional", true, false, true],
	["it was shown", "required", true, true, false],
] as const)("a second factor when %s", ([, secondFactor, hasSecondFactor, isShown, isDue]) => {
	expect(isSecondFactorDue(tenant("a", { secondFactor }), { hasSecondFactor }, isShown)).toBe(isDue);
});

describe("a switch", () => {
	const origin = (change: Partial<Origin> = {}): Origin => ({
		tenantId: TenantId.parse(`org_${id("a")}`),
		method: "password",
		secondFactor: false,
		user: { hasSecondFactor: false },
		...change,
	});
	const enrolled = { hasSecondFactor: true };
	test.for([
		["needs nothing more for a tenant with a password", tenant("b"), origin(), "this"],
		["needs the provider where it is the only way in", tenant("b", { passwordSignIn: false }), origin(), "provider"],
		["needs a second factor where one is required", tenant("b", { secondFactor: "required" }), origin(), "second_factor"],
		["needs no second factor twice", tenant("b", { secondFactor: "required" }), origin({ secondFactor: true, user: enrolled }), "this"],
		["needs the second factor that was enrolled since", tenant("b"), origin({ user: enrolled }), "second_factor"],
		["from a provider holds for its organization", tenant("a", { passwordSignIn: false }), origin({ method: "provider" }), "this"],
		["from a provider needs the password elsewhere", tenant("b"), origin({ method: "provider" }), "password"],
		["from a provider to another needs that one", tenant("b", { passwordSignIn: false }), origin({ method: "provider" }), "provider"],
	] as const)("%s", ([, to, from, needs]) => {
		expect(switchNeeds(to, from)).toBe(needs);
	});
});
