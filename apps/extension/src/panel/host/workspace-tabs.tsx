import { Tabs } from "@chakra-ui/react";
import type { SessionId } from "@webhand/contracts/ids";
import type { AgentSettings } from "@webhand/contracts/tools/approvals";
import type { Availability } from "@webhand/contracts/tools/availability";
import type { AgentSessionRow } from "@webhand/contracts/tools/sessions";
import type { Workspace } from "@webhand/contracts/tools/workspaces";
import { useCallback, useEffect, useState } from "react";
import type { SignedInApi } from "../../signed-in-api.ts";
import { ChangesPanel } from "./changes/changes-panel.tsx";
import { PatchPanel } from "./changes/patch-panel.tsx";
import { CommandsPanel } from "./commands/commands-panel.tsx";
import type { FilesPlace } from "./files/file-browser.tsx";
import { FileBrowser, rootPlace } from "./files/file-browser.tsx";
import { folderOf } from "./files/paths.ts";
import { SessionHistoryPanel } from "./history/session-history-panel.tsx";
import type { Workbench } from "./kit/workbench.ts";
import { TasksPanel } from "./tasks/tasks-panel.tsx";
import { toolsText } from "./words.ts";

type Props = Pick<Workbench, "setUnsaved" | "leave"> & {
	readonly api: SignedInApi;
	readonly workspace: Workspace;
	readonly availability: Availability | null;
	readonly sessionId: SessionId | null;
	readonly workspaceName: (id: string | null) => string;
	/** The task that is shown; null for none. */
	readonly taskId: SessionId | null;
	readonly onTask: (session: TaskPlace | null) => void;
	readonly settings: AgentSettings;
	readonly onSettings: (part: Partial<AgentSettings>) => void;
};

/** A task, with its workspace. */
export type TaskPlace = Pick<AgentSessionRow, "id" | "workspaceId">;

const all = ["tasks", "files", "changes", "patch", "commands", "history"] as const;
type Tab = (typeof all)[number];

/** What can be done in a workspace. Each view stays as it was left. */
export function WorkspaceTabs({
	api,
	workspace,
	availability,
	sessionId,
	workspaceName,
	setUnsaved,
	leave,
	taskId,
	onTask,
	...tasks
}: Props) {
	const [tab, setTab] = useState<Tab>(taskId === null ? "files" : "tasks");
	const [visits, setVisits] = useState(0);
	const [version, setVersion] = useState(0);
	const [place, setPlace] = useState<FilesPlace>(rootPlace);
	const onChanged = useCallback(() => setVersion((count) => count + 1), []);
	const canWrite = !workspace.read_only && availability?.level !== "read";
	const bench: Workbench = {
		api,
		workspaceId: workspace.id,
		canWrite,
		canSearch: availability?.capabilities.search !== false,
		version,
		onChanged,
		setUnsaved,
		leave,
	};
	const show = (next: Tab) => {
		setTab(next);
		setVisits((count) => count + 1);
	};
	useEffect(() => {
		if (taskId !== null) setTab("tasks");
	}, [taskId]);
	const onFile = (path: string) =>
		leave(() => {
			setPlace({ folder: folderOf(path), file: { path, line: null }, newFile: null });
			show("files");
		});
	const content = { display: "flex", flexDirection: "column", flex: "1", minH: "0", p: "0", _hidden: { display: "none" } } as const;
	return (
		<Tabs.Root
			value={tab}
			onValueChange={({ value }) => show(all.find((one) => one === value) ?? "files")}
			lazyMount
			size="sm"
			display="flex"
			flexDirection="column"
			flex="1"
			minH="0"
		>
			<Tabs.List aria-label={toolsText.tabs.label} flexShrink="0" flexWrap="wrap" px="1.5" borderColor="line.soft">
				{all
					.filter((one) => one !== "patch" || canWrite)
					.map((one) => (
						<Tabs.Trigger key={one} value={one} colorPalette="brand" px="1.5" minH="8" h="8" textStyle="small">
							{toolsText.tabs[one]}
						</Tabs.Trigger>
					))}
			</Tabs.List>
			<Tabs.Content value="tasks" {...content}>
				<TasksPanel
					bench={bench}
					workspace={workspace}
					visit={visits}
					opened={taskId}
					onOpened={(id) => onTask(id === null ? null : { id, workspaceId: workspace.id })}
					mayPass={availability?.autoApprove !== false}
					{...tasks}
				/>
			</Tabs.Content>
			<Tabs.Content value="files" {...content}>
				<FileBrowser bench={bench} root={workspace.name} place={place} onPlace={setPlace} />
			</Tabs.Content>
			<Tabs.Content value="changes" {...content}>
				<ChangesPanel bench={bench} onFile={onFile} />
			</Tabs.Content>
			{canWrite ? (
				<Tabs.Content value="patch" {...content}>
					<PatchPanel bench={bench} onChanges={() => show("changes")} />
				</Tabs.Content>
			) : null}
			<Tabs.Content value="commands" {...content}>
				<CommandsPanel bench={bench} />
			</Tabs.Content>
			<Tabs.Content value="history" {...content}>
				<SessionHistoryPanel api={api} visit={visits} currentId={sessionId} workspaceName={workspaceName} onTask={onTask} />
			</Tabs.Content>
		</Tabs.Root>
	);
}
