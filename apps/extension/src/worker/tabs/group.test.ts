import { beforeEach, expect, test, vi } from "vitest";
import type { RunRecord } from "../../run-record.ts";
import { afterEvent } from "../run/policy.ts";
import { freshRun } from "../run/testing/sample.ts";

/** Chrome's tab strip with one tab, 7; a unit test has no Chrome. */
const strip = { groupOfTab: -1, made: 0, refusal: "" };
const tabs = {
	get: async () => ({ id: 7, groupId: strip.groupOfTab, windowId: 1, pinned: false }),
	query: async ({ groupId }: { groupId: number }) => (strip.groupOfTab === groupId ? [{ id: 7 }] : []),
	group: async ({ groupId }: { groupId?: number }) => {
		if (strip.refusal !== "") throw new Error(strip.refusal);
		strip.made += groupId === undefined ? 1 : 0;
		strip.groupOfTab = groupId ?? strip.made;
		return strip.groupOfTab;
	},
	ungroup: async () => {
		strip.groupOfTab = -1;
	},
};
// The user keeps every group: each one still exists when it is asked for.
const tabGroups = { get: async (id: number) => ({ id, windowId: 1 }), update: async () => undefined };
const chrome = { runtime: { id: "webhand" }, tabs, tabGroups };
Object.assign(globalThis, { chrome, browser: chrome });
// Modules look for Chrome when they load.
const { createGroups, groupOf } = await import("./group.ts");

const begun = freshRun();

function worldOf(record: RunRecord) {
	const world = { record, errors: [] as unknown[] };
	const apply = async (_: unknown, event: Parameters<typeof afterEvent>[1]) => {
		world.record = afterEvent(world.record, event);
		return world.record;
	};
	const runs = { list: async () => [world.record], apply };
	const show = createGroups({ runs, now: () => 0, onError: (error) => world.errors.push(error) });
	return { world, show };
}

beforeEach(() => Object.assign(strip, { groupOfTab: -1, made: 0, refusal: "" }));

test("the group of a stopped task is not the next task's, even when the user keeps it", async () => {
	const { world, show } = worldOf(begun);
	await show(world.record);
	expect(world.record.groupId).toBe(1);
	world.record = afterEvent(world.record, { kind: "stopped", leave: false, message: null, at: 0 });
	await show(world.record);
	expect([strip.groupOfTab, world.record.groupId]).toEqual([-1, null]);
});

test("a group that Chrome refuses to draw is reported, and drawn at the next change", async () => {
	const { world, show } = worldOf(begun);
	strip.refusal = "Saved groups are not editable";
	await show(world.record);
	expect(world.errors).toMatchObject([{ message: strip.refusal }]);
	strip.refusal = "";
	await show(world.record);
	expect(world.record.groupId).toBe(1);
});

test("a tab that is closed while its group is drawn is no error", async () => {
	const { world, show } = worldOf(begun);
	strip.refusal = "No tab with id: 7.";
	await show(world.record);
	expect(world.errors).toEqual([]);
});

test("tabs that the user drags are grouped once they are let go", async () => {
	const { world, show } = worldOf(begun);
	strip.refusal = "Tabs cannot be edited right now (user may be dragging a tab).";
	vi.useFakeTimers();
	await show(world.record);
	strip.refusal = "";
	await vi.advanceTimersByTimeAsync(1_000);
	vi.useRealTimers();
	await expect.poll(() => world.record.groupId).toBe(1);
	expect(world.errors).toEqual([]);
});

const running = { end: null, wait: null, endedAt: null } as const;
const busy = { kind: "busy", code: "TASK_BUSY", message: "", until: 9 } as const;

test.each([
	["a task at work", running, "blue"],
	["a task whose server is busy", { ...running, wait: busy }, "blue"],
	["a task that asks the user", { ...running, wait: { kind: "user" } as const }, "yellow"],
	["a task that the user holds", { ...running, wait: { kind: "paused" } as const }, "yellow"],
	["a task that has just been done", { ...running, end: "completed", endedAt: 8_000 }, "green"],
	["a task that has just failed", { ...running, end: "failed", endedAt: 8_000 }, "red"],
	["a task that was done a while ago", { ...running, end: "completed", endedAt: 4_000 }, undefined],
	["a task that was stopped", { ...running, end: "stopped", endedAt: 9_999 }, undefined],
] as const)("the tabs of %s stand in a group of the right colour, or in none", (_, record, color) => {
	expect(groupOf(record, 10_000)?.color).toBe(color);
});
