import { chakra, HStack, Text } from "@chakra-ui/react";
import type { ActionView } from "@webhand/contracts/agent/task-trace";
import { formatMs } from "../../../../kit/words/format.ts";
import { wordsOfAction } from "../action-words.ts";
import { VerdictMark } from "../verdict-mark.tsx";
import { tracesText } from "../words.ts";
import { totalMsOf } from "./timings.tsx";

type Props = {
	readonly action: ActionView;
	readonly isChosen: boolean;
	readonly isTabStop: boolean;
	readonly onChoose: () => void;
};

const Card = chakra("button");

/** A step in the strip: number, time, action, verdict. */
export function StepCard({ action, isChosen, isTabStop, onChoose }: Props) {
	return (
		<Card
			type="button"
			data-step={action.stepIndex}
			aria-current={isChosen ? "step" : undefined}
			tabIndex={isTabStop ? 0 : -1}
			onClick={onChoose}
			flex="0 0 11.5rem"
			textAlign="start"
			bg="bg.card"
			borderWidth="1px"
			borderColor={isChosen ? "brand.solid" : "line.soft"}
			outline={isChosen ? "1px solid" : undefined}
			outlineColor="brand.solid"
			borderRadius="md"
			p="2.5"
			cursor="pointer"
			_hover={{ borderColor: "line.strong" }}
			_focusVisible={{ outline: "2px solid", outlineColor: "brand.focusRing", outlineOffset: "2px" }}
		>
			<HStack justify="space-between" color="fg.quiet" fontSize="xs" fontVariantNumeric="tabular-nums">
				<Text>{tracesText.step(action.stepIndex + 1)}</Text>
				<Text>{formatMs(totalMsOf(action))}</Text>
			</HStack>
			<Text
				fontWeight="medium"
				mt="1"
				mb="1.5"
				minH="2.6em"
				lineHeight="1.3"
				lineClamp={2}
				overflowWrap="anywhere"
				title={wordsOfAction(action)}
			>
				{wordsOfAction(action)}
			</Text>
			<VerdictMark verdict={action.verification?.verdict} />
		</Card>
	);
}
