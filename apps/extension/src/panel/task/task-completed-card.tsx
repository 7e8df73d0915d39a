import { Box, Button, Collapsible, Flex, Heading, HStack, Link, List, Stack, Text, VisuallyHidden } from "@chakra-ui/react";
import type { ReactNode } from "react";
import { useState } from "react";
import { CopyIconButton } from "../../kit/controls/copy-button.tsx";
import { CheckIcon, ChevronIcon, CopyIcon, CrossIcon, PencilIcon, RepeatIcon, RetryIcon, StopIcon } from "../../kit/icons.tsx";
import { RequestId } from "../../kit/states.tsx";
import { actionLabel } from "../../kit/words/action-label.ts";
import { Words } from "../../kit/words/quoted-words.tsx";
import { statesText } from "../../kit/words/state-words.ts";
import type { RunView } from "../../panel-state.ts";
import { changedBy, durationOf, factsOf, failureOf, headlineOf, needsModel, serverChangesOf } from "../state/select.ts";
import type { ExportFormat } from "./export-menu.tsx";
import { ExportMenu } from "./export-menu.tsx";
import { toneColors } from "./task-status-indicator.tsx";
import { taskText } from "./words.ts";

/**
 * `onAgain` null: a newer task follows. `onEdit` null: another task runs, and the composer takes its notes. `onSetUpModel` absent: this person
 * cannot.
 */
type Props = {
	readonly run: RunView;
	readonly isBusy?: boolean;
	readonly onAgain: (() => void) | null;
	readonly onEdit: (() => void) | null;
	readonly onExport?: ((format: ExportFormat) => void) | undefined;
	readonly onShare?: ((isWanted: boolean) => Promise<boolean>) | undefined;
	readonly onSaveRoutine?: (() => void) | undefined;
	/** Stands below all: a suggestion. */
	readonly suggestion?: ReactNode;
	readonly onExample?: ((sentence: string) => void) | undefined;
	readonly onSetUpModel?: (() => void) | undefined;
};

const looks = {
	completed: { icon: CheckIcon, title: taskText.doneTitle },
	failed: { icon: CrossIcon, title: taskText.failedTitle },
	stopped: { icon: StopIcon, title: taskText.stoppedTitle },
} as const;

/** Longest list of changes before "and n more". */
const maxChanges = 4;

/** How the task ended: its answer or the reason, one line of facts, and what can follow. All else unfolds. */
export function TaskCompletedCard({ run, isBusy = false, onAgain, onEdit, ...after }: Props) {
	const { onExport, onShare, onSaveRoutine, suggestion, onExample, onSetUpModel } = after;
	const look = looks[run.state === "running" ? "completed" : run.state];
	const color = toneColors[headlineOf(run, 0).tone];
	const answer = run.answer ?? "";
	const reason = run.state === "completed" ? "" : failureOf(run);
	const isNewest = onAgain !== null;
	// A row is repeated by its run, which knows whether it was saved.
	const isRow = run.row !== undefined;
	const isRefusal = isNewest && needsModel(run);
	const [isListOpen, setIsListOpen] = useState(false);
	// The sentence of a refusal says itself that nothing was changed.
	const facts = changedBy(run).length + serverChangesOf(run).length === 0 && reason !== "" ? [] : factsOf(run);
	return (
		<Box
			role={isNewest ? "status" : "group"}
			aria-label={taskText.end}
			borderWidth="1px"
			borderColor="line.soft"
			rounded="xl"
			bg="bg.card"
			px="3"
			py="2.5"
			animation={isNewest ? "arrive 0.25s ease-out" : "none"}
		>
			<Flex gap="2" align="start">
				<Flex h="1lh" align="center" textStyle={answer === "" ? "body" : "answer"} color={color} flexShrink="0">
					<look.icon boxSize="4" strokeWidth="3" />
				</Flex>
				<Stack gap="1" flex="1" minW="0">
					{answer === "" && reason === "" ? (
						<Title>{look.title}</Title>
					) : (
						<VisuallyHidden>
							<Title>{look.title}</Title>
						</VisuallyHidden>
					)}
					{answer === "" ? null : <Answer answer={answer} />}
					{reason === "" ? null : (
						<Text textStyle="body" overflowWrap="anywhere">
							<Words>{reason}</Words>
						</Text>
					)}
					{facts.length === 0 ? null : (
						<Text textStyle="small" color="fg.quiet" fontVariantNumeric="tabular-nums">
							{facts.join(" · ")}
						</Text>
					)}
				</Stack>
			</Flex>
			<Collapsible.Root lazyMount>
				<HStack gap="0.5" wrap="wrap" mt="1" ms="-1.5">
					{isRefusal && onExample !== undefined ? (
						<NextThing isOpen={isListOpen} onChoose={() => setIsListOpen(!isListOpen)}>
							{taskText.whatWorks}
						</NextThing>
					) : null}
					{isRefusal && onSetUpModel !== undefined ? <NextThing onChoose={onSetUpModel}>{taskText.setUpModel}</NextThing> : null}
					{onAgain === null || isRefusal || isRow ? null : (
						<Button size="2xs" h="7" px="1.5" variant="ghost" disabled={isBusy} onClick={onAgain}>
							<RetryIcon boxSize="3.5" />
							{run.state === "completed" ? taskText.repeat : taskText.again}
						</Button>
					)}
					{onEdit === null || isRow ? null : (
						<Button size="2xs" h="7" px="1.5" variant="ghost" title={taskText.editHint} onClick={onEdit}>
							<PencilIcon boxSize="3.5" />
							{taskText.edit}
						</Button>
					)}
					{onSaveRoutine === undefined ? null : (
						<Button size="2xs" h="7" px="1.5" variant="ghost" title={taskText.saveRoutineHint} onClick={onSaveRoutine}>
							<RepeatIcon boxSize="3.5" />
							{taskText.saveRoutine}
						</Button>
					)}
					{onExport === undefined || isRefusal ? null : <ExportMenu onExport={onExport} />}
					{onShare === undefined || isRefusal ? null : <ShareLink key={run.runKey} onShare={onShare} />}
					<Collapsible.Trigger asChild>
						<Button size="2xs" h="7" px="1.5" variant="ghost" color="fg.quiet">
							<Collapsible.Context>
								{({ open }) => <ChevronIcon boxSize="3.5" transform={open ? "rotate(180deg)" : "none"} />}
							</Collapsible.Context>
							{taskText.details}
						</Button>
					</Collapsible.Trigger>
				</HStack>
				<Collapsible.Content>
					<Details run={run} />
				</Collapsible.Content>
			</Collapsible.Root>
			{isListOpen && onExample !== undefined ? <WhatWorks onExample={onExample} /> : null}
			{suggestion}
		</Box>
	);
}

