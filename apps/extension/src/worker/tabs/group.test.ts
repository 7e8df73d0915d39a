import { expect, test } from "vitest";
import { groupOf } from "./group.ts";

const running = { end: null, wait: null, endedAt: null } as const;
const busy = { kind: "busy", code: "TASK_BUSY", message: "", until: 9 } as const;

test.each([
	["a task at work", running, "blue"],
	["a task whose server is busy", { ...running, wait: busy }, "blue"],
	["a task that asks the person", { ...running, wait: { kind: "user" } as const }, "yellow"],
	["a task that the person holds", { ...running, wait: { kind: "paused" } as const }, "yellow"],
	["a task that has just been done", { ...running, end: "completed", endedAt: 8_000 }, "green"],
	["a task that has just failed", { ...running, end: "failed", endedAt: 8_000 }, "red"],
	["a task that was done a while ago", { ...running, end: "completed", endedAt: 4_000 }, undefined],
	["a task that was stopped", { ...running, end: "stopped", endedAt: 9_999 }, undefined],
] as const)("the tabs of %s stand in a group of the right colour, or in none", (_, record, color) => {
	expect(groupOf(record, 10_000)?.color).toBe(color);
});
