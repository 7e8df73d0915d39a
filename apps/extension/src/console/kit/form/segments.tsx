import { SegmentGroup } from "@chakra-ui/react";

type Props<Value extends string> = {
	readonly label: string;
	readonly value: Value;
	readonly options: readonly { readonly value: Value; readonly label: string }[];
	readonly onChange: (value: Value) => void;
};

/** A choice of a few, side by side; a radio group for the keyboard. */
export function Segments<Value extends string>({ label, value, options, onChange }: Props<Value>) {
	return (
		<SegmentGroup.Root
			size="sm"
			minW="0"
			maxW="full"
			overflowX="auto"
			aria-label={label}
			value={value}
			onValueChange={(change) => {
				const chosen = options.find((option) => option.value === change.value);
				if (chosen !== undefined) onChange(chosen.value);
			}}
		>
			<SegmentGroup.Indicator />
			{options.map((option) => (
				<SegmentGroup.Item key={option.value} value={option.value}>
					<SegmentGroup.ItemText>{option.label}</SegmentGroup.ItemText>
					<SegmentGroup.ItemHiddenInput />
				</SegmentGroup.Item>
			))}
		</SegmentGroup.Root>
	);
}
