import type { ReadTable, RoutineRow, RoutineRun } from "@webhand/contracts/routine/run";
import { rowTablesRoute, runRowsRoute } from "@webhand/contracts/routine/run";
import { useEffect } from "react";
import type { Loaded } from "../../../kit/load/queries.ts";
import { useLoaded } from "../../../kit/load/queries.ts";
import type { RoutinesBench } from "../kit/routines-props.ts";

/** The row of a run that has one, and the lists that it has read so far; those without a row are left out. */
export type ReadLists = { readonly row: RoutineRow | undefined; readonly tables: readonly ReadTable[] };

/** Loads what the only row of a run has read. @param round counts the times that the run was read; each reads this again */
export function useReadLists({ api }: RoutinesBench, run: RoutineRun, round: number): Loaded<ReadLists> {
	const params = { runId: run.id };
	const loaded = useLoaded(["lists of a run", run.id], async (signal): Promise<ReadLists> => {
		const [{ rows }, { tables }] = await Promise.all([
			api.call(runRowsRoute, { params, query: { limit: 1 }, signal }),
			api.call(rowTablesRoute, { params: { ...params, index: 0 }, query: {}, signal }),
		]);
		return { row: rows[0], tables: tables.filter((table) => table.rows.length > 0) };
	});
	const { retry } = loaded;
	useEffect(() => {
		if (round > 0) retry();
	}, [round, retry]);
	return loaded;
}
