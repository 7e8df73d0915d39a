import { Box, Collapsible, Flex, HStack, List, Text } from "@chakra-ui/react";
import { CheckIcon, ChevronIcon, CrossIcon, PulseIcon, QuestionIcon, WarningIcon } from "../../../kit/icons.tsx";
import { actionLabel } from "../../../kit/words/action-label.ts";
import { observationSentences, proofSentences } from "../../../kit/words/observations.ts";
import { Words } from "../../../kit/words/quoted-words.tsx";
import type { StepView } from "../../../panel-state.ts";
import type { StepMark } from "../../state/select.ts";
import { markOf, partWord } from "../../state/select.ts";
import { OnServer } from "../../task/on-server.tsx";
import { warningText } from "../../task/words.ts";
import { chatText } from "../words.ts";
import { StepDetails } from "./step-details.tsx";

const marks = {
	worked: { icon: CheckIcon, color: "status.completed", word: chatText.worked },
	failed: { icon: CrossIcon, color: "status.failed", word: chatText.failed },
	unclear: { icon: QuestionIcon, color: "fg.quiet", word: chatText.unclear },
	checking: { icon: PulseIcon, color: "fg.quiet", word: chatText.checking },
	unchecked: { icon: QuestionIcon, color: "fg.quiet", word: chatText.unchecked },
	open: { icon: PulseIcon, color: "brand.fg", word: chatText.acting },
} satisfies Record<StepMark, unknown>;

/** Steps that speak to the user change no page, so nothing about them is checked. */
const spoken: Readonly<Record<string, typeof CheckIcon>> = { finish: CheckIcon, fail: CrossIcon, ask: QuestionIcon, handoff: QuestionIcon };

/** `isLive`: the newest step of a running task. */
type Props = { readonly step: StepView; readonly isLive: boolean; readonly showThinking: boolean };

/** A step of the agent, left on a grey rail: what was done and its proof; the rest unfolds. */
export function StepTurn({ step, isLive, showThinking }: Props) {
	const icon = step.verification === undefined ? spoken[step.actionName] : undefined;
	const isSpoken = icon !== undefined;
	const mark = isSpoken ? { icon, color: "fg.quiet", word: "" } : marks[markOf(step, isLive)];
	const message = isSpoken ? undefined : step.result?.message;
	const observations = step.verification ? proofSentences(step.verification) : observationSentences(message ? [message] : []);
	const [first] = observations;
	const isTold = first === undefined || mark.color === "status.failed" || mark.color === "fg.quiet";
	const proof = [isTold ? mark.word : "", first ?? ""].filter((part) => part !== "").join(" · ");
	const isThoughtShown = step.thought !== "" && (showThinking || isLive || isSpoken);
	const label = actionLabel(step);
	return (
		<Collapsible.Root
			role="article"
			aria-label={`${chatText.agent}, ${chatText.step(step.stepIndex)}`}
			aria-busy={step.state === "acting"}
			position="relative"
			color="fg.agent"
			ps="1"
			_before={{ content: '""', position: "absolute", top: "6", bottom: "-1.5", insetStart: "2.5", w: "2px", bg: "line.soft" }}
		>
			<Flex gap="2">
				<Flex h="1lh" align="center" textStyle="body" color={mark.color} flexShrink="0" minW="4" justify="center">
					<mark.icon
						boxSize="4"
						strokeWidth="2.5"
						{...(mark.icon === PulseIcon ? { boxSize: "3", mx: "0.5", animation: "breathe 1.4s ease-in-out infinite" } : {})}
					/>
				</Flex>
				<Box flex="1" minW="0">
					<Collapsible.Trigger
						display="flex"
						w="full"
						gap="1"
						textAlign="start"
						cursor="pointer"
						rounded="sm"
						aria-label={[label, mark.word, chatText.details].filter((part) => part !== "").join(". ")}
						_focusVisible={{ outline: "2px solid", outlineColor: "brand.focusRing", outlineOffset: "2px" }}
					>
						<Text as="span" flex="1" minW="0" textStyle="body" fontWeight="medium" overflowWrap="anywhere">
							<Words>{label}</Words>
							{step.actionName === "server" ? <OnServer tool="SERVER" /> : null}
						</Text>
						<Collapsible.Context>
							{({ open }) => (
								<ChevronIcon
									boxSize="3.5"
									mt="1"
									color="fg.quiet"
									transform={open ? "rotate(180deg)" : "none"}
									transition="transform 0.15s"
								/>
							)}
						</Collapsible.Context>
					</Collapsible.Trigger>
					{step.more ? <Parts step={step} /> : null}
					{proof === "" ? null : (
						<Collapsible.Context>
							{({ open }) => (
								<Text
									textStyle="small"
									color={mark.color === "status.failed" ? "status.failed" : "fg.quiet"}
									overflowWrap="anywhere"
									truncate={!open}
									title={proof}
								>
									<Words>{proof}</Words>
								</Text>
							)}
						</Collapsible.Context>
					)}
					{isThoughtShown ? (
						<Text textStyle="small" color="fg.quiet" fontStyle="italic" mt="0.5" overflowWrap="anywhere">
							<Words>{step.thought}</Words>
						</Text>
					) : null}
					{step.warnings.map((warning) => (
						<HStack key={warning} gap="1" color="status.waiting" align="start" mt="0.5">
							<WarningIcon boxSize="3" mt="0.5" />
							<Text textStyle="small">{warningText[warning]}</Text>
						</HStack>
					))}
					<Collapsible.Content>
						<StepDetails step={step} observations={observations} isThoughtShown={isThoughtShown} />
					</Collapsible.Content>
				</Box>
			</Flex>
		</Collapsible.Root>
	);
}

/** The further actions of a batch, one per line. */
function Parts({ step }: { readonly step: StepView }) {
	return (
		<List.Root variant="plain" aria-label={chatText.parts}>
			{(step.more ?? []).map((part, index) => (
				<List.Item key={`${index + 1} ${part.action}`} display="flex" columnGap="2" flexWrap="wrap" alignItems="baseline">
					<Text as="span" textStyle="body" fontWeight="medium" overflowWrap="anywhere" minW="0">
						<Words>{actionLabel(part)}</Words>
					</Text>
					<Text as="span" textStyle="small" color={part.result?.success === false ? "status.failed" : "fg.quiet"}>
						{partWord(part, step)}
					</Text>
				</List.Item>
			))}
		</List.Root>
	);
}
