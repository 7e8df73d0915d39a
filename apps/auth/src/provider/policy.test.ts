import { UserId } from "@webhand/contracts/ids";
import { expect, test } from "vitest";
import type { Entry, EntryFacts } from "./policy.ts";
import { decideEntry, domainOf, nameFor } from "./policy.ts";

const ann = UserId.parse("usr_0000000000000000000Ann");
const bob = UserId.parse("usr_0000000000000000000Bob");
const nobody: EntryFacts = { linked: null, known: null, isInvited: false, isDomainAllowed: false };
const known = { userId: ann, isMember: false, isDisabled: false, isLinked: false } as const;

test.for<readonly [string, Partial<EntryFacts>, Entry]>([
	["a stranger is refused", {}, { kind: "refused", reason: "not_invited" }],
	["an invited stranger gets an account", { isInvited: true }, { kind: "join", by: "invite", userId: null }],
	["a stranger of an allowed domain gets an account", { isDomainAllowed: true }, { kind: "join", by: "domain", userId: null }],
	["an invite counts before the domain", { isInvited: true, isDomainAllowed: true }, { kind: "join", by: "invite", userId: null }],
	["an existing account joins", { known, isDomainAllowed: true }, { kind: "join", by: "domain", userId: ann }],
	["an existing account that nobody invited is refused", { known }, { kind: "refused", reason: "not_invited" }],
	["a member is linked at the first sign-in", { known: { ...known, isMember: true } }, { kind: "enter", userId: ann, isNewLink: true }],
	[
		"a member whose email passed to another person stays out of reach",
		{ known: { ...known, isMember: true, isLinked: true } },
		{ kind: "refused", reason: "other_person" },
	],
	[
		"a linked member keeps the account when the email changes",
		{ linked: { userId: bob, isMember: true }, known: { ...known, isMember: true } },
		{ kind: "enter", userId: bob, isNewLink: false },
	],
	[
		"a removed member comes back by a new invite",
		{ linked: { userId: ann, isMember: false }, known, isInvited: true },
		{ kind: "join", by: "invite", userId: ann },
	],
	[
		"a disabled account does not join",
		{ known: { ...known, isDisabled: true }, isInvited: true },
		{ kind: "enter", userId: ann, isNewLink: false },
	],
])("%s", ([, facts, entry]) => {
	expect(decideEntry({ ...nobody, ...facts })).toEqual(entry);
});

test.for([
	[" Ann Lee ", "Ann Lee"],
	[null, "ann@home"],
	["", "ann@home"],
	["Ann\u0000", "ann@home"],
	["A".repeat(101), "ann@home"],
] as const)("the name %j becomes %j", ([claimed, name]) => {
	expect(nameFor(claimed, "ann@home@example.com")).toBe(name);
	expect(domainOf("ann@home@example.com")).toBe("example.com");
});
