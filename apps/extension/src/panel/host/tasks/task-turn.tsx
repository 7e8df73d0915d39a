import { Box, Flex, HStack, Stack, Text } from "@chakra-ui/react";
import type { ExecutionId } from "@webhand/contracts/tools/executions";
import { memo } from "react";
import { CheckIcon, CrossIcon, PulseIcon, StopIcon } from "../../../kit/icons.tsx";
import { Bubble } from "../../kit/bubble.tsx";
import { ToolCallRow } from "../history/tool-call-row.tsx";
import { historyText } from "../history/words.ts";
import { HiddenMarks } from "../kit/hidden-marks.tsx";
import type { TaskStep, TaskTurn } from "./task-conversation.ts";
import { tasksText } from "./words.ts";

type Props = {
	readonly message: string;
	/** Absent before the first event. */
	readonly turn: TaskTurn | undefined;
	readonly onExecution: (id: ExecutionId) => void;
};

/** A message of the person, what the server did about it, and how it ended. */
export const TurnOfTask = memo(function TurnOfTask({ message, turn, onExecution }: Props) {
	const { steps = [], result = null, error = null } = turn ?? {};
	return (
		<Stack gap="2" px="gutter" pb="3">
			{message === "" ? null : (
				<Flex justify="end">
					<Bubble by="user">
						<HiddenMarks>{message}</HiddenMarks>
					</Bubble>
				</Flex>
			)}
			{steps.map((step, index) => (
				<Step key={`${index + 1}`} step={step} onExecution={onExecution} />
			))}
			{result === null ? null : <Ended result={result} told={steps.map(({ text }) => text)} />}
			{error === null ? null : (
				<Box role="status" bg="bg.failed" borderWidth="1px" borderColor="line.failed" rounded="xl" px="3" py="2" overflowWrap="anywhere">
					<Mark status="error" />
					<Text mt="0.5">
						<HiddenMarks>{error}</HiddenMarks>
					</Text>
				</Box>
			)}
		</Stack>
	);
});

const Step = memo(function Step({ step, onExecution }: { readonly step: TaskStep; readonly onExecution: Props["onExecution"] }) {
	const { text, isThinking, calls } = step;
	if (text === "" && !isThinking && calls.length === 0) return null;
	return (
		<Stack gap="1.5" role="group" aria-label={tasksText.step(step.step)}>
			{text === "" ? null : (
				<Bubble by="agent">
					<HiddenLines>{text}</HiddenLines>
				</Bubble>
			)}
			{isThinking ? (
				<HStack gap="2" color="fg.quiet" aria-busy="true">
					<PulseIcon boxSize="3" color="brand.solid" animation="breathe 1.4s ease-in-out infinite" />
					<Text textStyle="small">{tasksText.thinking}</Text>
				</HStack>
			) : null}
			{calls.length === 0 ? null : (
				<Box
					role="list"
					aria-label={historyText.toolCalls}
					borderWidth="1px"
					borderColor="line.soft"
					rounded="lg"
					overflow="hidden"
					bg="bg.card"
				>
					{calls.map((call) => (
						<ToolCallRow key={call.id} call={call} onExecution={onExecution} />
					))}
				</Box>
			)}
		</Stack>
	);
});

/** Line feeds stay what they are; other control characters are marked. */
function HiddenLines({ children }: { readonly children: string }) {
	return children.split("\n").map((line, index) => (
		<Text key={`${index + 1}`} minH="1lh">
			<HiddenMarks>{line}</HiddenMarks>
		</Text>
	));
}

const looks = {
	complete: { Icon: CheckIcon, color: "status.completed", bg: "bg.done", line: "line.done" },
	max_steps_reached: { Icon: StopIcon, color: "status.stopped", bg: "bg.sunken", line: "line.soft" },
	cancelled: { Icon: StopIcon, color: "status.stopped", bg: "bg.sunken", line: "line.soft" },
	error: { Icon: CrossIcon, color: "status.failed", bg: "bg.failed", line: "line.failed" },
} as const;

type Result = NonNullable<TaskTurn["result"]>;

function Mark({ status, steps }: { readonly status: Result["status"]; readonly steps?: number }) {
	const { Icon, color } = looks[status];
	return (
		<HStack gap="1.5" textStyle="small" color={color}>
			<Icon boxSize="3.5" flexShrink="0" />
			<Text fontWeight="semibold">{tasksText.ended[status]}</Text>
			{steps === undefined || steps === 0 ? null : <Text color="fg.quiet">{tasksText.steps(steps)}</Text>}
		</HStack>
	);
}

/** How a turn ended. Its answer stands there once: in the last step, or here. @param told texts of the steps */
function Ended({ result, told }: { readonly result: Result; readonly told: readonly string[] }) {
	const { status, response = "", error = "", stepsCompleted } = result;
	const { bg, line } = looks[status];
	const words = [response, error].filter((part) => part !== "" && !told.includes(part)).join("\n");
	return (
		<Box role="status" bg={bg} borderWidth="1px" borderColor={line} rounded="xl" px="3" py="2" overflowWrap="anywhere" dir="auto">
			<Mark status={status} steps={stepsCompleted} />
			{words === "" ? null : (
				<Box mt="0.5">
					<HiddenLines>{words}</HiddenLines>
				</Box>
			)}
		</Box>
	);
}
