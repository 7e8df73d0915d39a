import type { TenantId } from "@webhand/contracts/ids";
import type { WorkspaceId } from "@webhand/contracts/tools/workspaces";
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
	};
}
