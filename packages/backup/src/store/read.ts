import type { Document, MongoClient } from "mongodb";
import { BSON } from "mongodb";
import type { SavedCollection } from "../manifest.ts";

/** A collection as it is read: what it holds comes as BSON, one document a chunk. */
export type ReadCollection = Pick<SavedCollection, "name" | "options" | "indexes"> & {
	readonly documents: () => AsyncIterable<Uint8Array>;
};

/** One moment of a replica set: every collection that is read through it is of that moment. */
export type Moment = {
	readonly collectionsOf: (database: string) => Promise<readonly ReadCollection[]>;
	readonly close: () => Promise<void>;
};

/** Leases of processes: nobody holds one after a restore. */
const leftOut: ReadonlySet<string> = new Set(["locks"]);

/** Opens the moment that the first read falls into. MongoDB keeps it for `minSnapshotHistoryWindowInSeconds`, 300 by default. */
export function openMoment(client: MongoClient): Moment {
	const session = client.startSession({ snapshot: true });
	return {
		collectionsOf: async (database) => {
			const db = client.db(database);
			const found = await db.listCollections({ type: "collection" }, { nameOnly: false }).toArray();
			const wanted = found.filter(({ name }) => !name.startsWith("system.") && !leftOut.has(name));
			return await Promise.all(
				wanted
					.toSorted((one, other) => (one.name < other.name ? -1 : 1))
					.map(async ({ name, options = {} }) => ({
						name,
						options: BSON.EJSON.serialize(options as Document) as SavedCollection["options"],
						indexes: (await db.collection(name).indexes()).map(
							(index) => BSON.EJSON.serialize(index) as SavedCollection["indexes"][number],
						),
						// A raw document is a Buffer, whatever its type says.
						documents: () => db.collection(name).find({}, { session, raw: true }).stream() as unknown as AsyncIterable<Uint8Array>,
					})),
			);
		},
		close: () => session.endSession(),
	};
}
