import { Stack, Text } from "@chakra-ui/react";
import type { RoutineInput } from "@webhand/contracts/routine/words";
import { SelectField } from "../../../kit/form/select-field.tsx";
import { Problem } from "../../../kit/states.tsx";
import { Part } from "../kit/page-head.tsx";
import { routinesText } from "../words.ts";
import type { Mapping, ReadList } from "./list-draft.ts";
import { labelsOf, mappedTo } from "./list-draft.ts";

type Props = {
	readonly list: ReadList;
	readonly inputs: readonly RoutineInput[];
	readonly isBusy: boolean;
	readonly onMapping: (mapping: Mapping) => void;
};

/** Each column with its first values, and the input that it fills. */
export function ListMapping({ list, inputs, isBusy, onMapping }: Props) {
	const text = routinesText.list;
	const { columns, missing } = list;
	const options = [{ value: "", label: text.leaveOut }, ...inputs.map(({ name, label }) => ({ value: name, label }))];
	return (
		<Part title={text.mapping}>
			<Stack gap="2.5" aria-busy={isBusy}>
				<Text textStyle="small" color="fg.quiet">
					{text.mappingHint}
				</Text>
				{missing.length === 0 ? null : <Problem message={text.missing(labelsOf(missing, inputs))} />}
				{columns.map(({ head, input, sample }) => (
					<Stack key={head} gap="0.5">
						<SelectField
							label={text.column(head)}
							value={input ?? ""}
							options={options}
							onChange={(name) => onMapping(mappedTo(columns, head, name === "" ? null : name))}
						/>
						<Text textStyle="small" color="fg.quiet" truncate dir="auto">
							{text.sample(sample)}
						</Text>
					</Stack>
				))}
			</Stack>
		</Part>
	);
}
