import { Box } from "@chakra-ui/react";
import type { RoutineRun } from "@webhand/contracts/routine/run";
import { SelectField } from "../../../kit/form/select-field.tsx";
import { useRunRows } from "../../../kit/routines/use-run-rows.ts";
import { Empty } from "../../../kit/states.tsx";
import { MoreRows } from "../../kit/more-rows.tsx";
import { PanelLoad } from "../../kit/panel-load.tsx";
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
	const { pages, state, setState, options } = useRunRows({ api: bench.api, run, round });
	return (
		<>
			{options.length < 3 && state === "all" ? null : (
				<Box px="gutter" pb="2">
					<SelectField label={text.filter} value={state} options={options} onChange={setState} />
				</Box>
			)}
			<PanelLoad loaded={pages.loaded} sentenceOf={routineSentence}>
				{({ rows }) =>
					rows.length === 0 ? (
						<Empty title={text.noRows} />
					) : (
						<Box pb="3">
							<Box role="list" aria-label={text.rows} px="gutter">
								{rows.map((row) => (
									<RowItem key={row.key} row={row} onTrace={bench.onTrace} />
								))}
							</Box>
							<MoreRows pages={pages} sentenceOf={routineSentence} />
						</Box>
					)
				}
			</PanelLoad>
		</>
	);
}
