import type { RoutineId, TenantId, UserId } from "@webhand/contracts/ids";
import type { RoutineProgram, VersionOrigin } from "@webhand/contracts/routine/routine";
import type { RoutineInput } from "@webhand/contracts/routine/words";
import type { Cursor } from "@webhand/service-kit/lists";
import { containing } from "@webhand/service-kit/lists";
import type { Mongo } from "@webhand/service-kit/mongo";
import { inTransaction, isDuplicateKey, requestLimit } from "@webhand/service-kit/mongo";
import type { Migration } from "@webhand/service-kit/mongo/migrations";
import type { Owner } from "../../shared/rows.ts";
import type { StoredState } from "./policy.ts";

/** A routine as stored. `version` is the number of the current one, `lastVersion` the highest; `proposed` waits for a person. */
export type StoredRoutine = {
	readonly _id: RoutineId;
	readonly tenantId: TenantId;
	readonly ownerId: UserId;
	readonly name: string;
	readonly description: string;
	readonly isShared: boolean;
	readonly version: number;
	readonly lastVersion: number;
	readonly proposed?: number;
	readonly inputs: readonly RoutineInput[];
	readonly stepCount: number;
	readonly hasChecks: boolean;
	readonly sites: readonly string[];
	readonly lastRunAt?: Date;
	readonly createKey?: string;
	readonly createHash?: string;
	readonly createdAt: Date;
	readonly updatedAt: Date;
	/** Of one that stands in no library. */
	readonly expireAt?: Date;
};

/** A version as stored; only its state changes. */
export type StoredVersion = {
	readonly tenantId: TenantId;
	readonly routineId: RoutineId;
	readonly number: number;
	readonly state: StoredState;
	readonly origin: VersionOrigin;
	readonly stepCount: number;
	readonly program: RoutineProgram;
	readonly createdBy: UserId;
	readonly createdAt: Date;
	readonly expireAt?: Date;
};

/** Facts of the library that follow from the current program. */
type ProgramFacts = Pick<StoredRoutine, "inputs" | "stepCount" | "hasChecks" | "sites">;

/** Which routines. `userId`: those of one user and the shared ones; absent for all. `owner`: those of one owner, or of all others. `text`: in name or description. */
export type RoutineFilter = {
	readonly userId?: UserId;
	readonly owner?: { readonly userId: UserId; readonly isNot: boolean };
	readonly text?: string | undefined;
	readonly site?: string | undefined;
	readonly after: Cursor | null;
	readonly limit: number;
};

/** Routines and their versions. Every call names the tenant first. */
export type RoutineStore = ReturnType<typeof createRoutineStore>;

const lastChangedFirst = { updatedAt: -1, _id: -1 } as const;

