import type { RoutineId, TenantId, TriggerId, UserId } from "@webhand/contracts/ids";
import type { RunOptions, RunQueue } from "@webhand/contracts/routine/run";
import type { Mongo, Transaction } from "@webhand/service-kit/mongo";
import { inTransaction, requestLimit } from "@webhand/service-kit/mongo";
import type { Migration } from "@webhand/service-kit/mongo/migrations";

/** An address at which a system starts a routine. `secret` is sealed: calls are signed with it. */
export type StoredTrigger = {
	readonly _id: TriggerId;
	readonly tenantId: TenantId;
	readonly ownerId: UserId;
	readonly routineId: RoutineId;
	readonly name: string;
	readonly fields: Readonly<Record<string, string>>;
	readonly options: RunOptions;
	readonly queue: RunQueue;
	readonly secret: string;
	readonly pausedAt?: Date;
	readonly lastCallAt?: Date;
	readonly createdAt: Date;
};

/** Triggers. Every call but `byId` names the tenant first. */
export type TriggerStore = ReturnType<typeof createTriggerStore>;

/** Opens the store of triggers. */
export function createTriggerStore(mongo: Pick<Mongo, "client" | "db">) {
	const triggers = mongo.db.collection<StoredTrigger>("triggers");
	return {
		/** Of any tenant: a call has no sign-in, and proves itself by its signature. */
		byId: (_id: TriggerId): Promise<StoredTrigger | null> => triggers.findOne({ _id }, requestLimit),

		get: (tenantId: TenantId, _id: TriggerId): Promise<StoredTrigger | null> => triggers.findOne({ _id, tenantId }, requestLimit),

		count: (tenantId: TenantId, limit: number): Promise<number> => triggers.countDocuments({ tenantId }, { limit, ...requestLimit }),

		/** Triggers that match, newest first. */
		list: (
			tenantId: TenantId,
			{ ownerId, routineId }: { readonly ownerId?: UserId; readonly routineId?: RoutineId | undefined },
		): Promise<StoredTrigger[]> => {
			const which = { tenantId, ...(ownerId === undefined ? {} : { ownerId }), ...(routineId === undefined ? {} : { routineId }) };
			return triggers.find(which, { sort: { createdAt: -1 }, ...requestLimit }).toArray();
		},

		create: (trigger: StoredTrigger, beside: (session: Transaction) => Promise<void>): Promise<void> =>
			inTransaction(mongo, async (session) => {
				await triggers.insertOne({ ...trigger }, { session });
				await beside(session);
			}),

		changeSecret: (
			{ tenantId, _id }: Pick<StoredTrigger, "tenantId" | "_id">,
			secret: string,
			beside: (session: Transaction) => Promise<void>,
		): Promise<void> =>
			inTransaction(mongo, async (session) => {
				await triggers.updateOne({ _id, tenantId }, { $set: { secret } }, { session });
				await beside(session);
			}),

		/** Pauses a trigger, or lets it take calls, together with what `beside` writes; nothing is written where it is so already. @returns null for one that is gone */
		pause: (
			{ tenantId, _id }: Pick<StoredTrigger, "tenantId" | "_id">,
			pausedAt: Date | null,
			beside: (session: Transaction) => Promise<void>,
		): Promise<StoredTrigger | null> =>
			inTransaction(mongo, async (session) => {
				const update = pausedAt === null ? { $unset: { pausedAt: 1 as const } } : { $set: { pausedAt } };
				const before = { _id, tenantId, pausedAt: { $exists: pausedAt === null } };
				const changed = await triggers.findOneAndUpdate(before, update, { returnDocument: "after", session });
				if (changed === null) return await triggers.findOne({ _id, tenantId }, { session });
				await beside(session);
				return changed;
			}),

		noteCall: async ({ tenantId, _id }: Pick<StoredTrigger, "tenantId" | "_id">, at: Date): Promise<void> => {
			await triggers.updateOne({ _id, tenantId }, { $max: { lastCallAt: at } }, requestLimit);
		},

		remove: ({ tenantId, _id }: Pick<StoredTrigger, "tenantId" | "_id">, beside: (session: Transaction) => Promise<void>): Promise<void> =>
			inTransaction(mongo, async (session) => {
				await triggers.deleteOne({ _id, tenantId }, { session });
				await beside(session);
			}),
	};
}

/** The index of triggers. */
export const triggerMigrations: readonly Migration[] = [
	{
		id: "2026-11-triggers",
		run: async (db) => {
			await db.collection("triggers").createIndex({ tenantId: 1, ownerId: 1, createdAt: -1 });
		},
	},
];
