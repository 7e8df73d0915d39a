import type { ApprovalId, SessionId, SignInId, TenantId, UserId } from "@webhand/contracts/ids";
import type { CommandClass } from "@webhand/contracts/tools/commands";
import type { ExecutionState } from "@webhand/contracts/tools/executions";
import { unfinishedStates } from "@webhand/contracts/tools/executions";
import type { GrantClaims } from "@webhand/contracts/tools/grant";
import type { AcceptedCommand } from "@webhand/contracts/tools/internal/calls";
import type { WorkspaceId } from "@webhand/contracts/tools/workspaces";
import { mainHost } from "@webhand/contracts/tools/workspaces";
import { isDuplicateKey, requestLimit } from "@webhand/service-kit/mongo";
import type { Db, Filter, WithId } from "mongodb";
import { activeStates } from "./policy.ts";

/**
 * A command and what became of it. The row decides, never Redis: only one that is `queued` is started, by the runner that takes it, and only
 * that runner writes to it afterwards (`runnerId`, `fence`). Without `isAudited` its end is not in the audit yet.
 */
export type StoredExecution = {
	readonly _id: string;
	readonly kind: "exec";
	/** The host that has the folder of its workspace: only there it is taken. Rows of earlier versions lack it. */
	readonly host?: string;
	readonly tenantId: TenantId;
	readonly userId: UserId;
	readonly sid: SignInId;
	readonly workspaceId: WorkspaceId;
	readonly sessionId: SessionId | null;
	readonly ip: string;
	readonly requestId: string;
	/** Of the command without the rule: what the same idempotency key stands for. */
	readonly bodyHash: string;
	readonly grant: string;
	readonly grantJti: string;
	readonly approval: { readonly id: ApprovalId; readonly by: GrantClaims["by"]; readonly hash: string };
	/** `stdin` is removed at the end. */
	readonly request: AcceptedCommand;
	readonly class: CommandClass;
	readonly state: ExecutionState;
	readonly reason: string | null;
	readonly exitCode: number | null;
	readonly signal: string | null;
	readonly runnerId: string | null;
	readonly fence: number;
	readonly heartbeatAt: Date | null;
	readonly isCancelled: boolean;
	readonly bytes: { readonly stdout: number; readonly stderr: number };
	readonly omittedBytes: number;
	readonly lastSeq: number;
	readonly shown: { readonly stdout: string; readonly stderr: string };
	/** What the files of the tenant may take, in MiB; rows of earlier versions lack it. */
	readonly storageMb?: number;
	readonly isAudited: boolean;
	readonly createdAt: Date;
	readonly startedAt: Date | null;
	readonly finishedAt: Date | null;
	readonly expireAt: Date;
	readonly outputExpireAt: Date | null;
};

type Stored = StoredExecution & { readonly output?: { readonly buffer: Uint8Array } };

/** Whose executions. */
export type Owner = Pick<StoredExecution, "tenantId" | "userId">;

/** A row that waits, as its turn is decided. */
type Waiting = Pick<StoredExecution, "_id" | "tenantId" | "userId">;

/** The runner that has a row, and for the how manyth time it was taken. */
export type Holder = Pick<StoredExecution, "_id" | "fence"> & { readonly runnerId: string };

/** What a runner writes at the end. */
export type Finish = Pick<
	StoredExecution,
	| "state"
	| "reason"
	| "exitCode"
	| "signal"
	| "bytes"
	| "omittedBytes"
	| "lastSeq"
	| "shown"
	| "startedAt"
	| "finishedAt"
	| "outputExpireAt"
> & { readonly output?: Uint8Array };

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

const withoutOutput = { projection: { output: 0 } } as const;
const olderThan = (field: string, ms: number) => ({ $expr: { $lt: [`$${field}`, { $subtract: ["$$NOW", ms] }] } });

/**
 * Opens the store. What the worker and the sweep ask is about rows of all tenants; what a caller asks, about the caller's own.
 *
 * @param host the name of this host, which the rows get that are accepted here
 */
