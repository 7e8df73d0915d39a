import type { LoginSharing } from "@webhand/contracts/authority/login";
import type { LoginId, RoutineId, TenantId, UserId } from "@webhand/contracts/ids";
import type { Cursor } from "@webhand/service-kit/lists";
import type { Mongo, Transaction } from "@webhand/service-kit/mongo";
import { inTransaction, isDuplicateKey, requestLimit } from "@webhand/service-kit/mongo";
import type { Migration } from "@webhand/service-kit/mongo/migrations";
import type { Owned } from "./policy.ts";

/** A login as stored. Password and seed are sealed for tenant, login and site; `rev` grows with every change of the login. */
export type StoredLogin = Owned & {
	readonly _id: LoginId;
	readonly tenantId: TenantId;
	readonly name: string;
	readonly site: string;
	readonly username: string;
	readonly sealedPassword?: string;
	readonly sealedSeed?: string;
	readonly rev: number;
	readonly lastUsedAt?: Date;
	readonly createdAt: Date;
	readonly updatedAt: Date;
};

type Beside = (session: Transaction) => Promise<void>;

/** Logins of the vault. Every call names the tenant first, but for the sweep. */
export type LoginStore = ReturnType<typeof createLoginStore>;

const inOrder = { site: 1, name: 1, _id: 1 } as const;
/** A person has few logins of one site. */
const mostOfSite = 100;