function Title({ children }: { readonly children: string }) {
	return (
		<Heading as="h2" textStyle="body" fontWeight="semibold">
			{children}
		</Heading>
	);
}

type NextThingProps = { readonly isOpen?: boolean; readonly onChoose: () => void; readonly children: ReactNode };

/** What a person can do next after a refusal. */
function NextThing({ isOpen, onChoose, children }: NextThingProps) {
	return (
		<Link asChild textStyle="small" color="brand.fg" px="1" minH="7" {...(isOpen === undefined ? {} : { "aria-expanded": isOpen })}>
			<button type="button" onClick={onChoose}>
				{children}
			</button>
		</Link>
	);
}

function Answer({ answer }: { readonly answer: string }) {
	return (
		<HStack justify="space-between" align="start" gap="2">
			<Text dir="auto" textStyle="answer" minW="0" whiteSpace="pre-wrap" overflowWrap="anywhere" role="note" aria-label={taskText.answer}>
				{answer}
			</Text>
			<CopyIconButton text={answer} label={taskText.copyAnswer} />
		</HStack>
	);
}

/** What was changed, whether that can be undone, and the figures. */
function Details({ run }: { readonly run: RunView }) {
	const parts = [...changedBy(run), ...serverChangesOf(run)];
	// "and 1 more" takes the line that the change itself would.
	const shown = parts.length === maxChanges + 1 ? parts : parts.slice(0, maxChanges);
	const steps = run.stepIndex === null ? [] : [taskText.steps(run.stepIndex + 1)];
	return (
		<Stack gap="1" mt="1" textStyle="small" color="fg.quiet">
			{parts.length === 0 ? null : (
				<List.Root variant="plain" aria-label={taskText.changedList}>
					{shown.map((part, index) => (
						<List.Item key={`${index + 1} ${part.action}`} overflowWrap="anywhere">
							<Words>{actionLabel(part)}</Words>
						</List.Item>
					))}
					{parts.length > shown.length ? <List.Item>{taskText.moreChanges(parts.length - shown.length)}</List.Item> : null}
				</List.Root>
			)}
			<Text>{parts.length === 0 ? taskText.nothingToUndo : taskText.notUndoable}</Text>
			<Text fontVariantNumeric="tabular-nums">{[durationOf(run, run.endedAt ?? run.startedAt), ...steps].join(" · ")}</Text>
			{run.failure?.requestId ? <RequestId id={run.failure.requestId} /> : null}
		</Stack>
	);
}

/** Copies a link to the task for the organization; once copied, it can be taken back. */
function ShareLink({ onShare }: { readonly onShare: (isWanted: boolean) => Promise<boolean> }) {
	const [isShared, setIsShared] = useState(false);
	const [isBusy, setIsBusy] = useState(false);
	const change = () => {
		setIsBusy(true);
		void onShare(!isShared).then((worked) => {
			if (worked) setIsShared(!isShared);
			setIsBusy(false);
		});
	};
	return (
		<>
			<Text role="status" textStyle="small" color="fg.quiet" px="1.5" _empty={{ display: "none" }}>
				{isShared ? statesText.copied : ""}
			</Text>
			<Button size="2xs" h="7" px="1.5" variant="ghost" title={taskText.copyLinkHint} disabled={isBusy} onClick={change}>
				{isShared ? <CrossIcon boxSize="3.5" /> : <CopyIcon boxSize="3.5" />}
				{isShared ? taskText.stopSharing : taskText.copyLink}
			</Button>
		</>
	);
}

/** Orders that need no language model; a click puts one into the composer. */
function WhatWorks({ onExample }: { readonly onExample: (sentence: string) => void }) {
	return (
		<Stack gap="1" mt="1">
			<Text textStyle="small" color="fg.quiet">
				{taskText.worksTitle}
			</Text>
			<List.Root variant="plain" gap="0.5">
				{taskText.works.map((sentence) => (
					<List.Item key={sentence}>
						<Button
							size="2xs"
							h="auto"
							py="1"
							px="1"
							variant="ghost"
							fontWeight="normal"
							whiteSpace="normal"
							textAlign="start"
							onClick={() => onExample(sentence)}
						>
							{sentence}
						</Button>
					</List.Item>
				))}
			</List.Root>
		</Stack>
	);
}
