import type { SessionId, TenantId, UserId } from "@webhand/contracts/ids";
import type { ExecutionId } from "@webhand/contracts/tools/executions";
import { unfinishedStates } from "@webhand/contracts/tools/executions";
import type { McpCall, McpCallEvent } from "@webhand/contracts/tools/mcp";
import type { WorkspaceId } from "@webhand/contracts/tools/workspaces";
import { isDuplicateKey, requestLimit } from "@webhand/service-kit/mongo";
import type { Db } from "mongodb";

/** What happened in a call before its end; `seq` counts from 1. */
export type CallStep = Extract<McpCallEvent, { type: "progress" | "message" }> & { readonly seq: number };

/**
 * A call of a tool and what became of it. Only the runner in whose process it runs writes to it (`runnerId`). `bodyHash` is of what was asked
 * for; `steps` are the newest ones.
 */
export type StoredCall = {
	readonly _id: ExecutionId;
	readonly tenantId: TenantId;
	readonly userId: UserId;
	readonly sessionId: SessionId | null;
	readonly workspaceId: WorkspaceId;
	readonly name: string;
	readonly bodyHash: string;
	readonly state: McpCall["state"];
	readonly data: NonNullable<McpCall["data"]> | null;
	readonly error: NonNullable<McpCall["error"]> | null;
	readonly steps: readonly CallStep[];
	readonly isCancelled: boolean;
	/** Its row in the audit; `isAudited` once that has its outcome. */
	readonly intentId: string;
	readonly isAudited: boolean;
	readonly runnerId: string;
	readonly heartbeatAt: Date;
	readonly createdAt: Date;
	readonly finishedAt: Date | null;
	readonly expireAt: Date;
};

/** Whose calls. */
export type Owner = Pick<StoredCall, "tenantId" | "userId">;
/** Who runs a call. */
type Holder = Pick<StoredCall, "_id" | "runnerId">;
/** What is written at the end. */
export type CallEnd = Pick<StoredCall, "state" | "data" | "error">;

/** A call without its steps. */
export type CallRow = Omit<StoredCall, "steps">;

export type CallStore = ReturnType<typeof createCallStore>;

export async function indexMcpCalls(db: Db): Promise<void> {
	await db
		.collection("mcp_calls")
		.createIndexes([
			{ key: { tenantId: 1, userId: 1, state: 1 } },
			{ key: { state: 1, heartbeatAt: 1 } },
			{ key: { expireAt: 1 }, expireAfterSeconds: 0 },
		]);
}

/** Indexes of calls for their outcomes in the audit and for the counts of a tenant. */
export async function indexMcpCallEnds(db: Db): Promise<void> {
	await db
		.collection("mcp_calls")
		.createIndexes([
			{ key: { intentId: 1 }, partialFilterExpression: { intentId: { $type: "string" } } },
			{ key: { isAudited: 1, finishedAt: 1 }, partialFilterExpression: { isAudited: false } },
			{ key: { tenantId: 1, state: 1 } },
		]);
}

const olderThan = (field: string, ms: number) => ({ $expr: { $lt: [`$${field}`, { $subtract: ["$$NOW", ms] }] } });
const unfinished = { state: { $in: [...unfinishedStates] } };
const mostSteps = 200;
const pushOf = (steps: readonly CallStep[]) => (steps.length === 0 ? {} : { $push: { steps: { $each: [...steps], $slice: -mostSteps } } });

