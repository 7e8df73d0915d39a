import type { Workspace } from "@webhand/contracts/tools/workspaces";
import { changeWorkspaceRoute, workspacesRoute } from "@webhand/contracts/tools/workspaces";
import { useState } from "react";
import { useRows } from "../../../kit/load/queries.ts";
import { ResourcePage } from "../../kit/resource-page.tsx";
import type { PageProps } from "../../page-props.ts";
import { EditWorkspace } from "./edit-workspace.tsx";
import { workspacesText as text } from "./words.ts";
import { WorkspaceTable } from "./workspace-table.tsx";

/** The tenant's workspaces for its admins: they rename, lock and narrow them. */
export function OwnWorkspacesPage({ api }: PageProps) {
	const list = useRows(api, { route: workspacesRoute, list: "workspaces" });
	const [edited, setEdited] = useState<Workspace | null>(null);
	const [told, setTold] = useState("");
	return (
		<ResourcePage
			text={{ ...text.own, refusals: text.refusals }}
			list={list}
			told={told}
			below={
				edited === null ? null : (
					<EditWorkspace
						workspace={edited}
						isOperator={false}
						onSave={async ({ rootPath: _notTheirs, ...body }) => {
							const { workspace } = await api.call(changeWorkspaceRoute, { params: { id: edited.id }, body });
							list.edit((rows) => rows.map((row) => (row.id === workspace.id ? workspace : row)));
							setTold(text.saved(workspace.name));
						}}
						onClose={() => setEdited(null)}
					/>
				)
			}
		>
			{(rows) => (
				<WorkspaceTable workspaces={rows} actionsOf={(workspace) => [{ label: text.edit, onChoose: () => setEdited(workspace) }]} />
			)}
		</ResourcePage>
	);
}
