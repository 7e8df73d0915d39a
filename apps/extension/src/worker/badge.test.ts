import { SessionId, TenantId, UserId } from "@webhand/contracts/ids";
import { expect, test } from "vitest";
import type { RunRecord } from "../storage.ts";
import { badgeOf, newestOfTabs } from "./badge.ts";
import { newRun } from "./run/record.ts";

const run = newRun({
	runKey: "r",
	owner: { userId: UserId.parse(`usr_${"a".repeat(22)}`), tenantId: TenantId.parse(`org_${"a".repeat(22)}`) },
	tabId: 1,
	windowId: 1,
	sessionId: SessionId.parse("0b2f8d94-6a51-4a4c-9f0e-0a5c0f7f0002"),
	query: "do it",
	files: [],
	at: 0,
});

test.each<[name: string, record: RunRecord | undefined, text: string]>([
	["no task", undefined, ""],
	["at work", run, "…"],
	["waiting for the server", { ...run, wait: { kind: "busy", code: "TASK_BUSY", message: "", until: 1 } }, "…"],
	["asking", { ...run, wait: { kind: "user" } }, "?"],
	["needing the site allowed", { ...run, wait: { kind: "site", domain: "a.example", origins: [], withheld: false } }, "?"],
	["done", { ...run, phase: "ended", end: "completed" }, "✓"],
	["failed", { ...run, phase: "ended", end: "failed" }, "!"],
	["stopped", { ...run, phase: "ended", end: "stopped" }, ""],
])("the icon says how the task stands: %s", (...[, record, text]) => {
	expect(badgeOf(record).text).toBe(text);
});

test("a stopped task that the server has not heard of keeps no newer one of its tab from its icon and its input", () => {
	const stopped: RunRecord = { ...run, phase: "ended", end: "stopped", cancel: "pending" };
	const newer: RunRecord = { ...run, runKey: "n", startedAt: 9 };
	const other: RunRecord = { ...run, runKey: "o", currentTabId: 2 };
	expect(newestOfTabs([newer, other, stopped])).toEqual([newer, other]);
	expect(newestOfTabs([stopped, newer])).toEqual([newer]);
});
