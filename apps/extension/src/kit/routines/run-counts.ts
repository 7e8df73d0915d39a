import type { RoutineRun, RowState, RunState } from "@webhand/contracts/routine/run";
import { isRowOver, RowState as RowStates } from "@webhand/contracts/routine/run";

type Counted = Pick<RoutineRun, "counts">;

const sumOf = ({ counts }: Counted, states: readonly RowState[]) => states.reduce((sum, state) => sum + (counts[state] ?? 0), 0);

/** Rows that have an end. @throws never */
export const overCount = (run: Counted): number => sumOf(run, RowStates.options.filter(isRowOver));

/** Rows that a person has to look at. @throws never */
export const troubleCount = (run: Counted): number => sumOf(run, ["not_saved", "failed", "unknown", "needs_person"]);

/** The states that rows of a run have, in the order of the contract. @throws never */
export const statesOf = ({ counts }: Counted): readonly RowState[] => RowStates.options.filter((state) => (counts[state] ?? 0) > 0);

/** Rows whose every step worked. @throws never */
export const doneCount = (run: Counted): number => sumOf(run, ["done", "done_unchecked"]);

/** How a run stands, and once each row has an end, how they ended: all done, some or none of them, or all left out. */
export type RunEnd = Exclude<RunState, "done"> | "all_done" | "some_done" | "none_done" | "left_out";

/** A run's state, told by the ends of its rows where it is over. @throws never */
export function runEndOf({ state, counts }: Pick<RoutineRun, "state" | "counts">): RunEnd {
	if (state !== "done") return state;
	const done = doneCount({ counts });
	const notDone = sumOf({ counts }, ["not_saved", "failed", "unknown"]);
	if (notDone > 0) return done > 0 ? "some_done" : "none_done";
	if ((counts.stopped ?? 0) > 0) return "stopped";
	return done > 0 ? "all_done" : "left_out";
}
