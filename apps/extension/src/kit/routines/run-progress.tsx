import { Box, HStack, Progress, Text, VisuallyHidden } from "@chakra-ui/react";
import type { RoutineRun } from "@webhand/contracts/routine/run";
import { isRunOver } from "@webhand/contracts/routine/run";
import { runLook } from "./looks.ts";
import { RowStateBadge } from "./row-state.tsx";
import { doneCount, overCount, runEndOf, statesOf } from "./run-counts.ts";
import { runStateWords, runText as text } from "./words.ts";

const minuteSeconds = 60;
/** A screen reader hears of every tenth of a run. */
const heardPercent = 10;

/** How far a run is, how its rows ended, and how long it still takes. */
export function RunProgress({ run }: { readonly run: RoutineRun }) {
	const isOver = isRunOver(run);
	// Once it is over, the line says how much was done, not how much was tried.
	const over = isOver ? doneCount(run) : overCount(run);
	const told = isOver ? text.doneOf(over, run.rowCount) : text.progress(over, run.rowCount);
	const look = runLook[runEndOf(run)];
	const left = !isOver && run.state !== "paused" ? run.secondsLeft : undefined;
	const percent = Math.floor((over / Math.max(1, run.rowCount)) * (100 / heardPercent)) * heardPercent;
	const states = statesOf(run).filter((state) => state !== "waiting" && state !== "running");
	return (
		<Box>
			<Progress.Root size="sm" colorPalette={look.line} value={over} max={run.rowCount} aria-label={told}>
				<HStack justify="space-between" wrap="wrap" rowGap="0" mb="1">
					<Text color={look.color} fontWeight="semibold">
						{runStateWords(run)}
					</Text>
					<Text textStyle="small" color="fg.quiet" fontVariantNumeric="tabular-nums">
						{[told, ...(left === undefined ? [] : [leftWords(left)])].join(" · ")}
					</Text>
				</HStack>
				<Progress.Track>
					<Progress.Range />
				</Progress.Track>
			</Progress.Root>
			{run.reason === undefined ? null : (
				<Text textStyle="small" color="fg.note" mt="1.5" overflowWrap="anywhere">
					{run.reason}
				</Text>
			)}
			<VisuallyHidden role="status">{text.heard(runStateWords(run), percent)}</VisuallyHidden>
			{run.rowCount < 2 || states.length === 0 ? null : (
				<HStack role="list" aria-label={text.ends} gap="1" wrap="wrap" mt="2">
					{states.map((state) => (
						<Box role="listitem" key={state}>
							<RowStateBadge state={state} count={run.counts[state] ?? 0} />
						</Box>
					))}
				</HStack>
			)}
		</Box>
	);
}

function leftWords(seconds: number): string {
	return seconds < minuteSeconds ? text.secondsLeft(Math.ceil(seconds)) : text.minutesLeft(Math.round(seconds / minuteSeconds));
}
