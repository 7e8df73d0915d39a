import { Button, Field, Flex, HStack, Input } from "@chakra-ui/react";
import type { Preset, Range } from "./range.ts";
import { presetOf, presetsOf } from "./range.ts";
import { usageText } from "./words.ts";

type Props = { readonly range: Range; readonly today: string; readonly onRange: (range: Range) => void };

const presets = (["week", "month", "thisMonth", "lastMonth"] as const satisfies readonly Preset[]).map((value) => ({
	value,
	label: usageText.presets[value],
}));

/** The time that is summed: a preset, or two days. */
export function UsageFilter({ range, today, onRange }: Props) {
	const text = usageText;
	const chosen = presetOf(range, today);
	const day = (part: "from" | "to", label: string) => (
		<Field.Root width="auto">
			<Field.Label>{label}</Field.Label>
			<Input
				type="date"
				size="sm"
				width="auto"
				borderColor="line.strong"
				value={range[part]}
				max={part === "from" ? range.to : today}
				min={part === "to" ? range.from : undefined}
				onChange={(event) => (event.target.value === "" ? undefined : onRange({ ...range, [part]: event.target.value }))}
			/>
		</Field.Root>
	);
	return (
		<Flex wrap="wrap" gap="3" align="flex-end">
			<HStack role="group" aria-label={text.range} wrap="wrap" gap="2">
				{presets.map(({ value, label }) => (
					<Button
						key={value}
						size="sm"
						variant={chosen === value ? "subtle" : "outline"}
						colorPalette="brand"
						aria-pressed={chosen === value}
						onClick={() => onRange(presetsOf(today)[value])}
					>
						{label}
					</Button>
				))}
			</HStack>
			{day("from", text.from)}
			{day("to", text.to)}
		</Flex>
	);
}
