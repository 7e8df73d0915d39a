import { Field, Input } from "@chakra-ui/react";
import type { RefObject } from "react";

type Props = {
	readonly label: string;
	readonly value: string;
	readonly fault: string;
	readonly hint?: string;
	readonly autoComplete: "current-password" | "new-password";
	readonly input?: RefObject<HTMLInputElement | null>;
	readonly onValue: (value: string) => void;
};

/** A field of a password, with what is wrong with it. */
export function SecretField({ label, value, fault, hint, autoComplete, input, onValue }: Props) {
	return (
		<Field.Root required invalid={fault !== ""} maxW="24rem">
			<Field.Label>{label}</Field.Label>
			<Input
				{...(input === undefined ? {} : { ref: input })}
				type="password"
				autoComplete={autoComplete}
				borderColor="line.strong"
				value={value}
				onChange={(event) => onValue(event.target.value)}
			/>
			{hint === undefined ? null : <Field.HelperText>{hint}</Field.HelperText>}
			<Field.ErrorText>{fault}</Field.ErrorText>
		</Field.Root>
	);
}
