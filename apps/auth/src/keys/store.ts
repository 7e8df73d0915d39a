import type { PublicJwk } from "@webhand/contracts/auth/tokens";
import type { Mongo } from "@webhand/service-kit/mongo";
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

type KeyRow = Omit<StoredKey, "kid"> & { _id: string };

/** Every write states the state it assumes, so a second instance that plans the same step changes nothing. */
export type KeyStore = {
	/** All but the retired ones. */
	readonly list: () => Promise<readonly StoredKey[]>;
	/** Does nothing when another key holds that state already. */
	readonly add: (key: StoredKey) => Promise<void>;
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
