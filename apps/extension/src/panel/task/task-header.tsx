import { Box, Button, Flex, HStack, IconButton, Text, VisuallyHidden } from "@chakra-ui/react";
import { PauseIcon, StopIcon } from "../../kit/icons.tsx";
import { Words } from "../../kit/words/quoted-words.tsx";
import { statesText } from "../../kit/words/state-words.ts";
import type { RunView } from "../../panel-state.ts";
import { restoreText } from "../chats/words.ts";
import { durationOf, headlineOf } from "../state/select.ts";
import { TaskStatusIndicator } from "./task-status-indicator.tsx";
import { taskText } from "./words.ts";

export type TaskHeaderProps = {
	readonly run: RunView;
	readonly now: number;
	/** The task runs on another device, which alone can pause it. */
	readonly isRemote?: boolean | undefined;
	readonly onStop: () => void;
	readonly onPause: () => void;
	readonly onResume: () => void;
	readonly onLeave: () => void;
	/** Continues a task of another device here. */
	readonly onTakeOver?: (() => void) | undefined;
};

/** The state of the task in one line; a wait adds its reason below. Stop comes first in tab order. */
export function TaskHeader({ run, now, isRemote = false, onStop, onPause, onResume, onLeave, onTakeOver }: TaskHeaderProps) {
	const headline = headlineOf(run, now);
	const isRunning = run.state === "running";
	const reason = isRemote && isRunning ? taskText.remote : headline.reason;
	// A question below the turns tells its reason itself.
	const isAsked = run.wait !== null && ["user", "site", "trusted"].includes(run.wait.kind);
	const isBelow = reason !== "" && (isRemote || (headline.tone !== "running" && !isAsked));
	return (
		<Box as="section" aria-label={taskText.header} px="gutter" py="1.5" flexShrink="0">
			<Flex align="center" columnGap="2" rowGap="1" flexDirection="row-reverse" wrap="wrap" minH="7">
				{isRunning ? (
					<HStack gap="1.5" wrap="wrap" minW="0">
						<Button size="2xs" h="7" colorPalette="red" variant="surface" onClick={onStop}>
							<StopIcon boxSize="3" />
							{taskText.stop}
						</Button>
						{isRemote && onTakeOver ? (
							<Button size="2xs" h="7" variant="surface" onClick={onTakeOver}>
								{restoreText.continue}
							</Button>
						) : null}
						{isRemote ? null : <HoldButtons run={run} onPause={onPause} onResume={onResume} onLeave={onLeave} />}
					</HStack>
				) : null}
				<HStack gap="2" minW="0" flex="1 1 6rem">
					<TaskStatusIndicator word={headline.word} tone={headline.tone} />
					<Text textStyle="small" color="fg.quiet" fontVariantNumeric="tabular-nums" flexShrink="0">
						{durationOf(run, now)}
					</Text>
					{isBelow || isAsked || reason === "" ? null : (
						<Text textStyle="small" color="fg.quiet" truncate title={reason} hideBelow="sm" aria-hidden>
							{reason}
						</Text>
					)}
				</HStack>
			</Flex>
			{isBelow ? (
				<Text textStyle="small" mt="0.5" overflowWrap="anywhere" aria-hidden>
					<Words>{reason}</Words>
				</Text>
			) : null}
			<VisuallyHidden role="status">{`${headline.word}. ${reason}`}</VisuallyHidden>
			{isRunning && run.isUnmarked ? (
				<Text textStyle="small" color="fg.note" bg="bg.note" mt="1" px="2" py="1" rounded="md" role="status">
					{taskText.unmarked}
				</Text>
			) : null}
		</Box>
	);
}

function HoldButtons({ run, onPause, onResume, onLeave }: Pick<TaskHeaderProps, "run" | "onPause" | "onResume" | "onLeave">) {
	const kind = run.wait?.kind;
	const resumeWords = { paused: taskText.resume, offline: statesText.retry, elsewhere: taskText.takeOver };
	if (kind !== "paused" && kind !== "offline" && kind !== "elsewhere") {
		return (
			<>
				{kind === "busy" ? (
					<Button size="2xs" h="7" variant="surface" onClick={onResume}>
						{taskText.tryNow}
					</Button>
				) : null}
				<IconButton size="2xs" boxSize="7" variant="ghost" aria-label={taskText.pause} title={taskText.pause} onClick={onPause}>
					<PauseIcon />
				</IconButton>
			</>
		);
	}
	return (
		<>
			<Button size="2xs" h="7" variant="surface" onClick={onResume}>
				{resumeWords[kind]}
			</Button>
			{kind === "elsewhere" ? (
				<Button size="2xs" h="7" variant="surface" onClick={onLeave}>
					{taskText.leave}
				</Button>
			) : null}
		</>
	);
}
