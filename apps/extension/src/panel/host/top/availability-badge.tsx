import { Box, HStack, Text } from "@chakra-ui/react";
import type { Availability } from "@webhand/contracts/tools/availability";
import { toolsText } from "../words.ts";

type State = Availability["status"] | "unknown";

const colors = {
	online: "status.completed",
	degraded: "status.waiting",
	offline: "status.failed",
	unknown: "fg.quiet",
} satisfies Record<State, string>;

/** Whether the tools of the server host work: a dot and its word. */
export function AvailabilityBadge({ status }: { readonly status: State }) {
	return (
		<HStack as="span" role="status" aria-label={toolsText.availability.label} gap="1" flexShrink="0" textStyle="small">
			<Box
				as="span"
				boxSize="1.5"
				rounded="full"
				borderWidth="1.5px"
				borderColor={colors[status]}
				bg={status === "online" ? colors[status] : "transparent"}
				aria-hidden
			/>
			<Text as="span" color={colors[status]}>
				{toolsText.availability.word[status]}
			</Text>
		</HStack>
	);
}
