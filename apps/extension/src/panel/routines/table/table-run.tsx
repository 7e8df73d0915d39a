import { Button, HStack, Stack, Text } from "@chakra-ui/react";
import type { RoutineRow, RoutineRun } from "@webhand/contracts/routine/run";
import { isRunOver } from "@webhand/contracts/routine/run";
import { FilmIcon, RetryIcon, StopIcon } from "../../../kit/icons.tsx";
import { runLook } from "../../../kit/routines/looks.ts";
import { runEndOf } from "../../../kit/routines/run-counts.ts";
import { Empty, Problem } from "../../../kit/states.tsx";
import { Words } from "../../../kit/words/quoted-words.tsx";
import { PanelLoad } from "../../kit/panel-load.tsx";
import { RoutineProblem } from "../kit/routine-problem.tsx";
import { routineSentence } from "../kit/routine-sentence.ts";
import type { RoutinesBench } from "../kit/routines-props.ts";
import { PlayNow } from "../run/play-now.tsx";
import { useRunChange } from "../run/use-run-change.ts";
import { routinesText } from "../words.ts";
import { TableList } from "./table-list.tsx";
import type { ReadLists } from "./use-read-lists.ts";
import { useReadLists } from "./use-read-lists.ts";

type Props = {
	readonly bench: RoutinesBench;
	readonly run: RoutineRun;
	/** Counts the times that the run was read; each reads its tables again. */
	readonly round: number;
	readonly onRun: (run: RoutineRun) => void;
};

/** A list that is read once: how far it is, and the table so far. */
export function TableRun({ bench, run, round, onRun }: Props) {
	const text = routinesText.table;
	const loaded = useReadLists(bench, run, round);
	return (
		<PanelLoad loaded={loaded} sentenceOf={routineSentence}>
			{(read) => (
				<>
					<Stack gap="2" px="gutter" pb="2">
						<Progress run={run} read={read} />
						<PlayNow bench={bench} run={run} />
						<Controls bench={bench} run={run} row={read.row} onRun={onRun} />
					</Stack>
					{read.tables.length > 0 || !isRunOver(run) ? null : <Empty title={text.noRows} hint={text.noRowsHint} />}
					<TableList bench={bench} run={run} tables={read.tables} />
				</>
			)}
		</PanelLoad>
	);
}

function Progress({ run, read: { row, tables } }: { readonly run: RoutineRun; readonly read: ReadLists }) {
	const text = routinesText.table;
	const rowCount = tables.reduce((sum, { rows }) => sum + rows.length, 0);
	const pages = Math.max(0, ...tables.map(({ rows }) => rows.at(-1)?.page ?? 0));
	const isFailed = row?.state === "failed" || row?.state === "unknown" || row?.state === "not_saved";
	const state = row?.state === "stopped" ? text.stopped : isFailed ? text.brokeOff : isRunOver(run) ? text.done : text.reading;
	const color = isFailed ? "status.failed" : row?.state === "stopped" ? runLook.stopped.color : runLook[runEndOf(run)].color;
	return (
		<>
			<HStack justify="space-between" wrap="wrap" rowGap="0" role="status">
				<Text color={color} fontWeight="semibold">
					{state}
				</Text>
				<Text textStyle="small" color="fg.quiet" fontVariantNumeric="tabular-nums">
					{rowCount === 0 ? null : text.soFar(rowCount, pages)}
				</Text>
			</HStack>
			{row?.reason === undefined || row.state === "stopped" ? null : (
				<Text textStyle="small" overflowWrap="anywhere">
					<Words>{row.reason}</Words>
				</Text>
			)}
		</>
	);
}

type ControlProps = Omit<Props, "round"> & { readonly row: RoutineRow | undefined };

function Controls({ bench, run, row, onRun }: ControlProps) {
	const text = routinesText.table;
	const change = useRunChange(bench, run, onRun);
	const small = { size: "xs", variant: "outline", borderColor: "line.strong", disabled: change.isBusy } as const;
	const taskId = row?.taskId;
	return (
		<>
			<HStack gap="1.5" wrap="wrap" _empty={{ display: "none" }}>
				{isRunOver(run) ? null : (
					<Button {...small} onClick={() => void change.submit({ change: "stop" })}>
						<StopIcon boxSize="3.5" />
						{text.stop}
					</Button>
				)}
				{!isRunOver(run) || run.retries.rows === 0 ? null : (
					<Button {...small} onClick={() => void change.submit({ change: "retry" })}>
						<RetryIcon boxSize="3.5" />
						{text.again}
					</Button>
				)}
				{taskId === undefined || !isRunOver(run) ? null : (
					<Button {...small} variant="ghost" color="fg.quiet" onClick={() => bench.onTrace(taskId)}>
						<FilmIcon boxSize="3.5" />
						{routinesText.run.evidence}
					</Button>
				)}
			</HStack>
			<RoutineProblem problem={change.problem} />
			{change.refusal === "" ? null : <Problem message={change.refusal} />}
		</>
	);
}
