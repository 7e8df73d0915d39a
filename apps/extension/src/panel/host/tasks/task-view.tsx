import { Box, Button, Flex, Heading, HStack, IconButton, Stack, Text } from "@chakra-ui/react";
import type { SessionId } from "@webhand/contracts/ids";
import type { ExecutionId } from "@webhand/contracts/tools/executions";
import { useCallback, useEffect, useRef, useState } from "react";
import { BackIcon, PulseIcon, StopIcon } from "../../../kit/icons.tsx";
import { Loading, Notice } from "../../../kit/states.tsx";
import type { SignedInApi } from "../../../signed-in-api.ts";
import { FollowEnd } from "../../kit/follow-end.tsx";
import { ApprovalBanner } from "../approvals/approval-banner.tsx";
import { historyText } from "../history/words.ts";
import { ToolProblem } from "../kit/tool-problem.tsx";
import { TerminalOutput } from "../terminal/terminal-output.tsx";
import { MessageField } from "./message-field.tsx";
import { TurnOfTask } from "./task-turn.tsx";
import { useServerTask } from "./use-server-task.ts";
import { tasksText } from "./words.ts";

type Props = {
	readonly api: SignedInApi;
	readonly id: SessionId;
	readonly onBack: () => void;
	/** What the task does makes files and changes old. */
	readonly onChanged: () => void;
};

/** A server-run task as a conversation: what was said, each step as it comes, questions, the end, and the next message. */
export function TaskView({ api, id, onBack, onChanged }: Props) {
	const text = tasksText;
	const task = useServerTask(api, id);
	const { session, conversation, messages, isWorking, isLost, isBusy, refusal, problem } = task;
	const { turns, approvals } = conversation;
	const [execution, setExecution] = useState<ExecutionId | null>(null);
	const top = useRef<HTMLButtonElement>(null);
	const title = session.value?.title || session.value?.task || text.conversation;
	useEffect(() => {
		if (!isWorking) onChanged();
	}, [isWorking, onChanged]);
	const keepFocus = useCallback(() => {
		if (document.activeElement === document.body) top.current?.focus();
	}, []);
	// A question may also be answered elsewhere.
	useEffect(keepFocus, [approvals.length, keepFocus]);
	const onExecution = useCallback((opened: ExecutionId) => setExecution(opened), []);
	const count = Math.max(turns.length, messages.length);
	const status = approvals.length > 0 ? text.waiting : text.working;
	const failed = problem ?? (session.value === null ? session.problem : null);
	return (
		<>
			{execution === null ? null : <TerminalOutput api={api} id={execution} onBack={() => setExecution(null)} />}
			<Flex as="article" aria-label={text.conversation} direction="column" flex="1" minH="0" display={execution === null ? "flex" : "none"}>
				<HStack px="1.5" py="1.5" gap="1" borderBottomWidth="1px" borderColor="line.soft" flexShrink="0">
					<IconButton ref={top} size="2xs" boxSize="7" variant="ghost" aria-label={text.back} title={text.back} autoFocus onClick={onBack}>
						<BackIcon />
					</IconButton>
					<Box flex="1" minW="0">
						<Heading as="h3" textStyle="body" fontWeight="semibold" truncate dir="auto" title={title}>
							{title}
						</Heading>
						<HStack
							gap="1.5"
							role="status"
							textStyle="small"
							color={isWorking ? (approvals.length > 0 ? "status.waiting" : "status.running") : "fg.quiet"}
						>
							{isWorking ? <PulseIcon boxSize="2.5" animation="breathe 1.4s ease-in-out infinite" /> : null}
							<Text>{isWorking ? status : historyText.status[session.value?.status ?? "idle"]}</Text>
						</HStack>
					</Box>
					{isWorking ? (
						<Button size="2xs" variant="outline" borderColor="line.strong" disabled={isBusy} onClick={() => void task.cancel()}>
							<StopIcon boxSize="3" />
							{text.cancel}
						</Button>
					) : null}
				</HStack>
				{isLost ? <Notice>{text.lost}</Notice> : null}
				<FollowEnd label={text.conversation} toEnd={text.newest}>
					{session.value === null && failed === null ? (
						<Box px="gutter">
							<Loading lines={5} />
						</Box>
					) : null}
					{Array.from({ length: count }, (_, index) => (
						<TurnOfTask key={`${index + 1}`} message={messages[index] ?? ""} turn={turns[index]} onExecution={onExecution} />
					))}
					{!isWorking && turns.length === 0 && session.value !== null && failed === null ? (
						<Text px="gutter" textStyle="small" color="fg.quiet">
							{text.notKept}
						</Text>
					) : null}
					<Stack px="gutter" gap="2">
						{failed === null ? null : <ToolProblem problem={failed} onRetry={task.readAgain} />}
						<ApprovalBanner api={api} approvals={approvals} onAnswered={keepFocus} />
					</Stack>
				</FollowEnd>
				<Box px="gutter" pb="gutter" pt="1" flexShrink="0">
					{refusal === null ? null : (
						<Box pb="1.5">
							<ToolProblem problem={refusal} />
						</Box>
					)}
					{isWorking || session.value === null ? null : (
						<MessageField label={text.next} placeholder={text.next} send={text.send} isBusy={isBusy} onSend={task.goOn} />
					)}
				</Box>
			</Flex>
		</>
	);
}
