import { RoutineRunId } from "@webhand/contracts/ids";
import { expect, test } from "vitest";
import { noticeOf, outcomeOf, rowsOver } from "./outcome.ts";
import { idOf } from "./run-routine.ts";

const id = RoutineRunId.parse(`rrn_${"a".repeat(22)}`);

test.each([
	[{ done: 2, skipped: 1 }, "done", undefined],
	[{ done_unchecked: 1 }, "done", undefined],
	[{ done: 2, failed: 1 }, "failed", "1 failed"],
	[{ unknown: 1, not_saved: 2 }, "failed", "1 unknown, 2 not_saved"],
	[{ stopped: 3 }, "failed", "3 stopped"],
	[{ done: 1, needs_person: 1 }, "asked", "1 needs_person"],
])("a run with the rows %j ends as %s", (counts, status, reason) => {
	expect(outcomeOf({ id, counts })).toEqual({ status, runId: id, counts, ...(reason === undefined ? {} : { reason }) });
});

test("rows that wait for something have no end", () => {
	expect(rowsOver({ waiting: 3, running: 1, needs_person: 1, done: 2, failed: 1 })).toBe(3);
});

const dueAt = "2026-03-02T07:30:00.000Z";

test.each([
	[{ state: "running", counts: { running: 1 } }, undefined],
	[{ state: "waiting", counts: { waiting: 1 }, queue: { browser: "runner", labels: [], dueAt } }, "No runner has taken the run"],
	[{ state: "waiting", counts: {}, queue: { browser: "runner", labels: ["eu", "big"], dueAt } }, "No runner with the labels eu, big has"],
	[{ state: "waiting", counts: {}, queue: { browser: "mine", labels: [], dueAt } }, "No browser has taken the run"],
	[{ state: "paused", counts: {}, reason: "outside of its hours" }, "The run is paused: outside of its hours"],
	[{ state: "running", counts: { needs_person: 1 } }, "A row waits for a person"],
] as const)("%j: what it waits for", (run, words) => {
	const notice = noticeOf(run as never);
	if (words === undefined) expect(notice).toBe(undefined);
	else expect(notice).toContain(words);
});

test("a routine is named by its id, or its whole name in any case", () => {
	const routines = [
		{ id: "rtn_1", name: "Save an address" },
		{ id: "rtn_2", name: "Twice" },
		{ id: "rtn_3", name: "twice" },
	] as never;
	expect(idOf(routines, "save AN address ")).toBe("rtn_1");
	expect(idOf(routines, "rtn_3")).toBe("rtn_3");
	expect(() => idOf(routines, "Save")).toThrow('There is no routine "Save"');
	expect(() => idOf(routines, "Twice")).toThrow("name one by its id, rtn_2, rtn_3");
});
