import { Box, Button, Spinner, Stack, Text } from "@chakra-ui/react";
import type { ReactNode } from "react";
import { useEffect, useRef } from "react";
import type { RunView } from "../../panel-state.ts";
import { text } from "../../text/en.ts";
import { activityOf, turnsOf } from "../../view/select.ts";
import { StepTurn, UserTurn } from "./chat-turn.tsx";
import { EarlierTask } from "./earlier-task.tsx";

type Props = {
	readonly run: RunView | null;
	/** Tasks that ended in this tab before, oldest first. */
	readonly earlier: readonly RunView[];
	readonly showThinking: boolean;
	readonly onDraft: (sentence: string) => void;
	/** Puts an instruction into the composer without replacing its text. */
	readonly onEdit: (sentence: string) => void;
	readonly isReadable: boolean;
	/** Prompts and the card of an ended task, below the newest turn. */
	readonly children: ReactNode;
};

/** The conversation, oldest turn first, scrolled to the newest. */
export function ChatPanel({ run, earlier, showThinking, onDraft, onEdit, isReadable, children }: Props) {
	const end = useRef<HTMLDivElement>(null);
	const turns = run === null ? [] : turnsOf(run);
	const activity = run === null ? "" : activityOf(run);
	const mark = `${run?.runKey ?? ""} ${turns.length} ${activity} ${run?.state ?? ""} ${run?.wait?.kind ?? ""}`;
	// The key changes with everything that adds a line.
	useEffect(() => {
		if (mark !== "") end.current?.scrollIntoView({ block: "end" });
	}, [mark]);
	return (
		<Box flex="1" minH="min(10rem, 40vh - 6rem)" overflowY="auto" px="3" py="3" tabIndex={0} role="region" aria-label={text.chat.label}>
			<Stack gap="3" minH="full" justify={run === null ? "flex-end" : "flex-start"} role="log">
				{run === null ? <Welcome isReadable={isReadable} onExample={onDraft} /> : null}
				{earlier.map((task, index) => (
					<EarlierTask
						key={task.runKey}
						run={task}
						isOtherChat={(earlier[index + 1] ?? run)?.sessionId !== task.sessionId}
						showThinking={showThinking}
						onEdit={run?.state === "running" ? null : onEdit}
					/>
				))}
				{turns.map((turn) =>
					turn.kind === "user" ? (
						<UserTurn key={turn.key} content={turn.text} />
					) : (
						<StepTurn key={turn.key} step={turn.step} isRunning={run?.state === "running"} showThinking={showThinking} />
					),
				)}
				{activity === "" ? null : (
					<Box alignSelf="flex-start" color="fg.quiet" aria-busy="true">
						<Spinner size="xs" aria-hidden /> <Text as="span">{activity}</Text>
					</Box>
				)}
				{children}
				<Box ref={end} />
			</Stack>
		</Box>
	);
}

function Welcome({ isReadable, onExample }: { readonly isReadable: boolean; readonly onExample: (sentence: string) => void }) {
	const sentences = isReadable ? text.chat.exampleSentences : text.chat.examplesElsewhere;
	return (
		<Stack gap="3">
			<Box>
				<Text fontWeight="semibold">{text.chat.emptyTitle}</Text>
				<Text color="fg.quiet">{text.chat.emptyText}</Text>
			</Box>
			<Text fontSize="xs" color="fg.quiet">
				{text.chat.examples}
			</Text>
			{sentences.map((sentence) => (
				<Button
					key={sentence}
					variant="outline"
					size="sm"
					height="auto"
					py="2"
					whiteSpace="normal"
					textAlign="start"
					justifyContent="flex-start"
					fontWeight="normal"
					onClick={() => onExample(sentence)}
				>
					{sentence}
				</Button>
			))}
		</Stack>
	);
}
