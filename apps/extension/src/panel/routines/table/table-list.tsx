import { Stack } from "@chakra-ui/react";
import type { ReadTable, RoutineRun } from "@webhand/contracts/routine/run";
import { PanelLoad } from "../../kit/panel-load.tsx";
import { routineSentence } from "../kit/routine-sentence.ts";
import type { RoutinesBench } from "../kit/routines-props.ts";
import { TableView } from "./table-view.tsx";
import { useReadLists } from "./use-read-lists.ts";

type Props = { readonly bench: RoutinesBench; readonly run: RoutineRun };

/** Tables below each other. */
export function TableList({ bench, run, tables }: Props & { readonly tables: readonly ReadTable[] }) {
	if (tables.length === 0) return null;
	return (
		<Stack gap="4" px="gutter" pb="4">
			{tables.map((table) => (
				<TableView key={table.step} bench={bench} run={run} table={table} />
			))}
		</Stack>
	);
}

/** What a run of one row has read so far. */
export function RunTables({ bench, run, round }: Props & { readonly round: number }) {
	const loaded = useReadLists(bench, run, round);
	return (
		<PanelLoad loaded={loaded} sentenceOf={routineSentence}>
			{({ tables }) => <TableList bench={bench} run={run} tables={tables} />}
		</PanelLoad>
	);
}
