import type { Role } from "@webhand/contracts/ids";
import { expect, test } from "vitest";
import { accessTo } from "./policy.ts";

test.for([
	["a member reads the organization of the sign-in", ["member"], "member", "own", "granted"],
	["a member manages nothing", ["member"], "admin", "own", "forbidden"],
	["an admin manages the organization of the sign-in", ["member", "admin"], "admin", "own", "granted"],
	["an admin learns nothing of another", ["member", "admin"], "admin", "other", "not_found"],
	["nobody but an operator does what operators do", ["member", "admin"], "operator", "other", "forbidden"],
	["an operator manages any", ["member", "operator"], "admin", "other", "granted"],
] as const)("%s", ([, roles, role, where, access]) => {
	expect(accessTo(where, role, { tenantId: "own", roles: roles as readonly Role[] })).toBe(access);
});
