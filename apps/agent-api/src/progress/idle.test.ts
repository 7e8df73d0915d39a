import { expect, test } from "vitest";
import type { Task } from "../steps/task.ts";
import { isIdle } from "./status.ts";

const now = new Date("2026-01-30T12:00:00.000Z");
const hourMs = 3_600_000;
const task = (hours: number, facts: Partial<Task> = {}) => ({
	status: "executing" as const,
	door: "interact" as const,
	updatedAt: new Date(now.getTime() - hours * hourMs),
	...facts,
});

test.for([
	["a task a moment before its hour", task(0.99), false],
	["a task after its hour", task(1.01), true],
	["a question to the person after an hour", task(1.01, { status: "needs_user_input" }), true],
	["a run after an hour", task(1.01, { door: "run" }), true],
	["an agent session that works", task(1.01, { door: "agent" }), true],
	["an agent session that waits for a person", task(23.9, { door: "agent", status: "needs_user_input" }), false],
	["an agent session that waited for a day", task(24.1, { door: "agent", status: "needs_user_input" }), true],
	["a workspace in a person's hands", task(1_000, { door: "manual" }), false],
	["a task that has ended", task(1_000, { status: "completed" }), false],
] as const)("%s", ([_name, facts, isOver]) => {
	expect(isIdle(facts, { now, idleMs: hourMs })).toBe(isOver);
});
