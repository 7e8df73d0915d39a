import { expect, test } from "vitest";
import { clientStatusOf, isUseDue } from "./policy.ts";

const now = new Date("2026-03-02T10:00:00Z");
const before = new Date("2026-03-02T09:59:30Z");
const after = new Date("2026-03-02T10:00:01Z");

test.each([
	["active until it expires", { revokedAt: null, expiresAt: after }, "active"],
	["expired from then on", { revokedAt: null, expiresAt: now }, "expired"],
	["revoked, whenever it would expire", { revokedAt: before, expiresAt: after }, "revoked"],
	["revoked, although it expired too", { revokedAt: before, expiresAt: before }, "revoked"],
] as const)("a client is %s", (_what, client, status) => {
	expect(clientStatusOf(client, now)).toBe(status);
});

test.each([
	["at the first use", null, true],
	["not again within a minute", before, false],
	["after a minute", new Date("2026-03-02T09:59:00Z"), true],
])("the last use is written %s", (_what, lastUsedAt, isDue) => {
	expect(isUseDue({ lastUsedAt }, now)).toBe(isDue);
});
