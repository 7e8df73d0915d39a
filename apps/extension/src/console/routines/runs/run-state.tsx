import { Text } from "@chakra-ui/react";
import type { RoutineRun } from "@webhand/contracts/routine/run";
import { runLook } from "../../../kit/routines/looks.ts";
import { overCount } from "../../../kit/routines/run-counts.ts";
import { runText } from "../../../kit/routines/words.ts";
import { Quiet } from "../../kit/quiet.tsx";
import { runsText } from "../words.ts";

/** How a run stands, and whether it only tries. */
export function RunState({ run: { state, options } }: { readonly run: Pick<RoutineRun, "state" | "options"> }) {
	return (
		<>
			<Text color={runLook[state]} fontWeight="medium">
				{runText.state[state]}
			</Text>
			{options.isDryRun ? <Quiet>{runsText.dryRun}</Quiet> : null}
		</>
	);
}

/** Rows that have an end, of all. @throws never */
export function rowsInWords(run: Pick<RoutineRun, "counts" | "rowCount">): string {
	return runText.progress(overCount(run), run.rowCount);
}
