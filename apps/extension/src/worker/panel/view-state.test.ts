import { TenantId, UserId } from "@webhand/contracts/ids";
import { expect, test } from "vitest";
import { freshRun, owner } from "../run/testing/sample.ts";
import { newestInTab, runsBefore, runsVisibleTo } from "./view-state.ts";

const run = freshRun({ tabId: 1 });

test("what somebody did is not shown to the next user who signs in, nor in another organization", () => {
	expect(runsVisibleTo(owner, [run])).toEqual([run]);
	expect(runsVisibleTo({ ...owner, userId: UserId.parse(`usr_${"b".repeat(22)}`) }, [run])).toEqual([]);
	expect(runsVisibleTo({ ...owner, tenantId: TenantId.parse(`org_${"b".repeat(22)}`) }, [run])).toEqual([]);
});

test("what was done in a tab before stands above its new task, oldest first, as far as it fits", () => {
	const step = { stepIndex: 0, thought: "", action: "click(1)", actionName: "click", state: "done" as const, warnings: [], at: 0 };
	const before = (runKey: string, startedAt: number, steps: number) =>
		({ ...run, runKey, startedAt, phase: "ended", end: "completed", steps: Array.from({ length: steps }, () => step) }) as const;
	const records = [before("b", 2, 60), before("c", 3, 60), before("a", 1, 1), { ...before("elsewhere", 3, 1), tabId: 2, tabs: [2] }];
	const now = { ...run, runKey: "now", startedAt: 4 };
	expect(runsBefore(now, [now, ...records]).map(({ runKey }) => runKey)).toEqual(["b", "c"]);
});

test("while nobody is signed in the task that waits is named", () => {
	expect(runsVisibleTo(null, [run])).toEqual([run]);
});

test("while nobody is signed in, nothing of tasks that ended is told", () => {
	expect(runsVisibleTo(null, [{ ...run, phase: "ended", end: "completed" }])).toEqual([]);
});

test("a task stays in sight in its tabs, also when a newer one begins in another of them", () => {
	const shop = { ...run, tabs: [1, 2], phase: "ended" as const, end: "completed" as const };
	const newer = { ...run, runKey: "newer", tabId: 2, tabs: [2], startedAt: 1 };
	const records = [shop, newer];
	expect([1, 2, 3].map((tab) => newestInTab(tab, records)?.runKey)).toEqual(["r", "newer", undefined]);
	expect(runsBefore(newer, records)).toEqual([shop]);
});
