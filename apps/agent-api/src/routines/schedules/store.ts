import type { PauseReason, ScheduleTimes, StartOutcome } from "@webhand/contracts/authority/schedule";
import type { RoutineId, RoutineRunId, ScheduleId, TenantId, UserId } from "@webhand/contracts/ids";
import type { RunOptions, RunQueue } from "@webhand/contracts/routine/run";
import type { InputValues } from "@webhand/contracts/routine/words";
import type { Mongo, Transaction } from "@webhand/service-kit/mongo";
import { inTransaction, isDuplicateKey, requestLimit } from "@webhand/service-kit/mongo";
import type { Migration } from "@webhand/service-kit/mongo/migrations";

/**
 * A schedule as stored. `rows` have `•••` for secrets, and all values are in `sealed`. `nextAt`: its next start, absent where it rests or is
 * over: what MongoDB says is due is due, whatever the clock in Redis says.
 */
export type StoredSchedule = Omit<ScheduleTimes, "endsAt"> & {
	readonly _id: ScheduleId;
	readonly tenantId: TenantId;
	readonly ownerId: UserId;
	readonly routineId: RoutineId;
	readonly version?: number;
	readonly endsAt?: Date;
	readonly rows: readonly InputValues[];
	readonly sealed: string;
	readonly options: RunOptions;
	readonly queue: RunQueue;
	readonly paused?: { readonly reason: PauseReason; readonly at: Date };
	readonly nextAt?: Date;
	/** A start of it failed: it is not looked at before. */
	readonly retryAt?: Date;
	readonly createKey?: string;
	readonly createHash?: string;
	readonly createdAt: Date;
};

/** A schedule without its rows. */
export type ListedSchedule = Omit<StoredSchedule, "rows" | "sealed">;

/** A start that was due. Without `outcome` its run is about to begin, or the process died. */
export type StoredStart = {
	readonly tenantId: TenantId;
	readonly scheduleId: ScheduleId;
	readonly dueAt: Date;
	readonly outcome?: StartOutcome;
	readonly reason?: string;
	readonly runId?: RoutineRunId;
	/** How often it failed. */
	readonly tries?: number;
	readonly at: Date;
	readonly expireAt: Date;
};

/** Schedules and their starts. Every call but those of the clock names the tenant first. */
export type ScheduleStore = ReturnType<typeof createScheduleStore>;

const listed = { rows: 0, sealed: 0 } as const;
const noId = { projection: { _id: 0 } } as const;

