import type { OrgPolicy } from "@webhand/contracts/authority/policy";
import { openPolicy } from "@webhand/contracts/authority/policy";
import { expect, test } from "vitest";
import { ruleFor } from "./authority.ts";
import { strictestOf } from "./strictest.ts";

const policy = (parts: Partial<OrgPolicy>): OrgPolicy => ({ ...openPolicy, ...parts });
const morning = { days: [1, 2, 3, 4, 5], from: "08:00", to: "12:00", timeZone: "UTC" };
const office = { days: [1, 2, 3, 4, 5], from: "10:00", to: "18:00", timeZone: "UTC" };

test("two open policies are an open one", () => {
	expect(strictestOf(openPolicy, openPolicy)).toEqual(openPolicy);
});

test.for([
	["careful on either side", { allowsAutonomous: false }, {}, { allowsAutonomous: false }],
	["sites of both lists are never touched", { never: ["a.example"] }, { never: ["b.example"] }, { never: ["a.example", "b.example"] }],
	["sites to act on stand in both lists", { only: ["a.example", "b.example"] }, { only: ["b.example"] }, { only: ["b.example"] }],
	[
		"the narrower pattern counts",
		{ only: ["*.a.example"] },
		{ only: ["x.a.example", "*.y.a.example"] },
		{ only: ["x.a.example", "*.y.a.example"] },
	],
	["lists without a common site leave none", { only: ["a.example"] }, { only: ["b.example"] }, { only: [] }],
	["one list alone counts", { only: ["a.example"] }, {}, { only: ["a.example"] }],
	[
		"never is stricter than asking",
		{ acts: { send: "ask", upload: "ask" } },
		{ acts: { send: "never" } },
		{ acts: { send: "never", upload: "ask" } },
	],
	["models stand in both lists", { models: ["a/x", "a/y"] }, { models: ["a/y", "b/z"] }, { models: ["a/y"] }],
	["the fewer rows", { rowsADay: 10 }, { rowsADay: 100 }, { rowsADay: 10 }],
	["the server host is off where one says so", { serverHost: false }, { serverHost: true }, { serverHost: false }],
	["only admins share where one says so", { publish: "admins" }, { publish: "all" }, { publish: "admins" }],
] as const)("%s", ([_name, installation, organization, expected]) => {
	const given = [policy(installation as Partial<OrgPolicy>), policy(organization as Partial<OrgPolicy>)] as const;
	expect(strictestOf(given[0], given[1])).toMatchObject(expected);
	// Neither side is weaker for being the organization's.
	expect(strictestOf(given[1], given[0])).toEqual(expect.objectContaining("never" in expected ? {} : expected));
});

test("hours of both have to hold", () => {
	const both = strictestOf(policy({ hours: morning }), policy({ hours: office }));
	const act = { class: "commit", reasons: [], isSearch: false, hosts: ["a.example"], isFill: false } as const;
	const at = (time: string) => ruleFor(act, both, new Date(`2026-03-02T${time}:00Z`)).kind;
	expect([at("09:00"), at("11:00"), at("13:00"), at("19:00")]).toEqual(["never", "leave", "never", "never"]);
});
