import { Box, Button, Heading, HStack, Stack, Text } from "@chakra-ui/react";
import { useState } from "react";
import type { RunView } from "../../panel-state.ts";
import { text } from "../../text/en.ts";
import { changesOf, durationOf, failureOf } from "../../view/select.ts";
import { Words } from "../kit/words.tsx";

/** `onAgain` null: a newer task follows. `onEdit` null: another task runs, and the composer takes its notes. */
type Props = {
	readonly run: RunView;
	readonly isBusy?: boolean;
	readonly onAgain: (() => void) | null;
	readonly onEdit: (() => void) | null;
};

/** How the task ended: the answer, what was done, what is missing, and what can follow. */
export function TaskCompletedCard({ run, isBusy = false, onAgain, onEdit }: Props) {
	const [isCopied, setIsCopied] = useState(false);
	const changes = changesOf(run);
	const title = run.state === "completed" ? text.task.doneTitle : run.state === "failed" ? text.task.failedTitle : text.task.stoppedTitle;
	const answer = run.answer ?? "";
	const reason = failureOf(run).what;
	const copy = () => void navigator.clipboard.writeText(answer).then(() => setIsCopied(true));
	return (
		<Box {...(onAgain === null ? {} : { role: "status" })} borderWidth="1px" borderColor="line.strong" rounded="lg" bg="bg.card" p="3">
			<Stack gap="2">
				<Heading
					as="h2"
					size="sm"
					color={run.state === "completed" ? "status.completed" : run.state === "failed" ? "status.failed" : "status.stopped"}
				>
					{title}
				</Heading>
				{answer === "" ? null : (
					<HStack justify="space-between" align="start">
						<Text dir="auto" minW="0" whiteSpace="pre-wrap" overflowWrap="anywhere" fontWeight="semibold" aria-label={text.task.answer}>
							{answer}
						</Text>
						<Button size="2xs" variant="outline" aria-label={isCopied ? text.task.copied : text.task.copyAnswer} onClick={copy}>
							{isCopied ? text.task.copied : text.task.copy}
						</Button>
					</HStack>
				)}
				{reason === "" || run.state === "completed" ? null : (
					<Text overflowWrap="anywhere">
						<Words>{reason}</Words>
					</Text>
				)}
				<Text fontSize="xs" color="fg.quiet">
					{text.task.changed(changes)} · {durationOf(run, run.endedAt ?? run.startedAt)}
				</Text>
				{run.failure?.requestId ? (
					<Text fontSize="xs" color="fg.quiet">
						{text.task.requestId}: {run.failure.requestId}
					</Text>
				) : null}
				{onAgain !== null && run.state === "completed" ? (
					<Text fontSize="xs" color="fg.quiet">
						{text.task.followUp}
					</Text>
				) : null}
				{onAgain === null && onEdit === null ? null : (
					<HStack gap="2">
						{onAgain === null ? null : (
							<Button size="xs" variant="outline" disabled={isBusy} onClick={onAgain}>
								{run.state === "completed" ? text.task.repeat : text.task.again}
							</Button>
						)}
						{onEdit === null ? null : (
							<Button size="xs" variant="outline" title={text.task.editHint} onClick={onEdit}>
								{text.task.edit}
							</Button>
						)}
					</HStack>
				)}
			</Stack>
		</Box>
	);
}
