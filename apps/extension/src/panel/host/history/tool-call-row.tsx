import { Box, Button, HStack, Stack, Text } from "@chakra-ui/react";
import type { ExecutionId } from "@webhand/contracts/tools/executions";
import { ExecutionId as Execution } from "@webhand/contracts/tools/executions";
import { FileDiff } from "@webhand/contracts/tools/files";
import type { StoredToolCall } from "@webhand/contracts/tools/sessions";
import { useState } from "react";
import { z } from "zod";
import { CheckIcon, ChevronIcon, CrossIcon, PulseIcon } from "../../../kit/icons.tsx";
import { formatMs, formatTime } from "../../../kit/words/format.ts";
import { RowButton } from "../../kit/row-button.tsx";
import { approvalsText } from "../approvals/words.ts";
import { DiffList } from "../diff/diff-viewer.tsx";
import { HiddenMarks } from "../kit/hidden-marks.tsx";
import { JsonPreview } from "./json-preview.tsx";
import { argumentsLine, prettyJson, toolWords } from "./tool-calls.ts";
import { historyText } from "./words.ts";

const marks = {
	pending: { Icon: PulseIcon, color: "status.waiting" },
	running: { Icon: PulseIcon, color: "status.running" },
	approved: { Icon: PulseIcon, color: "status.running" },
	rejected: { Icon: CrossIcon, color: "status.stopped" },
	completed: { Icon: CheckIcon, color: "status.completed" },
	error: { Icon: CrossIcon, color: "status.failed" },
} satisfies Record<StoredToolCall["status"], unknown>;

type Call = Omit<StoredToolCall, "timestamp"> & {
	readonly timestamp?: string | undefined;
	readonly executionId?: string | undefined;
	/** The result before it was written as text. */
	readonly data?: unknown;
};

type Props = { readonly call: Call; readonly onExecution?: ((id: ExecutionId) => void) | undefined };

/** A tool call in one line; its arguments, its result or changes, and the way to its output unfold. */
export function ToolCallRow({ call, onExecution }: Props) {
	const text = historyText.call;
	const [isOpen, setIsOpen] = useState(false);
	const { name, status, durationMs, timestamp } = call;
	const { Icon, color } = marks[status];
	return (
		<Box role="listitem">
			<RowButton aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
				<Icon color={color} boxSize="3.5" animation={status === "running" ? "breathe 1.4s ease-in-out infinite" : "none"} />
				<Box as="span" flex="1" minW="0">
					<Text as="span" display="block" title={name}>
						<HiddenMarks>{toolWords(name, call.arguments)}</HiddenMarks>
					</Text>
					<Text as="span" display="block" textStyle="small" color="fg.quiet" truncate>
						<HiddenMarks>{argumentsLine(call.arguments)}</HiddenMarks>
					</Text>
				</Box>
				<Text
					as="span"
					textStyle="small"
					color={status === "completed" ? "fg.quiet" : color}
					flexShrink="0"
					title={timestamp === undefined ? undefined : formatTime(timestamp)}
				>
					{status === "completed" && durationMs !== undefined ? formatMs(durationMs) : text.state[status]}
				</Text>
				<ChevronIcon boxSize="3.5" color="fg.quiet" transform={isOpen ? "none" : "rotate(-90deg)"} />
			</RowButton>
			{isOpen ? <Unfolded call={call} onExecution={onExecution} /> : null}
		</Box>
	);
}

function Unfolded({ call, onExecution }: Props) {
	const text = historyText.call;
	const { name, status, durationMs, timestamp, result, data } = call;
	const diffs = diffsOf(data);
	const execution = Execution.safeParse(call.executionId);
	const facts = [
		text.state[status],
		...(timestamp === undefined ? [] : [formatTime(timestamp)]),
		...(durationMs === undefined ? [] : [formatMs(durationMs)]),
	];
	return (
		<Stack gap="1.5" px="gutter" pb="2" textStyle="small">
			<HStack gap="1.5" color="fg.quiet" wrap="wrap" rowGap="0">
				<Text as="span" fontFamily="mono">
					<HiddenMarks>{name}</HiddenMarks>
				</Text>
				{facts.map((fact) => (
					<Text key={fact} as="span">
						{fact}
					</Text>
				))}
				{execution.success && onExecution !== undefined ? (
					<Button size="2xs" variant="outline" borderColor="line.strong" ms="auto" onClick={() => onExecution(execution.data)}>
						{text.output}
					</Button>
				) : null}
			</HStack>
			<JsonPreview title={text.arguments}>{prettyJson(call.arguments)}</JsonPreview>
			{diffs.length > 0 ? (
				<DiffList label={approvalsText.changes} diffs={diffs} />
			) : result === undefined ? (
				<Text color="fg.quiet">{status === "completed" ? text.noResult : text.notYet}</Text>
			) : (
				<JsonPreview title={text.result}>{prettyJson(result)}</JsonPreview>
			)}
		</Stack>
	);
}

const Changed = z.object({ diff: FileDiff.optional(), files: z.array(z.unknown()).optional() });

/** The changes of files in the result of a tool call; none in a result of another kind. @throws never */
function diffsOf(data: unknown): readonly FileDiff[] {
	const changed = Changed.safeParse(data);
	if (!changed.success) return [];
	const { diff, files = [] } = changed.data;
	const listed = files.flatMap((file) => {
		const one = FileDiff.safeParse(file);
		return one.success ? [one.data] : [];
	});
	return diff === undefined ? listed : [diff, ...listed];
}
