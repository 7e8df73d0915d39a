import { TenantId } from "@webhand/contracts/ids";
import type { OperatorWorkspace } from "@webhand/contracts/tools/workspaces";
import { operateWorkspaceRoute, operatorWorkspacesRoute, removeWorkspaceRoute, trustGitRoute } from "@webhand/contracts/tools/workspaces";
import { useState } from "react";
import { SelectField } from "../../../kit/form/select-field.tsx";
import { useRows } from "../../../kit/load/queries.ts";
import { useChange } from "../../kit/form/use-change.tsx";
import { ResourcePage } from "../../kit/resource-page.tsx";
import type { PageProps } from "../../page-props.ts";
import { pathOf } from "../../place/place.ts";
import { nameOfTenant, useOrganizations } from "../use-tenants.ts";
import { AddWorkspace } from "./add-workspace.tsx";
import { EditWorkspace } from "./edit-workspace.tsx";
import { workspacesText as text } from "./words.ts";
import { WorkspaceTable } from "./workspace-table.tsx";

/** The workspaces of every tenant for operators. The chosen tenant stands in the address. */
export function AllWorkspacesPage({ api, place, go }: PageProps) {
	const tenantId = TenantId.safeParse(place.query["of"]).data;
	const list = useRows(api, { route: operatorWorkspacesRoute, list: "workspaces", input: { query: { tenantId } } });
	const organizations = useOrganizations(api);
	const changing = useChange();
	const { action } = changing;
	const [edited, setEdited] = useState<OperatorWorkspace | null>(null);
	const replace = (workspace: OperatorWorkspace) => list.edit((rows) => rows.map((row) => (row.id === workspace.id ? workspace : row)));
	const show = (of: string) => go(pathOf({ page: "all-workspaces", query: { of } }), { replace: true });
	const { retry } = list.loaded;
	const actionsOf = (workspace: OperatorWorkspace) => {
		const { id, name, source, git, root_path: path } = workspace;
		/** Trusts the git folder that is there now. */
		const trust = action(text.trust, {
			title: text.trustTitle(name),
			lead: text.trustEffect,
			confirm: text.trustConfirm,
			act: async () => {
				replace((await api.call(trustGitRoute, { params: { id } })).workspace);
				return text.trusted(name);
			},
		});
		/** Its files stay. */
		const close = action(text.close, {
			title: text.closeTitle(name),
			lead: text.closeEffect(path),
			confirm: text.closeConfirm,
			isHarmful: true,
			act: async () => {
				await api.call(removeWorkspaceRoute, { params: { id } });
				retry();
				return text.closed(name);
			},
		});
		return [
			...(source === "file" ? [] : [{ label: text.edit, onChoose: () => setEdited(workspace) }]),
			...(git === "untrusted" ? [trust] : []),
			...(source === "file" ? [] : [close]),
		];
	};
	const isUnnamed = tenantId !== undefined && !organizations.some(({ id }) => id === (tenantId as string));
	return (
		<ResourcePage
			text={{ ...text.all, refusals: text.refusals }}
			list={list}
			changing={changing}
			form={<AddWorkspace api={api} organizations={organizations} onAdded={retry} />}
			filter={
				<SelectField
					label={text.all.search}
					value={tenantId ?? ""}
					width="20rem"
					options={[
						{ value: "", label: text.all.everyone },
						...(isUnnamed ? [{ value: tenantId, label: tenantId }] : []),
						...organizations.map(({ id, name }) => ({ value: id as string, label: name })),
					]}
					onChange={show}
				/>
			}
			isFiltered={tenantId !== undefined}
			onClear={() => show("")}
			below={
				edited === null ? null : (
					<EditWorkspace
						workspace={edited}
						isOperator
						onSave={async (body) => replace((await api.call(operateWorkspaceRoute, { params: { id: edited.id }, body })).workspace)}
						onClose={() => setEdited(null)}
					/>
				)
			}
		>
			{(rows, more) => (
				<WorkspaceTable
					workspaces={rows}
					tenantOf={(workspace) => nameOfTenant(workspace.tenantId, organizations)}
					actionsOf={actionsOf}
					more={more}
				/>
			)}
		</ResourcePage>
	);
}
