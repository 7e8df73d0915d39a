import type { TenantId, WorkspaceId } from "@webhand/contracts/ids";
import { mainHost } from "@webhand/contracts/tools/workspaces";
import { AppError } from "@webhand/service-kit/errors";
import { pageSize } from "@webhand/service-kit/lists";
import { isDuplicateKey, requestLimit } from "@webhand/service-kit/mongo";
import { withLock } from "@webhand/service-kit/mongo/locks";
import type { Db } from "mongodb";
import { MongoServerError } from "mongodb";
import type { RegisteredRoot } from "./root.ts";

/** A folder of this host that an operator opened to a tenant. `gitState` is `untrusted` after a command made a `.git` where none was. */
export type StoredWorkspace = RegisteredRoot & {
	readonly _id: WorkspaceId;
	readonly tenantId: TenantId;
	/** The host that has the folder; rows of earlier versions lack it. */
	readonly host?: string;
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
const mostOfTenant = 200;

/** The place of a workspace in the list of all tenants. */
export type Place = { readonly tenantId: TenantId; readonly name: string };

/** A name is unique in its tenant, a folder on the host. */
export async function indexWorkspaces(db: Db): Promise<void> {
	await db.collection("workspaces").createIndexes([
		{ key: { tenantId: 1, name: 1 }, unique: true },
		{ key: { rootPath: 1 }, unique: true },
	]);
}

/** What can be changed of a workspace. */
export type WorkspaceChange = Partial<Omit<StoredWorkspace, "_id" | "tenantId" | "createdAt">>;

/** @param host the name of this host, which the workspaces get that are registered here */
export function createWorkspaceStore(db: Db, host = mainHost) {
	const workspaces = db.collection<StoredWorkspace>("workspaces");
	return {
		mostOfTenant,

		/** Does `work` while nobody else, here or in another replica, registers or changes a workspace. */
		alone: <Result>(work: () => Promise<Result>): Promise<Result> => withLock(db, { name: "workspaces", holdMs: 10_000 }, work),

		/** Roots, owners and places of all workspaces: what a new one must keep apart from. */
		allRoots: () => {
			const projection = { rootPath: 1, uid: 1, tenantId: 1, name: 1, source: 1 };
			return workspaces
				.find<Pick<StoredWorkspace, "_id" | "rootPath" | "uid" | "tenantId" | "name" | "source">>({}, { projection })
				.toArray();
		},

		/** Those that a configuration file registered, of all tenants. */
		ofFile: (): Promise<StoredWorkspace[]> => workspaces.find({ source: "file" }).toArray(),

		/** For operators only: a workspace of any tenant. */
		findAny: (_id: WorkspaceId): Promise<StoredWorkspace | null> => workspaces.findOne({ _id }, requestLimit),

		/** @throws AppError ALREADY_EXISTS */
		add: (workspace: StoredWorkspace): Promise<void> => unlessTaken(async () => void (await workspaces.insertOne({ host, ...workspace }))),

		/** @returns the workspace as it is now; null when it has gone @throws AppError ALREADY_EXISTS */
		change: async (
			{ tenantId, _id }: Pick<StoredWorkspace, "tenantId" | "_id">,
			change: WorkspaceChange,
		): Promise<StoredWorkspace | null> =>
			await unlessTaken(() => workspaces.findOneAndUpdate({ tenantId, _id }, { $set: change }, { returnDocument: "after" })),

		remove: async ({ tenantId, _id }: Pick<StoredWorkspace, "tenantId" | "_id">): Promise<void> => {
			await workspaces.deleteOne({ tenantId, _id });
		},

		/** Names of command rules that workspaces of any tenant allow; `*` may be one. */
		namedRules: (): Promise<string[]> => workspaces.distinct("allowedCommands", {}, requestLimit),

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

async function unlessTaken<Result>(write: () => Promise<Result>): Promise<Result> {
	try {
		return await write();
	} catch (cause) {
		if (!isDuplicateKey(cause)) throw cause;
		const isRoot = cause instanceof MongoServerError && "rootPath" in (cause["keyPattern"] ?? {});
		throw isRoot ? taken("rootPath", cause) : taken("name", cause);
	}
}

function taken(field: "name" | "rootPath", cause: unknown): AppError {
	const message = field === "name" ? "The tenant has a workspace of this name" : "This folder is a workspace already";
	return new AppError("ALREADY_EXISTS", message, { details: { field }, cause });
}
