import { Box, Flex, Text } from "@chakra-ui/react";
import type { SessionId } from "@webhand/contracts/ids";
import type { AgentSessionRow } from "@webhand/contracts/tools/sessions";
import { agentSessionsRoute, changeAgentSessionRoute, removeAgentSessionRoute } from "@webhand/contracts/tools/sessions";
import { useState } from "react";
import { AlertDialog } from "../../../kit/dialogs/alert-dialog.tsx";
import { NameDialog } from "../../../kit/dialogs/name-dialog.tsx";
import { usePages, useSubmit } from "../../../kit/load/queries.ts";
import { Empty } from "../../../kit/states.tsx";
import type { SignedInApi } from "../../../signed-in-api.ts";
import { RowList } from "../../kit/list-row.tsx";
import { MoreRows } from "../../kit/more-rows.tsx";
import { ToolLoad } from "../kit/tool-load.tsx";
import { ToolProblem } from "../kit/tool-problem.tsx";
import { toolSentence } from "../kit/tool-sentence.ts";
import { SessionDetail } from "./session-detail.tsx";
import { SessionRow } from "./session-row.tsx";
import { historyText } from "./words.ts";

type Props = {
	readonly api: SignedInApi;
	/** Counts the times that the panel was opened; each reads the list again. */
	readonly visit: number;
	/** The session of this sign-in; null before a workspace is chosen. */
	readonly currentId: SessionId | null;
	readonly workspaceName: (id: string | null) => string;
	/** Opens a task as a conversation. */
	readonly onTask: (session: Pick<AgentSessionRow, "id" | "workspaceId">) => void;
};

const titleLimit = 200;

/** What was done on the server host, by session: open, rename, delete. */
export function SessionHistoryPanel({ api, visit, currentId, workspaceName, onTask }: Props) {
	const text = historyText;
	const [opened, setOpened] = useState<SessionId | null>(null);
	const [renamed, setRenamed] = useState<AgentSessionRow | null>(null);
	const [deleted, setDeleted] = useState<AgentSessionRow | null>(null);
	// Each visit reads it again.
	const pages = usePages(["sessions", visit], async (cursor, signal) => {
		const { sessions, nextCursor } = await api.call(agentSessionsRoute, { query: { cursor }, signal });
		return { rows: sessions, nextCursor, total: null };
	});
	const { submit, isBusy, problem } = useSubmit(
		async (act: () => Promise<(rows: readonly AgentSessionRow[]) => readonly AgentSessionRow[]>) => pages.edit(await act()),
	);
	const change = async (act: Parameters<typeof submit>[0]) => {
		await submit(act);
		setRenamed(null);
		setDeleted(null);
	};
	const rename = (row: AgentSessionRow, title: string) =>
		change(async () => {
			const { session } = await api.call(changeAgentSessionRoute, { params: { id: row.id }, body: { title } });
			return (rows) => rows.map((one) => (one.id === row.id ? session : one));
		});
	const remove = (row: AgentSessionRow) =>
		change(async () => {
			await api.call(removeAgentSessionRoute, { params: { id: row.id } });
			return (rows) => rows.filter(({ id }) => id !== row.id);
		});
	if (opened !== null)
		return (
			<SessionDetail api={api} id={opened} visit={visit} workspaceName={workspaceName} onBack={() => setOpened(null)} onTask={onTask} />
		);
	return (
		<Flex direction="column" flex="1" minH="0" overflowY="auto" py="1.5">
			{problem === null ? null : (
				<Box px="gutter" pb="2">
					<ToolProblem problem={problem} />
				</Box>
			)}
			<ToolLoad loaded={pages.loaded}>
				{({ rows }) =>
					rows.length === 0 ? (
						<Empty title={text.empty} hint={text.emptyHint} />
					) : (
						<>
							<RowList label={text.list}>
								{rows.map((row) => (
									<SessionRow
										key={row.id}
										row={row}
										isCurrent={row.id === currentId}
										place={workspaceName(row.workspaceId)}
										onOpen={() => setOpened(row.id)}
										actions={{ onRename: () => setRenamed(row), onDelete: () => setDeleted(row) }}
									/>
								))}
							</RowList>
							<MoreRows pages={pages} sentenceOf={toolSentence} />
						</>
					)
				}
			</ToolLoad>
			{renamed === null ? null : (
				<NameDialog
					title={text.renameTitle}
					label={text.name}
					initial={renamed.title || renamed.task.slice(0, titleLimit)}
					confirm={text.rename}
					maxLength={titleLimit}
					onName={(title) => void rename(renamed, title)}
					onClose={() => setRenamed(null)}
				/>
			)}
			<AlertDialog
				isOpen={deleted !== null}
				title={text.deleteTitle}
				decline={{ label: text.keep, isDisabled: isBusy, onChoose: () => setDeleted(null) }}
				confirm={{
					label: text.deleteConfirm,
					palette: "red",
					isBusy,
					isDisabled: isBusy,
					onChoose: () => void (deleted === null ? undefined : remove(deleted)),
				}}
			>
				<Text overflowWrap="anywhere">{text.deleteText(deleted?.title || deleted?.task || text.untitled)}</Text>
			</AlertDialog>
		</Flex>
	);
}
