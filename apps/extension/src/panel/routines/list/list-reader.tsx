import { Box, Button, HStack, Stack, Text } from "@chakra-ui/react";
import type { Routine } from "@webhand/contracts/routine/routine";
import { readRowsRoute } from "@webhand/contracts/routine/run";
import type { ReactNode } from "react";
import { useEffect, useRef, useState } from "react";
import { SelectField } from "../../../kit/form/select-field.tsx";
import { useSubmit } from "../../../kit/load/queries.ts";
import { Loading, Problem } from "../../../kit/states.tsx";
import { useHeadingFocus } from "../../../kit/use-heading-focus.ts";
import type { SignedInApi } from "../../../signed-in-api.ts";
import { RoutineProblem } from "../kit/routine-problem.tsx";
import { routinesText } from "../words.ts";
import type { Mapping, ReadList, Source } from "./list-draft.ts";
import { isReady } from "./list-draft.ts";
import { ListFaults } from "./list-faults.tsx";
import { ListMapping } from "./list-mapping.tsx";
import { ListPreview } from "./list-preview.tsx";
import { ListSource } from "./list-source.tsx";

type Asked = { readonly source: Source; readonly sheet?: string; readonly mapping?: Mapping };

type Props = {
	readonly api: SignedInApi;
	readonly routine: Pick<Routine, "id" | "inputs">;
	readonly given?: Source | undefined;
	/** Saves an empty list with the columns of the routine. */
	readonly onTemplate: () => void;
	/** What is done with a list of which each row can run. `isBusy`: another mapping of it is read. */
	readonly children: (list: ReadList, isBusy: boolean) => ReactNode;
};

/** Takes a list, has it read, and shows which column is what and which cells are faulty. */
export function ListReader({ api, routine: { id, inputs }, given, onTemplate, children }: Props) {
	const text = routinesText.list;
	const [asked, setAsked] = useState<Asked | null>(null);
	const root = useHeadingFocus<HTMLDivElement>(asked === null ? "source" : "list", "h2");
	// The list before stays while another mapping of it is read.
	const [list, setList] = useState<ReadList | null>(null);
	const reading = useSubmit(async ({ source, sheet, mapping }: Asked) => {
		const content = "file" in source ? { file: source.file } : { text: source.text };
		const body = { ...content, ...(sheet === undefined ? {} : { sheet }), ...(mapping === undefined ? {} : { mapping: { ...mapping } }) };
		setList(await api.call(readRowsRoute, { params: { routineId: id }, body }));
	});
	const read = (next: Asked) => {
		setAsked(next);
		void reading.submit(next);
	};
	const onSource = (source: Source) => {
		setList(null);
		read({ source });
	};
	const takeGiven = useRef(given === undefined ? undefined : () => onSource(given));
	useEffect(() => takeGiven.current?.(), []);
	if (asked === null)
		return (
			<Box ref={root}>
				<ListSource onSource={onSource} onTemplate={onTemplate} />
			</Box>
		);
	const { source } = asked;
	return (
		<Stack ref={root} gap="1">
			<HStack px="gutter" gap="2" wrap="wrap" justify="space-between">
				<Text minW="0" overflowWrap="anywhere" fontWeight="medium">
					{source.name}
				</Text>
				<Button size="2xs" variant="ghost" onClick={() => setAsked(null)}>
					{text.other}
				</Button>
			</HStack>
			<Stack px="gutter" gap="2">
				<RoutineProblem problem={reading.problem} onRetry={() => read(asked)} />
				{reading.isBusy && list === null ? <Loading lines={4} /> : null}
				{list === null || list.sheets.length < 2 ? null : (
					<SelectField
						label={text.sheet}
						value={asked.sheet ?? list.sheets[0] ?? ""}
						options={list.sheets.map((sheet) => ({ value: sheet, label: sheet }))}
						onChange={(sheet) => read({ source, sheet })}
					/>
				)}
			</Stack>
			{list === null || reading.problem !== null ? null : (
				<>
					<ListFaults list={list} />
					{list.rows.length > 0 || list.faultCount > 0 ? null : (
						<Box px="gutter">
							<Problem message={text.noRows} />
						</Box>
					)}
					<ListMapping list={list} inputs={inputs} isBusy={reading.isBusy} onMapping={(mapping) => read({ ...asked, mapping })} />
					{list.rows.length === 0 ? null : <ListPreview list={list} inputs={inputs} />}
					{isReady(list) ? children(list, reading.isBusy) : null}
				</>
			)}
		</Stack>
	);
}
