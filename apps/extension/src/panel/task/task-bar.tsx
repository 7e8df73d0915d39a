import { Box, HStack, Text, VisuallyHidden } from "@chakra-ui/react";
import { durationOf, headlineOf } from "../state/select.ts";
import { PlanWidget } from "./plan-widget.tsx";
import type { TaskHeaderProps } from "./task-header.tsx";
import { TaskHeader } from "./task-header.tsx";
import { TaskStatusIndicator } from "./task-status-indicator.tsx";
import { taskText } from "./words.ts";

/** The task above the conversation: state and plan while it runs, one row once it has ended. */
export function TaskBar(props: TaskHeaderProps) {
	const { run, now } = props;
	if (run.state === "running")
		return (
			<>
				<TaskHeader {...props} />
				<PlanWidget run={run} />
			</>
		);
	const { word, tone } = headlineOf(run, now);
	const state = (
		<HStack as="span" gap="2" flexShrink="0">
			<TaskStatusIndicator word={word} tone={tone} />
			<Text as="span" textStyle="small" color="fg.quiet" fontVariantNumeric="tabular-nums">
				{durationOf(run, now)}
			</Text>
		</HStack>
	);
	return (
		<Box as="section" aria-label={taskText.header} flexShrink="0">
			<VisuallyHidden role="status">{`${word}.`}</VisuallyHidden>
			{run.plan === null ? (
				<Box px="gutter" py="1.5" borderBottomWidth="1px" borderColor="line.soft">
					{state}
				</Box>
			) : (
				<PlanWidget run={run} state={state} />
			)}
		</Box>
	);
}
