import { Badge, Box, Collapsible, HStack, List, Stack, Text } from "@chakra-ui/react";
import type { PartView, StepView } from "../../panel-state.ts";
import { text } from "../../text/en.ts";
import { actionLabel } from "../../view/action-label.ts";
import { observationSentences } from "../../view/observations.ts";
import type { StepMark } from "../../view/select.ts";
import { evidenceOf, markOf, partWord } from "../../view/select.ts";
import { CheckIcon, ChevronIcon, CrossIcon, QuestionIcon, WarningIcon } from "../kit/icons.tsx";
import { Words } from "../kit/words.tsx";

/** The user's turn: right and blue. */
export function UserTurn({ content }: { readonly content: string }) {
	return (
		<Box
			alignSelf="flex-end"
			maxW="88%"
			bg="bg.user"
			color="fg.user"
			px="3"
			py="2"
			rounded="xl"
			roundedBottomRight="sm"
			role="article"
			aria-label={text.chat.you}
		>
			<Text dir="auto" whiteSpace="pre-wrap" overflowWrap="anywhere">
				{content}
			</Text>
		</Box>
	);
}

const marks = {
	worked: { icon: CheckIcon, color: "status.completed", word: text.chat.worked },
	failed: { icon: CrossIcon, color: "status.failed", word: text.chat.failed },
	unclear: { icon: QuestionIcon, color: "fg.quiet", word: text.chat.unclear },
	checking: { icon: QuestionIcon, color: "fg.quiet", word: text.chat.checking },
	unchecked: { icon: QuestionIcon, color: "fg.quiet", word: text.chat.unchecked },
	open: null,
} satisfies Record<StepMark, unknown>;

type StepTurnProps = { readonly step: StepView; readonly isRunning: boolean; readonly showThinking: boolean };

/** A step of the agent, left and grey: thought, action, observations. */
export function StepTurn({ step, isRunning, showThinking }: StepTurnProps) {
	const mark = marks[markOf(step, isRunning)];
	const observations = observationSentences(step.verification?.observations ?? (step.result?.message ? [step.result.message] : []));
	const evidence = evidenceOf(step);
	return (
		<Box
			alignSelf="flex-start"
			maxW="94%"
			minW="60%"
			bg="bg.agent"
			color="fg.agent"
			px="3"
			py="2"
			rounded="xl"
			roundedBottomLeft="sm"
			role="article"
			aria-label={`${text.chat.agent}, ${text.chat.step(step.stepIndex)}`}
			aria-busy={step.state === "acting"}
		>
			<Stack gap="1.5">
				<Thought thought={step.thought} isOpen={showThinking} />
				<HStack gap="2" wrap="wrap">
					<Badge variant="surface" colorPalette="blue" whiteSpace="normal" overflowWrap="anywhere">
						<Words>{actionLabel(step)}</Words>
					</Badge>
					{mark ? (
						<HStack gap="1" color={mark.color}>
							<mark.icon boxSize="3.5" />
							<Text fontSize="xs">{mark.word}</Text>
						</HStack>
					) : null}
				</HStack>
				{step.more ? <Parts parts={step.more} step={step} /> : null}
				{observations.length > 0 ? (
					<List.Root variant="plain" gap="0.5" aria-label={text.chat.observations}>
						{observations.map((observation) => (
							<List.Item key={observation} fontSize="xs" color="fg.quiet" overflowWrap="anywhere">
								<Words>{observation}</Words>
							</List.Item>
						))}
					</List.Root>
				) : null}
				{evidence.length > 0 ? (
					<Text fontSize="xs" color="fg.quiet" overflowWrap="anywhere">
						<Words>{`${text.chat.evidence}: ${evidence.join(" · ")}`}</Words>
					</Text>
				) : null}
				{step.warnings.map((warning) => (
					<HStack key={warning} gap="1" color="status.waiting" align="start">
						<WarningIcon boxSize="3.5" mt="0.5" />
						<Text fontSize="xs">{text.warning[warning]}</Text>
					</HStack>
				))}
			</Stack>
		</Box>
	);
}

/** The further actions of a batch, one per line. */
function Parts({ parts, step }: { readonly parts: readonly PartView[]; readonly step: StepView }) {
	return (
		<List.Root variant="plain" gap="1" aria-label={text.chat.parts}>
			{parts.map((part) => (
				<List.Item key={part.action} display="flex" alignItems="center" gap="2" flexWrap="wrap">
					<Badge variant="surface" colorPalette="blue" whiteSpace="normal" overflowWrap="anywhere">
						<Words>{actionLabel(part)}</Words>
					</Badge>
					<Text as="span" fontSize="xs" color={part.result?.success === false ? "status.failed" : "fg.quiet"}>
						{partWord(part, step)}
					</Text>
				</List.Item>
			))}
		</List.Root>
	);
}

function Thought({ thought, isOpen }: { readonly thought: string; readonly isOpen: boolean }) {
	if (thought === "") return null;
	return (
		<Collapsible.Root defaultOpen={isOpen}>
			<Collapsible.Trigger
				display="inline-flex"
				alignItems="center"
				gap="1"
				fontSize="xs"
				color="fg.quiet"
				cursor="pointer"
				minH="6"
				aria-label={text.chat.thinking}
			>
				<ChevronIcon boxSize="3" />
				{text.chat.thinking}
			</Collapsible.Trigger>
			<Collapsible.Content>
				<Text overflowWrap="anywhere">
					<Words>{thought}</Words>
				</Text>
			</Collapsible.Content>
		</Collapsible.Root>
	);
}
