import type { PublicJwk } from "@webhand/contracts/auth/tokens";
import type { Mongo, Transaction } from "@webhand/service-kit/mongo";
import { inTransaction, isDuplicateKey } from "@webhand/service-kit/mongo";
import type { Collection, Db } from "mongodb";
import type { KeyState } from "./policy.ts";
import type { Sealed } from "./seal.ts";

/** A signing key as it is stored: the private part sealed. */
export type StoredKey = {
	readonly kid: string;
	readonly state: KeyState;
	readonly since: Date;
	readonly publicJwk: PublicJwk;
	readonly sealed: Sealed;
};

/** A change of state, and when. */
export type KeyMove = { readonly from: KeyState; readonly to: KeyState; readonly at: Date };

type KeyRow = Omit<StoredKey, "kid"> & { _id: string };

/** Every write states the state it assumes, so a second instance that plans the same step changes nothing. */
export type KeyStore = {
	/** All but the retired ones. */
	readonly list: () => Promise<readonly StoredKey[]>;
	/** Does nothing when another key holds that state already. */
	readonly add: (key: StoredKey) => Promise<void>;
	/** Adds a key in a transaction. @returns whether its state was free */
	readonly insert: (transaction: Transaction, key: StoredKey) => Promise<boolean>;
	/** Moves a key from one state to another. @returns whether it was in the first */
	readonly move: (transaction: Transaction, kid: string, change: KeyMove) => Promise<boolean>;
	readonly promote: (kid: string, at: Date) => Promise<void>;
	readonly retire: (kid: string, at: Date) => Promise<void>;
};

/** At most one next and one current key. */
export async function indexKeys(db: Db): Promise<void> {
	await db
		.collection("signing_keys")
		.createIndex({ state: 1 }, { unique: true, partialFilterExpression: { state: { $in: ["next", "current"] } } });
}

export function createKeyStore(mongo: Pick<Mongo, "client" | "db">): KeyStore {
	const keys: Collection<KeyRow> = mongo.db.collection("signing_keys");
	return {
		list: async () =>
			(await keys.find({ state: { $ne: "retired" } }).toArray()).map(({ _id, state, since, publicJwk, sealed }) => ({
				kid: _id,
				state,
				since,
				publicJwk,
				sealed,
			})),
		add: async ({ kid, ...key }) => {
			await keys.insertOne({ _id: kid, ...key }).catch((cause: unknown) => {
				if (!isDuplicateKey(cause)) throw cause;
			});
		},
		insert: async (session, { kid, ...key }) => {
			if ((await keys.countDocuments({ state: key.state }, { session, limit: 1 })) > 0) return false;
			try {
				await keys.insertOne({ _id: kid, ...key }, { session });
				return true;
			} catch (cause) {
				if (!isDuplicateKey(cause)) throw cause;
				return false;
			}
		},
		move: async (session, kid, { from, to, at }) =>
			(await keys.updateOne({ _id: kid, state: from }, { $set: { state: to, since: at } }, { session })).matchedCount === 1,
		promote: (kid, at) =>
			inTransaction(mongo, async (session) => {
				await keys.updateOne({ state: "current", _id: { $ne: kid } }, { $set: { state: "previous", since: at } }, { session });
				await keys.updateOne({ _id: kid, state: "next" }, { $set: { state: "current", since: at } }, { session });
			}),
		retire: async (kid, at) => {
			await keys.updateOne({ _id: kid, state: "previous" }, { $set: { state: "retired", since: at } });
		},
	};
}
