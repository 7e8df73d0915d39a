import { OrgId, TenantId } from "@webhand/contracts/ids";
import { expect, test } from "vitest";
import { mayChangeFactor } from "./policy.ts";

const id = (letter: string) => `org_${letter.repeat(22)}`;
const joined = (letter: string, day: number) => ({ organization: { id: OrgId.parse(id(letter)) }, joinedAt: new Date(2026, 0, day) });
const memberships = [joined("b", 2), joined("a", 1)];

test.for([
	["a password sign-in", "password", "b", true, true],
	["the first provider of an account without a password", "provider", "a", false, true],
	["a provider of an organization that the account joined later", "provider", "b", false, false],
	["a provider for an account with a password", "provider", "a", true, false],
] as const)("%s and the second factor", ([, method, tenant, hasPassword, may]) => {
	expect(mayChangeFactor({ method, tenantId: TenantId.parse(id(tenant)) }, { hasPassword, memberships })).toBe(may);
});
