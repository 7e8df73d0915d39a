import { Box, Button, HStack, Stack, Text } from "@chakra-ui/react";
import type { Routine } from "@webhand/contracts/routine/routine";
import { useState } from "react";
import { SelectField } from "../../../kit/form/select-field.tsx";
import { Problem } from "../../../kit/states.tsx";
import { formatTime } from "../../../kit/words/format.ts";
import { RunOptionFields, useOptions } from "../form/run-options.tsx";
import { useStartRun } from "../form/use-start-run.ts";
import { Part } from "../kit/page-head.tsx";
import { RoutineProblem } from "../kit/routine-problem.tsx";
import type { RoutinesBench } from "../kit/routines-props.ts";
import { routinesText } from "../words.ts";
import type { ReadList } from "./list-draft.ts";
import { keyBefore, mappedInputs } from "./list-draft.ts";

type Props = { readonly bench: RoutinesBench; readonly routine: Routine; readonly list: ReadList; readonly isBusy: boolean };

/** Starts the run of a list, or tries its first row. */
export function ListRun({ bench, routine, list, isBusy }: Props) {
	const text = routinesText.list;
	const [options, setOptions] = useOptions(bench);
	const { earlier } = list;
	// What is done is known by the key that it was done under.
	const before = keyBefore(earlier ?? {});
	const [key, setKey] = useState(before ?? "");
	const start = useStartRun(bench);
	const keys = mappedInputs(list.columns, routine.inputs).filter(({ type }) => type !== "secret");
	const keyOptions = [{ value: "", label: text.allColumns }, ...keys.map(({ name, label }) => ({ value: name, label }))];
	const chosen = { ...options, ...(key === "" ? {} : { keyOf: [key] }) };
	const run = (isOnceEver: boolean) => void start.submit({ routineId: routine.id, rows: list.rows, options: { ...chosen, isOnceEver } });
	const left = earlier === undefined ? 0 : earlier.rowCount - earlier.doneCount;
	const isAsking = earlier !== undefined && earlier.doneCount > 0 && key === before;
	const tryFirst = () => void start.submit({ routineId: routine.id, rows: list.rows.slice(0, 1), options: { ...chosen, isDryRun: true } });
	const isWaiting = isBusy || start.isBusy;
	return (
		<Part title={text.start}>
			<Stack gap="3">
				<Stack gap="0.5">
					<SelectField label={text.key} value={key} options={keyOptions} onChange={setKey} />
					<Text textStyle="small" color="fg.quiet">
						{text.keyHint}
					</Text>
				</Stack>
				<RunOptionFields options={options} isLocked={bench.isModeLocked} isList onOptions={setOptions} />
				<RoutineProblem problem={start.problem} />
				{start.refusal === "" ? null : <Problem message={start.refusal} />}
				{earlier === undefined ? null : (
					<Box rounded="lg" borderWidth="1px" borderColor="line.note" bg="bg.note" color="fg.note" px="2.5" py="2" textStyle="small">
						<Text role="status" overflowWrap="anywhere">
							{text.earlier(formatTime(earlier.startedAt), earlier.doneCount, earlier.rowCount)}
						</Text>
						<Button
							size="2xs"
							h="7"
							mt="1.5"
							variant="outline"
							borderColor="line.strong"
							onClick={() => bench.go({ kind: "run", id: earlier.runId })}
						>
							{text.earlierRun}
						</Button>
					</Box>
				)}
				<HStack gap="2" wrap="wrap">
					{isAsking && left > 0 ? (
						<Button size="sm" colorPalette="brand" disabled={isWaiting} onClick={() => run(true)}>
							{text.runLeft(left)}
						</Button>
					) : null}
					<Button
						size="sm"
						{...(isAsking ? ({ variant: "outline", borderColor: "line.strong" } as const) : ({ colorPalette: "brand" } as const))}
						disabled={isWaiting}
						onClick={() => run(!isAsking && options.isOnceEver)}
					>
						{isAsking ? text.runAll(list.rows.length) : text.run(list.rows.length)}
					</Button>
					<Button size="sm" variant="outline" borderColor="line.strong" disabled={isWaiting} onClick={tryFirst}>
						{text.tryFirst}
					</Button>
				</HStack>
				<Text textStyle="small" color="fg.quiet">
					{text.tryHint}
				</Text>
			</Stack>
		</Part>
	);
}
