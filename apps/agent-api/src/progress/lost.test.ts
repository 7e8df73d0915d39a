import { expect, test } from "vitest";
import type { LeasedTask } from "../steps/task.ts";
import type { TaskNow } from "./status.ts";
import { writeConflict } from "./status.ts";

const held = { rev: 3, stepCount: 3, lease: { fence: 7, key: "k" } } as unknown as LeasedTask;
const now = (part: Partial<NonNullable<TaskNow>>): TaskNow => ({ status: "executing", rev: 3, stepCount: 3, lease: { fence: 7 }, ...part });

test.for([
	["cancelled meanwhile", now({ status: "cancelled", rev: 4 }), "TASK_COMPLETED", { status: "cancelled" }],
	["taken over by another writer", now({ lease: { fence: 8 } }), "STALE_STEP", { stepIndex: 2 }],
	["taken over by a twin of its request", now({ lease: { fence: 8, key: "k" } }), "TASK_BUSY", undefined],
	["taken further by a twin of its request", now({ rev: 4, lease: { fence: 8, key: "k" } }), "STALE_STEP", { stepIndex: 2 }],
	["taken further by another writer", now({ rev: 4, stepCount: 4, lease: { fence: 8 } }), "STALE_STEP", { stepIndex: 3 }],
	["taken further before the crash forgot our lease", now({ rev: 4, stepCount: 4, lease: { fence: 6 } }), "STALE_STEP", { stepIndex: 3 }],
	["whose lease a crash of the database forgot", now({ lease: { fence: 6 } }), "SERVICE_UNAVAILABLE", undefined],
	["that never had another lease", now({ lease: undefined }), "SERVICE_UNAVAILABLE", undefined],
	["that is gone", null, "STALE_STEP", { stepIndex: 2 }],
] as const)("the step of a task %s is not written", ([_name, task, code, details]) => {
	expect(writeConflict(held, task)).toMatchObject({ code, ...(details === undefined ? {} : { details }) });
});

test("the first step of a task that a crash of the database forgot may be asked for again", () => {
	expect(writeConflict({ ...held, rev: 0, stepCount: 0 }, null)).toMatchObject({ code: "SERVICE_UNAVAILABLE" });
});
