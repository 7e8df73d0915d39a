import { expect, test } from "vitest";
import { isOwnOrigin, proofOf, statusOf } from "./policy.ts";

const account = { status: "active", passwordHash: "hash" } as const;

test.for([
	["a new email chooses a password", true, null, "new_password"],
	["a known one proves its own", true, account, "own_password"],
	["an account without a password goes through the provider", true, { ...account, passwordHash: null }, "provider"],
	["so does everybody where passwords are off", false, account, "provider"],
	["also a new email", false, null, "provider"],
	["a disabled account accepts nothing", true, { ...account, status: "disabled" }, "nothing"],
	["nor through a provider", false, { ...account, status: "disabled" }, "nothing"],
] as const)("%s", ([, passwordSignIn, known, proof]) => {
	expect(proofOf({ passwordSignIn }, known)).toBe(proof);
});

test("an open invite expires at its end, a closed one stays what it is", () => {
	const expiresAt = new Date("2026-03-02T12:00:00Z");
	const before = new Date(expiresAt.getTime() - 1);
	expect([statusOf({ status: "open", expiresAt }, before), statusOf({ status: "open", expiresAt }, expiresAt)]).toEqual([
		"open",
		"expired",
	]);
	expect(statusOf({ status: "revoked", expiresAt }, expiresAt)).toBe("revoked");
});

test.for([
	[undefined, true],
	["null", true],
	["https://agent.example.com", true],
	["https://agent.example.com:444", false],
	["http://agent.example.com", false],
	["https://agent.example.com.evil.example", false],
	["", false],
] as const)("is a form from %s our own? %s", ([origin, isOwn]) => {
	expect(isOwnOrigin(origin, "https://agent.example.com")).toBe(isOwn);
});
