import { Badge, Flex, HStack, Text } from "@chakra-ui/react";
import { valueOf } from "@webhand/routines/make/from-recording";
import type { RowAction } from "../../kit/controls/row-menu.tsx";
import { RowMenu } from "../../kit/controls/row-menu.tsx";
import { Words } from "../../kit/words/quoted-words.tsx";
import type { RecordedStep, StepChange } from "../../recording.ts";
import { eventSentence } from "./event-sentence.ts";
import { recordText } from "./words.ts";

type Props = {
	readonly step: RecordedStep;
	/** 1-based. */
	readonly number: number;
	readonly onAsk: (kind: "note" | "input") => void;
	readonly onChange: (part: StepChange) => void;
	readonly onDelete: () => void;
};

/** A recorded step as a sentence, with what the person said of it. */
export function StepRow({ step, number, onAsk, onChange, onDelete }: Props) {
	const { event } = step;
	const { marks = {} } = event;
	const hasValue = valueOf(event) !== undefined;
	const isSecret = event.kind === "fill" && "secret" in event.typed;
	const actions: readonly RowAction[] = [
		{ label: recordText.rename, onChoose: () => onAsk("note") },
		...(marks.note === undefined ? [] : [{ label: recordText.unname, onChoose: () => onChange({ note: null }) }]),
		...(hasValue ? [{ label: recordText.makeInput, onChoose: () => onAsk("input") }] : []),
		...(hasValue && !isSecret && marks.input !== false
			? [{ label: recordText.keepValue, onChoose: () => onChange({ input: false }) }]
			: []),
		marks.isOptional === true
			? { label: recordText.isNotOptional, onChoose: () => onChange({ isOptional: false }) }
			: { label: recordText.isOptional, onChoose: () => onChange({ isOptional: true }) },
		{ label: recordText.remove, onChoose: onDelete, isHarmful: true },
	];
	return (
		<Flex as="li" gap="2" align="start" animation="arrive 0.25s ease-out">
			<Text textStyle="small" color="fg.quiet" minW="5" textAlign="end" pt="1" fontVariantNumeric="tabular-nums">
				{number}
			</Text>
			<Flex direction="column" flex="1" minW="0" gap="1" pt="0.5">
				<Text overflowWrap="anywhere" dir="auto">
					<Words>{eventSentence(event)}</Words>
				</Text>
				<HStack gap="1" wrap="wrap">
					{isSecret ? <Badge>{recordText.secret}</Badge> : null}
					{hasValue && !isSecret ? <Badge colorPalette={marks.input === false ? "gray" : "blue"}>{inputWords(marks.input)}</Badge> : null}
					{marks.isOptional === true ? <Badge>{recordText.optional}</Badge> : null}
					{event.kind === "check" ? <Badge colorPalette="green">{recordText.checked}</Badge> : null}
				</HStack>
			</Flex>
			<RowMenu label={recordText.menu(number)} actions={actions} />
		</Flex>
	);
}

function inputWords(input: string | false | undefined): string {
	if (input === false) return recordText.fixed;
	return input === undefined ? recordText.inputUnnamed : recordText.input(input);
}
