import { Badge, Box, Button, Dialog, HStack, Portal, Stack, Text } from "@chakra-ui/react";
import { useRef } from "react";
import { text } from "../../text/en.ts";
import type { WaitingTask } from "../../view/panel-view.ts";
import { ageOf } from "../../view/sessions/sessions.ts";

export type RestoreActions = {
	/** Goes on in the tab that the panel shows. */
	readonly onContinue: (task: WaitingTask) => void;
	readonly onOpenPage: (task: WaitingTask) => void;
	/** Cancels the task. */
	readonly onDismiss: (task: WaitingTask) => void;
	/** Closes the dialog; the tasks keep waiting. */
	readonly onLater: () => void;
};

type Props = RestoreActions & {
	readonly tasks: readonly WaitingTask[];
	/** The domain of the shown tab: a task can go on only on its own site. */
	readonly domain: string;
	readonly now: number;
};

/** Tasks that run or wait without a live tab in this browser, each with its next steps. */
export function SessionRestoreDialog({ tasks, domain, now, onContinue, onOpenPage, onDismiss, onLater }: Props) {
	const later = useRef<HTMLButtonElement>(null);
	return (
		<Dialog.Root
			open={tasks.length > 0}
			size="xs"
			placement="center"
			scrollBehavior="inside"
			initialFocusEl={() => later.current}
			onOpenChange={({ open }) => (open ? undefined : onLater())}
		>
			<Portal>
				<Dialog.Backdrop />
				<Dialog.Positioner px="3">
					<Dialog.Content rounded="xl">
						<Dialog.Header px="4" pt="4" pb="1">
							<Dialog.Title textStyle="answer">{text.restore.title(tasks.length)}</Dialog.Title>
						</Dialog.Header>
						<Dialog.Body px="4" pb="3">
							<Stack gap="3">
								<Text color="fg.quiet">{text.restore.lead}</Text>
								{tasks.map((task) => (
									<Box
										key={task.taskId}
										as="section"
										aria-label={task.query}
										borderWidth="1px"
										borderColor="line.soft"
										rounded="lg"
										p="2.5"
									>
										<Text dir="auto" fontWeight="medium" overflowWrap="anywhere" lineClamp="4" title={task.query}>
											{task.query}
										</Text>
										<HStack gap="1.5" textStyle="small" color="fg.quiet" mt="1" wrap="wrap">
											{task.domain === "" ? null : (
												<Badge size="xs" variant="surface">
													{task.domain}
												</Badge>
											)}
											<Text as="span">{text.restore.state[task.state]}</Text>
											<Text as="span">{ageOf(task.updatedAt, now)}</Text>
										</HStack>
										<HStack gap="1.5" mt="2" wrap="wrap">
											{task.domain === domain || task.domain === "" ? (
												<Button size="xs" colorPalette="brand" onClick={() => onContinue(task)}>
													{text.restore.continue}
												</Button>
											) : null}
											{task.url === "" ? null : (
												<Button size="xs" variant="outline" borderColor="line.strong" onClick={() => onOpenPage(task)}>
													{text.restore.openPage}
												</Button>
											)}
											<Button size="xs" variant="ghost" color="status.failed" onClick={() => onDismiss(task)}>
												{text.restore.dismiss}
											</Button>
										</HStack>
									</Box>
								))}
							</Stack>
						</Dialog.Body>
						<Dialog.Footer px="4" pt="0" pb="4" gap="2">
							<Button ref={later} size="xs" variant="outline" onClick={onLater}>
								{text.restore.later}
							</Button>
						</Dialog.Footer>
					</Dialog.Content>
				</Dialog.Positioner>
			</Portal>
		</Dialog.Root>
	);
}
