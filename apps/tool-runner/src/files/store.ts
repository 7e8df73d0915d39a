import type { TenantId, UserId, WorkspaceId } from "@webhand/contracts/ids";
import type { Deletion, DeletionId } from "@webhand/contracts/tools/files";
import { requestLimit } from "@webhand/service-kit/mongo";
import type { Db } from "mongodb";

/** Whose deletion it is. */
export type DeletionKey = {
	readonly tenantId: TenantId;
	readonly workspaceId: WorkspaceId;
	readonly userId: UserId;
	readonly id: DeletionId;
};

type StoredDeletion = Omit<DeletionKey, "id"> &
	Omit<Deletion, "id"> & { readonly _id: DeletionId; readonly heartbeatAt: Date; readonly expireAt: Date };

/** A runner that says nothing for this long has died, and its deletion with it. */
const silentMs = 30_000;
const keptMs = 7 * 86_400_000;

/** What a person reads of a deletion that a stop of the runner ended. */
export const stoppedMessage = "The server stopped meanwhile. What is left is still there: delete it again";

/** Deletions in the background. */
export type DeletionStore = ReturnType<typeof createDeletionStore>;

export async function indexDeletions(db: Db): Promise<void> {
	await db.collection("deletions").createIndex({ expireAt: 1 }, { expireAfterSeconds: 0 });
}

export function createDeletionStore(db: Db) {
	const deletions = db.collection<StoredDeletion>("deletions");
	const running = ({ id, ...owner }: DeletionKey) => ({ ...owner, _id: id, state: "running" as const });
	return {
		add: async ({ id, ...owner }: DeletionKey, { path, entries, at }: { path: string; entries: number; at: Date }): Promise<void> => {
			const begun = { path, entries, state: "running", entriesDeleted: 0, error: null, heartbeatAt: at } as const;
			await deletions.insertOne({ _id: id, ...owner, ...begun, expireAt: new Date(at.getTime() + keptMs) });
		},

		/** Says how far it is. @returns false when it was given up as dead meanwhile */
		beat: async (key: DeletionKey, entriesDeleted: number): Promise<boolean> => {
			const beat = await deletions.updateOne(running(key), [{ $set: { entriesDeleted, heartbeatAt: "$$NOW" } }], requestLimit);
			return beat.matchedCount === 1;
		},

		end: async (key: DeletionKey, end: Pick<Deletion, "state" | "entriesDeleted" | "error">): Promise<void> => {
			await deletions.updateOne(running(key), { $set: end }, requestLimit);
		},

		/** A deletion as it is; one whose runner has died becomes failed. */
		find: async (key: DeletionKey): Promise<Deletion | null> => {
			const error = { code: "SERVICE_UNAVAILABLE", message: stoppedMessage };
			const isSilent = { $expr: { $lt: ["$heartbeatAt", { $subtract: ["$$NOW", silentMs] }] } };
			await deletions.updateOne({ ...running(key), ...isSilent }, { $set: { state: "failed", error } }, requestLimit);
			const { id: _id, ...owner } = key;
			const found = await deletions.findOne({ ...owner, _id }, requestLimit);
			if (found === null) return null;
			const { path, state, entriesDeleted, entries, error: why } = found;
			return { id: _id, path, state, entriesDeleted, entries, error: why };
		},
	};
}
