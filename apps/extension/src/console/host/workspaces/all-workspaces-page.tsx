import { Flex, Stack } from "@chakra-ui/react";
import { TenantId } from "@webhand/contracts/ids";
import type { OperatorWorkspace } from "@webhand/contracts/tools/workspaces";
import { operateWorkspaceRoute, operatorWorkspacesRoute } from "@webhand/contracts/tools/workspaces";
import { useCallback, useState } from "react";
import { reworded } from "../../../kit/load/problem.ts";
import { usePages } from "../../../kit/load/use-pages.ts";
import { SelectField } from "../../kit/form/select-field.tsx";
import { Told } from "../../kit/form/told.tsx";
import { useChange } from "../../kit/form/use-change.tsx";
import { PagedList } from "../../kit/list/paged-list.tsx";
import { PageTitle } from "../../kit/page-title.tsx";
import type { PageProps } from "../../page-props.ts";
import { pathOf } from "../../place.ts";
import { nameOfTenant, useOrganizations } from "../use-tenants.ts";
import { AddWorkspace } from "./add-workspace.tsx";
import { EditWorkspace } from "./edit-workspace.tsx";
import { workspacesText } from "./words.ts";
import { closeChange, trustChange } from "./workspace-changes.ts";
import { WorkspaceTable } from "./workspace-table.tsx";

const text = workspacesText;

/** The workspaces of every tenant for operators. The chosen tenant stands in the address. */
export function AllWorkspacesPage({ api, place, go }: PageProps) {
	const tenantId = TenantId.safeParse(place.query["of"]).data;
	const list = usePages(
		useCallback(
			async (cursor: string | undefined, signal?: AbortSignal) => {
				const reply = await api.call(operatorWorkspacesRoute, { query: { tenantId, cursor }, ...(signal && { signal }) });
				return { rows: reply.workspaces, total: null, nextCursor: reply.nextCursor };
			},
			[api, tenantId],
		),
	);
	const organizations = useOrganizations(api);
	const { ask, told, dialog } = useChange();
	const [edited, setEdited] = useState<OperatorWorkspace | null>(null);
	const replace = (workspace: OperatorWorkspace) => list.edit((rows) => rows.map((row) => (row.id === workspace.id ? workspace : row)));
	const show = (of: string) => go(pathOf({ page: "all-workspaces", query: { of } }), { replace: true });
	const { loaded } = list;
	const actionsOf = (workspace: OperatorWorkspace) => [
		...(workspace.source === "file" ? [] : [{ label: text.edit, onChoose: () => setEdited(workspace) }]),
		...(workspace.git === "untrusted" ? [{ label: text.trust, onChoose: () => ask(trustChange(api, workspace, replace)) }] : []),
		...(workspace.source === "file"
			? []
			: [{ label: text.close, isHarmful: true, onChoose: () => ask(closeChange(api, workspace, loaded.retry)) }]),
	];
	return (
		<Stack gap="6">
			<PageTitle title={text.all.title} lead={text.all.lead} />
			<AddWorkspace api={api} organizations={organizations} onAdded={loaded.retry} />
			<Flex as="search">
				<SelectField
					label={text.all.search}
					value={tenantId ?? ""}
					width="20rem"
					options={[
						{ value: "", label: text.all.everyone },
						...(tenantId === undefined || organizations.some(({ id }) => id === (tenantId as string))
							? []
							: [{ value: tenantId, label: tenantId }]),
						...organizations.map(({ id, name }) => ({ value: id as string, label: name })),
					]}
					onChange={show}
				/>
			</Flex>
			<Told>{told}</Told>
			<PagedList
				list={{ ...list, loaded: { ...loaded, problem: reworded(loaded.problem, text.refusals) } }}
				text={text.all}
				isFiltered={tenantId !== undefined}
				onClear={() => show("")}
			>
				{(rows, more) => (
					<WorkspaceTable
						workspaces={rows}
						tenantOf={(workspace) => nameOfTenant(workspace.tenantId, organizations)}
						actionsOf={actionsOf}
						more={more}
					/>
				)}
			</PagedList>
			{edited === null ? null : (
				<EditWorkspace
					workspace={edited}
					isOperator
					onSave={async (body) => replace((await api.call(operateWorkspaceRoute, { params: { id: edited.id }, body })).workspace)}
					onClose={() => setEdited(null)}
				/>
			)}
			{dialog}
		</Stack>
	);
}
