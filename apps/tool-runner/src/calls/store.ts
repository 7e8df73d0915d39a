import type { SessionId, TenantId, UserId, WorkspaceId } from "@webhand/contracts/ids";
import type { ExecutionState } from "@webhand/contracts/tools/executions";
import { unfinishedStates } from "@webhand/contracts/tools/executions";
import { isDuplicateKey, requestLimit } from "@webhand/service-kit/mongo";
import type { Db, Filter, UpdateFilter } from "mongodb";

/**
 * What the row of each call says. The row decides, never Redis. It waits as `queued`, or begins with the runner that accepted it; then only
 * that runner writes to it. Without `isAudited` its end is not in the audit yet.
 */
export type StoredCall = {
	readonly _id: string;
	readonly tenantId: TenantId;
	readonly userId: UserId;
	readonly sessionId: SessionId | null;
	readonly workspaceId: WorkspaceId;
	/** Of what was asked for: what the same idempotency key stands for. */
	readonly bodyHash: string;
	/** Its intent in the audit, where that has another id than the row. */
	readonly intentId?: string;
	readonly state: ExecutionState;
	/** Why a command ended so. */
	readonly reason?: string | null;
	/** The process that has the row. A row goes to one once, so its name is fence enough. */
	readonly runnerId: string | null;
	readonly heartbeatAt: Date | null;
	readonly isCancelled: boolean;
	readonly isAudited: boolean;
	readonly createdAt: Date;
	readonly finishedAt: Date | null;
	readonly expireAt: Date;
};

/** Whose calls. */
export type Owner = Pick<StoredCall, "tenantId" | "userId">;

/** The runner that has a row. */
export type Holder = Pick<StoredCall, "_id"> & { readonly runnerId: string };

/** What is written at the end of a call, besides what its kind adds. */
export type CallEnd<Row extends StoredCall> = Partial<Row> & Pick<Row, "state">;

/** Rows of one kind of calls. */
export type CallStore<Row extends StoredCall> = ReturnType<typeof createCallStore<Row>>;

/** States in which a runner has a call. */
const activeStates = unfinishedStates.filter((state) => state !== "queued");

const unfinished = { state: { $in: [...unfinishedStates] } };
const isActive = { state: { $in: activeStates } };
export const heldBy = ({ _id, runnerId }: Holder) => ({ _id, runnerId, ...isActive });
/** By the clock of MongoDB: those of replicas differ. */
export const olderThan = (field: string, ms: number) => ({ $expr: { $lt: [`$${field}`, { $subtract: ["$$NOW", ms] }] } });

/**
 * Opens the life of calls of one kind. What a caller asks is about the caller's own; what a runner asks, about its own rows and those of dead
 * ones.
 *
 * @param large a field that is read by its own query alone
 */
