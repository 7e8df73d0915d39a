import { expect, test } from "vitest";
import { factsOf, limitFacts, losesAdmin } from "./policy.ts";

const admin = { role: "admin", status: "active", accountStatus: "active" } as const;

test.for([
	["removing an active admin", {}, null, true],
	["demoting one", {}, { role: "member" }, true],
	["suspending one", {}, { status: "suspended" }, true],
	["changing nothing", {}, { role: "admin", status: "active" }, false],
	["removing a member", { role: "member" }, null, false],
	["removing a suspended admin", { status: "suspended" }, null, false],
	["removing an admin whose account is disabled", { accountStatus: "disabled" }, null, false],
] as const)("%s: does it take an active admin away? %#", ([, member, change, loses]) => {
	expect(losesAdmin({ ...admin, ...member }, change)).toBe(loses);
});

test("the audit names what changed, with the values of before", () => {
	expect(factsOf({ name: "Old", traces: false }, { name: "New", traces: false })).toEqual({ name: { from: "Old", to: "New" } });
	expect(limitFacts({ sockets: 5, tasks: 7 }, { tasks: 8, chunks: 1 })).toEqual({
		sockets: { from: 5, to: null },
		tasks: { from: 7, to: 8 },
		chunks: { from: null, to: 1 },
	});
});
