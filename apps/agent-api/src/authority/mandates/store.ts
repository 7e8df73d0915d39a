import type { MandateId, RoutineId, TenantId, UserId } from "@webhand/contracts/ids";
import type { Cursor } from "@webhand/service-kit/lists";
import type { Mongo, Transaction } from "@webhand/service-kit/mongo";
import { inTransaction, requestLimit } from "@webhand/service-kit/mongo";
import type { Migration } from "@webhand/service-kit/mongo/migrations";
import type { StandingMandate } from "../../policy/authority/mandate.ts";
import type { GateMandate, TaskOrigin } from "../../shared/task.ts";

/** A mandate as stored. `cents`: what its uses cost together, in hundredths. */
export type StoredMandate = Omit<StandingMandate, "id" | "spent" | "isByAdmin"> & {
	readonly _id: MandateId;
	readonly tenantId: TenantId;
	readonly userId: UserId;
	readonly routineName: string;
	readonly texts: readonly string[];
	readonly cents: number;
	readonly revokedBy?: UserId;
	readonly expireAt: Date;
};

/** One use, written in the transaction of its step: a step has one at most. */
export type StoredUse = Pick<TaskOrigin, "runId" | "rowKey"> & {
	readonly tenantId: TenantId;
	readonly mandateId: MandateId;
	readonly taskId: string;
	readonly stepIndex: number;
	readonly step: string;
	readonly amount?: number;
	readonly at: Date;
	readonly expireAt: Date;
};

/** What a step uses: which mandate, and which step of which row it is. */
type NewUse = Omit<StoredUse, "mandateId" | "step" | "amount" | "expireAt" | "at"> & { readonly mandate: GateMandate };

/** Mandates and their uses. Every call names the tenant first. */
export type MandateStore = ReturnType<typeof createMandateStore>;

const newestFirst = { createdAt: -1, _id: -1 } as const;
const usesNewestFirst = { at: -1, _id: -1 } as const;
/** More mandates for one version are read oldest first. */
const mostStanding = 50;

/** Which mandates: of one user or routine, after a cursor. */
type MandateFilter = {
	readonly userId?: UserId | undefined;
	readonly routineId?: RoutineId | undefined;
	readonly after: Cursor | null;
	readonly limit: number;
};

