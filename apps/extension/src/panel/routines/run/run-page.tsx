import { Box, Button, HStack, Stack, Text } from "@chakra-ui/react";
import type { RoutineRunId } from "@webhand/contracts/ids";
import type { RoutineRun } from "@webhand/contracts/routine/run";
import { changeRunRoute, routineRunRoute, runCsvRoute } from "@webhand/contracts/routine/run";
import { useState } from "react";
import { AlertDialog } from "../../../kit/dialogs/alert-dialog.tsx";
import { ExportIcon, PauseIcon, PlayIcon, RetryIcon, StopIcon } from "../../../kit/icons.tsx";
import { useReply, useSubmit } from "../../../kit/load/queries.ts";
import { usePolling } from "../../../kit/load/use-polling.ts";
import { isOpen, retryCount } from "../../../kit/routines/run-counts.ts";
import { RunProgress } from "../../../kit/routines/run-progress.tsx";
import { Problem } from "../../../kit/states.tsx";
import { PanelLoad } from "../../kit/panel-load.tsx";
import { PageHead } from "../kit/page-head.tsx";
import { RoutineProblem } from "../kit/routine-problem.tsx";
import { routineSentence } from "../kit/routine-sentence.ts";
import type { RoutinesBench } from "../kit/routines-props.ts";
import { routinesText } from "../words.ts";
import { PlayNow } from "./play-now.tsx";
import { RowList } from "./row-list.tsx";

const pollMs = 2_000;

type Props = { readonly bench: RoutinesBench; readonly id: RoutineRunId };

/** A run: how far it is, what can be done with it, and its rows with their results. */
export function RunPage({ bench, id }: Props) {
	const { api, go, isShown } = bench;
	const loaded = useReply(api, routineRunRoute, { params: { runId: id }, query: {} });
	const run = loaded.value?.run;
	const [round, setRound] = useState(0);
	usePolling({
		isOn: isShown && run !== undefined && (isOpen(run) || bench.plays.some(({ runId }) => runId === id)),
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
				onBack={() => go(run === undefined ? { kind: "library" } : { kind: "routine", id: run.routineId })}
			/>
			<PanelLoad loaded={loaded} sentenceOf={routineSentence}>
				{({ run: shown }) => (
					<>
						<Stack gap="2" px="gutter" pb="2">
							<RunProgress run={shown} />
							<PlayNow bench={bench} run={shown} />
							<RunControls bench={bench} run={shown} onRun={onRun} />
						</Stack>
						<RowList bench={bench} run={shown} round={round} />
					</>
				)}
			</PanelLoad>
		</>
	);
}

type ControlProps = { readonly bench: RoutinesBench; readonly run: RoutineRun; readonly onRun: (run: RoutineRun) => void };
type Change = { readonly change: "pause" | "resume" | "stop" | "retry"; readonly withUnknown?: boolean };

function RunControls({ bench, run, onRun }: ControlProps) {
	const text = routinesText.run;
	const { api, onPlay, onLeave, onSave } = bench;
	const [asked, setAsked] = useState<"stop" | "unknown" | null>(null);
	const [refusal, setRefusal] = useState("");
	const change = useSubmit(async (wanted: Change) => {
		setRefusal("");
		const { run: changed } = await api.call(changeRunRoute, { params: { runId: run.id }, body: wanted });
		onRun(changed);
		if (wanted.change === "stop") onLeave(run.id);
		if (wanted.change === "resume" || wanted.change === "retry") setRefusal(await onPlay(run.id));
		return changed;
	});
	const csv = useSubmit(async () => onSave(text.csvName(run.name), await api.call(runCsvRoute, { params: { runId: run.id }, query: {} })));
	const unknown = run.counts.unknown ?? 0;
	const again = retryCount(run);
	const canPause = run.state === "running" || run.state === "waiting";
	const small = { size: "xs", variant: "outline", borderColor: "line.strong", disabled: change.isBusy } as const;
	return (
		<>
			<HStack gap="1.5" wrap="wrap">
				{canPause ? (
					<Button {...small} title={text.pausing} onClick={() => void change.submit({ change: "pause" })}>
						<PauseIcon boxSize="3.5" />
						{text.pause}
					</Button>
				) : null}
				{run.state === "paused" ? (
					<Button {...small} variant="solid" colorPalette="brand" onClick={() => void change.submit({ change: "resume" })}>
						<PlayIcon boxSize="3.5" />
						{text.resume}
					</Button>
				) : null}
				{isOpen(run) ? (
					<Button {...small} onClick={() => setAsked("stop")}>
						<StopIcon boxSize="3.5" />
						{text.stop}
					</Button>
				) : null}
				{isOpen(run) || again === 0 ? null : (
					<Button {...small} onClick={() => void change.submit({ change: "retry" })}>
						<RetryIcon boxSize="3.5" />
						{text.retry(again)}
					</Button>
				)}
				{isOpen(run) || unknown === 0 ? null : (
					<Button {...small} onClick={() => setAsked("unknown")}>
						{text.retryUnknown(unknown)}
					</Button>
				)}
				<Button {...small} loading={csv.isBusy} aria-label={text.csv} onClick={() => void csv.submit()}>
					<ExportIcon boxSize="3.5" />
					{text.csv}
				</Button>
			</HStack>
			<RoutineProblem problem={change.problem ?? csv.problem} />
			{refusal === "" ? null : <Problem message={refusal} />}
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
				<Box>
					<Text>{asked === "stop" ? text.stopText : text.retryText}</Text>
				</Box>
			</AlertDialog>
		</>
	);
}