/** Opens the store of logins. */
export function createLoginStore(mongo: Pick<Mongo, "client" | "db" | "observe">) {
	const logins = mongo.db.collection<StoredLogin>("logins");
	const usableBy = (userId: UserId) => ({
		$or: [{ ownerId: userId }, { "sharing.kind": "everybody" as const }, { "sharing.userIds": userId }],
	});
	return {
		get: (tenantId: TenantId, _id: LoginId): Promise<StoredLogin | null> => logins.findOne({ _id, tenantId }, requestLimit),

		count: (tenantId: TenantId, atMost: number): Promise<number> => logins.countDocuments({ tenantId }, { limit: atMost, ...requestLimit }),

		/** Logins that a person may use, or all that are shared, by site and name. */
		list: (
			tenantId: TenantId,
			{
				userId,
				sites,
				after,
				limit,
			}: {
				readonly userId: UserId | undefined;
				readonly sites: readonly string[] | undefined;
				readonly after: Cursor | null;
				readonly limit: number;
			},
		): Promise<StoredLogin[]> => {
			const whose = userId === undefined ? { "sharing.kind": { $ne: "nobody" as const } } : usableBy(userId);
			const [site = "", name = ""] = after?.key.split("\n") ?? [];
			const behind =
				after === null
					? {}
					: { $or: [{ site: { $gt: site } }, { site, name: { $gt: name } }, { site, name, _id: { $gt: after.id as LoginId } }] };
			const there = sites === undefined ? {} : { site: { $in: [...sites] } };
			return logins.find({ $and: [{ tenantId }, whose, there, behind] }, { sort: inOrder, limit, ...requestLimit }).toArray();
		},

		/** Logins of one site that a person may use. */
		ofSite: (tenantId: TenantId, userId: UserId, site: string): Promise<StoredLogin[]> =>
			logins.find({ tenantId, site, ...usableBy(userId) }, { sort: inOrder, limit: mostOfSite, ...requestLimit }).toArray(),

		/** Inserts a login together with what `beside` writes. @returns false where its owner has one of this name for the site */
		insert: (login: StoredLogin, beside: Beside): Promise<boolean> =>
			withoutDouble(
				inTransaction(mongo, async (session) => {
					await logins.insertOne({ ...login }, { session });
					await beside(session);
					return true;
				}),
			),

		/** Replaces a login, unless it changed since it was read. @returns whether it was there, `false` for a name that its owner uses twice */
		replace: (login: StoredLogin, beside: Beside): Promise<boolean | null> =>
			withoutDouble(
				inTransaction(mongo, async (session) => {
					const { _id, tenantId, rev } = login;
					const { matchedCount } = await logins.replaceOne({ _id, tenantId, rev: rev - 1 }, { ...login }, { session });
					if (matchedCount === 0) return null;
					await beside(session);
					return true;
				}),
			),

		/** Deletes a login. @returns false when it is gone */
		remove: (tenantId: TenantId, _id: LoginId, beside: Beside): Promise<boolean> =>
			inTransaction(mongo, async (session) => {
				const { deletedCount } = await logins.deleteOne({ _id, tenantId }, { session });
				if (deletedCount === 1) await beside(session);
				return deletedCount === 1;
			}),

		/** Lets one version of a routine use a login in the place of others; without `version` none. @returns the login, null when it is gone */
		bind: (
			tenantId: TenantId,
			_id: LoginId,
			{
				userId,
				routineId,
				version,
				beside,
			}: { readonly userId: UserId; readonly routineId: RoutineId; readonly version?: number; readonly beside: Beside },
		): Promise<StoredLogin | null> =>
			inTransaction(mongo, async (session) => {
				const isOther = { $not: [{ $and: [{ $eq: ["$$one.userId", userId] }, { $eq: ["$$one.routineId", routineId] }] }] };
				const others = { $filter: { input: "$bound", as: "one", cond: isOther } };
				const own = version === undefined ? [] : [{ userId, routineId, version }];
				const changed = await logins.findOneAndUpdate(
					{ _id, tenantId },
					[{ $set: { bound: { $concatArrays: [others, own] }, rev: { $add: ["$rev", 1] } } }],
					{ returnDocument: "after", session },
				);
				if (changed !== null) await beside(session);
				return changed;
			}),

		/** Notes a use together with what `beside` writes: without its row in the audit nothing is given out. @returns false when it changed since it was read */
		noteUse: ({ tenantId, _id, rev }: StoredLogin, at: Date, beside: Beside): Promise<boolean> =>
			inTransaction(mongo, async (session) => {
				const { matchedCount } = await logins.updateOne({ _id, tenantId, rev }, { $set: { lastUsedAt: at } }, { session });
				if (matchedCount === 1) await beside(session);
				return matchedCount === 1;
			}),

		/** Owners of logins that are not shared, in all tenants. */
		privateOwners: (): Promise<{ readonly tenantId: TenantId; readonly userId: UserId }[]> =>
			logins
				.aggregate<{ _id: { tenantId: TenantId; userId: UserId } }>([
					{ $match: { "sharing.kind": "nobody" satisfies LoginSharing["kind"] } },
					{ $group: { _id: { tenantId: "$tenantId", userId: "$ownerId" } } },
				])
				.map(({ _id }) => _id)
				.toArray(),

		/** Deletes the logins of a person that are not shared. @returns how many */
		removePrivate: (tenantId: TenantId, ownerId: UserId, beside: (session: Transaction, count: number) => Promise<void>): Promise<number> =>
			inTransaction(mongo, async (session) => {
				const { deletedCount } = await logins.deleteMany({ tenantId, ownerId, "sharing.kind": "nobody" }, { session });
				if (deletedCount > 0) await beside(session, deletedCount);
				return deletedCount;
			}),
	};
}

async function withoutDouble<T>(write: Promise<T>): Promise<T | false> {
	try {
		return await write;
	} catch (cause) {
		if (isDuplicateKey(cause)) return false;
		throw cause;
	}
}

/** Indexes of logins. An owner has one login of a name for a site. */
export const loginMigrations: readonly Migration[] = [
	{
		id: "2026-11-logins",
		run: async (db) => {
			await db
				.collection("logins")
				.createIndexes([{ key: { tenantId: 1, ...inOrder } }, { key: { tenantId: 1, ownerId: 1, site: 1, name: 1 }, unique: true }]);
		},
	},
];