export function createExecutionStore(db: Db, host = mainHost) {
	const rows = db.collection<Stored>("executions");
	const isUnfinished = { state: { $in: [...unfinishedStates] } };
	const isActive = { state: { $in: [...activeStates] } };
	const heldBy = ({ _id, runnerId, fence }: Holder): Filter<Stored> => ({ _id, runnerId, fence, ...isActive });
	return {
		/** @returns false when the id, or the grant, was used before */
		insert: async (row: StoredExecution): Promise<boolean> => {
			try {
				await rows.insertOne({ host, ...row });
				return true;
			} catch (cause) {
				if (isDuplicateKey(cause)) return false;
				throw cause;
			}
		},

		find: ({ tenantId, userId }: Owner, _id: string): Promise<StoredExecution | null> =>
			rows.findOne({ tenantId, userId, _id }, { ...withoutOutput, ...requestLimit }),

		output: async ({ tenantId, userId }: Owner, _id: string): Promise<Uint8Array | null> =>
			(await rows.findOne({ tenantId, userId, _id }, { projection: { output: 1 }, ...requestLimit }))?.output?.buffer ?? null,

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

		/** How many of a user and of a tenant have not ended, and of the tenant's not begun; none is counted beyond `most`. */
		counts: async (
			{ tenantId, userId }: Owner,
			most: number,
		): Promise<{ readonly user: number; readonly tenant: number; readonly queued: number }> => {
			const [user, tenant, queued] = await Promise.all([
				rows.countDocuments({ tenantId, userId, ...isUnfinished }, { limit: most, ...requestLimit }),
				rows.countDocuments({ tenantId, ...isUnfinished }, { limit: most, ...requestLimit }),
				rows.countDocuments({ tenantId, state: "queued" }, { limit: most, ...requestLimit }),
			]);
			return { user, tenant, queued };
		},

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
			rows.findOneAndUpdate(
				{ _id, state: "queued" },
				[{ $set: { state: "starting", runnerId, fence: { $add: ["$fence", 1] }, heartbeatAt: "$$NOW" } }],
				{ returnDocument: "after", ...withoutOutput },
			),

		/** Says that the runner lives. @returns false when the row is no longer its own */
		stillHolds: async (holder: Holder): Promise<boolean> =>
			(await rows.updateOne(heldBy(holder), { $currentDate: { heartbeatAt: true } })).matchedCount === 1,

		/** @returns false when the row is no longer of this runner */
		setRunning: async (holder: Holder, startedAt: Date): Promise<boolean> => {
			const { matchedCount } = await rows.updateOne(heldBy(holder), [
				{ $set: { state: { $cond: [{ $eq: ["$state", "starting"] }, "running", "$state"] }, startedAt: { $literal: startedAt } } },
			]);
			return matchedCount === 1;
		},

		/** Writes the end. @returns false when the row is no longer of this runner: then nothing is written */
		finish: async (holder: Holder, finish: Finish): Promise<boolean> => {
			const { matchedCount } = await rows.updateOne(heldBy(holder), { $set: { ...finish }, $unset: { "request.stdin": "" } } as never);
			return matchedCount === 1;
		},

		/** Ends a row that waits. @returns the row when it did */
		endQueued: (
			{ _id, ...owner }: { readonly _id: string } & Partial<Owner>,
			end: Pick<StoredExecution, "state" | "reason" | "finishedAt">,
		) =>
			rows.findOneAndUpdate({ ...owner, _id, state: "queued" }, { $set: end, $unset: { "request.stdin": "" } } as never, {
				returnDocument: "after",
				...withoutOutput,
			}) as Promise<StoredExecution | null>,

		/** Asks the runner of a row to end it. @returns the row as it is now */
		cancel: ({ tenantId, userId }: Owner, _id: string): Promise<StoredExecution | null> =>
			rows.findOneAndUpdate(
				{ tenantId, userId, _id, ...isActive },
				{ $set: { state: "cancelling", isCancelled: true } },
				{ returnDocument: "after", ...withoutOutput },
			),

		/** Of these rows the ones that this runner still has, and whether each is to end. `isBeat` says that the runner lives. */
		held: async (
			runnerId: string,
			ids: readonly string[],
			isBeat: boolean,
		): Promise<readonly Pick<StoredExecution, "_id" | "isCancelled">[]> => {
			const mine = { _id: { $in: [...ids] }, runnerId, ...isActive };
			if (isBeat) await rows.updateMany(mine, [{ $set: { heartbeatAt: "$$NOW" } }]);
			return await rows.find(mine, { projection: { isCancelled: 1 } }).toArray();
		},

		/** Rows that wait longer than this. */
		waiting: (ms: number): Promise<Pick<WithId<StoredExecution>, "_id">[]> =>
			rows
				.find({ state: "queued", ...olderThan("createdAt", ms) }, { projection: { _id: 1 }, sort: { createdAt: 1 }, limit: 200 })
				.toArray(),

		/** Rows whose runner has given no sign of life for this long. */
		dead: (ms: number): Promise<StoredExecution[]> =>
			rows.find({ ...isActive, ...olderThan("heartbeatAt", ms) }, { ...withoutOutput, limit: 100 }).toArray(),

		/** Ends the row of a runner that died, unless it came back. */
		endDead: async ({ _id, fence }: StoredExecution, ms: number, end: Pick<StoredExecution, "state" | "reason" | "finishedAt">) => {
			const { matchedCount } = await rows.updateOne({ _id, fence, ...isActive, ...olderThan("heartbeatAt", ms) }, {
				$set: end,
				$unset: { "request.stdin": "" },
			} as never);
			return matchedCount === 1;
		},

		/** Rows whose end the audit may not have. */
		unaudited: (ms: number): Promise<StoredExecution[]> =>
			rows
				.find({ isAudited: false, finishedAt: { $ne: null }, ...olderThan("finishedAt", ms) }, { ...withoutOutput, limit: 100 })
				.toArray(),

		setAudited: async (_id: string): Promise<void> => {
			await rows.updateOne({ _id }, { $set: { isAudited: true } });
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
