import { Field, NativeSelect } from "@chakra-ui/react";
import { asSentence } from "../words/as-sentence.ts";

type Props<Value extends string> = {
	readonly label: string;
	readonly value: Value;
	readonly options: readonly { readonly value: Value; readonly label: string }[];
	readonly onChange: (value: Value) => void;
	readonly problem?: string | undefined;
	readonly width?: string;
};

/** A choice from a list, with its label above. */
export function SelectField<Value extends string>({ label, value, options, onChange, problem, width = "full" }: Props<Value>) {
	return (
		<Field.Root invalid={problem !== undefined} width={width}>
			<Field.Label>{label}</Field.Label>
			<NativeSelect.Root size="sm">
				<NativeSelect.Field
					borderColor="line.strong"
					_invalid={{ borderColor: "border.error" }}
					value={value}
					onChange={(event) => {
						const chosen = options.find((option) => option.value === event.target.value);
						if (chosen !== undefined) onChange(chosen.value);
					}}
				>
					{options.map((option) => (
						<option key={option.value} value={option.value}>
							{option.label}
						</option>
					))}
				</NativeSelect.Field>
				<NativeSelect.Indicator />
			</NativeSelect.Root>
			<Field.ErrorText>{asSentence(problem ?? "")}</Field.ErrorText>
		</Field.Root>
	);
}
