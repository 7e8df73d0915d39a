import type { ApiKeyId, SignInId, TenantId, UserId } from "@webhand/contracts/ids";
import type { Cursor } from "@webhand/service-kit/lists";
import { pageSize } from "@webhand/service-kit/lists";
import type { Transaction } from "@webhand/service-kit/mongo";
import { requestLimit } from "@webhand/service-kit/mongo";
import type { Collection, Db, Filter } from "mongodb";
import type { KeyFacts } from "./policy.ts";
import { shownAfterEndMs } from "./policy.ts";

/** An API key as stored: `keyHash` is the SHA-256 of the key in hex, `sid` the sign-in behind it, `expireAt` the end of the row. */
export type StoredKey = KeyFacts & {
	readonly tenantId: TenantId;
	readonly userId: UserId;
	readonly keyHash: string;
	readonly createdBy: UserId;
	readonly sid: SignInId | null;
	readonly expireAt: Date;
};

type KeyRow = Omit<StoredKey, "id"> & { _id: ApiKeyId };

/** Whose keys: a user's in a tenant. */
export type KeyOwner = Pick<StoredKey, "tenantId" | "userId">;

/** Which key: one of a tenant, or of one of its users. */
export type WhichKey = { readonly id: ApiKeyId; readonly tenantId: TenantId; readonly userId?: UserId };

/** API keys. Revoked and expired ones are listed while their rows last. */
export type ApiKeyStore = ReturnType<typeof createApiKeyStore>;

const longestList = 100;

/** Indexes of keys: a secret's, an owner's, a tenant's, and the end of their rows. */
export async function indexApiKeys(db: Db): Promise<void> {
	await db
		.collection("api_keys")
		.createIndexes([
			{ key: { keyHash: 1 }, unique: true },
			{ key: { tenantId: 1, userId: 1, createdAt: -1 } },
			{ key: { tenantId: 1, createdAt: -1, _id: -1 } },
			{ key: { expireAt: 1 }, expireAfterSeconds: 0 },
		]);
}

/** Opens the store of API keys. */
export function createApiKeyStore(db: Db) {
	const keys: Collection<KeyRow> = db.collection("api_keys");
	const end = (at: Date) => ({ $set: { revokedAt: at, expireAt: new Date(at.getTime() + shownAfterEndMs) } });
	return {
		insert: async (session: Transaction, { id, ...key }: StoredKey): Promise<void> => {
			await keys.insertOne({ _id: id, ...key }, { session });
		},

		/** Newest first. */
		listOwn: async ({ tenantId, userId }: KeyOwner): Promise<StoredKey[]> =>
			(await keys.find({ tenantId, userId }, { sort: { createdAt: -1 }, limit: longestList, ...requestLimit }).toArray()).map(keyOf),

		/** Of a tenant, newest first, one more than a page. */
		list: async (tenantId: TenantId, cursor: Cursor | null): Promise<StoredKey[]> => {
			const filter = { tenantId, ...before(cursor) };
			const rows = await keys.find(filter, { sort: { createdAt: -1, _id: -1 }, limit: pageSize + 1, ...requestLimit }).toArray();
			return rows.map(keyOf);
		},

		countOpen: ({ tenantId, userId }: KeyOwner, { session, now }: { readonly session: Transaction; readonly now: Date }): Promise<number> =>
			keys.countDocuments({ tenantId, userId, revokedAt: null, expiresAt: { $gt: now } }, { session }),

		/** The key of a secret, which finds it, as no tenant is known before. */
		byHash: async (keyHash: string): Promise<StoredKey | null> => {
			const row = await keys.findOne({ keyHash }, { readConcern: { level: "majority" }, readPreference: "primary", ...requestLimit });
			return row === null ? null : keyOf(row);
		},

		/** Ends a key of a tenant, or of one of its users. @returns the key, `null` when there is none that has not ended */
		revoke: async (session: Transaction, { id, ...owner }: WhichKey, at: Date): Promise<StoredKey | null> => {
			const row = await keys.findOneAndUpdate({ _id: id, ...owner, revokedAt: null }, end(at), { session, returnDocument: "after" });
			return row === null ? null : keyOf(row);
		},

		has: async (session: Transaction, { id, ...owner }: WhichKey): Promise<boolean> =>
			(await keys.countDocuments({ _id: id, ...owner }, { session, limit: 1 })) === 1,

		/** Ends all keys of a user in a tenant. */
		revokeOf: async (session: Transaction, { tenantId, userId }: KeyOwner, at: Date): Promise<void> => {
			await keys.updateMany({ tenantId, userId, revokedAt: null }, end(at), { session });
		},

		/** Notes the sign-in behind a key. @returns whether the key was not revoked meanwhile */
		setSignIn: async (session: Transaction, { id, tenantId }: Pick<StoredKey, "id" | "tenantId">, sid: SignInId): Promise<boolean> =>
			(await keys.updateOne({ _id: id, tenantId, revokedAt: null }, { $set: { sid } }, { session })).matchedCount === 1,

		touch: async ({ id, tenantId }: Pick<StoredKey, "id" | "tenantId">, at: Date): Promise<void> => {
			await keys.updateOne({ _id: id, tenantId }, { $max: { lastUsedAt: at } }, { writeConcern: { w: 1 } });
		},
	};
}

/** @param cursor `key`: milliseconds since the epoch */
function before(cursor: Cursor | null): Filter<KeyRow> {
	if (cursor === null) return {};
	const createdAt = new Date(Number(cursor.key));
	return { $or: [{ createdAt: { $lt: createdAt } }, { createdAt, _id: { $lt: cursor.id as ApiKeyId } }] };
}

function keyOf({ _id, ...row }: KeyRow): StoredKey {
	return { id: _id, ...row };
}
