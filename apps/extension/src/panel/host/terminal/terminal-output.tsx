import { Box, Button, Flex, HStack, IconButton, Text } from "@chakra-ui/react";
import type { ExecutionId } from "@webhand/contracts/tools/executions";
import { useState } from "react";
import { CopyIconButton } from "../../../kit/controls/copy-button.tsx";
import { BackIcon, StopIcon } from "../../../kit/icons.tsx";
import { Empty, Loading, Notice } from "../../../kit/states.tsx";
import type { SignedInApi } from "../../../signed-in-api.ts";
import { ToEnd } from "../../kit/follow-end.tsx";
import { ToolProblem } from "../kit/tool-problem.tsx";
import { VirtualRows } from "../kit/virtual-rows.tsx";
import { CommandWords } from "./command-words.tsx";
import { endingOf, isOver, outcomeOf } from "./ending.ts";
import { ExecutionMark, outcomeColors } from "./execution-mark.tsx";
import { TerminalRow } from "./terminal-row.tsx";
import { plainText } from "./terminal-text.ts";
import type { ExecutionView } from "./use-execution.ts";
import { useExecution } from "./use-execution.ts";
import { terminalText } from "./words.ts";

type Props = {
	readonly api: SignedInApi;
	readonly id: ExecutionId;
	/** The words, where they are known before the server tells them. */
	readonly argv?: readonly string[] | undefined;
	readonly onBack: () => void;
	/** Puts the command into the field again. */
	readonly onAgain?: ((argv: readonly string[]) => void) | undefined;
};

/** Height of a row that does not wrap, in CSS pixels. */
const rowHeight = 16;

/** A command with its output as it comes, or as it came. */
export function TerminalOutput({ api, id, argv, onBack, onAgain }: Props) {
	const view = useExecution(api, id);
	const { facts, state, exit, isLost, problem, shown, stop } = view;
	const words = facts?.argv ?? argv ?? [];
	const label = terminalText.output(words.join(" "));
	const ending = exit ?? { state, exitCode: null, signal: null, reason: null, durationMs: null, queuedMs: null };
	const outcome = outcomeOf(ending);
	return (
		<Flex as="article" aria-label={label} direction="column" flex="1" minH="0">
			<HStack align="start" px="1.5" py="1.5" gap="1" borderBottomWidth="1px" borderColor="line.soft" flexShrink="0">
				<IconButton
					size="2xs"
					boxSize="7"
					variant="ghost"
					aria-label={terminalText.back}
					title={terminalText.back}
					autoFocus
					onClick={onBack}
				>
					<BackIcon />
				</IconButton>
				<Box flex="1" minW="0" pt="0.5">
					<CommandWords label={label} words={words} />
					{facts === null ? null : (
						<Text textStyle="small" color="fg.quiet" overflowWrap="anywhere" mt="0.5">
							{terminalText.folder(facts.cwd)}
						</Text>
					)}
				</Box>
				{isOver(state) ? (
					onAgain === undefined ? null : (
						<Button size="2xs" variant="ghost" onClick={() => onAgain(words)}>
							{terminalText.again}
						</Button>
					)
				) : (
					<Button size="2xs" variant="outline" borderColor="line.strong" disabled={state === "cancelling"} onClick={stop}>
						<StopIcon boxSize="3" />
						{state === "cancelling" ? terminalText.stopping : terminalText.stop}
					</Button>
				)}
			</HStack>
			{isLost ? <Notice>{terminalText.lost}</Notice> : null}
			{shown.dropped > 0 ? <Notice>{terminalText.dropped(shown.dropped)}</Notice> : null}
			<Rows view={view} label={label} />
			{problem === null ? null : (
				<Box px="gutter" py="2">
					<ToolProblem problem={problem} />
				</Box>
			)}
			<HStack px="gutter" py="1.5" gap="1.5" borderTopWidth="1px" borderColor="line.soft" flexShrink="0">
				<ExecutionMark outcome={outcome} />
				<Box flex="1" minW="0" role="status" textStyle="small" overflowWrap="anywhere">
					<Text color={outcomeColors[outcome]}>{endingOf(ending)}</Text>
					{exit !== null && exit.omittedBytes > 0 ? <Text color="fg.quiet">{terminalText.truncated(exit.omittedBytes)}</Text> : null}
				</Box>
				<CopyIconButton text={() => plainText(shown.lines)} label={terminalText.copy} isDisabled={shown.lines.length === 0} />
			</HStack>
		</Flex>
	);
}

function Rows({ view, label }: { readonly view: ExecutionView; readonly label: string }) {
	const { shown, state, problem } = view;
	const { lines } = shown;
	const [isAtEnd, setIsAtEnd] = useState(true);
	const [wishes, setWishes] = useState(0);
	if (lines.length === 0)
		return (
			<Box flex="1" minH="0">
				{isOver(state) ? (
					<Empty title={terminalText.noOutput} />
				) : problem === null ? (
					<Box px="gutter" py="3">
						<Loading lines={3} />
						<Text textStyle="small" color="fg.quiet" mt="2">
							{terminalText.noOutputYet}
						</Text>
					</Box>
				) : null}
			</Box>
		);
	return (
		<Flex direction="column" flex="1" minH="0" position="relative" bg="bg.sunken" py="1">
			<VirtualRows
				label={label}
				role="log"
				count={lines.length}
				rowHeight={rowHeight}
				tail={{ keyOf: (index) => lines[index]?.key ?? index, onAtEnd: setIsAtEnd, wishes }}
			>
				{(index) => {
					const line = lines[index];
					return line === undefined ? null : <TerminalRow text={line.text} style={line.style} source={line.source} />;
				}}
			</VirtualRows>
			{isAtEnd ? null : <ToEnd label={terminalText.toEnd} onClick={() => setWishes((count) => count + 1)} />}
		</Flex>
	);
}
