import { Box, Button, Flex, Heading, Text, VisuallyHidden } from "@chakra-ui/react";
import type { SessionId } from "@webhand/contracts/ids";
import type { AgentSettings } from "@webhand/contracts/tools/approvals";
import type { Workspace } from "@webhand/contracts/tools/workspaces";
import { selectWorkspaceRoute, workspacesRoute } from "@webhand/contracts/tools/workspaces";
import { useCallback, useEffect, useState } from "react";
import { AlertDialog } from "../../kit/dialogs/alert-dialog.tsx";
import { useReply, useSubmit } from "../../kit/load/queries.ts";
import { Empty } from "../../kit/states.tsx";
import type { SignedInApi } from "../../signed-in-api.ts";
import { filesText } from "./files/words.ts";
import { ToolLoad } from "./kit/tool-load.tsx";
import { ToolProblem } from "./kit/tool-problem.tsx";
import { FirstUseNotice, ServerBanner } from "./top/server-banner.tsx";
import { useAvailability } from "./top/use-availability.ts";
import { WorkspaceSelector } from "./top/workspace-selector.tsx";
import { toolsText } from "./words.ts";
import type { TaskPlace } from "./workspace-tabs.tsx";
import { WorkspaceTabs } from "./workspace-tabs.tsx";

type Props = {
	readonly api: SignedInApi;
	/** False while the panel shows the chat. */
	readonly isShown: boolean;
	readonly isNoticeSeen: boolean;
	readonly onNoticeSeen: () => void;
	/** What tasks may do without a question. */
	readonly settings: AgentSettings;
	readonly onSettings: (part: Partial<AgentSettings>) => void;
	/** The task that is shown; null for none. */
	readonly task: TaskPlace | null;
	readonly onTask: (session: TaskPlace | null) => void;
};

/** The tools of the server host: whether they work, the workspace, and what is in it. */
export function ToolsView({ api, isShown, isNoticeSeen, onNoticeSeen, settings, onSettings, task, onTask }: Props) {
	const text = toolsText.workspace;
	const { availability, isUnknown } = useAvailability(api, isShown);
	const list = useReply(api, workspacesRoute);
	const [sessionId, setSessionId] = useState<SessionId | null>(null);
	const [unsaved, setUnsaved] = useState<string | null>(null);
	const [wanted, setWanted] = useState<(() => void) | null>(null);
	const leave = useCallback((go: () => void) => (unsaved === null ? go() : setWanted(() => go)), [unsaved]);
	const { value, replace, retry } = list;
	const status = availability?.status;
	const isMissing = value === null && list.problem !== null;
	useEffect(() => {
		// The list could not be read while the tools were off.
		if (isMissing && status !== undefined && status !== "offline") retry();
	}, [status, isMissing, retry]);
	const selection = useSubmit(async (workspace: Workspace) => {
		const selected = await api.call(selectWorkspaceRoute, { body: { workspaceId: workspace.id } });
		setSessionId(selected.session.id);
		if (value !== null)
			replace({
				...value,
				selectedWorkspaceId: selected.workspace.id,
				workspaces: value.workspaces.map((one) => (one.id === selected.workspace.id ? selected.workspace : one)),
			});
	});
	const { submit: select, isBusy: isSelecting, problem } = selection;
	const wantedId = task?.workspaceId ?? null;
	const wantedWorkspace = value?.selectedWorkspaceId === wantedId ? undefined : value?.workspaces.find(({ id }) => id === wantedId);
	useEffect(() => {
		// A task is shown in its own workspace.
		if (wantedWorkspace?.available === true && !isSelecting && problem === null) void select(wantedWorkspace);
	}, [wantedWorkspace, isSelecting, problem]);
	const workspaceName = (id: string | null) => value?.workspaces.find((one) => one.id === id)?.name ?? "";
	return (
		<Flex as="section" aria-label={toolsText.title} direction="column" flex="1" minH="0">
			<VisuallyHidden asChild>
				<Heading as="h2">{toolsText.title}</Heading>
			</VisuallyHidden>
			<ServerBanner availability={availability} isUnknown={isUnknown} />
			{isNoticeSeen ? null : <FirstUseNotice onClose={onNoticeSeen} />}
			<ToolLoad loaded={list}>
				{({ workspaces, selectedWorkspaceId }) => {
					const selected = workspaces.find(({ id }) => id === selectedWorkspaceId) ?? null;
					if (workspaces.length === 0)
						return (
							<Empty title={text.empty} hint={text.emptyHint}>
								<Button size="xs" variant="outline" mt="2" loading={list.isLoading} aria-label={toolsText.reload} onClick={retry}>
									{toolsText.reload}
								</Button>
							</Empty>
						);
					return (
						<>
							<Box px="gutter" pt="2" pb="1" flexShrink="0">
								<WorkspaceSelector
									workspaces={workspaces}
									selected={selected}
									isBusy={isSelecting}
									onSelect={(workspace) =>
										leave(() => {
											onTask(null);
											void select(workspace);
										})
									}
								/>
							</Box>
							{problem === null ? null : (
								<Box px="gutter" py="1.5">
									<ToolProblem problem={problem} />
								</Box>
							)}
							{selected === null ? <Empty title={text.choose} hint={text.chooseHint} /> : null}
							{selected !== null && !selected.available ? <Empty title={selected.name} hint={text.unavailable(selected.reason)} /> : null}
							{selected?.available === true ? (
								<WorkspaceTabs
									key={selected.id}
									api={api}
									workspace={selected}
									availability={availability}
									sessionId={sessionId}
									workspaceName={workspaceName}
									setUnsaved={setUnsaved}
									leave={leave}
									taskId={task?.id ?? null}
									onTask={onTask}
									settings={settings}
									onSettings={onSettings}
								/>
							) : null}
						</>
					);
				}}
			</ToolLoad>
			<AlertDialog
				isOpen={wanted !== null}
				title={filesText.edit.discardTitle}
				decline={{ label: filesText.edit.discardKeep, onChoose: () => setWanted(null) }}
				confirm={{
					label: filesText.edit.discard,
					palette: "red",
					onChoose: () => {
						setWanted(null);
						wanted?.();
					},
				}}
			>
				<Text overflowWrap="anywhere">{filesText.edit.discardText(unsaved ?? "")}</Text>
			</AlertDialog>
		</Flex>
	);
}
