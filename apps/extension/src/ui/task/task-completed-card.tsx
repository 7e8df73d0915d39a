import { Box, Button, Flex, Heading, HStack, IconButton, List, Stack, Text } from "@chakra-ui/react";
import { useState } from "react";
import type { RunView } from "../../panel-state.ts";
import { text } from "../../text/en.ts";
import { changedBy, changesOf, durationOf, failureOf, figuresOf, headlineOf } from "../../view/select.ts";
import { actionLabel } from "../../view/words/action-label.ts";
import { CheckIcon, CopyIcon, CrossIcon, PencilIcon, RetryIcon, StopIcon } from "../kit/icons.tsx";
import { Words } from "../kit/words.tsx";
import type { ExportFormat } from "./export-menu.tsx";
import { ExportMenu } from "./export-menu.tsx";
import { toneColors } from "./task-status-indicator.tsx";

/** `onAgain` null: a newer task follows. `onEdit` null: another task runs, and the composer takes its notes. */
type Props = {
	readonly run: RunView;
	readonly isBusy?: boolean;
	readonly onAgain: (() => void) | null;
	readonly onEdit: (() => void) | null;
	readonly onExport?: ((format: ExportFormat) => void) | undefined;
};

const looks = {
	completed: { icon: CheckIcon, bg: "bg.done", line: "line.done", title: text.task.doneTitle },
	failed: { icon: CrossIcon, bg: "bg.failed", line: "line.failed", title: text.task.failedTitle },
	stopped: { icon: StopIcon, bg: "bg.sunken", line: "line.soft", title: text.task.stoppedTitle },
} as const;

/** Longest list of changes before "and n more". */
const maxChanges = 4;

/** How the task ended: the answer, what changed, what it cost, and what can follow. */
export function TaskCompletedCard({ run, isBusy = false, onAgain, onEdit, onExport }: Props) {
	const look = looks[run.state === "running" ? "completed" : run.state];
	const color = toneColors[headlineOf(run, 0).tone];
	const answer = run.answer ?? "";
	const reason = run.state === "completed" ? "" : failureOf(run).what;
	const isNewest = onAgain !== null;
	return (
		<Box
			{...(isNewest ? { role: "status" } : {})}
			borderWidth="1px"
			borderColor={look.line}
			rounded="xl"
			bg={look.bg}
			p="3"
			animation={isNewest ? "arrive 0.25s ease-out" : "none"}
		>
			<Stack gap="2.5">
				<HStack gap="2">
					<Flex boxSize="6" rounded="full" align="center" justify="center" bg={color} color="bg.canvas" flexShrink="0">
						<look.icon boxSize="3.5" strokeWidth="3" />
					</Flex>
					<Heading as="h2" textStyle="body" fontWeight="semibold" color={color}>
						{look.title}
					</Heading>
				</HStack>
				{answer === "" ? null : <Answer answer={answer} />}
				{reason === "" ? null : (
					<Text textStyle="body" overflowWrap="anywhere">
						<Words>{reason}</Words>
					</Text>
				)}
				<Changes run={run} />
				<Text textStyle="small" color="fg.quiet" fontVariantNumeric="tabular-nums">
					{[durationOf(run, run.endedAt ?? run.startedAt), ...figuresOf(run)].join(" · ")}
				</Text>
				{run.failure?.requestId ? (
					<Text textStyle="small" color="fg.quiet">
						{text.task.requestId}: {run.failure.requestId}
					</Text>
				) : null}
				{onAgain === null && onEdit === null ? null : (
					<HStack gap="1" wrap="wrap">
						{onAgain === null ? null : (
							<Button size="xs" variant="outline" borderColor="line.strong" bg="bg.card" disabled={isBusy} onClick={onAgain}>
								<RetryIcon />
								{run.state === "completed" ? text.task.repeat : text.task.again}
							</Button>
						)}
						{onEdit === null ? null : (
							<Button size="xs" variant="ghost" title={text.task.editHint} onClick={onEdit}>
								<PencilIcon />
								{text.task.edit}
							</Button>
						)}
						{onExport === undefined ? null : <ExportMenu onExport={onExport} />}
					</HStack>
				)}
			</Stack>
		</Box>
	);
}

function Answer({ answer }: { readonly answer: string }) {
	const [isCopied, setIsCopied] = useState(false);
	const copy = () => void navigator.clipboard.writeText(answer).then(() => setIsCopied(true));
	const label = isCopied ? text.task.copied : text.task.copyAnswer;
	return (
		<HStack justify="space-between" align="start" gap="2">
			<Text dir="auto" textStyle="answer" minW="0" whiteSpace="pre-wrap" overflowWrap="anywhere" role="note" aria-label={text.task.answer}>
				{answer}
			</Text>
			<IconButton size="2xs" variant="ghost" aria-label={label} title={label} onClick={copy}>
				{isCopied ? <CheckIcon /> : <CopyIcon />}
			</IconButton>
		</HStack>
	);
}

/** What was done to the page, and whether that can be undone. */
function Changes({ run }: { readonly run: RunView }) {
	const count = changesOf(run);
	const parts = changedBy(run);
	// "and 1 more" takes the line that the change itself would.
	const shown = parts.length === maxChanges + 1 ? parts : parts.slice(0, maxChanges);
	return (
		<Box textStyle="small">
			<Text fontWeight="semibold">{text.task.changed(count)}</Text>
			{parts.length === 0 ? null : (
				<List.Root variant="plain" color="fg.quiet" aria-label={text.task.changedList}>
					{shown.map((part, index) => (
						<List.Item key={`${index + 1} ${part.action}`} overflowWrap="anywhere">
							<Words>{actionLabel(part)}</Words>
						</List.Item>
					))}
					{parts.length > shown.length ? <List.Item>{text.task.moreChanges(parts.length - shown.length)}</List.Item> : null}
				</List.Root>
			)}
			<Text color="fg.quiet">{count === 0 ? text.task.nothingToUndo : text.task.notUndoable}</Text>
		</Box>
	);
}
