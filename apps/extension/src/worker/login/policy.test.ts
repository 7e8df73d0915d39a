import { expect, test } from "vitest";
import { partsFor } from "./policy.ts";

test.each([
	[
		"what both have, in the order of a sign-in",
		["code", "password", "username"],
		["username", "password", "code"],
		"username password code",
	],
	["what the login has", ["username", "password"], ["password"], "password"],
	["nothing for a page of its own", ["username"], ["password"], ""],
] as const)("with a press a document gets %s", (_, shown, held, parts) => {
	expect(partsFor(shown, { held, isBound: false }).join(" ")).toBe(parts);
});

test.each([
	["a sign-in gets all of it", ["username", "password"], ["username", "password"], "username password"],
	["an address for a newsletter gets nothing", ["username"], ["username", "password"], ""],
	["a code that the login does not have is left to the person", ["username", "password", "code"], ["username", "password"], ""],
] as const)("without a press %s", (_, shown, held, parts) => {
	expect(partsFor(shown, { held, isBound: true }).join(" ")).toBe(parts);
});
