import { Checkbox, Field } from "@chakra-ui/react";
import { asSentence } from "../words/as-sentence.ts";

type Props = {
	readonly label: string;
	readonly value: boolean;
	readonly onChange: (value: boolean) => void;
	readonly hint?: string;
	readonly problem?: string | undefined;
};

/** A choice of yes or no, with what it means below. */
export function TickField({ label, value, onChange, hint, problem }: Props) {
	return (
		<Field.Root invalid={problem !== undefined}>
			<Checkbox.Root checked={value} onCheckedChange={({ checked }) => onChange(checked === true)}>
				<Checkbox.HiddenInput />
				<Checkbox.Control borderColor="line.strong" />
				<Checkbox.Label>{label}</Checkbox.Label>
			</Checkbox.Root>
			{hint === undefined ? null : <Field.HelperText color="fg.quiet">{hint}</Field.HelperText>}
			<Field.ErrorText>{asSentence(problem ?? "")}</Field.ErrorText>
		</Field.Root>
	);
}
