import { Button, Field, HStack, Input, Text } from "@chakra-ui/react";
import type { RoutineInput } from "@webhand/contracts/routine/words";
import { useRef } from "react";
import { SelectField } from "../../../kit/form/select-field.tsx";
import { TextField } from "../../../kit/form/text-field.tsx";
import { ClipIcon } from "../../../kit/icons.tsx";
import { asSentence } from "../../../kit/words/as-sentence.ts";
import { routinesText } from "../words.ts";

type Props = {
	readonly input: RoutineInput;
	readonly value: string;
	readonly onChange: (value: string) => void;
	readonly onFile: (file: File) => void;
	readonly problem?: string | undefined;
};

/** A field for an input, after its type. The value of a file is its name. */
export function InputField({ input, value, onChange, onFile, problem }: Props) {
	const { label, type, example, choices = [], isOptional = false } = input;
	const text = routinesText.form;
	const common = { label, value, onChange, problem };
	const hint = example === undefined || value !== "" ? undefined : text.example(example);
	switch (type) {
		case "choice": {
			const empty = isOptional ? text.none : text.chooseOne;
			const options = [{ value: "", label: empty }, ...choices.map((choice) => ({ value: choice, label: choice }))];
			return <SelectField {...common} options={options} />;
		}
		case "secret":
			return <TextField {...common} type="password" isOptional hint={text.secret} />;
		case "file":
			return <FileField {...common} onFile={onFile} />;
		case "text":
		case "number":
		case "date":
			return <TextField {...common} type={type} isOptional={isOptional} hint={type === "date" ? undefined : hint} />;
	}
}

type FileFieldProps = Pick<Props, "value" | "onFile" | "problem"> & { readonly label: string };

function FileField({ label, value, problem, onFile }: FileFieldProps) {
	const picker = useRef<HTMLInputElement>(null);
	return (
		<Field.Root invalid={problem !== undefined}>
			<Field.Label>{label}</Field.Label>
			<HStack w="full" wrap="wrap">
				<Button type="button" size="xs" variant="outline" borderColor="line.strong" onClick={() => picker.current?.click()}>
					<ClipIcon />
					{routinesText.form.chooseFile}
				</Button>
				<Text minW="0" overflowWrap="anywhere" color="fg.quiet">
					{value}
				</Text>
			</HStack>
			<Input
				ref={picker}
				type="file"
				display="none"
				aria-label={label}
				tabIndex={-1}
				onChange={(event) => {
					const file = event.target.files?.[0];
					if (file !== undefined) onFile(file);
					event.target.value = "";
				}}
			/>
			<Field.ErrorText>{asSentence(problem ?? "")}</Field.ErrorText>
		</Field.Root>
	);
}
