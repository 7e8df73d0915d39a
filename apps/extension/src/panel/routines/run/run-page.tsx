import { Stack, Text } from "@chakra-ui/react";
import type { RoutineRunId } from "@webhand/contracts/ids";
import type { RoutineRun } from "@webhand/contracts/routine/run";
import { isRunOver, routineRunRoute, runCsvRoute } from "@webhand/contracts/routine/run";
import { useState } from "react";
import { AlertDialog } from "../../../kit/dialogs/alert-dialog.tsx";
import { useReply, useSubmit } from "../../../kit/load/queries.ts";
import { usePolling } from "../../../kit/load/use-polling.ts";
import { RunButtons } from "../../../kit/routines/run-buttons.tsx";
import { RunProgress } from "../../../kit/routines/run-progress.tsx";
import { Problem } from "../../../kit/states.tsx";
import { PanelLoad } from "../../kit/panel-load.tsx";
import { PageHead } from "../kit/page-head.tsx";
import { RoutineProblem } from "../kit/routine-problem.tsx";
import { routineSentence } from "../kit/routine-sentence.ts";
import type { RoutinesBench } from "../kit/routines-props.ts";
import { RunTables } from "../table/table-list.tsx";
import { TableRun } from "../table/table-run.tsx";
import { routinesText } from "../words.ts";
import { PlayNow } from "./play-now.tsx";
import { RowList } from "./row-list.tsx";
import { RunQuestion } from "./run-question.tsx";
import { useRunChange } from "./use-run-change.ts";

const pollMs = 2_000;

type Props = { readonly bench: RoutinesBench; readonly id: RoutineRunId };

/** A run: how far it is, what can be done with it, and its rows with their results. */
export function RunPage({ bench, id }: Props) {
	const { api, go, isShown } = bench;
	const loaded = useReply(api, routineRunRoute, { params: { runId: id }, query: {} });
	const run = loaded.value?.run;
	const [round, setRound] = useState(0);
	usePolling({
		isOn: isShown && run !== undefined && (!isRunOver(run) || bench.plays.some(({ runId }) => runId === id)),
		everyMs: pollMs,
		poll: async (signal) => {
			loaded.replace(await api.call(routineRunRoute, { params: { runId: id }, query: {}, signal }));
			setRound((before) => before + 1);
		},
	});
	const onRun = (changed: RoutineRun) => {
		loaded.replace({ run: changed });
		setRound((before) => before + 1);
	};
	return (
		<>
			<PageHead
				title={run?.name ?? routinesText.title}
				onBack={() => go(run === undefined || run.isOnce ? { kind: "library" } : { kind: "routine", id: run.routineId })}
			/>
			<PanelLoad loaded={loaded} sentenceOf={routineSentence}>
				{({ run: shown }) =>
					shown.isOnce && shown.readsLists ? (
						<TableRun bench={bench} run={shown} round={round} onRun={onRun} />
					) : (
						<>
							<Stack gap="2" px="gutter" pb="2">
								<RunProgress run={shown} />
								<PlayNow bench={bench} run={shown} />
								<Question bench={bench} run={shown} onRun={onRun} />
								<RunControls bench={bench} run={shown} onRun={onRun} />
							</Stack>
							{shown.readsLists && shown.rowCount === 1 ? <RunTables bench={bench} run={shown} round={round} /> : null}
							<RowList bench={bench} run={shown} round={round} />
						</>
					)
				}
			</PanelLoad>
		</>
	);
}

type ControlProps = { readonly bench: RoutinesBench; readonly run: RoutineRun; readonly onRun: (run: RoutineRun) => void };

/** Of a run whose row waits for its person. */
function Question({ bench, run, onRun }: ControlProps) {
	const { submit } = useRunChange(bench, run, onRun);
	const isAsking = (run.counts.needs_person ?? 0) > 0 || bench.plays.some(({ runId, needsUser }) => runId === run.id && needsUser);
	if (!isAsking || isRunOver(run)) return null;
	return <RunQuestion bench={bench} run={run} onStop={() => void submit({ change: "stop" })} />;
}

function RunControls({ bench, run, onRun }: ControlProps) {
	const text = routinesText.run;
	const { api, onSave } = bench;
	const [asked, setAsked] = useState<"stop" | "unknown" | null>(null);
	const change = useRunChange(bench, run, onRun);
	const csv = useSubmit(async () => onSave(text.csvName(run.name), await api.call(runCsvRoute, { params: { runId: run.id }, query: {} })));
	return (
		<>
			<RunButtons
				run={run}
				isOwner
				isManager
				isBusy={change.isBusy}
				isSavingCsv={csv.isBusy}
				onChange={(wanted) => void change.submit(wanted)}
				onCsv={() => void csv.submit()}
				onStop={() => setAsked("stop")}
				onRepeatUnknown={() => setAsked("unknown")}
			/>
			<RoutineProblem problem={change.problem ?? csv.problem} />
			{change.refusal === "" ? null : <Problem message={change.refusal} />}
			<AlertDialog
				isOpen={asked !== null}
				title={asked === "stop" ? text.stopTitle : text.retryTitle}
				decline={{ label: asked === "stop" ? text.keep : text.look, onChoose: () => setAsked(null) }}
				confirm={{
					label: asked === "stop" ? text.stop : text.repeat,
					palette: "red",
					onChoose: () => {
						setAsked(null);
						void change.submit(asked === "stop" ? { change: "stop" } : { change: "retry", withUnknown: true });
					},
				}}
			>
				<Text>{asked === "stop" ? text.stopText : text.retryText}</Text>
			</AlertDialog>
		</>
	);
}
