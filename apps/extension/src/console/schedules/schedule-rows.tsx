import { Box, Button, Fieldset, HStack, Stack, Text } from "@chakra-ui/react";
import { scheduleLimits } from "@webhand/contracts/authority/schedule";
import type { Routine } from "@webhand/contracts/routine/routine";
import type { InputValues } from "@webhand/contracts/routine/words";
import { useState } from "react";
import { Problem } from "../../kit/states.tsx";
import { InputField } from "../../panel/routines/form/input-field.tsx";
import { templateOf } from "../../panel/routines/list/list-draft.ts";
import { ListReader } from "../../panel/routines/list/list-reader.tsx";
import { routinesText } from "../../panel/routines/words.ts";
import type { SignedInApi } from "../../signed-in-api.ts";
import { saveFile } from "../kit/save-file.ts";
import { schedulesText as text } from "./words.ts";

/** What each run of a schedule gets: the values typed, or the rows of a list in their place. */
export type GivenRows = { readonly row: InputValues; readonly list: readonly InputValues[] | null };

type Props = {
	readonly api: SignedInApi;
	readonly routine: Pick<Routine, "id" | "inputs" | "name">;
	readonly given: GivenRows;
	readonly problemAt: (at: string) => string | undefined;
	readonly onChange: (part: Partial<GivenRows>) => void;
};

/** The values that each run gets: one set of them, or a list as for a run in the panel. */
export function ScheduleRows({ api, routine, given: { row, list }, problemAt, onChange }: Props) {
	const [isReading, setIsReading] = useState(false);
	if (routine.inputs.length === 0) return null;
	const toOne = () => {
		setIsReading(false);
		onChange({ list: null });
	};
	const set = (name: string, value: string) => onChange({ row: { ...row, [name]: value } });
	return (
		<Fieldset.Root>
			<Fieldset.Legend fontWeight="semibold">{text.inputs}</Fieldset.Legend>
			<Stack gap="4" mt="2">
				{isReading ? (
					<Box borderWidth="1px" borderColor="line.strong" rounded="lg" py="3">
						<ListReader
							api={api}
							routine={routine}
							onTemplate={() => saveFile(routinesText.list.templateName(routine.name), "text/csv", templateOf(routine.inputs))}
						>
							{({ rows }, isBusy) => (
								<TakeList
									count={rows.length}
									isBusy={isBusy}
									onTake={() => {
										onChange({ list: rows });
										setIsReading(false);
									}}
								/>
							)}
						</ListReader>
					</Box>
				) : list === null ? (
					routine.inputs.map((input) => (
						<InputField
							key={input.name}
							input={input}
							value={row[input.name] ?? ""}
							problem={problemAt(`rows.0.${input.name}`)}
							onChange={(value) => set(input.name, value)}
							onFile={() => undefined}
						/>
					))
				) : (
					<Text role="status">{text.list(list.length)}</Text>
				)}
				<HStack gap="2" wrap="wrap">
					{isReading ? null : (
						<Button type="button" size="xs" variant="outline" onClick={() => setIsReading(true)}>
							{list === null ? text.useList : text.otherList}
						</Button>
					)}
					{isReading || list !== null ? (
						<Button type="button" size="xs" variant="outline" onClick={toOne}>
							{text.useOne}
						</Button>
					) : null}
				</HStack>
			</Stack>
		</Fieldset.Root>
	);
}

type TakeProps = { readonly count: number; readonly isBusy: boolean; readonly onTake: () => void };

function TakeList({ count, isBusy, onTake }: TakeProps) {
	return (
		<Box px="gutter" pt="1">
			{count > scheduleLimits.list ? (
				<Problem message={text.tooLong(scheduleLimits.list)} />
			) : (
				<Button type="button" size="sm" colorPalette="brand" disabled={isBusy} onClick={onTake}>
					{text.takeList(count)}
				</Button>
			)}
		</Box>
	);
}
