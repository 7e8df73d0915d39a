import { Box, Button, Stack, Text } from "@chakra-ui/react";
import type { RoutineProgram } from "@webhand/contracts/routine/routine";
import type { RoutineInput } from "@webhand/contracts/routine/words";
import { TextField } from "../../../kit/form/text-field.tsx";
import { fixedInput, renamedInput } from "../../../kit/routines/edit-program.ts";
import { statesText } from "../../../kit/words/state-words.ts";
import { Part } from "../kit/page-head.tsx";
import { routinesText } from "../words.ts";

type Props = {
	readonly program: RoutineProgram;
	/** The person tried to save. */
	readonly isTried: boolean;
	readonly onProgram: (program: RoutineProgram) => void;
};

/** What the routine asks for each time: how each value is called, and whether it is always the same. */
export function DraftInputs({ program, isTried, onProgram }: Props) {
	const text = routinesText.save;
	const { inputs } = program;
	return (
		<Part title={text.inputs}>
			<Text textStyle="small" color="fg.quiet" mb="2">
				{inputs.length === 0 ? text.noInputs : text.inputsHint}
			</Text>
			<Stack gap="3">
				{inputs.map((input) => (
					<InputEdit
						key={input.name}
						input={input}
						isTried={isTried}
						onLabel={(label) => onProgram(renamedInput(program, input.name, label))}
						onFix={(value) => onProgram(fixedInput(program, input.name, value))}
					/>
				))}
			</Stack>
		</Part>
	);
}

type EditProps = {
	readonly input: RoutineInput;
	readonly isTried: boolean;
	readonly onLabel: (label: string) => void;
	readonly onFix: (value: string) => void;
};

function InputEdit({ input: { label, type, example }, isTried, onLabel, onFix }: EditProps) {
	const text = routinesText.save;
	const isFixable = type !== "secret" && type !== "file";
	return (
		<Stack gap="1">
			<TextField
				label={text.label}
				value={label}
				maxLength={80}
				hint={type === "secret" ? text.secret : undefined}
				problem={isTried && label.trim() === "" ? statesText.fillIn : undefined}
				onChange={onLabel}
			/>
			{isFixable && example !== undefined ? (
				<Box>
					<Button type="button" size="2xs" maxW="full" variant="outline" borderColor="line.strong" onClick={() => onFix(example)}>
						<Text truncate dir="auto">
							{text.fix(example)}
						</Text>
					</Button>
				</Box>
			) : null}
		</Stack>
	);
}
