import { Box, HStack, Text } from "@chakra-ui/react";
import type { TaskStatus } from "@webhand/contracts/agent/task";
import { tracesText } from "./words.ts";

const colors: Record<TaskStatus, string> = {
	planning: "status.running",
	executing: "status.running",
	verifying: "status.running",
	correcting: "status.running",
	needs_user_input: "status.waiting",
	completed: "status.completed",
	failed: "status.failed",
	cancelled: "status.stopped",
	expired: "status.stopped",
};

/** The state of a task: a word with a dot in its colour. */
export function StatusBadge({ status }: { readonly status: TaskStatus }) {
	return (
		<HStack gap="2" color={colors[status]} fontWeight="medium" display="inline-flex">
			<Box boxSize="2" borderRadius="full" bg="currentColor" flexShrink="0" />
			<Text>{tracesText.statuses[status]}</Text>
		</HStack>
	);
}
