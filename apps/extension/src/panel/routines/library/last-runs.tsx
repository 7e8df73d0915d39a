import { Text } from "@chakra-ui/react";
import type { RoutineId } from "@webhand/contracts/ids";
import type { RoutineRun } from "@webhand/contracts/routine/run";
import { runsRoute } from "@webhand/contracts/routine/run";
import { useReply } from "../../../kit/load/queries.ts";
import { runLook } from "../../../kit/routines/looks.ts";
import { overCount, runEndOf, troubleCount } from "../../../kit/routines/run-counts.ts";
import { runStateWords, runText } from "../../../kit/routines/words.ts";
import { ageOf } from "../../chats/sessions.ts";
import { ListRow, RowList } from "../../kit/list-row.tsx";
import { Part } from "../kit/page-head.tsx";
import type { RoutinesBench } from "../kit/routines-props.ts";
import { routinesText } from "../words.ts";

const shownRuns = 5;

type Props = { readonly bench: RoutinesBench; readonly title: string; readonly routineId?: RoutineId };

/** The last runs, of all routines with their names, or of one; nothing before the first one. */
export function LastRuns({ bench, title, routineId }: Props) {
	const query = { limit: shownRuns, ...(routineId === undefined ? {} : { routineId }) };
	const runs = useReply(bench.api, runsRoute, { query }).value?.runs ?? [];
	if (runs.length === 0) return null;
	return (
		<Part title={title} isList>
			<RowList label={title}>
				{runs.map((run) => (
					<RunLine key={run.id} run={run} bench={bench} isNamed={routineId === undefined} />
				))}
			</RowList>
		</Part>
	);
}

type LineProps = { readonly run: RoutineRun; readonly bench: RoutinesBench; readonly isNamed: boolean };

/** A run: how it stands, how far it is, what went wrong, and when. */
function RunLine({ run, bench: { now, go }, isNamed }: LineProps) {
	const trouble = troubleCount(run);
	const state = (
		<Text as="span" color={runLook[runEndOf(run)].color}>
			{runStateWords(run)}
		</Text>
	);
	return (
		<ListRow
			title={isNamed ? run.name : state}
			facts={
				<>
					{isNamed ? state : null}
					<Text as="span" fontVariantNumeric="tabular-nums">
						{runText.progress(overCount(run), run.rowCount)}
					</Text>
					{trouble === 0 ? null : (
						<Text as="span" color="status.failed">
							{routinesText.library.trouble(trouble)}
						</Text>
					)}
					<Text as="span">{ageOf(Date.parse(run.createdAt), now)}</Text>
				</>
			}
			onOpen={() => go({ kind: "run", id: run.id })}
		/>
	);
}
