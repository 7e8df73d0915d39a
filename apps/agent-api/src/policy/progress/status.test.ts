import type { TaskStatus } from "@webhand/contracts/agent/task";
import { isTerminal, TaskStatus as Status } from "@webhand/contracts/agent/task";
import { describe, expect, test } from "vitest";
import type { LeasedTask, Task } from "../../shared/task.ts";
import type { TaskEvent, TaskNow } from "./status.ts";
import { isIdle, lastRowOfAction, nextStatus, writeConflict } from "./status.ts";

const pathOf = (from: TaskStatus, events: string) =>
	events.split(" ").reduce<TaskStatus>((status, event) => nextStatus(status, event as TaskEvent), from);

describe("a task goes from state to state", () => {
	test.each([
		["planning", "planned decided", "executing"],
		["executing", "reported open reported verified finished", "completed"],
		["executing", "reported refuted decided reported refuted stuck planned", "planning"],
		["correcting", "verified planned", "planning"],
		["verifying", "decided asked answered decided", "executing"],
		["correcting", "decided", "correcting"],
	] as const)("%s: %s", (from, events, to) => expect(pathOf(from, events)).toBe(to));

	test.each([
		["asked", "needs_user_input"],
		["reported", "verifying"],
		["planned", "planning"],
		["finished", "completed"],
		["failed", "failed"],
		["cancelled", "cancelled"],
		["expired", "expired"],
	] as const)("while it runs, %s leads to %s", (event, to) => {
		for (const status of ["planning", "executing", "verifying", "correcting"] as const) expect(nextStatus(status, event)).toBe(to);
	});

	test.each([
		["needs_user_input", "decided finished reported planned verified stuck asked"],
		["executing", "verified refuted open stuck answered"],
		["planning", "verified refuted open stuck answered"],
		["verifying", "stuck answered"],
		["correcting", "refuted open answered"],
	] as const)("a task that is %s refuses %s", (status, events) => {
		for (const event of events.split(" ")) expect(() => nextStatus(status, event as TaskEvent)).toThrow(RangeError);
	});

	test("a question may be cancelled, expire or fail; nothing leaves a state in which a task has ended", () => {
		for (const event of ["cancelled", "expired", "failed"] as const) expect(nextStatus("needs_user_input", event)).toBe(event);
		const ended = Status.options.filter(isTerminal);
		expect(ended).toEqual(["completed", "failed", "cancelled", "expired"]);
		const events = "reported verified refuted open decided planned stuck asked answered finished failed cancelled expired".split(" ");
		for (const status of ended) for (const event of events) expect(() => nextStatus(status, event as TaskEvent)).toThrow(RangeError);
	});
});

describe("a task left alone is over", () => {
	const [now, hourMs] = [new Date("2026-01-30T12:00:00.000Z"), 3_600_000];
	const waiting = { status: "needs_user_input" } as const;

	test.for<readonly [string, number, Partial<Task>, boolean]>([
		["a moment before its hour", 0.99, {}, false],
		["after its hour", 1.01, {}, true],
		["a question after an hour", 1.01, waiting, true],
		["a run after an hour", 1.01, { door: "run" }, true],
		["an agent session that works", 1.01, { door: "agent" }, true],
		["an agent session that waits for a user", 23.9, { door: "agent", ...waiting }, false],
		["an agent session that waited for a day", 24.1, { door: "agent", ...waiting }, true],
		["a workspace that a user works in", 1_000, { door: "manual" }, false],
		["a task that has ended", 1_000, { status: "completed" }, false],
	])("%s", ([_name, hours, facts, isOver]) => {
		const task = { status: "executing", door: "interact", updatedAt: new Date(now.getTime() - hours * hourMs), ...facts } as const;
		expect(isIdle(task, { now, idleMs: hourMs })).toBe(isOver);
	});
});

describe("a step is not written", () => {
	const held = { rev: 3, stepCount: 3, lease: { fence: 7, key: "k" } } as unknown as LeasedTask;
	const now = (part: Partial<NonNullable<TaskNow>>): TaskNow => ({
		status: "executing",
		rev: 3,
		stepCount: 3,
		lease: { fence: 7 },
		...part,
	});

	test.for([
		["cancelled meanwhile", now({ status: "cancelled", rev: 4 }), "TASK_COMPLETED", { status: "cancelled" }],
		["taken over by another writer", now({ lease: { fence: 8 } }), "STALE_STEP", { stepIndex: 2 }],
		["taken over by a duplicate of its request", now({ lease: { fence: 8, key: "k" } }), "TASK_BUSY", undefined],
		["taken over by a duplicate after a crash lost our lease", now({ lease: { fence: 7, key: "k" } }), "TASK_BUSY", undefined],
		["taken over by another writer after such a crash", now({ lease: { fence: 7, key: "l" } }), "STALE_STEP", { stepIndex: 2 }],
		["taken further by a duplicate of its request", now({ rev: 4, lease: { fence: 8, key: "k" } }), "STALE_STEP", { stepIndex: 2 }],
		["taken further by another writer", now({ rev: 4, stepCount: 4, lease: { fence: 8 } }), "STALE_STEP", { stepIndex: 3 }],
		["taken further before a crash lost our lease", now({ rev: 4, stepCount: 4, lease: { fence: 6 } }), "STALE_STEP", { stepIndex: 3 }],
		["whose lease a crash of the database lost", now({ lease: { fence: 6 } }), "SERVICE_UNAVAILABLE", undefined],
		["that never had another lease", now({ lease: undefined }), "SERVICE_UNAVAILABLE", undefined],
		["that is gone", null, "STALE_STEP", { stepIndex: 2 }],
	] as const)("of a task %s", ([_name, task, code, details]) => {
		expect(writeConflict(held, task)).toMatchObject({ code, ...(details === undefined ? {} : { details }) });
	});

	test("as the first of a task that a crash lost, and may be asked for again", () => {
		expect(writeConflict({ ...held, rev: 0, stepCount: 0 }, null)).toMatchObject({ code: "SERVICE_UNAVAILABLE" });
	});
});

test("the last action is the newest one that is no wait of the engine", () => {
	const click = { stepIndex: 3 };
	const engineWaits = [4, 5].map((stepIndex) => ({ stepIndex, proves: 3 }));
	expect(lastRowOfAction([{ stepIndex: 2 }, click, ...engineWaits])).toBe(click);
	const decidedWait = { stepIndex: 4 };
	expect(lastRowOfAction([click, decidedWait])).toBe(decidedWait);
	expect(lastRowOfAction([])).toBeUndefined();
});