export function createCallStore<Row extends StoredCall>(db: Db, name: string, large: string) {
	const rows = db.collection<StoredCall>(name);
	const small = { projection: { [large]: 0 } } as const;
	const found = (row: unknown) => row as Row | null;
	const all = (list: unknown) => list as Row[];
	/** Input is not kept. */
	const ended = (end: CallEnd<Row>) => ({ $set: end, $unset: { "request.stdin": "" } }) as UpdateFilter<StoredCall>;
	return {
		/** Its heartbeat begins now. @returns false when the id, or the grant, was used before */
		insert: async ({ _id, heartbeatAt: _heartbeatAt, ...row }: Row): Promise<boolean> => {
			try {
				const isNew = { _id, state: { $exists: false } } as Filter<StoredCall>;
				await rows.updateOne(isNew, { $setOnInsert: row as object, $currentDate: { heartbeatAt: true } }, { upsert: true });
				return true;
			} catch (cause) {
				if (isDuplicateKey(cause)) return false;
				throw cause;
			}
		},

		find: async ({ tenantId, userId }: Owner, _id: string): Promise<Row | null> =>
			found(await rows.findOne({ tenantId, userId, _id }, { ...small, ...requestLimit })),

		/** How many of a user and of a tenant have not ended, and of the tenant's not begun; none is counted beyond `most`. */
		counts: async ({ tenantId, userId }: Owner, most: number) => {
			const [user, tenant, queued] = await Promise.all([
				rows.countDocuments({ tenantId, userId, ...unfinished }, { limit: most, ...requestLimit }),
				rows.countDocuments({ tenantId, ...unfinished }, { limit: most, ...requestLimit }),
				rows.countDocuments({ tenantId, state: "queued" }, { limit: most, ...requestLimit }),
			]);
			return { user, tenant, queued };
		},

		/** Says that the runner lives. @returns false when the row is no longer its own */
		stillHolds: async (holder: Holder): Promise<boolean> =>
			(await rows.updateOne(heldBy(holder), { $currentDate: { heartbeatAt: true } })).matchedCount === 1,

		/** Of these rows the ones that this runner still has, and whether each is to end. `isBeat` says that the runner lives. */
		held: async (
			runnerId: string,
			ids: readonly string[],
			isBeat: boolean,
		): Promise<readonly Pick<StoredCall, "_id" | "isCancelled">[]> => {
			const mine = { _id: { $in: [...ids] }, runnerId, ...isActive };
			if (isBeat) await rows.updateMany(mine, [{ $set: { heartbeatAt: "$$NOW" } }]);
			return await rows.find(mine, { projection: { isCancelled: 1 } }).toArray();
		},

		/** Writes the end. @returns false when the row is no longer of this runner: then nothing is written */
		finish: async (holder: Holder, end: CallEnd<Row>): Promise<boolean> =>
			(await rows.updateOne(heldBy(holder), ended(end))).matchedCount === 1,

		/** Asks the runner of a row to end it. @returns the row as it is now */
		cancel: async ({ tenantId, userId }: Owner, _id: string): Promise<Row | null> => {
			const asked = { $set: { state: "cancelling", isCancelled: true } } as const;
			return found(await rows.findOneAndUpdate({ tenantId, userId, _id, ...isActive }, asked, { returnDocument: "after", ...small }));
		},

		/** Ends a row that waits. @returns the row when it did */
		endQueued: async (_id: string, end: CallEnd<Row>, owner: Partial<Owner> = {}): Promise<Row | null> =>
			found(await rows.findOneAndUpdate({ ...owner, _id, state: "queued" }, ended(end), { returnDocument: "after", ...small })),

		/** Rows that wait longer than this. */
		waiting: (ms: number): Promise<Pick<StoredCall, "_id">[]> =>
			rows
				.find({ state: "queued", ...olderThan("createdAt", ms) }, { projection: { _id: 1 }, sort: { createdAt: 1 }, limit: 200 })
				.toArray(),

		/** Rows whose runner has given no sign of life for this long. */
		dead: async (ms: number): Promise<Row[]> =>
			all(await rows.find({ ...isActive, ...olderThan("heartbeatAt", ms) }, { ...small, limit: 100 }).toArray()),

		/** Ends the row of a runner that died, unless it came back. */
		endDead: async (_id: string, ms: number, end: CallEnd<Row>): Promise<boolean> =>
			(await rows.updateOne({ _id, ...isActive, ...olderThan("heartbeatAt", ms) }, ended(end))).matchedCount === 1,

		/** Rows that ended this long ago and whose end the audit may not have. */
		unaudited: async (ms: number): Promise<Row[]> => {
			const left = { isAudited: false, finishedAt: { $ne: null }, ...olderThan("finishedAt", ms) };
			return all(await rows.find(left, { ...small, limit: 100 }).toArray());
		},

		setAudited: async (_id: string): Promise<void> => {
			await rows.updateOne({ _id }, { $set: { isAudited: true } });
		},
	};
}
