import { Box, Button, Collapsible, HStack, Spinner, Stack, Text } from "@chakra-ui/react";
import { memo } from "react";
import { CheckIcon, ChevronIcon, WarningIcon } from "../../../kit/icons.tsx";
import { Words } from "../../../kit/words/quoted-words.tsx";
import type { StepView } from "../../../panel-state.ts";
import { Bubble } from "../../kit/bubble.tsx";
import type { Delivery, Turn } from "../../state/select.ts";
import { TaskCompletedCard } from "../../task/task-completed-card.tsx";
import { taskText } from "../../task/words.ts";
import { chatText } from "../words.ts";
import { StepTurn } from "./step-turn.tsx";

export type TurnActions = {
	/** Sends a sentence again that did not arrive. */
	readonly onResend: (key: string) => void;
	/** Puts a sentence into the composer as a task of its own. */
	readonly onUseAsTask: (sentence: string) => void;
	/** Puts an ended task's instruction into the composer; null while another task runs. */
	readonly onEdit: ((sentence: string) => void) | null;
};

type Props = TurnActions & {
	readonly turn: Turn;
	/** The newest step of a running task. */
	readonly isLive: boolean;
	readonly showThinking: boolean;
};

function AnyTurn({ turn, isLive, showThinking, onResend, onUseAsTask, onEdit }: Props) {
	switch (turn.kind) {
		case "user":
			return (
				<UserTurn
					content={turn.text}
					delivery={turn.delivery}
					onResend={() => onResend(turn.key)}
					onUseAsTask={() => onUseAsTask(turn.text)}
				/>
			);
		case "step":
			return <StepTurn step={turn.step} isLive={isLive} showThinking={showThinking} />;
		case "steps":
			return <FoldedSteps steps={turn.steps} showThinking={showThinking} />;
		case "system":
			return <SystemTurn content={turn.text} />;
		case "end":
			return <TaskCompletedCard run={turn.run} onAgain={null} onEdit={onEdit === null ? null : () => onEdit(turn.run.query)} />;
	}
}

/** One line of the conversation; a turn that stays the same is not drawn again. */
export const ChatTurn = memo(
	AnyTurn,
	(before, after) =>
		JSON.stringify(before.turn) === JSON.stringify(after.turn) &&
		before.isLive === after.isLive &&
		before.showThinking === after.showThinking &&
		(before.onEdit === null) === (after.onEdit === null),
);

type UserTurnProps = {
	readonly content: string;
	readonly delivery: Delivery | undefined;
	readonly onResend: () => void;
	readonly onUseAsTask: () => void;
};

/** The user's turn, right and blue, with how it fared. */
function UserTurn({ content, delivery, onResend, onUseAsTask }: UserTurnProps) {
	return (
		<Stack role="article" aria-label={chatText.you} align="flex-end" gap="0.5" py="between">
			<Bubble by="user" isFaint={delivery === "sending"}>
				{content}
			</Bubble>
			{delivery === undefined ? null : (
				<HStack
					gap="1"
					wrap="wrap"
					justify="flex-end"
					textStyle="small"
					color={delivery === "failed" || delivery === "late" ? "status.waiting" : "fg.quiet"}
				>
					{delivery === "sending" ? <Spinner boxSize="3" borderWidth="1.5px" aria-hidden /> : null}
					{delivery === "heard" ? <CheckIcon boxSize="3" /> : null}
					{delivery === "failed" || delivery === "late" ? <WarningIcon boxSize="3" /> : null}
					<Text as="span">{chatText.delivery[delivery]}</Text>
					{delivery === "failed" ? (
						<Button size="2xs" variant="ghost" onClick={onResend}>
							{chatText.resend}
						</Button>
					) : null}
					{delivery === "late" ? (
						<Button size="2xs" variant="ghost" onClick={onUseAsTask}>
							{chatText.useAsTask}
						</Button>
					) : null}
				</HStack>
			)}
		</Stack>
	);
}

/** What the system tells, in the middle. */
function SystemTurn({ content }: { readonly content: string }) {
	return (
		<Box role="article" aria-label={chatText.system} textAlign="center" px="4" py="1" overflowWrap="anywhere">
			<Text textStyle="small" color="fg.quiet">
				<Words>{content}</Words>
			</Text>
		</Box>
	);
}

/** The steps of an ended task in one row; unfolded they are the rail that they were, as for whoever wants to see thoughts. */
function FoldedSteps({ steps, showThinking }: { readonly steps: readonly StepView[]; readonly showThinking: boolean }) {
	return (
		<Collapsible.Root lazyMount defaultOpen={showThinking} role="group" aria-label={chatText.stepsOf}>
			<Collapsible.Trigger
				display="flex"
				alignItems="center"
				gap="1.5"
				ps="1"
				minH="6"
				cursor="pointer"
				rounded="sm"
				color="fg.quiet"
				_focusVisible={{ outline: "2px solid", outlineColor: "brand.focusRing", outlineOffset: "2px" }}
			>
				<Collapsible.Context>
					{({ open }) => <ChevronIcon boxSize="3.5" transform={open ? "none" : "rotate(-90deg)"} transition="transform 0.15s" />}
				</Collapsible.Context>
				<Text as="span" textStyle="small">
					{taskText.steps(steps.length)}
				</Text>
			</Collapsible.Trigger>
			<Collapsible.Content>
				<Stack gap="between" pt="1">
					{steps.map((step) => (
						<StepTurn key={step.stepIndex} step={step} isLive={false} showThinking={showThinking} />
					))}
				</Stack>
			</Collapsible.Content>
		</Collapsible.Root>
	);
}
