import type { TenantId, WorkspaceId } from "@webhand/contracts/ids";
import type { OperatorWorkspace } from "@webhand/contracts/tools/workspaces";
import { mainHost } from "@webhand/contracts/tools/workspaces";
import { AppError } from "@webhand/service-kit/errors";
import { pageOf, readCursor } from "@webhand/service-kit/lists";
import { gitOf } from "./policy.ts";
import { lookAtRoot, openRoot } from "./root.ts";
import type { StoredWorkspace, WorkspaceStore } from "./store.ts";

/** All workspaces of a tenant, by name, each root looked at. */
export async function listWorkspaces(store: Pick<WorkspaceStore, "ofTenant">, tenantId: TenantId): Promise<OperatorWorkspace[]> {
	return await Promise.all((await store.ofTenant(tenantId)).map(viewOf));
}

/** Which workspaces of all tenants: those of one, or those after a cursor. */
export type AllQuery = { readonly tenantId?: TenantId | undefined; readonly cursor?: string | undefined };

/** Workspaces of all tenants, by tenant and name, a page at a time. @throws AppError VALIDATION_ERROR for a foreign cursor */
export async function listAllWorkspaces(store: Pick<WorkspaceStore, "ofAll">, { tenantId, cursor }: AllQuery) {
	const after = readCursor(cursor, /^(usr|org)_\w{22} ./s);
	const [ofTenant = "", ...name] = after?.key.split(" ") ?? [];
	const place = after === null ? null : { tenantId: ofTenant as TenantId, name: name.join(" ") };
	const rows = await store.ofAll({ tenantId, after: place });
	const { page, nextCursor } = pageOf(rows, (row) => ({ key: `${row.tenantId} ${row.name}`, id: row._id }));
	return { workspaces: await Promise.all(page.map(viewOf)), nextCursor };
}

/** Which workspace, of which tenant. */
export type WorkspaceKey = { readonly tenantId: TenantId; readonly id: WorkspaceId };

/** A workspace of the tenant whose root was opened and checked. @throws AppError WORKSPACE_NOT_FOUND, WORKSPACE_MOVED */
export async function findWorkspace(store: Pick<WorkspaceStore, "find">, { tenantId, id }: WorkspaceKey): Promise<OperatorWorkspace> {
	const workspace = await store.find(tenantId, id);
	if (workspace === null) throw new AppError("WORKSPACE_NOT_FOUND", "There is no such workspace");
	const root = await openRoot(workspace);
	await root.close();
	return await viewOf(workspace);
}

/** A workspace as it is shown, its root looked at. @throws never */
export async function viewOf(workspace: StoredWorkspace): Promise<OperatorWorkspace> {
	const { reason, hasGit } = await lookAtRoot(workspace);
	return {
		id: workspace._id,
		tenantId: workspace.tenantId,
		host: workspace.host ?? mainHost,
		name: workspace.name,
		root_path: workspace.rootPath,
		allowed_commands: [...workspace.allowedCommands],
		created_at: workspace.createdAt.toISOString(),
		read_only: workspace.readOnly,
		is_git: hasGit,
		available: reason === undefined,
		...(reason !== undefined && { reason }),
		source: workspace.source,
		git: gitOf(workspace.gitState, hasGit),
	};
}
