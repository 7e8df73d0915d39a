import { Text } from "@chakra-ui/react";
import type { RoutineRun } from "@webhand/contracts/routine/run";
import { runLook } from "../../../kit/routines/looks.ts";
import { overCount, runEndOf } from "../../../kit/routines/run-counts.ts";
import { runStateWords, runText } from "../../../kit/routines/words.ts";
import { Quiet } from "../../kit/quiet.tsx";
import { runsText } from "../words.ts";

/** How a run stands, and whether it only tries. */
export function RunState({ run }: { readonly run: Pick<RoutineRun, "state" | "counts" | "rowCount" | "options" | "queue"> }) {
	return (
		<>
			<Text color={runLook[runEndOf(run)].color} fontWeight="medium">
				{runStateWords(run)}
			</Text>
			{run.options.isDryRun ? <Quiet>{runsText.dryRun}</Quiet> : null}
		</>
	);
}

/** Rows that have an end, of all. @throws never */
export function rowsInWords(run: Pick<RoutineRun, "counts" | "rowCount">): string {
	return runText.progress(overCount(run), run.rowCount);
}
