import { Box, Flex, Heading, HStack, Text } from "@chakra-ui/react";
import type { SessionId } from "@webhand/contracts/ids";
import type { AgentSettings } from "@webhand/contracts/tools/approvals";
import { startServerTaskRoute } from "@webhand/contracts/tools/server-tasks";
import { agentSessionsRoute } from "@webhand/contracts/tools/sessions";
import type { Workspace } from "@webhand/contracts/tools/workspaces";
import { HostIcon } from "../../../kit/icons.tsx";
import { usePages, useSubmit } from "../../../kit/load/queries.ts";
import { Empty } from "../../../kit/states.tsx";
import { RowList } from "../../kit/list-row.tsx";
import { MoreRows } from "../../kit/more-rows.tsx";
import { SessionRow } from "../history/session-row.tsx";
import { SmallHead } from "../kit/small-head.tsx";
import { ToolLoad } from "../kit/tool-load.tsx";
import { ToolProblem } from "../kit/tool-problem.tsx";
import { toolSentence } from "../kit/tool-sentence.ts";
import type { Workbench } from "../kit/workbench.ts";
import { isTask } from "./is-task.ts";
import { MessageField } from "./message-field.tsx";
import { StandingApprovals } from "./standing-approvals.tsx";
import { TaskSettings } from "./task-settings.tsx";
import { TaskView } from "./task-view.tsx";
import { tasksText } from "./words.ts";

type Props = {
	readonly bench: Workbench;
	readonly workspace: Workspace;
	/** Counts the times that the panel was opened; each reads the list again. */
	readonly visit: number;
	readonly opened: SessionId | null;
	readonly onOpened: (id: SessionId | null) => void;
	readonly settings: AgentSettings;
	/** The server lets settings count. */
	readonly mayPass: boolean;
	readonly onSettings: (part: Partial<AgentSettings>) => void;
};

/** Tasks that the server carries out by itself in a workspace: a field for the next, those before, one of them opened. */
export function TasksPanel({ bench, workspace, visit, opened, onOpened, settings, mayPass, onSettings }: Props) {
	const text = tasksText;
	const { api, onChanged } = bench;
	// Each visit reads it again, and so does a task that was looked at.
	const pages = usePages(["tasks", workspace.id, visit, opened], async (cursor, signal) => {
		const { sessions, nextCursor } = await api.call(agentSessionsRoute, { query: { workspaceId: workspace.id, cursor }, signal });
		return { rows: sessions.filter(isTask), nextCursor, total: null };
	});
	const { submit, isBusy, problem } = useSubmit(async (task: string) => {
		const headers = { "idempotency-key": crypto.randomUUID() };
		const { session } = await api.call(startServerTaskRoute, { body: { task, workspaceId: workspace.id, settings }, headers });
		onOpened(session.id);
		return true;
	});
	const start = async (task: string): Promise<boolean> => (await submit(task)) === true;
	if (opened !== null) return <TaskView key={opened} api={api} id={opened} onBack={() => onOpened(null)} onChanged={onChanged} />;
	const question = text.question(workspace.name);
	return (
		<Flex direction="column" flex="1" minH="0" overflowY="auto" pb="3">
			<Box px="gutter" pt="3" pb="2">
				<HStack gap="1.5" mb="1.5">
					<HostIcon color="fg.quiet" />
					<Heading as="h3" textStyle="body" fontWeight="semibold" overflowWrap="anywhere" minW="0">
						{question}
					</Heading>
				</HStack>
				<MessageField label={question} placeholder={text.placeholder} send={text.start} isBusy={isBusy} onSend={start} />
				<Text textStyle="small" color="fg.quiet" mt="1.5">
					{text.hint}
				</Text>
				<Box mt="1.5">
					<TaskSettings settings={settings} mayPass={mayPass} onSettings={onSettings}>
						<StandingApprovals api={api} workspaceId={workspace.id} />
					</TaskSettings>
				</Box>
				{problem === null ? null : (
					<Box mt="2">
						<ToolProblem problem={problem} />
					</Box>
				)}
			</Box>
			<SmallHead title={text.earlier} />
			<ToolLoad loaded={pages.loaded} lines={3}>
				{({ rows }) => (
					<>
						{rows.length === 0 ? (
							<Empty title={text.none} hint={text.noneHint} />
						) : (
							<RowList label={text.earlier}>
								{rows.map((row) => (
									<SessionRow key={row.id} row={row} place="" onOpen={() => onOpened(row.id)} />
								))}
							</RowList>
						)}
						<MoreRows pages={pages} sentenceOf={toolSentence} />
					</>
				)}
			</ToolLoad>
		</Flex>
	);
}
