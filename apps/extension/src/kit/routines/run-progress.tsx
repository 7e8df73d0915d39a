import { HStack, Progress, Text } from "@chakra-ui/react";
import type { RoutineRun } from "@webhand/contracts/routine/run";
import { runLook } from "./looks.ts";
import { isOpen, overCount } from "./run-counts.ts";
import { runText } from "./words.ts";

const minuteSeconds = 60;

/** How far a run is, and how long it still takes. */
export function RunProgress({ run }: { readonly run: RoutineRun }) {
	const text = runText;
	const over = overCount(run);
	const left = isOpen(run) && run.state !== "paused" ? run.secondsLeft : undefined;
	return (
		<Progress.Root size="sm" colorPalette="brand" value={over} max={run.rowCount} aria-label={text.progress(over, run.rowCount)}>
			<HStack justify="space-between" wrap="wrap" rowGap="0" mb="1" role="status">
				<Text color={runLook[run.state]} fontWeight="semibold">
					{text.state[run.state]}
				</Text>
				<Text textStyle="small" color="fg.quiet" fontVariantNumeric="tabular-nums">
					{[text.progress(over, run.rowCount), ...(left === undefined ? [] : [leftWords(left)])].join(" · ")}
				</Text>
			</HStack>
			<Progress.Track>
				<Progress.Range />
			</Progress.Track>
		</Progress.Root>
	);
}

function leftWords(seconds: number): string {
	const text = runText;
	return seconds < minuteSeconds ? text.secondsLeft(Math.ceil(seconds)) : text.minutesLeft(Math.round(seconds / minuteSeconds));
}
