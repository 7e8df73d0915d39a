import { Button, HStack, Stack } from "@chakra-ui/react";
import type { RoutineInput } from "@webhand/contracts/routine/words";
import { TextField } from "../../../kit/form/text-field.tsx";
import { editText as text } from "./words.ts";

type Props = {
	readonly label: string;
	readonly value: string;
	readonly problem: string | undefined;
	readonly onChange: (value: string) => void;
	readonly hint?: string | undefined;
	/** One text a line. */
	readonly isList?: boolean;
	readonly isOptional?: boolean;
	/** Inputs that are offered. */
	readonly inputs: readonly RoutineInput[];
	/** Makes the value an input. */
	readonly onInput?: (() => void) | undefined;
};

const mostOffered = 8;

/** A text in which inputs may stand, with a button for each input. */
export function WordsField({ label, value, problem, onChange, hint, isList = false, isOptional = false, inputs, onInput }: Props) {
	return (
		<Stack gap="1">
			<TextField
				label={label}
				value={value}
				problem={problem}
				onChange={onChange}
				isOptional={isOptional}
				hint={hint}
				{...(isList ? { rows: 3 } : {})}
			/>
			<HStack gap="1" wrap="wrap">
				{inputs.slice(0, mostOffered).map((input) => (
					<Button
						key={input.name}
						type="button"
						size="2xs"
						variant="outline"
						aria-label={`${text.insert(input.label)}: ${label}`}
						onClick={() => onChange(`${value}${isList && value !== "" && !value.endsWith("\n") ? "\n" : ""}{${input.name}}`)}
					>
						{`{${input.name}}`}
					</Button>
				))}
				{onInput === undefined ? null : (
					<Button type="button" size="2xs" variant="subtle" aria-label={`${text.makeInput}: ${label}`} onClick={onInput}>
						{text.makeInput}
					</Button>
				)}
			</HStack>
		</Stack>
	);
}
