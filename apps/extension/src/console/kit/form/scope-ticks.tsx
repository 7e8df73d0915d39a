import { Field, Stack, Text } from "@chakra-ui/react";
import { TickField } from "../../../kit/form/tick-field.tsx";

type Props<Scope extends string> = {
	readonly label: string;
	/** In the order in which they are shown. */
	readonly scopes: readonly Scope[];
	readonly texts: Readonly<Record<Scope, string>>;
	readonly hints: Readonly<Record<Scope, string>>;
	readonly value: readonly Scope[];
	/** What is wrong with the choice. */
	readonly problem: string | undefined;
	readonly onChange: (scopes: readonly Scope[]) => void;
};

/** What a program may do: one tick for each scope. */
export function ScopeTicks<Scope extends string>({ label, scopes, texts, hints, value, problem, onChange }: Props<Scope>) {
	return (
		<Stack gap="3" role="group" aria-label={label}>
			<Text fontWeight="medium">{label}</Text>
			{scopes.map((scope) => (
				<TickField
					key={scope}
					label={texts[scope]}
					hint={hints[scope]}
					value={value.includes(scope)}
					onChange={(isOn) => onChange(scopes.filter((each) => (each === scope ? isOn : value.includes(each))))}
				/>
			))}
			<Field.Root invalid={problem !== undefined}>
				<Field.ErrorText>{problem}</Field.ErrorText>
			</Field.Root>
		</Stack>
	);
}
