import type { ApprovalId, SessionId, SignInId } from "@webhand/contracts/ids";
import type { CommandClass } from "@webhand/contracts/tools/commands";
import type { ExecutionState } from "@webhand/contracts/tools/executions";
import type { GrantClaims } from "@webhand/contracts/tools/grant";
import type { AcceptedCommand } from "@webhand/contracts/tools/internal/calls";
import { mainHost } from "@webhand/contracts/tools/workspaces";
import { requestLimit } from "@webhand/service-kit/mongo";
import type { Db } from "mongodb";
import type { Holder, Owner, StoredCall } from "../store.ts";
import { createCallStore, heldBy, olderThan } from "../store.ts";

/** A command and what became of it. It waits for its turn, so the row has all that it was granted by. */
export type StoredExecution = StoredCall & {
	readonly kind: "exec";
	/** The host that has the folder of its workspace: only there it is taken. Rows of earlier versions lack it. */
	readonly host?: string;
	readonly sid: SignInId;
	readonly ip: string;
	readonly requestId: string;
	readonly grant: string;
	readonly grantJti: string;
	readonly approval: { readonly id: ApprovalId; readonly by: GrantClaims["by"]; readonly hash: string };
	/** `stdin` is removed at the end. */
	readonly request: AcceptedCommand;
	readonly class: CommandClass;
	readonly reason: string | null;
	readonly exitCode: number | null;
	readonly signal: string | null;
	readonly bytes: { readonly stdout: number; readonly stderr: number };
	readonly omittedBytes: number;
	readonly lastSeq: number;
	readonly shown: { readonly stdout: string; readonly stderr: string };
	/** What the files of the tenant may take, in MiB; rows of earlier versions lack it. */
	readonly storageMb?: number;
	readonly startedAt: Date | null;
	readonly outputExpireAt: Date | null;
	/** Read by `output` alone. */
	readonly output?: { readonly buffer: Uint8Array } | Uint8Array;
};

/** A row that waits, as its turn is decided. */
type Waiting = Pick<StoredExecution, "_id" | "tenantId" | "userId">;

/** Which executions of a caller, newest first; `before` is the last of the page before. */
export type ListWish = {
	readonly sessionId?: SessionId | undefined;
	readonly state?: ExecutionState | undefined;
	readonly limit: number;
	readonly before: { readonly createdAt: Date; readonly _id: string } | null;
};

/** Executions of this installation. */
export type ExecutionStore = ReturnType<typeof createExecutionStore>;

/** An id is used once, a grant too; rows leave after their retention. */
export async function indexExecutions(db: Db): Promise<void> {
	await db
		.collection("executions")
		.createIndexes([
			{ key: { grantJti: 1 }, unique: true },
			{ key: { tenantId: 1, userId: 1, createdAt: -1, _id: -1 } },
			{ key: { state: 1, createdAt: 1 } },
			{ key: { isAudited: 1, finishedAt: 1 }, partialFilterExpression: { isAudited: false } },
			{ key: { outputExpireAt: 1 }, partialFilterExpression: { outputExpireAt: { $type: "date" } } },
			{ key: { expireAt: 1 }, expireAfterSeconds: 0 },
		]);
}

/**
 * Opens the store. What the worker asks is about rows of all tenants; what a caller asks, about the caller's own.
 *
 * @param host the name of this host, which the rows get that are accepted here
 */
export function createExecutionStore(db: Db, host = mainHost) {
	const rows = db.collection<StoredExecution>("executions");
	const life = createCallStore<StoredExecution>(db, "executions", "output");
	return {
		...life,

		insert: (row: StoredExecution): Promise<boolean> => life.insert({ host, ...row }),

		output: async ({ tenantId, userId }: Owner, _id: string): Promise<Uint8Array | null> => {
			const row = await rows.findOne({ tenantId, userId, _id }, { projection: { output: 1 }, ...requestLimit });
			return (row?.output?.buffer as Uint8Array | undefined) ?? null;
		},

		list: ({ tenantId, userId }: Owner, { sessionId, state, limit, before }: ListWish): Promise<StoredExecution[]> =>
			rows
				.find(
					{
						tenantId,
						userId,
						...(sessionId && { sessionId }),
						...(state && { state }),
						...(before && {
							$or: [{ createdAt: { $lt: before.createdAt } }, { createdAt: before.createdAt, _id: { $lt: before._id } }],
						}),
					},
					{ projection: { output: 0, shown: 0 }, sort: { createdAt: -1, _id: -1 }, limit, ...requestLimit },
				)
				.toArray(),

		/** The oldest row that waits for this host of each user who has one, oldest first. */
		firstWaiting: async (): Promise<readonly Waiting[]> =>
			await rows
				.aggregate<Waiting>([
					{ $match: { state: "queued", host: host === mainHost ? { $in: [host, null] } : host } },
					{ $sort: { createdAt: 1 } },
					{ $group: { _id: { tenantId: "$tenantId", userId: "$userId" }, id: { $first: "$_id" }, at: { $first: "$createdAt" } } },
					{ $sort: { at: 1, id: 1 } },
					{ $project: { _id: "$id", tenantId: "$_id.tenantId", userId: "$_id.userId" } },
				])
				.toArray(),

		/** Takes a row that waits; of two runners one gets it. */
		take: (_id: string, runnerId: string): Promise<StoredExecution | null> =>
			rows.findOneAndUpdate({ _id, state: "queued" }, [{ $set: { state: "starting", runnerId, heartbeatAt: "$$NOW" } }], {
				returnDocument: "after",
				projection: { output: 0 },
			}),

		/** @returns false when the row is no longer of this runner */
		setRunning: async (holder: Holder, startedAt: Date): Promise<boolean> => {
			const { matchedCount } = await rows.updateOne(heldBy(holder), [
				{ $set: { state: { $cond: [{ $eq: ["$state", "starting"] }, "running", "$state"] }, startedAt: { $literal: startedAt } } },
			]);
			return matchedCount === 1;
		},

		/** Removes the output of rows whose time for it is over. */
		removeOldOutput: async (): Promise<void> => {
			await rows.updateMany(
				{ outputExpireAt: { $type: "date" }, ...olderThan("outputExpireAt", 0) },
				{ $unset: { output: "" }, $set: { outputExpireAt: null } },
			);
		},
	};
}
