import { expect, test } from "vitest";
import type { RunRecord } from "../run-record.ts";
import { stubChrome } from "./run/testing/chrome.ts";
import { freshRun } from "./run/testing/sample.ts";

const run = freshRun();
const texts: string[] = [];
const setBadgeText = async ({ text }: { text: string }) => void texts.push(text);
stubChrome({ action: { setBadgeText, setTitle: async () => undefined, setBadgeBackgroundColor: async () => undefined } });
const { badgeOf, createBadges, newestOfTabs } = await import("./badge.ts");

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

test("a stopped but unreported task does not take icon and input from a newer task of its tab", () => {
	const stopped: RunRecord = { ...run, phase: "ended", end: "stopped", cancel: "pending" };
	const newer: RunRecord = { ...run, runKey: "n", startedAt: 9 };
	const other: RunRecord = { ...run, runKey: "o", currentTabId: 2 };
	expect(newestOfTabs([newer, other, stopped])).toEqual([newer, other]);
	expect(newestOfTabs([stopped, newer])).toEqual([newer]);
});

test("a badge is drawn again where it changed or its tab shows another document, and not with each write", async () => {
	const show = createBadges(async () => "en");
	for (const record of [run, { ...run, stepIndex: 1 }, { ...run, lastUrl: "https://a.example/next" }, { ...run, end: "failed" as const }])
		await show(record);
	expect(texts).toEqual(["…", "…", "!"]);
});
