import { Box, Button, Flex, HStack, Text } from "@chakra-ui/react";
import type { Availability } from "@webhand/contracts/tools/availability";
import { serverBanner } from "@webhand/contracts/tools/workspaces";
import { HostIcon } from "../../../kit/icons.tsx";
import { toolsText } from "../words.ts";

type Props = {
	readonly availability: Availability | null;
	/** It is not known whether the tools work: the last question had no answer. */
	readonly isUnknown: boolean;
};

/** Where actions run, and whether they can; the first reason when they cannot. */
export function ServerBanner({ availability, isUnknown }: Props) {
	const status = availability === null || isUnknown ? "unknown" : availability.status;
	const reason = isUnknown
		? toolsText.availability.unknownReason
		: availability?.status === "online"
			? ""
			: (availability?.reasons[0]?.message ?? "");
	return (
		<Flex
			role="region"
			aria-label={serverBanner}
			direction="column"
			px="gutter"
			py="1.5"
			bg="bg.sunken"
			borderBottomWidth="1px"
			borderColor="line.soft"
			flexShrink="0"
		>
			<HStack gap="2" wrap="wrap" rowGap="0">
				<HostIcon color="fg.quiet" />
				<Text textStyle="small" flex="1 1 9rem" minW="0">
					{serverBanner}
				</Text>
				<AvailabilityBadge status={status} />
			</HStack>
			{reason === "" ? null : (
				<Text textStyle="small" color="fg.quiet" ps="6" overflowWrap="anywhere">
					{reason}
				</Text>
			)}
		</Flex>
	);
}

/** Tells once that server tools do not touch this computer. */
export function FirstUseNotice({ onClose }: { readonly onClose: () => void }) {
	const { title, text, ok } = toolsText.notice;
	return (
		<Flex
			role="region"
			aria-label={title}
			gap="2"
			align="center"
			wrap="wrap"
			px="gutter"
			py="2.5"
			bg="bg.note"
			color="fg.note"
			flexShrink="0"
		>
			<Flex direction="column" flex="1 1 12rem" minW="0" gap="0.5">
				<Text fontWeight="semibold">{title}</Text>
				<Text textStyle="small">{text}</Text>
			</Flex>
			<Button size="xs" variant="outline" borderColor="line.strong" color="inherit" onClick={onClose}>
				{ok}
			</Button>
		</Flex>
	);
}

type State = Availability["status"] | "unknown";

const colors = {
	online: "status.completed",
	degraded: "status.waiting",
	offline: "status.failed",
	unknown: "fg.quiet",
} satisfies Record<State, string>;

/** Whether the tools of the server host work: a dot and its word. */
function AvailabilityBadge({ status }: { readonly status: State }) {
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
