import type { RoutineRun, RowState } from "@webhand/contracts/routine/run";
import { isRowOver, RowState as RowStates } from "@webhand/contracts/routine/run";

type Counted = Pick<RoutineRun, "counts">;

const sumOf = ({ counts }: Counted, states: readonly RowState[]) => states.reduce((sum, state) => sum + (counts[state] ?? 0), 0);

/** Rows that have an end. @throws never */
export const overCount = (run: Counted): number => sumOf(run, RowStates.options.filter(isRowOver));

/** Rows that a person has to look at. @throws never */
export const troubleCount = (run: Counted): number => sumOf(run, ["not_saved", "failed", "unknown", "needs_person"]);

/** The states that rows of a run have, in the order of the contract. @throws never */
export const statesOf = ({ counts }: Counted): readonly RowState[] => RowStates.options.filter((state) => (counts[state] ?? 0) > 0);