/** Opens the store of routines. */
export function createRoutineStore(mongo: Pick<Mongo, "client" | "db">) {
	const routines = mongo.db.collection<StoredRoutine>("routines");
	const versions = mongo.db.collection<StoredVersion>("routine_versions");
	const doneRows = mongo.db.collection<Pick<StoredVersion, "tenantId" | "routineId">>("routine_done_rows");
	return {
		get: (tenantId: TenantId, _id: RoutineId): Promise<StoredRoutine | null> => routines.findOne({ _id, tenantId }, requestLimit),

		/** Current versions by routine. */
		currentOf: async (tenantId: TenantId, ids: readonly RoutineId[]): Promise<ReadonlyMap<string, number>> => {
			const found = await routines.find({ tenantId, _id: { $in: [...ids] } }, { projection: { version: 1 }, ...requestLimit }).toArray();
			return new Map(found.map(({ _id, version }) => [_id, version]));
		},

		names: async (tenantId: TenantId, ids: readonly RoutineId[]): Promise<ReadonlyMap<RoutineId, string>> => {
			const found = await routines.find({ tenantId, _id: { $in: [...ids] } }, { projection: { name: 1 }, ...requestLimit }).toArray();
			return new Map(found.map(({ _id, name }) => [_id, name]));
		},

		/** The routine with this `createKey`. */
		findCreated: (tenantId: TenantId, ownerId: UserId, createKey: string): Promise<StoredRoutine | null> =>
			routines.findOne({ tenantId, ownerId, createKey }, requestLimit),

		count: (tenantId: TenantId, { isOnce, atMost }: { readonly isOnce: boolean; readonly atMost: number }): Promise<number> =>
			routines.countDocuments({ tenantId, expireAt: { $exists: isOnce } }, { limit: atMost, ...requestLimit }),

		/** Routines of the library that match, last changed first. */
		list: (tenantId: TenantId, { userId, owner, text, site, after, limit }: RoutineFilter): Promise<StoredRoutine[]> => {
			const before = after === null ? undefined : new Date(Number(after.key));
			const all = [
				...(userId === undefined ? [] : [{ $or: [{ ownerId: userId }, { isShared: true }] }]),
				...(owner === undefined ? [] : [{ ownerId: owner.isNot ? { $ne: owner.userId } : owner.userId }]),
				...(text === undefined ? [] : [{ $or: [{ name: containing(text) }, { description: containing(text) }] }]),
				...(before === undefined || after === null
					? []
					: [{ $or: [{ updatedAt: { $lt: before } }, { updatedAt: before, _id: { $lt: after.id as RoutineId } }] }]),
			];
			const filter = {
				tenantId,
				expireAt: { $exists: false },
				...(site === undefined ? {} : { sites: site }),
				...(all.length === 0 ? {} : { $and: all }),
			};
			return routines.find(filter, { sort: lastChangedFirst, limit, ...requestLimit }).toArray();
		},

		/** Routines of an owner with a version that waits to be taken or refused, last changed first. */
		proposed: ({ tenantId, userId }: Owner, limit: number): Promise<StoredRoutine[]> =>
			routines
				.find({ tenantId, ownerId: userId, proposed: { $exists: true } }, { sort: lastChangedFirst, limit, ...requestLimit })
				.toArray(),

		/** Inserts a routine with its first version. @returns false when another one has the same `createKey` */
		create: async (routine: StoredRoutine, version: StoredVersion): Promise<boolean> => {
			try {
				await inTransaction(mongo, async (session) => {
					await routines.insertOne({ ...routine }, { session });
					await versions.insertOne({ ...version }, { session });
				});
				return true;
			} catch (cause) {
				if (isDuplicateKey(cause)) return false;
				throw cause;
			}
		},

		/** Renames, describes or shares. @returns null for a routine that is gone */
		change: (
			tenantId: TenantId,
			_id: RoutineId,
			set: Partial<Pick<StoredRoutine, "name" | "description" | "isShared" | "updatedAt">>,
		): Promise<StoredRoutine | null> =>
			routines.findOneAndUpdate({ _id, tenantId }, { $set: set }, { returnDocument: "after", ...requestLimit }),

		noteRun: async (tenantId: TenantId, _id: RoutineId, at: Date): Promise<void> => {
			await routines.updateOne({ _id, tenantId }, { $max: { lastRunAt: at } }, requestLimit);
		},

		/** Deletes a routine with its versions and with what its runs did; its runs stay. */
		remove: async (tenantId: TenantId, _id: RoutineId): Promise<void> => {
			await inTransaction(mongo, async (session) => {
				await versions.deleteMany({ tenantId, routineId: _id }, { session });
				await doneRows.deleteMany({ tenantId, routineId: _id }, { session });
				await routines.deleteOne({ _id, tenantId }, { session });
			});
		},

		version: (tenantId: TenantId, routineId: RoutineId, number: number): Promise<StoredVersion | null> =>
			versions.findOne({ tenantId, routineId, number }, { projection: { _id: 0 }, ...requestLimit }),

		/** Versions below a number, newest first, without their programs. */
		versions: (
			tenantId: TenantId,
			routineId: RoutineId,
			{ before, limit }: { readonly before?: number | undefined; readonly limit: number },
		): Promise<Omit<StoredVersion, "program">[]> =>
			versions
				.find<Omit<StoredVersion, "program">>(
					{ tenantId, routineId, ...(before === undefined ? {} : { number: { $lt: before } }) },
					{ sort: { number: -1 }, limit, projection: { _id: 0, program: 0 }, ...requestLimit },
				)
				.toArray(),

		/**
		 * Adds a version behind the last one where the current one is still `of`, as the current one or, without `facts`, as a proposal, which
		 * replaces the open one.
		 *
		 * @returns null when another version came meanwhile
		 */
		addVersion: (
			tenantId: TenantId,
			routineId: RoutineId,
			{
				of,
				facts,
				...version
			}: Omit<StoredVersion, "tenantId" | "routineId" | "number" | "state" | "expireAt"> & {
				readonly of: number;
				readonly facts?: ProgramFacts;
			},
		): Promise<StoredVersion | null> =>
			inTransaction(mongo, async (session) => {
				const before = await routines.findOneAndUpdate(
					{ _id: routineId, tenantId, version: of },
					{ $inc: { lastVersion: 1 } },
					{ session },
				);
				if (before === null) return null;
				const number = before.lastVersion + 1;
				const isProposal = facts === undefined;
				if (isProposal && before.proposed !== undefined)
					await versions.updateOne({ tenantId, routineId, number: before.proposed }, { $set: { state: "refused" } }, { session });
				const set = isProposal ? { proposed: number } : { ...facts, version: number, updatedAt: version.createdAt };
				await routines.updateOne({ _id: routineId, tenantId }, { $set: set }, { session });
				const lifetime = before.expireAt === undefined ? {} : { expireAt: before.expireAt };
				const state = isProposal ? ("proposed" as const) : ("accepted" as const);
				const added: StoredVersion = { ...version, ...lifetime, tenantId, routineId, number, state };
				await versions.insertOne({ ...added }, { session });
				return added;
			}),

		/** Makes a version the current one, or ends a proposal. */
		decide: (
			tenantId: TenantId,
			routineId: RoutineId,
			{ number, taken, at }: { readonly number: number; readonly taken: ProgramFacts | null; readonly at: Date },
		): Promise<StoredRoutine | null> =>
			inTransaction(mongo, async (session) => {
				const version = { tenantId, routineId, number };
				const isRefusal = taken === null;
				// Only what waits can be refused: a version that was current once stays one to go back to.
				const filter = isRefusal ? { ...version, state: "proposed" as const } : version;
				await versions.updateOne(filter, { $set: { state: isRefusal ? "refused" : "accepted" } }, { session });
				await routines.updateOne({ _id: routineId, tenantId, proposed: number }, { $unset: { proposed: 1 } }, { session });
				const set = isRefusal ? { updatedAt: at } : { ...taken, version: number, updatedAt: at };
				return await routines.findOneAndUpdate({ _id: routineId, tenantId }, { $set: set }, { returnDocument: "after", session });
			}),
	};
}

/** Indexes of routines: the library of a user and of a tenant, keys of creation, versions by number. */
export const routineMigrations: readonly Migration[] = [
	{
		id: "2026-11-routine-indexes",
		run: async (db) => {
			await db
				.collection("routines")
				.createIndexes([
					{ key: { tenantId: 1, ...lastChangedFirst } },
					{ key: { tenantId: 1, ownerId: 1, createKey: 1 }, unique: true, partialFilterExpression: { createKey: { $type: "string" } } },
				]);
			await db.collection("routine_versions").createIndex({ tenantId: 1, routineId: 1, number: 1 }, { unique: true });
		},
	},
	{
		id: "2026-11-routine-expiry",
		run: async (db) => {
			for (const name of ["routines", "routine_versions"])
				await db.collection(name).createIndex({ expireAt: 1 }, { expireAfterSeconds: 0 });
		},
	},
];
