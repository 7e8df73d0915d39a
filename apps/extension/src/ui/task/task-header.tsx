import { Badge, Box, Button, HStack, Stack, Text } from "@chakra-ui/react";
import type { RunView } from "../../panel-state.ts";
import { text } from "../../text/en.ts";
import type { Headline } from "../../view/select.ts";
import { durationOf, headlineOf } from "../../view/select.ts";
import { CheckIcon, CrossIcon, HandIcon, PauseIcon, PlayIcon, StopIcon } from "../kit/icons.tsx";
import { Words } from "../kit/words.tsx";

type Props = {
	readonly run: RunView;
	readonly now: number;
	readonly onStop: () => void;
	readonly onPause: () => void;
	readonly onResume: () => void;
	readonly onLeave: () => void;
};

const icons = { running: PlayIcon, waiting: HandIcon, completed: CheckIcon, failed: CrossIcon, stopped: StopIcon } satisfies Record<
	Headline["tone"],
	unknown
>;

const colors = {
	running: "status.running",
	waiting: "status.waiting",
	completed: "status.completed",
	failed: "status.failed",
	stopped: "status.stopped",
} satisfies Record<Headline["tone"], string>;

/** The task's state with its reason, the counters and the buttons. Stop comes first in tab order. */
export function TaskHeader({ run, now, onStop, onPause, onResume, onLeave }: Props) {
	const headline = headlineOf(run, now);
	const Mark = icons[headline.tone];
	const isRunning = run.state === "running";
	return (
		<Box as="section" aria-label={text.task.counters} px="3" py="2" borderBottomWidth="1px" borderColor="line.soft" bg="bg.card">
			<HStack justify="space-between" align="start" flexDirection="row-reverse">
				{isRunning ? (
					<HStack gap="1">
						<Button size="xs" colorPalette="red" onClick={onStop}>
							<StopIcon boxSize="3" />
							{text.task.stop}
						</Button>
						<HoldButtons run={run} onPause={onPause} onResume={onResume} onLeave={onLeave} />
					</HStack>
				) : null}
				<Stack gap="0.5" minW="0" flex="1" role="status" aria-live="polite">
					<Badge variant="outline" alignSelf="start" color={colors[headline.tone]} borderColor="line.strong">
						<Mark boxSize="3" />
						{headline.word}
					</Badge>
					{headline.reason === "" ? null : (
						<Text fontSize="xs" overflowWrap="anywhere">
							<Words>{headline.reason}</Words>
						</Text>
					)}
				</Stack>
			</HStack>
			<Counters run={run} now={now} />
			{isRunning && run.isUnmarked ? (
				<Text fontSize="xs" color="fg.note" bg="bg.note" mt="1" px="2" py="1" role="status">
					{text.task.unmarked}
				</Text>
			) : null}
		</Box>
	);
}

function HoldButtons({ run, onPause, onResume, onLeave }: Pick<Props, "run" | "onPause" | "onResume" | "onLeave">) {
	const kind = run.wait?.kind;
	const resumeWords = { paused: text.task.resume, offline: text.task.retry, elsewhere: text.task.takeOver };
	if (kind !== "paused" && kind !== "offline" && kind !== "elsewhere") {
		return (
			<Button size="xs" variant="outline" onClick={onPause}>
				<PauseIcon boxSize="3" />
				{text.task.pause}
			</Button>
		);
	}
	return (
		<>
			<Button size="xs" variant="outline" onClick={onResume}>
				{resumeWords[kind]}
			</Button>
			{kind === "elsewhere" ? (
				<Button size="xs" variant="outline" onClick={onLeave}>
					{text.task.leave}
				</Button>
			) : null}
		</>
	);
}

/** Step, tokens, cost and time in one line; not announced. */
function Counters({ run, now }: { readonly run: RunView; readonly now: number }) {
	const { cost } = run;
	const parts = [
		...(run.stepIndex === null ? [text.task.noStep] : [text.task.stepOf(run.stepIndex + 1, run.maxSteps), tokensOf(run)]),
		...(cost?.taskUsd === undefined ? [] : [`$${cost.taskUsd.toFixed(cost.taskUsd < 0.1 ? 4 : 2)}`]),
		durationOf(run, now),
	];
	return (
		<HStack gap="2" mt="1" wrap="wrap">
			<Text fontSize="xs" color="fg.quiet">
				{parts.join(" · ")}
			</Text>
		</HStack>
	);
}

function tokensOf({ cost }: RunView): string {
	if (cost === null) return text.task.unknown;
	return cost.taskTokens === 0 ? text.task.noTokens : text.task.tokens(cost.taskTokens, cost.tokenBudget);
}
