import { expect, test } from "vitest";
import { mayChangeFactor } from "./policy.ts";

test.for([
	["a password sign-in", "password", true, true],
	["a provider for an account without a password", "provider", false, true],
	["a provider for an account with a password", "provider", true, false],
] as const)("%s and the second factor", ([, method, hasPassword, may]) => {
	expect(mayChangeFactor({ method }, { hasPassword })).toBe(may);
});
