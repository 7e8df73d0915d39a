import { Button, Stack, Text } from "@chakra-ui/react";
import type { ProposedList } from "@webhand/contracts/routine/routine";
import type { FormEvent } from "react";
import { useState } from "react";
import { SelectField } from "../../../kit/form/select-field.tsx";
import { TextField } from "../../../kit/form/text-field.tsx";
import { isFigure } from "../../../kit/routines/table-text.ts";
import { Problem } from "../../../kit/states.tsx";
import { Part } from "../kit/page-head.tsx";
import { RoutineProblem } from "../kit/routine-problem.tsx";
import type { RoutinesBench } from "../kit/routines-props.ts";
import { TextTable } from "../kit/text-table.tsx";
import { routinesText } from "../words.ts";
import { ReadColumns } from "./read-columns.tsx";
import type { ReadDraft, Way } from "./read-draft.ts";
import { draftOf, faultsOf, isStartable, programOf, takenColumns } from "./read-draft.ts";
import { useStartReading } from "./use-start-reading.ts";

type Props = {
	readonly bench: RoutinesBench;
	/** The columns in words; "" for all. */
	readonly words: string;
	readonly list: ProposedList;
	readonly name: string;
	readonly url: string;
};

/** A list as it will be read: its first rows, its columns, how it goes on, and the start. */
export function ReadForm({ bench, words, list, name, url }: Props) {
	const text = routinesText.read;
	const [draft, setDraft] = useState(() => draftOf(list));
	const [isTried, setIsTried] = useState(false);
	const { submit, isBusy, problem, refusal } = useStartReading(bench);
	const faults = faultsOf(draft);
	const change = (part: Partial<ReadDraft>) => setDraft((before) => ({ ...before, ...part }));
	const taken = takenColumns(draft);
	const send = (event: FormEvent) => {
		event.preventDefault();
		setIsTried(true);
		if (isStartable(faults)) void submit({ name, program: programOf(draft), url });
	};
	return (
		<form onSubmit={send} noValidate autoComplete="off">
			<Stack px="gutter" gap="0">
				<Text fontWeight="medium" overflowWrap="anywhere" dir="auto">
					{list.title === "" ? name : list.title}
				</Text>
				<Text textStyle="small" color="fg.quiet">
					{text.onPage(list.rowCount)}
				</Text>
			</Stack>
			<Part title={text.preview}>
				{taken.length === 0 ? (
					<Text color="fg.quiet">{text.noColumn}</Text>
				) : (
					<TextTable
						label={text.preview}
						heads={taken.map(({ at, column }) => ({
							key: String(at),
							label: column.label.trim() === "" ? (list.columns[at]?.label ?? "") : column.label,
							isNumber: isFigure(column),
						}))}
						rows={list.rows.map((cells) => taken.map(({ at }) => cells[at] ?? ""))}
					/>
				)}
			</Part>
			<Part title={text.columns}>
				<ReadColumns api={bench.api} words={words} draft={draft} faults={isTried ? faults : null} onDraft={setDraft} />
			</Part>
			<Part title={text.howFar}>
				<Stack gap="3">
					<Stack gap="0.5">
						<SelectField label={text.way} value={draft.way} options={waysOf(list)} onChange={(way) => change({ way })} />
						{draft.way === "none" ? null : (
							<Text textStyle="small" color="fg.quiet">
								{text.wayHint}
							</Text>
						)}
					</Stack>
					<TextField
						label={text.most}
						type="number"
						value={draft.most}
						hint={text.mostHint}
						problem={isTried && faults.most ? text.mostFault : undefined}
						onChange={(most) => change({ most })}
					/>
					<Stack gap="0.5">
						<SelectField
							label={text.key}
							value={draft.key}
							options={[
								{ value: "", label: text.allColumns },
								...taken.map(({ at, column }) => ({ value: String(at), label: column.label })),
							]}
							onChange={(key) => change({ key })}
						/>
						<Text textStyle="small" color="fg.quiet">
							{text.keyHint}
						</Text>
					</Stack>
				</Stack>
			</Part>
			<Stack px="gutter" gap="2" pt="1" pb="4" align="start">
				<RoutineProblem problem={problem} />
				{refusal === "" ? null : <Problem message={refusal} />}
				<Button type="submit" size="sm" colorPalette="brand" loading={isBusy} aria-label={text.start}>
					{text.start}
				</Button>
				<Text textStyle="small" color="fg.quiet">
					{text.startHint}
				</Text>
			</Stack>
		</form>
	);
}

function waysOf({ goesOn }: ProposedList): readonly { readonly value: Way; readonly label: string }[] {
	const { ways } = routinesText.read;
	return [
		...goesOn.map(({ name }, at) => ({ value: `control ${at}` as const, label: ways.press(name.join("")) })),
		{ value: "none", label: ways.none },
		{ value: "scroll", label: ways.scroll },
	];
}
