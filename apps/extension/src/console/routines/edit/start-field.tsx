import { Box, Button, Flex, Text } from "@chakra-ui/react";
import type { RoutineProgram } from "@webhand/contracts/routine/routine";
import { useState } from "react";
import { asSentence } from "../../../kit/words/as-sentence.ts";
import { FormDialog } from "../../kit/form/form-dialog.tsx";
import { useForm } from "../../kit/form/use-form.ts";
import { Quiet } from "../../kit/quiet.tsx";
import { routinesText } from "../words.ts";
import { offeredFor } from "./program/inputs.ts";
import { textOfWords, wordsOfText } from "./program/words-text.ts";
import { editText as text } from "./words.ts";
import { WordsField } from "./words-field.tsx";

type Props = {
	readonly program: RoutineProgram;
	readonly problem: string | undefined;
	readonly onChange: (program: RoutineProgram) => void;
};

/** Where a run begins, and the dialog that changes it. */
export function StartField({ program, problem, onChange }: Props) {
	const [isOpen, setIsOpen] = useState(false);
	return (
		<Flex gap="3" justify="space-between" align="flex-start" wrap="wrap">
			<Box minW="0" flex="1">
				<Text fontWeight="medium">{text.start}</Text>
				<Quiet>{program.start === undefined ? routinesText.openPage : textOfWords(program.start)}</Quiet>
				{problem === undefined ? null : (
					<Text color="fg.error" role="alert">
						{asSentence(problem)}
					</Text>
				)}
			</Box>
			<Button size="xs" variant="outline" aria-label={`${text.changeInput}: ${text.start}`} onClick={() => setIsOpen(true)}>
				{text.changeInput}
			</Button>
			{isOpen ? <StartDialog program={program} onChange={onChange} onClose={() => setIsOpen(false)} /> : null}
		</Flex>
	);
}

type DialogProps = Pick<Props, "program" | "onChange"> & { readonly onClose: () => void };

function StartDialog({ program, onChange, onClose }: DialogProps) {
	const names = new Set(program.inputs.map(({ name }) => name));
	const form = useForm(
		{ start: textOfWords(program.start ?? []) },
		{
			check: ({ start }) => {
				const read = wordsOfText(start.trim(), names);
				return read.ok ? {} : { start: text.unknownInput(read.unknown) };
			},
			send: ({ start }) => {
				const read = wordsOfText(start.trim(), names);
				const { start: _start, ...rest } = program;
				onChange(read.ok && read.words.length > 0 ? { ...rest, start: read.words } : rest);
				onClose();
			},
			after: (sent) => sent,
		},
	);
	return (
		<FormDialog title={text.start} save={text.apply} form={form} isDisabled={false} onClose={onClose}>
			<WordsField
				label={text.start}
				hint={text.startHint}
				isOptional
				inputs={offeredFor("shown", program.inputs)}
				{...form.field("start")}
			/>
		</FormDialog>
	);
}
