import type { Routine } from "@webhand/contracts/routine/routine";
import { runRowsRoute, runsRoute } from "@webhand/contracts/routine/run";
import type { InputValues } from "@webhand/contracts/routine/words";
import { useLoaded } from "../../../kit/load/queries.ts";
import type { RoutinesBench } from "../kit/routines-props.ts";
import { reusedValues } from "./values.ts";

/** Runs of a routine that are looked through for one with a single row. */
const runsRead = 5;
const none: InputValues = {};

/** The values that this person gave the routine last, in a run of one row; none until they are read, or where they cannot be. */
export function useLastValues({ api }: RoutinesBench, { id, inputs }: Pick<Routine, "id" | "inputs">): InputValues {
	const { value } = useLoaded(["last values", id], async (signal) => {
		const { runs } = await api.call(runsRoute, { query: { routineId: id, limit: runsRead }, signal });
		const run = runs.find(({ rowCount }) => rowCount === 1);
		if (run === undefined) return none;
		const { rows } = await api.call(runRowsRoute, { params: { runId: run.id }, query: { limit: 1 }, signal });
		return reusedValues(inputs, rows[0]?.inputs ?? none);
	});
	return value ?? none;
}