/** Opens the store of schedules. */
export function createScheduleStore(mongo: Pick<Mongo, "client" | "db">) {
	const schedules = mongo.db.collection<StoredSchedule>("schedules");
	const starts = mongo.db.collection<StoredStart>("schedule_starts");
	return {
		get: (tenantId: TenantId, _id: ScheduleId): Promise<StoredSchedule | null> => schedules.findOne({ _id, tenantId }, requestLimit),

		findCreated: (tenantId: TenantId, ownerId: UserId, createKey: string): Promise<StoredSchedule | null> =>
			schedules.findOne({ tenantId, ownerId, createKey }, requestLimit),

		count: (tenantId: TenantId, limit: number): Promise<number> => schedules.countDocuments({ tenantId }, { limit, ...requestLimit }),

		/** Schedules that match, in the order in which they start; those that rest come first. */
		list: (
			tenantId: TenantId,
			{ ownerId, routineId, limit }: { readonly ownerId?: UserId; readonly routineId?: RoutineId | undefined; readonly limit: number },
		): Promise<ListedSchedule[]> =>
			schedules
				.find<ListedSchedule>(
					{ tenantId, ...(ownerId === undefined ? {} : { ownerId }), ...(routineId === undefined ? {} : { routineId }) },
					{ sort: { nextAt: 1, _id: 1 }, limit, projection: listed, ...requestLimit },
				)
				.toArray(),

		/** @returns false when another one has the same `createKey` */
		create: async (schedule: StoredSchedule, beside: (session: Transaction) => Promise<void>): Promise<boolean> => {
			try {
				await inTransaction(mongo, async (session) => {
					await schedules.insertOne({ ...schedule }, { session });
					await beside(session);
				});
				return true;
			} catch (cause) {
				if (isDuplicateKey(cause)) return false;
				throw cause;
			}
		},

		/** Changes a schedule together with what `beside` writes. @returns null for one that is gone */
		change: (
			{ tenantId, _id }: Pick<StoredSchedule, "tenantId" | "_id">,
			{
				set,
				unset = [],
			}: { readonly set: Partial<StoredSchedule>; readonly unset?: readonly ("version" | "endsAt" | "paused" | "nextAt" | "retryAt")[] },
			beside: (session: Transaction) => Promise<void>,
		): Promise<StoredSchedule | null> =>
			inTransaction(mongo, async (session) => {
				const update = {
					...(Object.keys(set).length === 0 ? {} : { $set: set }),
					...(unset.length === 0 ? {} : { $unset: Object.fromEntries(unset.map((name) => [name, 1 as const])) }),
				};
				const changed = await schedules.findOneAndUpdate({ _id, tenantId }, update, { returnDocument: "after", session });
				if (changed !== null) await beside(session);
				return changed;
			}),

		/** @returns false for one that is gone */
		remove: (tenantId: TenantId, _id: ScheduleId, beside: (session: Transaction) => Promise<void>): Promise<boolean> =>
			inTransaction(mongo, async (session) => {
				const { deletedCount } = await schedules.deleteOne({ _id, tenantId }, { session });
				if (deletedCount === 0) return false;
				await starts.deleteMany({ tenantId, scheduleId: _id }, { session });
				await beside(session);
				return true;
			}),

		/** Schedules of all tenants that are due: the clock may have lost them. */
		due: (now: Date, limit: number): Promise<ListedSchedule[]> =>
			schedules
				.find<ListedSchedule>(
					{ nextAt: { $lte: now }, paused: { $exists: false }, $or: [{ retryAt: { $exists: false } }, { retryAt: { $lte: now } }] },
					{ sort: { nextAt: 1 }, limit, projection: listed, ...requestLimit },
				)
				.toArray(),

		/** Schedules of all tenants that start again, for their clock. */
		going: (): AsyncIterable<Pick<StoredSchedule, "_id" | "tenantId" | "cron" | "timeZone" | "endsAt">> =>
			schedules.find({ nextAt: { $exists: true } }, { projection: { tenantId: 1, cron: 1, timeZone: 1, endsAt: 1 } }),

		/** How many schedules start again. */
		countGoing: (): Promise<number> => schedules.countDocuments({ nextAt: { $exists: true } }, requestLimit),

		/** Moves the next start, unless somebody did meanwhile. */
		advance: async (
			{ tenantId, _id, nextAt: from }: Pick<StoredSchedule, "tenantId" | "_id"> & { readonly nextAt: Date },
			to: Date | undefined,
		): Promise<void> => {
			const update =
				to === undefined
					? { $unset: { nextAt: 1 as const, retryAt: 1 as const } }
					: { $set: { nextAt: to }, $unset: { retryAt: 1 as const } };
			await schedules.updateOne({ _id, tenantId, nextAt: from }, update, requestLimit);
		},

		/** Notes that a start is due. A start stands once, however often it is noted. @returns it as it stands */
		claim: async (start: StoredStart): Promise<StoredStart> => {
			const { tenantId, scheduleId, dueAt, ...rest } = start;
			const claimed = await starts
				.findOneAndUpdate(
					{ tenantId, scheduleId, dueAt },
					{ $setOnInsert: rest },
					{ upsert: true, returnDocument: "after", ...noId, ...requestLimit },
				)
				// Another process noted it at the same moment.
				.catch((cause: unknown) => {
					if (!isDuplicateKey(cause)) throw cause;
					return starts.findOne({ tenantId, scheduleId, dueAt }, { ...noId, ...requestLimit });
				});
			return claimed ?? start;
		},

		/** Notes that a start failed once more; two processes that fail at once count once. */
		noteFailure: async (
			{ tenantId, scheduleId, dueAt }: Pick<StoredStart, "tenantId" | "scheduleId" | "dueAt">,
			tries: number,
		): Promise<void> => {
			const before = tries === 1 ? { tries: { $exists: false } } : { tries: tries - 1 };
			await starts.updateOne({ tenantId, scheduleId, dueAt, ...before }, { $set: { tries } }, requestLimit);
		},

		/** Lets a schedule be until a moment. */
		retryAt: async ({ tenantId, _id }: Pick<StoredSchedule, "tenantId" | "_id">, retryAt: Date): Promise<void> => {
			await schedules.updateOne({ _id, tenantId }, { $set: { retryAt } }, requestLimit);
		},

		/** Ends a start that has no outcome, together with what `beside` writes. */
		settle: async (
			{ tenantId, scheduleId, dueAt }: Pick<StoredStart, "tenantId" | "scheduleId" | "dueAt">,
			end: Pick<StoredStart, "outcome" | "reason" | "runId">,
			beside: (session: Transaction) => Promise<void>,
		): Promise<void> => {
			await inTransaction(mongo, async (session) => {
				const open = { tenantId, scheduleId, dueAt, outcome: { $exists: false } };
				if ((await starts.updateOne(open, { $set: end }, { session })).modifiedCount > 0) await beside(session);
			});
		},

		/** Starts of a schedule, newest first. */
		starts: (tenantId: TenantId, scheduleId: ScheduleId, limit: number): Promise<StoredStart[]> =>
			starts.find({ tenantId, scheduleId, outcome: { $exists: true } }, { sort: { dueAt: -1 }, limit, ...noId, ...requestLimit }).toArray(),

		/** How many starts of each schedule began no run. */
		misses: async (tenantId: TenantId, ids: readonly ScheduleId[]): Promise<ReadonlyMap<ScheduleId, number>> => {
			const found = await starts
				.aggregate<{ readonly _id: ScheduleId; readonly count: number }>([
					{ $match: { tenantId, scheduleId: { $in: [...ids] }, outcome: { $in: ["missed", "skipped", "refused"] } } },
					{ $group: { _id: "$scheduleId", count: { $sum: 1 } } },
				])
				.toArray();
			return new Map(found.map(({ _id, count }) => [_id, count]));
		},

		/** The newest start of each schedule. */
		newest: async (tenantId: TenantId, ids: readonly ScheduleId[]): Promise<ReadonlyMap<ScheduleId, StoredStart>> => {
			const found = await starts
				.aggregate<{ readonly start: StoredStart }>([
					{ $match: { tenantId, scheduleId: { $in: [...ids] }, outcome: { $exists: true } } },
					{ $sort: { scheduleId: 1, dueAt: -1 } },
					{ $group: { _id: "$scheduleId", start: { $first: "$$ROOT" } } },
				])
				.toArray();
			return new Map(found.map(({ start }) => [start.scheduleId, start]));
		},
	};
}

/** Indexes of schedules and their starts. A start of a schedule stands once: that makes it begin once. */
export const scheduleMigrations: readonly Migration[] = [
	{
		id: "2026-11-schedules",
		run: async (db) => {
			await db
				.collection("schedules")
				.createIndexes([
					{ key: { tenantId: 1, ownerId: 1, nextAt: 1 } },
					{ key: { tenantId: 1, ownerId: 1, createKey: 1 }, unique: true, partialFilterExpression: { createKey: { $type: "string" } } },
					{ key: { nextAt: 1 }, partialFilterExpression: { nextAt: { $exists: true } } },
				]);
			await db.collection("schedule_starts").createIndexes([
				{ key: { tenantId: 1, scheduleId: 1, dueAt: -1 }, unique: true },
				{ key: { expireAt: 1 }, expireAfterSeconds: 0 },
			]);
		},
	},
];
