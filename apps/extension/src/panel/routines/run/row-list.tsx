import { Box, Button } from "@chakra-ui/react";
import type { RoutineRun, RowState } from "@webhand/contracts/routine/run";
import { runRowsRoute } from "@webhand/contracts/routine/run";
import { useEffect, useState } from "react";
import { SelectField } from "../../../kit/form/select-field.tsx";
import { usePages } from "../../../kit/load/queries.ts";
import { statesOf } from "../../../kit/routines/run-counts.ts";
import { Empty } from "../../../kit/states.tsx";
import { PanelLoad } from "../../kit/panel-load.tsx";
import { RoutineProblem } from "../kit/routine-problem.tsx";
import { routineSentence } from "../kit/routine-sentence.ts";
import type { RoutinesBench } from "../kit/routines-props.ts";
import { routinesText } from "../words.ts";
import { RowItem } from "./row-item.tsx";

type Props = {
	readonly bench: RoutinesBench;
	readonly run: RoutineRun;
	/** Counts the times that the run was read; each reads the rows again. */
	readonly round: number;
};

/** The rows of a run, all or those of one state. */
export function RowList({ bench, run, round }: Props) {
	const text = routinesText.run;
	const [state, setState] = useState<RowState | "all">("all");
	const params = { runId: run.id };
	const pages = usePages(["rows", run.id, state], async (cursor, signal) => {
		const query = { ...(cursor === undefined ? {} : { after: Number(cursor) }), ...(state === "all" ? {} : { state }) };
		const { rows, nextAfter } = await bench.api.call(runRowsRoute, { params, query, signal });
		return { rows, total: null, nextCursor: nextAfter === null ? null : String(nextAfter) };
	});
	const { retry } = pages.loaded;
	useEffect(() => {
		if (round > 0) retry();
	}, [round, retry]);
	const states = statesOf(run);
	const options = [
		{ value: "all" as const, label: text.all(run.rowCount) },
		...states.map((one) => ({ value: one, label: text.ofState(text.row[one], run.counts[one] ?? 0) })),
	];
	return (
		<>
			{states.length < 2 && state === "all" ? null : (
				<Box px="gutter" pb="2">
					<SelectField label={text.filter} value={state} options={options} onChange={setState} />
				</Box>
			)}
			<PanelLoad loaded={pages.loaded} sentenceOf={routineSentence}>
				{({ rows, nextCursor }) => (
					<>
						{rows.length === 0 ? <Empty title={text.noRows} /> : null}
						<Box role={rows.length === 0 ? undefined : "list"} aria-label={rows.length === 0 ? undefined : text.rows} px="gutter" pb="3">
							{rows.map((row) => (
								<RowItem key={row.key} row={row} onTrace={bench.onTrace} />
							))}
						</Box>
						<Box px="gutter" pb="3">
							<RoutineProblem problem={pages.problem} onRetry={pages.more} />
							{nextCursor === null ? null : (
								<Button
									size="xs"
									variant="ghost"
									w="full"
									loading={pages.isLoadingMore}
									aria-label={routinesText.more}
									onClick={pages.more}
								>
									{routinesText.more}
								</Button>
							)}
						</Box>
					</>
				)}
			</PanelLoad>
		</>
	);
}