/** Opens the store of calls. What a caller asks is about the caller's own; what a runner asks, about its own rows and those of dead ones. */
export function createCallStore(db: Db) {
	const calls = db.collection<StoredCall>("mcp_calls");
	return {
		/** @returns false when the id was used before */
		insert: async ({ _id, intentId, heartbeatAt: _heartbeatAt, ...call }: StoredCall): Promise<boolean> => {
			try {
				// Heartbeats are times of MongoDB: clocks of replicas differ.
				await calls.updateOne({ _id, intentId }, { $setOnInsert: call, $currentDate: { heartbeatAt: true } }, { upsert: true });
				return true;
			} catch (cause) {
				if (isDuplicateKey(cause)) return false;
				throw cause;
			}
		},

		find: ({ tenantId, userId }: Owner, _id: ExecutionId): Promise<CallRow | null> =>
			calls.findOne({ tenantId, userId, _id }, { projection: { steps: 0 }, ...requestLimit }),

		/** A call with its steps after `seen`. */
		news: ({ tenantId, userId }: Owner, _id: ExecutionId, seen: number): Promise<StoredCall | null> => {
			const steps = { $filter: { input: "$steps", as: "step", cond: { $gt: ["$$step.seq", seen] } } };
			const shown = { name: 1, state: 1, data: 1, error: 1, createdAt: 1, finishedAt: 1 };
			return calls.findOne({ tenantId, userId, _id }, { projection: { ...shown, steps }, ...requestLimit });
		},

		/** Calls of a user, and of a tenant, that have not ended. */
		counts: async ({ tenantId, userId }: Owner, most: number): Promise<{ readonly user: number; readonly tenant: number }> => {
			const [user, tenant] = await Promise.all([
				calls.countDocuments({ tenantId, userId, ...unfinished }, { limit: most, ...requestLimit }),
				calls.countDocuments({ tenantId, ...unfinished }, { limit: most, ...requestLimit }),
			]);
			return { user, tenant };
		},

		/** Adds steps and says that the runner is alive. */
		step: async ({ _id, runnerId }: Holder, steps: readonly CallStep[]): Promise<void> => {
			await calls.updateOne({ _id, runnerId, ...unfinished }, { $currentDate: { heartbeatAt: true }, ...pushOf(steps) });
		},

		/** Asks for the end of a call. @returns the call as it is now; null when there is none */
		cancel: async ({ tenantId, userId }: Owner, _id: ExecutionId): Promise<StoredCall | null> => {
			const asked = await calls.findOneAndUpdate(
				{ tenantId, userId, _id, ...unfinished },
				{ $set: { isCancelled: true, state: "cancelling" } },
				{ returnDocument: "after" },
			);
			return asked ?? (await calls.findOne({ tenantId, userId, _id }, requestLimit));
		},

		/** Which of these are to be cancelled. */
		cancelled: async (ids: readonly ExecutionId[]): Promise<readonly ExecutionId[]> => {
			const rows = await calls.find({ _id: { $in: [...ids] }, isCancelled: true }, { projection: { _id: 1 } }).toArray();
			return rows.map(({ _id }) => _id);
		},

		/** Writes the last steps and the end, once. @returns false when another runner has ended it: then nothing is written */
		finish: async ({ _id, runnerId }: Holder, end: CallEnd & { readonly steps: readonly CallStep[]; readonly finishedAt: Date }) => {
			const { steps, ...ended } = end;
			const { matchedCount } = await calls.updateOne({ _id, runnerId, ...unfinished }, { $set: ended, ...pushOf(steps) });
			return matchedCount === 1;
		},

		/** Calls of runners that were killed: nobody knows what became of them. */
		settleDead: async (ms: number, end: CallEnd, finishedAt: Date): Promise<void> => {
			await calls.updateMany({ ...unfinished, ...olderThan("heartbeatAt", ms) }, { $set: { ...end, finishedAt } });
		},

		/** Calls that ended this long ago and whose outcome the audit may not have. */
		unaudited: (ms: number): Promise<CallRow[]> =>
			calls
				.find({ isAudited: false, finishedAt: { $ne: null }, ...olderThan("finishedAt", ms) }, { projection: { steps: 0 }, limit: 20 })
				.toArray(),

		setAudited: async (_id: ExecutionId): Promise<void> => {
			await calls.updateOne({ _id }, { $set: { isAudited: true } });
		},

		/** Of these intents the ones that a call belongs to. */
		withIntent: async (intentIds: readonly string[]): Promise<ReadonlySet<string>> => {
			const rows = await calls.find({ intentId: { $in: [...intentIds] } }, { projection: { intentId: 1 } }).toArray();
			return new Set(rows.map(({ intentId }) => intentId));
		},
	};
}
