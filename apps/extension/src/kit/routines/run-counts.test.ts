import type { RoutineRun } from "@webhand/contracts/routine/run";
import { expect, test } from "vitest";
import type { RunEnd } from "./run-counts.ts";
import { runEndOf } from "./run-counts.ts";

test.each<[state: RoutineRun["state"], counts: RoutineRun["counts"], end: RunEnd]>([
	["running", { done: 1, failed: 1, waiting: 1 }, "running"],
	["stopped", { done: 1, stopped: 1 }, "stopped"],
	["done", { done: 11, done_unchecked: 1, skipped: 2 }, "all_done"],
	["done", { done: 11, not_saved: 1 }, "some_done"],
	["done", { failed: 2, unknown: 1, skipped: 1 }, "none_done"],
	["done", { done: 1, stopped: 1 }, "stopped"],
	["done", { skipped: 3 }, "left_out"],
])("a run that is %s with rows %o is %s", (state, counts, end) => {
	expect(runEndOf({ state, counts })).toBe(end);
});
