import { RoutineRunId } from "@webhand/contracts/ids";
import type { RoutineRow, RoutineRun, RowState } from "@webhand/contracts/routine/run";
import { RunOptions } from "@webhand/contracts/routine/run";
import { routine, routineId, runId, taskId } from "./sample-routines.ts";

const at = "2026-03-02T09:40:00.000Z";

export const run: RoutineRun = {
	id: runId,
	routineId,
	name: routine.name,
	version: 3,
	ownerId: routine.ownerId,
	state: "running",
	options: RunOptions.parse({}),
	rowCount: 300,
	readsLists: false,
	isOnce: false,
	counts: { waiting: 243, running: 1, done: 51, done_unchecked: 2, not_saved: 1, failed: 1, unknown: 1 },
	retries: { rows: 2, withUnknown: 3 },
	secondsLeft: 731,
	createdAt: at,
};

export const runs: readonly RoutineRun[] = [
	run,
	{ ...run, id: RoutineRunId.parse(`rrn_${"b".repeat(22)}`), state: "done", rowCount: 12, counts: { done: 12 } },
	{
		...run,
		id: RoutineRunId.parse(`rrn_${"c".repeat(22)}`),
		state: "paused",
		rowCount: 40,
		counts: { done: 3, waiting: 36, needs_person: 1 },
	},
];

const row = (index: number, state: RowState, part: Partial<RoutineRow> = {}): RoutineRow => ({
	key: `2026-${index}`,
	index,
	inputs: { customer: `Harbour Kitchen ${index + 1}`, amount: "49.90", due: "2026-03-31", category: "Food", pin: "•••" },
	state,
	checks: [],
	healed: [],
	...(state === "waiting" ? {} : { taskId }),
	...part,
});
const check = { step: "s10", label: "Total", expected: "49.90", seen: "€49.90", holds: true };

export const rows: readonly RoutineRow[] = [
	row(0, "done", { checks: [check] }),
	row(1, "done_unchecked"),
	row(2, "not_saved", { reason: "The page shows another total than was meant.", checks: [{ ...check, seen: "€4.99", holds: false }] }),
	row(3, "failed", { reason: "“Save” did nothing. The page says: “The due date is in the past.”", step: "s9" }),
	row(4, "unknown", { reason: "The browser was closed after “Save” was pressed." }),
	row(5, "needs_person", { reason: "The page asks for a sign-in." }),
	row(6, "done", { checks: [check], healed: ["s9"] }),
	row(7, "running"),
	row(8, "waiting"),
	row(9, "skipped", { reason: "An earlier run did this row." }),
	row(10, "stopped"),
];
