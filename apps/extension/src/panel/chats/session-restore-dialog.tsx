import { Badge, Box, Button, HStack, Stack, Text } from "@chakra-ui/react";
import type { AgentSessionRow } from "@webhand/contracts/tools/sessions";
import type { ReactNode } from "react";
import { useRef } from "react";
import { DialogFrame } from "../../kit/dialogs/dialog-frame.tsx";
import { HostIcon } from "../../kit/icons.tsx";
import type { WaitingTask } from "../panel-props.ts";
import { ageOf } from "./sessions.ts";
import { restoreText } from "./words.ts";

export type RestoreActions = {
	/** Goes on in the tab that the panel shows. */
	readonly onContinue: (task: WaitingTask) => void;
	readonly onOpenPage: (task: WaitingTask) => void;
	/** Cancels the task. */
	readonly onDismiss: (task: WaitingTask) => void;
	readonly onOpenServerTask: (session: AgentSessionRow) => void;
	/** Cancels a task that the server carries out. */
	readonly onCancelServerTask: (session: AgentSessionRow) => void;
	/** Closes the dialog; the tasks keep waiting. */
	readonly onLater: () => void;
};

type Props = RestoreActions & {
	readonly tasks: readonly WaitingTask[];
	/** Tasks that the server carries out by itself. */
	readonly serverTasks: readonly AgentSessionRow[];
	/** The domain of the shown tab: a task can go on only on its own site. */
	readonly domain: string;
	readonly now: number;
};

/** Tasks that run or wait without a live tab in this browser, each with its next steps. */
export function SessionRestoreDialog({ tasks, serverTasks, domain, now, onContinue, onOpenPage, onDismiss, onLater, ...server }: Props) {
	const count = tasks.length + serverTasks.length;
	const later = useRef<HTMLButtonElement>(null);
	return (
		<DialogFrame
			isOpen={count > 0}
			title={restoreText.title(count)}
			size="xs"
			scrollBehavior="inside"
			initialFocusEl={() => later.current}
			onClose={onLater}
			footer={
				<Button ref={later} size="xs" variant="outline" onClick={onLater}>
					{restoreText.later}
				</Button>
			}
		>
			<Stack gap="3">
				{tasks.length === 0 ? null : <Text color="fg.quiet">{restoreText.lead(tasks.length)}</Text>}
				{serverTasks.map((session) => (
					<ServerTask
						key={session.id}
						session={session}
						now={now}
						onOpen={() => server.onOpenServerTask(session)}
						onCancel={() => server.onCancelServerTask(session)}
					/>
				))}
				{tasks.map((task) => (
					<TaskCard
						key={task.taskId}
						title={task.query}
						facts={
							<>
								{task.domain === "" ? null : (
									<Badge size="xs" variant="surface">
										{task.domain}
									</Badge>
								)}
								<Text as="span">{restoreText.state[task.state]}</Text>
								<Text as="span">{ageOf(task.updatedAt, now)}</Text>
							</>
						}
						onDismiss={() => onDismiss(task)}
					>
						{task.domain === domain || task.domain === "" ? (
							<Button size="xs" colorPalette="brand" onClick={() => onContinue(task)}>
								{restoreText.continue}
							</Button>
						) : null}
						{task.url === "" ? null : (
							<Button size="xs" variant="outline" borderColor="line.strong" onClick={() => onOpenPage(task)}>
								{restoreText.openPage}
							</Button>
						)}
					</TaskCard>
				))}
			</Stack>
		</DialogFrame>
	);
}

type ServerTaskProps = {
	readonly session: AgentSessionRow;
	readonly now: number;
	readonly onOpen: () => void;
	readonly onCancel: () => void;
};

/** A task that the server carries out by itself: it goes on whatever is chosen later. */
function ServerTask({ session, now, onOpen, onCancel }: ServerTaskProps) {
	const words = restoreText.server;
	return (
		<TaskCard
			title={session.title || session.task}
			facts={
				<>
					<HostIcon boxSize="3.5" />
					<Text as="span">{session.status === "waiting_approval" ? words.waiting : words.running}</Text>
					<Text as="span">{ageOf(Date.parse(session.updatedAt), now)}</Text>
				</>
			}
			onDismiss={onCancel}
		>
			<Button size="xs" colorPalette="brand" onClick={onOpen}>
				{words.open}
			</Button>
		</TaskCard>
	);
}

type CardProps = {
	readonly title: string;
	readonly facts: ReactNode;
	readonly onDismiss: () => void;
	/** The ways on, before the one that cancels the task. */
	readonly children: ReactNode;
};

function TaskCard({ title, facts, onDismiss, children }: CardProps) {
	return (
		<Box as="section" aria-label={title} borderWidth="1px" borderColor="line.soft" rounded="lg" p="2.5">
			<Text dir="auto" fontWeight="medium" overflowWrap="anywhere" lineClamp="4" title={title}>
				{title}
			</Text>
			<HStack gap="1.5" textStyle="small" color="fg.quiet" mt="1" wrap="wrap">
				{facts}
			</HStack>
			<HStack gap="1.5" mt="2" wrap="wrap">
				{children}
				<Button size="xs" variant="ghost" color="status.failed" onClick={onDismiss}>
					{restoreText.dismiss}
				</Button>
			</HStack>
		</Box>
	);
}
