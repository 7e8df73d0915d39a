import type { OrgPolicy } from "@webhand/contracts/authority/policy";
import { openPolicy } from "@webhand/contracts/authority/policy";
import type { UserId } from "@webhand/contracts/ids";
import { describe, expect, test } from "vitest";
import { isNear, isUsedUp, spendingOf, usedUpInWords, usesOf } from "./spend.ts";
import { strictestOf } from "./strictest.ts";

const [ada, bob] = ["usr_ada", "usr_bob"] as [UserId, UserId];
const month = new Map([
	[ada, { usd: 8, tokens: 100 }],
	[bob, { usd: 12, tokens: 0 }],
]);

const uses = (own: OrgPolicy["spend"], userId = ada, above?: OrgPolicy["spend"]) =>
	usesOf(strictestOf({ ...openPolicy, ...(above && { spend: above }) }, { ...openPolicy, ...(own && { spend: own }) }), userId, month).map(
		({ whose, unit, used, most, by }) => `${by} ${whose} ${used}/${most} ${unit}`,
	);

test("calls with a price count as dollars, others as tokens", () => {
	const spent = { promptTokens: 90, completionTokens: 10, calls: 1 };
	expect(spendingOf(spent)).toEqual({ usd: 0, tokens: 100 });
	expect(spendingOf({ ...spent, usd: 0.5 })).toEqual({ usd: 0.5, tokens: 0 });
});

describe("the limits that hold for a person", () => {
	test.for([
		["none", undefined, ada, undefined, []],
		["that of each person", { person: { usd: 10 } }, ada, undefined, ["admin person 8/10 usd"]],
		["their own in its place", { person: { usd: 10 }, people: [{ userId: ada, usd: 40 }] }, ada, undefined, ["admin person 8/40 usd"]],
		[
			"that of all together",
			{ organization: { usd: 100, tokens: 200 } },
			bob,
			undefined,
			["admin organization 100/200 tokens", "admin organization 20/100 usd"],
		],
		[
			"that of the operator beside it, the fuller first",
			{ person: { usd: 80 } },
			ada,
			{ person: { usd: 10 } },
			["operator person 8/10 usd", "admin person 8/80 usd"],
		],
	] as const)("%s", ([_name, own, userId, above, expected]) => {
		expect(uses(own as OrgPolicy["spend"], userId, above as OrgPolicy["spend"])).toEqual(expected);
	});
});

test("a limit is near from four fifths on, and used up when nothing is left", () => {
	const use = { whose: "person", unit: "usd", by: "admin", most: 10 } as const;
	const states = [7.99, 8, 9.99, 10, 11].map((used) => `${isNear({ ...use, used })} ${isUsedUp({ ...use, used })}`);
	expect(states).toEqual(["false false", "true false", "true false", "true true", "true true"]);
});

test("who is stopped reads why, and who can change it", () => {
	expect(usedUpInWords({ whose: "person", unit: "usd", used: 20, most: 20, by: "admin" })).toBe(
		"You have used up your limit for the model this month, $20.00. An admin of your organization can raise it under Policy; it begins again next month. What needs no model still works",
	);
	expect(usedUpInWords({ whose: "organization", unit: "tokens", used: 1, most: 1_000_000, by: "operator" })).toContain(
		"Your organization has used up its limit for the model this month, 1,000,000 tokens. The operator of this installation can raise it",
	);
});
