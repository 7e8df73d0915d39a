import type { TenantId } from "@webhand/contracts/ids";
import type { WorkspaceId } from "@webhand/contracts/tools/workspaces";
import { pageSize } from "@webhand/service-kit/lists";
import { requestLimit } from "@webhand/service-kit/mongo";
import type { Db } from "mongodb";
import type { RegisteredRoot } from "./root.ts";

/** A folder of this host that an operator opened to a tenant. `gitState` is `untrusted` after a command made a `.git` where none was. */
export type StoredWorkspace = RegisteredRoot & {
	readonly _id: WorkspaceId;
	readonly tenantId: TenantId;
	readonly name: string;
	readonly readOnly: boolean;
	readonly allowedCommands: readonly string[];
	readonly gitState: "none" | "trusted" | "untrusted";
	readonly source: "operator" | "file";
	readonly createdAt: Date;
};

/** Folders of this host that operators opened to tenants. */
export type WorkspaceStore = ReturnType<typeof createWorkspaceStore>;

/** Workspaces that a tenant has at most. */
export const mostOfTenant = 200;

/** The place of a workspace in the list of all tenants. */
export type Place = { readonly tenantId: TenantId; readonly name: string };

/** A name is unique in its tenant, a folder on the host. */
export async function indexWorkspaces(db: Db): Promise<void> {
	await db.collection("workspaces").createIndexes([
		{ key: { tenantId: 1, name: 1 }, unique: true },
		{ key: { rootPath: 1 }, unique: true },
	]);
}

export function createWorkspaceStore(db: Db) {
	const workspaces = db.collection<StoredWorkspace>("workspaces");
	return {
		count: (): Promise<number> => workspaces.countDocuments({}, { limit: 1, ...requestLimit }),
		find: (tenantId: TenantId, _id: WorkspaceId): Promise<StoredWorkspace | null> => workspaces.findOne({ tenantId, _id }, requestLimit),

		/** All of a tenant by name; a tenant has `mostOfTenant` at most. */
		ofTenant: (tenantId: TenantId): Promise<StoredWorkspace[]> =>
			workspaces.find({ tenantId }, { sort: { name: 1 }, limit: mostOfTenant, ...requestLimit }).toArray(),

		/** One row more than a page, by tenant and name. The one query over all tenants, for operators. */
		ofAll: ({ tenantId, after }: { readonly tenantId: TenantId | undefined; readonly after: Place | null }): Promise<StoredWorkspace[]> =>
			workspaces
				.find(
					{
						...(tenantId !== undefined && { tenantId }),
						...(after && { $or: [{ tenantId: { $gt: after.tenantId } }, { tenantId: after.tenantId, name: { $gt: after.name } }] }),
					},
					{ sort: { tenantId: 1, name: 1 }, limit: pageSize + 1, ...requestLimit },
				)
				.toArray(),
	};
}
