import { Text } from "@chakra-ui/react";
import { memo } from "react";
import type { RunView } from "../../panel-state.ts";
import { text } from "../../text/en.ts";
import { turnsOf } from "../../view/select.ts";
import { TaskCompletedCard } from "../task/task-completed-card.tsx";
import { StepTurn, UserTurn } from "./chat-turn.tsx";

type Props = {
	readonly run: RunView;
	readonly isOtherChat: boolean;
	readonly showThinking: boolean;
	/** null while another task runs. */
	readonly onEdit: ((sentence: string) => void) | null;
};

function EarlierTaskTurns({ run, isOtherChat, showThinking, onEdit }: Props) {
	return (
		<>
			{turnsOf(run).map((turn) =>
				turn.kind === "user" ? (
					<UserTurn key={turn.key} content={turn.text} />
				) : (
					<StepTurn key={turn.key} step={turn.step} isRunning={false} showThinking={showThinking} />
				),
			)}
			<TaskCompletedCard run={run} onAgain={null} onEdit={onEdit === null ? null : () => onEdit(run.query)} />
			{isOtherChat ? (
				<Text alignSelf="center" fontSize="xs" color="fg.quiet">
					{text.chat.otherChat}
				</Text>
			) : null}
		</>
	);
}

/** An ended task above the newest one; it no longer changes. `isOtherChat`: another conversation follows. */
export const EarlierTask = memo(
	EarlierTaskTurns,
	(before, after) =>
		before.run.runKey === after.run.runKey &&
		before.isOtherChat === after.isOtherChat &&
		before.showThinking === after.showThinking &&
		(before.onEdit === null) === (after.onEdit === null),
);
