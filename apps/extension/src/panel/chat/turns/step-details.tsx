import { Badge, Code, HStack, List, Stack, Text } from "@chakra-ui/react";
import { CheckIcon, CrossIcon, QuestionIcon } from "../../../kit/icons.tsx";
import { formatClock } from "../../../kit/words/format.ts";
import { Words } from "../../../kit/words/quoted-words.tsx";
import type { StepView } from "../../../panel-state.ts";
import { evidenceOf } from "../../state/select.ts";
import { chatText } from "../words.ts";

type Props = { readonly step: StepView; readonly observations: readonly string[]; readonly isThoughtShown: boolean };

const verdicts = {
	success: { icon: CheckIcon, color: "status.completed", word: chatText.worked },
	failure: { icon: CrossIcon, color: "status.failed", word: chatText.failed },
	unclear: { icon: QuestionIcon, color: "fg.quiet", word: chatText.unclear },
} as const;

/** Everything known of a step: thought, action, proof, reasons, times. */
export function StepDetails({ step, observations, isThoughtShown }: Props) {
	const { verification, reasoning } = step;
	const verdict = verdicts[verification?.verdict ?? (step.result?.success === false ? "failure" : "unclear")];
	const evidence = evidenceOf(step);
	const figures = [
		chatText.step(step.stepIndex),
		formatClock(step.at),
		...(step.decidedBy === undefined ? [] : [chatText.decidedBy[step.decidedBy]]),
		...(step.ms === undefined ? [] : [chatText.ms(Math.round(step.ms))]),
		...(verification === undefined ? [] : [chatText.sure(Math.round(verification.confidence * 100), verification.by)]),
	];
	return (
		<Stack gap="2" mt="2" pt="2" borderTopWidth="1px" borderColor="line.soft" textStyle="small">
			{step.thought === "" || isThoughtShown ? null : (
				<Text overflowWrap="anywhere">
					<Text as="span" fontWeight="semibold">
						{chatText.thinking}:{" "}
					</Text>
					<Words>{step.thought}</Words>
				</Text>
			)}
			<Code
				dir="ltr"
				textStyle="small"
				variant="surface"
				colorPalette="brand"
				alignSelf="start"
				whiteSpace="pre-wrap"
				overflowWrap="anywhere"
			>
				{step.action}
			</Code>
			{observations.length === 0 ? null : (
				<List.Root variant="plain" gap="0.5" aria-label={chatText.observations}>
					{observations.map((observation) => (
						<List.Item key={observation} display="flex" gap="1.5" overflowWrap="anywhere">
							<verdict.icon
								boxSize="3"
								mt="0.5"
								color={verdict.color}
								aria-label={verdict.word}
								aria-hidden={false}
								role="img"
								flexShrink="0"
							/>
							<Text as="span" minW="0">
								<Words>{observation}</Words>
							</Text>
						</List.Item>
					))}
				</List.Root>
			)}
			{reasoning === undefined ? null : (
				<HStack gap="1.5" align="start" wrap="wrap">
					<Badge variant="surface" size="sm">
						{chatText.source[reasoning.source]} · {chatText.percent(Math.round(reasoning.confidence * 100))}
					</Badge>
					{evidence.length === 0 ? null : (
						<Text color="fg.quiet" minW="0" overflowWrap="anywhere">
							<Words>{`${chatText.evidence}: ${evidence.join(" · ")}`}</Words>
						</Text>
					)}
				</HStack>
			)}
			<Text color="fg.quiet" fontVariantNumeric="tabular-nums">
				{figures.join(" · ")}
			</Text>
		</Stack>
	);
}