/** Opens the store of mandates. */
export function createMandateStore(mongo: Pick<Mongo, "db" | "client" | "observe">, now: () => Date) {
	const mandates = mongo.db.collection<StoredMandate>("mandates");
	const uses = mongo.db.collection<StoredUse>("mandate_uses");
	const before = ({ key, id }: Cursor, field: string) => {
		const at = new Date(Number(key));
		return { $or: [{ [field]: { $lt: at } }, { [field]: at, _id: { $lt: id } }] };
	};
	const inForce = () => ({ revokedAt: { $exists: false }, until: { $gt: now() }, $expr: { $lt: ["$used", "$uses"] } });
	return {
		get: (tenantId: TenantId, _id: MandateId): Promise<StoredMandate | null> => mandates.findOne({ _id, tenantId }, requestLimit),

		/** Adds a mandate together with what `beside` writes. */
		add: (mandate: StoredMandate, beside: (session: Transaction) => Promise<void>): Promise<void> =>
			inTransaction(mongo, async (session) => {
				await mandates.insertOne({ ...mandate }, { session });
				await beside(session);
			}),

		/** How many of a user's mandates are in force, counted up to `atMost`. */
		count: (tenantId: TenantId, userId: UserId, atMost: number): Promise<number> =>
			mandates.countDocuments({ tenantId, userId, ...inForce() }, { limit: atMost, ...requestLimit }),

		/** Mandates that match, newest first. */
		list: (tenantId: TenantId, { userId, routineId, after, limit }: MandateFilter): Promise<StoredMandate[]> => {
			const whose = { ...(userId === undefined ? {} : { userId }), ...(routineId === undefined ? {} : { routineId }) };
			const filter = { tenantId, ...whose, ...(after === null ? {} : before(after, "createdAt")) };
			return mandates.find(filter as object, { sort: newestFirst, limit, ...requestLimit }).toArray();
		},

		/** What a user allowed a version in a run, as far as it was not taken back and is not over. Those of the run come first. */
		standing: (tenantId: TenantId, userId: UserId, { routineId, version, runId }: Pick<TaskOrigin, "routineId" | "version" | "runId">) => {
			const ofRun = { $or: [{ runId }, { runId: { $exists: false } }] };
			return mandates
				.find(
					{ tenantId, userId, routineId, version, ...ofRun, ...inForce() },
					{ sort: { runId: -1, createdAt: 1 }, limit: mostStanding, ...requestLimit },
				)
				.toArray();
		},

		/** Takes a mandate back together with what `beside` writes, once. @returns null where it was taken back before */
		revoke: (
			tenantId: TenantId,
			{ _id, by }: { readonly _id: MandateId; readonly by: UserId },
			beside: (session: Transaction) => Promise<void>,
		): Promise<StoredMandate | null> =>
			inTransaction(mongo, async (session) => {
				const revoked = await mandates.findOneAndUpdate(
					{ _id, tenantId, revokedAt: { $exists: false } },
					{ $set: { revokedAt: now(), revokedBy: by } },
					{ returnDocument: "after", session },
				);
				if (revoked !== null) await beside(session);
				return revoked;
			}),

		/**
		 * Uses a mandate in the transaction of a step; a step that has its use already uses none.
		 *
		 * @returns null where it was taken back, is over, or has too little left by now; `usedUp` where this was its last use
		 */
		use: async ({ mandate, ...of }: NewUse, session: Transaction): Promise<{ readonly usedUp?: StoredMandate } | null> => {
			const { id, step, amount = 0 } = mandate;
			const { tenantId, taskId, stepIndex } = of;
			if ((await uses.findOne({ tenantId, taskId, stepIndex }, { session })) !== null) return {};
			const at = now();
			const cents = Math.round(amount * 100);
			const most = { $round: [{ $multiply: [{ $ifNull: ["$amount.inSum", 0] }, 100] }, 0] };
			const isEnough = { $or: [{ $eq: [cents, 0] }, { $lte: [{ $add: ["$cents", cents] }, most] }] };
			const used = await mandates.findOneAndUpdate(
				{
					_id: id,
					tenantId,
					revokedAt: { $exists: false },
					until: { $gt: at },
					$expr: { $and: [{ $lt: ["$used", "$uses"] }, isEnough] },
				},
				{ $inc: { used: 1, cents } },
				{ session, returnDocument: "after" },
			);
			if (used === null) return null;
			const { expireAt } = used;
			await uses.insertOne({ ...of, mandateId: id, step, ...(cents === 0 ? {} : { amount }), at, expireAt }, { session });
			return used.used < used.uses ? {} : { usedUp: used };
		},

		/** Uses of a mandate, newest first. */
		uses: (tenantId: TenantId, mandateId: MandateId, { after, limit }: Pick<MandateFilter, "after" | "limit">) => {
			const later = after === null ? {} : { at: { $lt: new Date(Number(after.key)) } };
			return uses.find({ tenantId, mandateId, ...later }, { sort: usesNewestFirst, limit, ...requestLimit }).toArray();
		},
	};
}

/** Indexes of mandates and their uses. Both go a year after the mandate's end. */
export const mandateMigrations: readonly Migration[] = [
	{
		id: "2026-11-mandates",
		run: async (db) => {
			await db
				.collection("mandates")
				.createIndexes([
					{ key: { tenantId: 1, ...newestFirst } },
					{ key: { tenantId: 1, userId: 1, routineId: 1, version: 1, createdAt: -1 } },
					{ key: { expireAt: 1 }, expireAfterSeconds: 0 },
				]);
			await db
				.collection("mandate_uses")
				.createIndexes([
					{ key: { tenantId: 1, taskId: 1, stepIndex: 1 }, unique: true },
					{ key: { tenantId: 1, mandateId: 1, ...usesNewestFirst } },
					{ key: { expireAt: 1 }, expireAfterSeconds: 0 },
				]);
		},
	},
];
