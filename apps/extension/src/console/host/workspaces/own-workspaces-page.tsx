import { Stack } from "@chakra-ui/react";
import type { Workspace } from "@webhand/contracts/tools/workspaces";
import { changeWorkspaceRoute, workspacesRoute } from "@webhand/contracts/tools/workspaces";
import { useCallback, useState } from "react";
import { reworded } from "../../../kit/load/problem.ts";
import { useLoaded } from "../../../kit/load/use-loaded.ts";
import { Told } from "../../kit/form/told.tsx";
import { EmptyState } from "../../kit/load/empty-state.tsx";
import { LoadView } from "../../kit/load/load-view.tsx";
import { PageTitle } from "../../kit/page-title.tsx";
import type { PageProps } from "../../page-props.ts";
import { EditWorkspace } from "./edit-workspace.tsx";
import { workspacesText } from "./words.ts";
import { WorkspaceTable } from "./workspace-table.tsx";

const text = workspacesText;

/** The tenant's workspaces for its admins: they rename, lock and narrow them. */
export function OwnWorkspacesPage({ api }: PageProps) {
	const load = useCallback(async (signal: AbortSignal) => (await api.call(workspacesRoute, { signal })).workspaces, [api]);
	const loaded = useLoaded(load);
	const [edited, setEdited] = useState<Workspace | null>(null);
	const [told, setTold] = useState("");
	return (
		<Stack gap="6">
			<PageTitle title={text.own.title} lead={text.own.lead} />
			<Told>{told}</Told>
			<LoadView loaded={{ ...loaded, problem: reworded(loaded.problem, text.refusals) }}>
				{(workspaces) =>
					workspaces.length === 0 ? (
						<EmptyState title={text.own.empty} hint={text.own.emptyHint} />
					) : (
						<WorkspaceTable
							workspaces={workspaces}
							actionsOf={(workspace) => [{ label: text.edit, onChoose: () => setEdited(workspace) }]}
						/>
					)
				}
			</LoadView>
			{edited === null ? null : (
				<EditWorkspace
					workspace={edited}
					isOperator={false}
					onSave={async ({ rootPath: _notTheirs, ...body }) => {
						const { workspace } = await api.call(changeWorkspaceRoute, { params: { id: edited.id }, body });
						loaded.replace((loaded.value ?? []).map((each) => (each.id === workspace.id ? workspace : each)));
						setTold(text.saved(workspace.name));
					}}
					onClose={() => setEdited(null)}
				/>
			)}
		</Stack>
	);
}
