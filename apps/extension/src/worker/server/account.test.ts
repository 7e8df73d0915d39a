import { TenantId } from "@webhand/contracts/ids";
import { expect, test } from "vitest";
import { freshRun, owner } from "../run/testing/sample.ts";
import { isSameUser, unfinishedRuns } from "./account.ts";

const running = freshRun({ runKey: "running", tabId: 1 });
const ended = { ...running, phase: "ended", end: "completed", endedAt: 1 } as const;

test("another user's ended tasks are forgotten; running or unreported ones wait for their owner", () => {
	const unreported = { ...ended, end: "stopped", cancel: "pending" } as const;
	const runs = { 1: running, 2: ended, "before:done": ended, "before:untold": unreported };
	expect(Object.keys(unfinishedRuns(runs))).toEqual(["1", "before:untold"]);
});

const otherTenantId = TenantId.parse(`org_${"b".repeat(22)}`);
const ada = { serverUrl: "https://a.example", ...owner };
test.each([
	["nobody signed in before", null, false],
	["the same user", ada, true],
	["the same user, stored without a tenant", { serverUrl: ada.serverUrl, userId: ada.userId }, true],
	["the same user in another tenant", { ...ada, tenantId: otherTenantId }, false],
	["the same id on another server", { ...ada, serverUrl: "https://b.example" }, false],
] as const)("what is stored is kept: %s: %s", (_name, last, isKept) => {
	expect(isSameUser(last, ada)).toBe(isKept);
});
