import { Box, Button, HStack, Stack, Text } from "@chakra-ui/react";
import type { StoredToolCall } from "@webhand/contracts/tools/sessions";
import { useState } from "react";
import { historyText } from "../../../text/en/tools/history.ts";
import { argumentsLine, isDryRun, prettyJson } from "../../../view/tools/tool-calls.ts";
import { formatMs, formatTime } from "../../../view/words/format.ts";
import { CheckIcon, ChevronIcon, CrossIcon, PulseIcon } from "../../kit/icons.tsx";
import { HiddenMarks } from "../kit/hidden-marks.tsx";

const marks = {
	pending: { Icon: PulseIcon, color: "status.waiting" },
	running: { Icon: PulseIcon, color: "status.running" },
	approved: { Icon: PulseIcon, color: "status.running" },
	rejected: { Icon: CrossIcon, color: "status.stopped" },
	completed: { Icon: CheckIcon, color: "status.completed" },
	error: { Icon: CrossIcon, color: "status.failed" },
} satisfies Record<StoredToolCall["status"], unknown>;

/** The tool calls of a session, newest first: what was called, how it ended, how long it took; arguments and result unfold. */
export function ToolCallLog({ calls }: { readonly calls: readonly StoredToolCall[] }) {
	return (
		<Box role="list" aria-label={historyText.toolCalls}>
			{calls.map((call) => (
				<ToolCallRow key={call.id} call={call} />
			))}
		</Box>
	);
}

function ToolCallRow({ call }: { readonly call: StoredToolCall }) {
	const text = historyText.call;
	const [isOpen, setIsOpen] = useState(false);
	const { name, status, durationMs, timestamp, result } = call;
	const { Icon, color } = marks[status];
	return (
		<Box role="listitem">
			<Button
				variant="plain"
				w="full"
				h="auto"
				minH="8"
				px="gutter"
				py="1"
				gap="2"
				rounded="none"
				justifyContent="start"
				textAlign="start"
				fontWeight="normal"
				whiteSpace="normal"
				focusRingOffset="-2px"
				_hover={{ bg: "bg.hover" }}
				aria-expanded={isOpen}
				onClick={() => setIsOpen(!isOpen)}
			>
				<Icon color={color} boxSize="3.5" />
				<Box as="span" flex="1" minW="0">
					<Text as="span" display="block" title={name}>
						{historyText.names[isDryRun(call.arguments) ? `${name}?` : name] ?? name}
					</Text>
					<Text as="span" display="block" textStyle="small" color="fg.quiet" truncate>
						<HiddenMarks>{argumentsLine(call.arguments)}</HiddenMarks>
					</Text>
				</Box>
				<Text as="span" textStyle="small" color={status === "completed" ? "fg.quiet" : color} flexShrink="0" title={formatTime(timestamp)}>
					{status === "completed" && durationMs !== undefined ? formatMs(durationMs) : text.state[status]}
				</Text>
				<ChevronIcon boxSize="3.5" color="fg.quiet" transform={isOpen ? "none" : "rotate(-90deg)"} />
			</Button>
			{isOpen ? (
				<Stack gap="1.5" px="gutter" pb="2" textStyle="small">
					<HStack gap="1.5" color="fg.quiet" wrap="wrap" rowGap="0">
						<Text as="span" fontFamily="mono">
							{name}
						</Text>
						<Text as="span">{text.state[status]}</Text>
						<Text as="span">{formatTime(timestamp)}</Text>
						{durationMs === undefined ? null : <Text as="span">{formatMs(durationMs)}</Text>}
					</HStack>
					<Preview title={text.arguments}>{prettyJson(call.arguments)}</Preview>
					{result === undefined ? (
						<Text color="fg.quiet">{text.noResult}</Text>
					) : (
						<Preview title={text.result}>{prettyJson(result)}</Preview>
					)}
				</Stack>
			) : null}
		</Box>
	);
}

function Preview({ title, children }: { readonly title: string; readonly children: string }) {
	return (
		<Box>
			<Text color="fg.quiet">{title}</Text>
			<Box
				role="region"
				aria-label={title}
				tabIndex={0}
				maxH="12rem"
				overflowY="auto"
				bg="bg.sunken"
				rounded="md"
				px="2"
				py="1"
				fontFamily="mono"
				whiteSpace="pre-wrap"
				overflowWrap="anywhere"
				dir="ltr"
			>
				{children.split("\n").map((line, index) => (
					<Text key={`${index + 1}`} minH="1lh">
						<HiddenMarks>{line}</HiddenMarks>
					</Text>
				))}
			</Box>
		</Box>
	);
}
