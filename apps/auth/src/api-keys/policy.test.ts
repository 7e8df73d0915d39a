import type { Role } from "@webhand/contracts/ids";
import { expect, test } from "vitest";
import { isUseDue, mayOwnKeys, statusOf } from "./policy.ts";

const now = new Date("2026-03-02T10:00:00Z");
const before = new Date("2026-03-02T09:59:30Z");
const after = new Date("2026-03-02T10:00:01Z");

test.each([
	["active until it expires", { revokedAt: null, expiresAt: after }, "active"],
	["expired from then on", { revokedAt: null, expiresAt: now }, "expired"],
	["revoked, although it expired too", { revokedAt: before, expiresAt: before }, "revoked"],
] as const)("a key is %s", (_what, key, status) => {
	expect(statusOf(key, now)).toBe(status);
});

test.each([
	["at the first use", null, true],
	["not again within a minute", before, false],
	["after a minute", new Date("2026-03-02T09:59:00Z"), true],
])("the last use is written %s", (_what, lastUsedAt, isDue) => {
	expect(isUseDue({ lastUsedAt }, now)).toBe(isDue);
});

test.each([
	["a member where all may", "all", ["member"], false, true],
	["a member where admins may", "admins", ["member"], false, false],
	["an admin there", "admins", ["member", "admin"], false, true],
	["a service account there, by its admins", "admins", ["member"], true, true],
] as const)("keys are had by %s: %s", (_who, setting, roles, isService, may) => {
	expect(mayOwnKeys(setting, { roles: roles as readonly Role[], isService })).toBe(may);
});
