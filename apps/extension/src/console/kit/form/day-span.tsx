import { Field, Input } from "@chakra-ui/react";

type Days = { readonly from: string; readonly to: string };
type Props = Days & { readonly labels: Days; readonly onChange: (change: Partial<Days>) => void };

/** The first and the last day of a span, as `YYYY-MM-DD` or empty. Neither can be chosen beyond the other. */
export function DaySpan({ from, to, labels, onChange }: Props) {
	const days = { from, to };
	const limits = { from: { max: to === "" ? undefined : to }, to: { min: from === "" ? undefined : from } };
	return (["from", "to"] as const).map((part) => (
		<Field.Root key={part} width="auto">
			<Field.Label>{labels[part]}</Field.Label>
			<Input
				type="date"
				size="sm"
				width="auto"
				borderColor="line.strong"
				value={days[part]}
				{...limits[part]}
				onChange={(event) => onChange({ [part]: event.target.value })}
			/>
		</Field.Root>
	));
}
