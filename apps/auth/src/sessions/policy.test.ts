import { SignInId, TenantId, UserId } from "@webhand/contracts/ids";
import { expect, test } from "vitest";
import type { SignIn } from "./policy.ts";
import { copyOf, isHolding, isSeenDue } from "./policy.ts";

const now = new Date("2026-03-02T12:00:00Z");
const after = (seconds: number) => new Date(now.getTime() + 1_000 * seconds);
const userId = UserId.parse(`usr_${"u".repeat(22)}`);
const signIn: SignIn = {
	sid: SignInId.parse(`sid_${"s".repeat(22)}`),
	userId,
	tenantId: TenantId.parse(userId),
	roles: ["member"],
	limits: {},
	method: "password",
	secondFactor: false,
	v: 3,
	status: "active",
	createdAt: now,
	lastSeenAt: now,
	expiresAt: after(43_200),
	ip: "127.0.0.1",
	userAgent: "",
};
const nowSeconds = now.getTime() / 1_000;

test("an active sign-in is believed for 15 minutes", () => {
	const { record, keepSeconds } = copyOf(signIn, now);
	expect([record.s, record.v, record.until - nowSeconds, record.exp - nowSeconds, keepSeconds]).toEqual(["active", 3, 900, 43_200, 900]);
});

test("and never beyond its token", () => {
	const { record, keepSeconds } = copyOf({ ...signIn, expiresAt: after(100) }, now);
	expect([record.until - nowSeconds, keepSeconds]).toEqual([100, 100]);
});

test("a revoked one is remembered until no service would take its token any more", () => {
	const { record, keepSeconds } = copyOf({ ...signIn, status: "revoked" }, now);
	expect([record.s, keepSeconds]).toEqual(["revoked", 43_260]);
});

test.for([
	["an active one holds", {}, true],
	["a revoked one does not", { status: "revoked" }, false],
	["one that has just ended holds as long as clocks may differ", { expiresAt: after(-59) }, true],
	["one that ended a minute ago does not", { expiresAt: after(-60) }, false],
] as const)("%s", ([, change, holds]) => {
	expect(isHolding({ ...signIn, ...change }, now)).toBe(holds);
});

test("`lastSeenAt` is written every five minutes at most", () => {
	expect([isSeenDue(after(-299), now), isSeenDue(after(-300), now)]).toEqual([false, true]);
});
