import { Box, Button, HStack, Text } from "@chakra-ui/react";
import type { ViewState } from "../../panel-state.ts";
import { text } from "../../text/en.ts";

type Props = { readonly runs: ViewState["otherRuns"]; readonly onGo: (tabId: number) => void; readonly onStop: (tabId: number) => void };

/** Tasks in other tabs, each with buttons to go there and to stop it. */
export function RunningBar({ runs, onGo, onStop }: Props) {
	if (runs.length === 0) return null;
	return (
		<Box as="section" aria-label={text.task.otherTasks} px="3" py="1" borderBottomWidth="1px" borderColor="line.soft">
			{runs.map((run) => (
				<HStack key={run.tabId} gap="2">
					<Text fontSize="xs" truncate flex="1">
						{run.query}
						{run.needsUser ? ` (${text.task.needsYou})` : ""}
					</Text>
					<Button size="2xs" variant="outline" onClick={() => onGo(run.tabId)}>
						{text.task.goTo}
					</Button>
					<Button size="2xs" variant="outline" onClick={() => onStop(run.tabId)}>
						{text.task.stop}
					</Button>
				</HStack>
			))}
		</Box>
	);
}
