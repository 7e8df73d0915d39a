import { Box, Button, HStack, Text } from "@chakra-ui/react";
import type { ViewState } from "../../panel-state.ts";
import { taskText } from "./words.ts";

type Props = {
	readonly runs: ViewState["otherRuns"];
	/** The panel's own tab, which may run a task of another chat. */
	readonly ownTabId: number | undefined;
	readonly onGo: (run: ViewState["otherRuns"][number]) => void;
	readonly onStop: (tabId: number) => void;
};

/** Tasks in other tabs or another chat, each with buttons to go there and to stop it. */
export function RunningBar({ runs, ownTabId, onGo, onStop }: Props) {
	if (runs.length === 0) return null;
	return (
		<Box
			as="section"
			aria-label={taskText.otherTasks}
			px="gutter"
			py="1"
			bg="bg.sunken"
			borderBottomWidth="1px"
			borderColor="line.soft"
			flexShrink="0"
		>
			{runs.map((run) => (
				<HStack key={run.tabId} gap="1" minH="7" wrap="wrap" justify="flex-end">
					<Text textStyle="small" truncate flex="1 1 7rem" minW="0" title={run.query}>
						{run.needsUser ? (
							<Text as="span" color="status.waiting" fontWeight="semibold">
								{taskText.needsYou}{" "}
							</Text>
						) : null}
						{run.query}
					</Text>
					<Button size="2xs" variant="ghost" onClick={() => onGo(run)}>
						{run.tabId === ownTabId ? taskText.showChat : taskText.goTo}
					</Button>
					<Button size="2xs" variant="ghost" color="status.failed" onClick={() => onStop(run.tabId)}>
						{taskText.stop}
					</Button>
				</HStack>
			))}
		</Box>
	);
}
