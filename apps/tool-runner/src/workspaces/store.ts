import { requestLimit } from "@webhand/service-kit/mongo";
import type { Db } from "mongodb";

/** Folders of this host that operators opened to a tenant. */
export type WorkspaceStore = { readonly count: () => Promise<number> };

/** A name is unique in its tenant, a folder on the host. */
export async function indexWorkspaces(db: Db): Promise<void> {
	await db.collection("workspaces").createIndexes([
		{ key: { tenantId: 1, name: 1 }, unique: true },
		{ key: { rootPath: 1 }, unique: true },
	]);
}

export function createWorkspaceStore(db: Db): WorkspaceStore {
	return { count: () => db.collection("workspaces").countDocuments({}, { limit: 1, ...requestLimit }) };
}
