import { Button, HStack, Stack, Text } from "@chakra-ui/react";
import type { Routine } from "@webhand/contracts/routine/routine";
import { useState } from "react";
import { SelectField } from "../../../kit/form/select-field.tsx";
import { Problem } from "../../../kit/states.tsx";
import { RunOptionFields, useOptions } from "../form/run-options.tsx";
import { useStartRun } from "../form/use-start-run.ts";
import { Part } from "../kit/page-head.tsx";
import { RoutineProblem } from "../kit/routine-problem.tsx";
import type { RoutinesBench } from "../kit/routines-props.ts";
import { routinesText } from "../words.ts";
import type { ReadList } from "./list-draft.ts";
import { mappedInputs } from "./list-draft.ts";

type Props = { readonly bench: RoutinesBench; readonly routine: Routine; readonly list: ReadList; readonly isBusy: boolean };

/** Starts the run of a list, or tries its first row. */
export function ListRun({ bench, routine, list, isBusy }: Props) {
	const text = routinesText.list;
	const [options, setOptions] = useOptions(bench);
	const [key, setKey] = useState("");
	const start = useStartRun(bench);
	const keys = mappedInputs(list.columns, routine.inputs).filter(({ type }) => type !== "secret");
	const keyOptions = [{ value: "", label: text.allColumns }, ...keys.map(({ name, label }) => ({ value: name, label }))];
	const chosen = { ...options, ...(key === "" ? {} : { keyOf: [key] }) };
	const run = () => void start.submit({ routineId: routine.id, rows: list.rows, options: chosen });
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
				<HStack gap="2" wrap="wrap">
					<Button size="sm" colorPalette="brand" disabled={isWaiting} onClick={run}>
						{text.run(list.rows.length)}
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
