import type { ReadTable, RoutineRow, RoutineRun } from "@webhand/contracts/routine/run";
import { isRunOver, rowTablesRoute, runRowsRoute } from "@webhand/contracts/routine/run";
import { useEffect, useRef } from "react";
import type { Loaded } from "../../../kit/load/queries.ts";
import { useLoaded } from "../../../kit/load/queries.ts";
import type { RoutinesBench } from "../kit/routines-props.ts";
import { appendTables } from "./append-tables.ts";

/** The row of a run that has one, and the lists that it has read so far; those without a row are left out. */
export type ReadLists = { readonly row: RoutineRow | undefined; readonly tables: readonly ReadTable[] };

/** Loads what the only row of a run has read. @param round counts the times that the run was read; each reads this again */
export function useReadLists({ api }: RoutinesBench, run: RoutineRun, round: number): Loaded<ReadLists> {
	const params = { runId: run.id };
	const known = useRef<{ readonly cursor: string | null; readonly tables: readonly ReadTable[] }>({ cursor: null, tables: [] });
	const loaded = useLoaded(["lists of a run", run.id], async (signal): Promise<ReadLists> => {
		const { cursor } = known.current;
		// A step that was decided again may have read otherwise: at the end all of it is read once more.
		const query = cursor === null || isRunOver(run) ? {} : { since: cursor };
		const [{ rows }, read] = await Promise.all([
			api.call(runRowsRoute, { params, query: { limit: 1 }, signal }),
			api.call(rowTablesRoute, { params: { ...params, index: 0 }, query, signal }),
		]);
		const tables = read.isWhole ? read.tables : appendTables(known.current.tables, read.tables);
		known.current = { cursor: read.cursor, tables };
		return { row: rows[0], tables: tables.filter((table) => table.rows.length > 0) };
	});
	const { retry } = loaded;
	useEffect(() => {
		if (round > 0) retry();
	}, [round, retry]);
	return loaded;
}
