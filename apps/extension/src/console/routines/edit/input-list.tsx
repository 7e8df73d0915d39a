import { Box, Button, Flex, Stack, Text } from "@chakra-ui/react";
import type { RoutineProgram } from "@webhand/contracts/routine/routine";
import type { RoutineInput } from "@webhand/contracts/routine/words";
import { useState } from "react";
import { RowMenu } from "../../../kit/controls/row-menu.tsx";
import { fixedInput } from "../../../kit/routines/edit-program.ts";
import { asSentence } from "../../../kit/words/as-sentence.ts";
import type { Fields } from "../../kit/form/use-form.ts";
import { Quiet } from "../../kit/quiet.tsx";
import { inputFacts } from "../kit/input-facts.ts";
import { InputDialog } from "./input-dialog.tsx";
import { takenNames, usesOf, withInputChanged } from "./program/inputs.ts";
import { editText as text } from "./words.ts";

type Props = { readonly program: RoutineProgram; readonly problems: Fields; readonly onChange: (program: RoutineProgram) => void };

/** What a run is given; each can be changed, fixed to its value, or deleted where no step uses it. */
export function InputList({ program, problems, onChange }: Props) {
	const { inputs } = program;
	/** The input that is changed, or `new`. */
	const [edited, setEdited] = useState<RoutineInput | "new" | null>(null);
	const before = edited === "new" ? null : edited;
	const apply = (input: RoutineInput) =>
		onChange(before === null ? { ...program, inputs: [...inputs, input] } : withInputChanged(program, before, input));
	const actionsOf = (input: RoutineInput, uses: number) => {
		const fixed = input.example ?? input.preset;
		return [
			{ label: text.changeInput, onChoose: () => setEdited(input) },
			...(uses === 0 || fixed === undefined || input.type === "secret" || input.type === "file"
				? []
				: [{ label: text.fixInput(fixed), onChoose: () => onChange(fixedInput(program, input.name, fixed)) }]),
			...(uses > 0
				? []
				: [
						{
							label: text.removeInput,
							isHarmful: true,
							onChoose: () => onChange({ ...program, inputs: inputs.filter((each) => each !== input) }),
						},
					]),
		];
	};
	return (
		<Stack gap="2">
			{inputs.length === 0 ? <Text color="fg.quiet">{text.noInputs}</Text> : null}
			<Stack as="ul" listStyleType="none" gap="0" aria-label={text.inputs}>
				{inputs.map((input, index) => {
					const uses = usesOf(program, input.name);
					const wrong = problemOf(problems, index);
					return (
						<Flex
							key={input.name}
							as="li"
							gap="3"
							py="2"
							justify="space-between"
							borderTopWidth={index === 0 ? "0" : "1px"}
							borderColor="line.soft"
						>
							<Box minW="0">
								<Text fontWeight="medium" overflowWrap="anywhere" dir="auto">
									{input.label}
								</Text>
								<Quiet>{[...inputFacts(input), uses === 0 ? text.unused : text.uses(uses)].join(" · ")}</Quiet>
								{wrong === undefined ? null : (
									<Text color="fg.error" role="alert">
										{asSentence(wrong)}
									</Text>
								)}
							</Box>
							<RowMenu label={text.inputActions(input.label)} actions={actionsOf(input, uses)} />
						</Flex>
					);
				})}
			</Stack>
			<Box>
				<Button size="xs" variant="outline" onClick={() => setEdited("new")}>
					{text.addInput}
				</Button>
			</Box>
			{edited === null ? null : (
				<InputDialog input={before} taken={takenNames(program, before)} onApply={apply} onClose={() => setEdited(null)} />
			)}
		</Stack>
	);
}

/** What a refused request says of an input. */
function problemOf(problems: Fields, index: number): string | undefined {
	const own = Object.entries(problems).filter(([field]) => new RegExp(`^(program\\.)?inputs\\.${index}(\\.|$)`).test(field));
	return own.length === 0 ? undefined : own.map(([, message]) => message).join("; ");
}
