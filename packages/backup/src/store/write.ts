import { stat } from "node:fs/promises";
import { unfinishedRestore } from "@webhand/service-kit/mongo/migrations";
import type { Db, Document, MongoClient } from "mongodb";
import { BSON } from "mongodb";
import { movedPath } from "../folders.ts";
import type { SavedCollection } from "../manifest.ts";
import { BackupError, databaseNames } from "../manifest.ts";

/** Of each write of a restore. */
export const safely = { writeConcern: { w: "majority", j: true } } as const;
/** Of one insert. The driver cuts larger batches by itself. */
const batch = { rows: 1_000, bytes: 8_000_000 };
/** No number becomes another kind of number on its way. */
const exactly = { promoteValues: false, promoteBuffers: false, bsonRegExp: true } as const;

/** `isWhole`: all is written, and only the marks are left. */
type Marker = { readonly _id: string; readonly at: Date; readonly isWhole?: true };

/** What lies in the databases. `isBegun`, `isWhole`: a restore broke off, in its midst or when all was written; `found` is of others. */
export type Target = { readonly isBegun: boolean; readonly isWhole: boolean; readonly found: readonly string[] };

/** Looks at the databases of a restore, which have to be empty or of an earlier try. */
export async function lookAtTarget(client: MongoClient): Promise<Target> {
	const each = await Promise.all(
		databaseNames.map(async (name) => {
			const db = client.db(name);
			const names = (await db.listCollections({}, { nameOnly: true }).toArray()).map((collection) => collection.name);
			const marker = await db.collection<Marker>("migrations").findOne({ _id: unfinishedRestore });
			const filled = await Promise.all(
				names.map(async (one) => ((await db.collection(one).findOne({})) === null ? [] : [`${name}.${one}`])),
			);
			return { marker, filled: filled.flat() };
		}),
	);
	return {
		isBegun: each.some(({ marker }) => marker !== null),
		isWhole: each.some(({ marker }) => marker?.isWhole === true),
		found: each.flatMap(({ marker, filled }) => (marker === null ? filled : [])),
	};
}

/** Marks all databases: services do not start on them until `endRestore`. What an earlier try wrote is dropped first. */
export async function beginRestore(client: MongoClient, at: Date): Promise<void> {
	for (const name of databaseNames) {
		const db = client.db(name);
		const marker = { _id: unfinishedRestore, at };
		await db.collection<Marker>("migrations").replaceOne({ _id: marker._id }, { at }, { upsert: true, ...safely });
	}
	for (const name of databaseNames) {
		const db = client.db(name);
		for (const { name: collection } of await db.listCollections({}, { nameOnly: true }).toArray()) {
			if (collection.startsWith("system.")) continue;
			if (collection === "migrations") await db.collection<Marker>(collection).deleteMany({ _id: { $ne: unfinishedRestore } }, safely);
			else await db.collection(collection).drop(safely);
		}
	}
}

/** Takes the marks away, as the last act. One that says `isWhole` stands for all: whoever dies in between left nothing but marks. */
export async function endRestore(client: MongoClient): Promise<void> {
	for (const name of databaseNames)
		await client
			.db(name)
			.collection<Marker>("migrations")
			.updateOne({ _id: unfinishedRestore }, { $set: { isWhole: true } }, safely);
	for (const name of databaseNames) await client.db(name).collection<Marker>("migrations").deleteOne({ _id: unfinishedRestore }, safely);
}

/**
 * Writes a collection with its options and indexes.
 *
 * @param documents BSON documents one after the other, cut anywhere
 * @throws BackupError when it holds other rows than were saved
 */
export async function writeCollection(db: Db, saved: SavedCollection, documents: AsyncIterable<Uint8Array>): Promise<void> {
	const { name, options, indexes } = saved;
	if (name !== "migrations") await db.createCollection(name, BSON.EJSON.deserialize(options as Document));
	let rows: Document[] = [];
	let bytes = 0;
	let count = 0;
	const flush = async () => {
		if (rows.length > 0) await db.collection(name).insertMany(rows, { ordered: false, forceServerObjectId: true, ...safely });
		count += rows.length;
		[rows, bytes] = [[], 0];
	};
	for await (const document of documentsIn(documents)) {
		rows.push(BSON.deserialize(document, exactly));
		bytes += document.length;
		if (rows.length >= batch.rows || bytes >= batch.bytes) await flush();
	}
	await flush();
	if (count !== saved.rows) throw new BackupError(`${name} of the backup holds ${count} rows, and its manifest says ${saved.rows}.`);
	const wanted = indexes.map((index) => BSON.EJSON.deserialize(index as Document)).filter((index) => index["name"] !== "_id_");
	if (wanted.length > 0) await db.command({ createIndexes: name, indexes: wanted, ...safely });
}

/** Cuts a stream into its documents: each begins with its length. */
export async function* documentsIn(stream: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
	let waiting: Buffer[] = [];
	let size = 0;
	let rest: Buffer = Buffer.alloc(0);
	for await (const chunk of stream) {
		waiting.push(Buffer.from(chunk));
		size += chunk.length;
		// Joined only when a document is whole: a large one would be copied with each chunk otherwise.
		const first = rest.length >= 4 ? rest.readInt32LE(0) : undefined;
		if (first !== undefined && rest.length + size < first) continue;
		rest = Buffer.concat([rest, ...waiting]);
		[waiting, size] = [[], 0];
		let from = 0;
		while (rest.length - from >= 4 && rest.length - from >= rest.readInt32LE(from)) {
			const length = rest.readInt32LE(from);
			if (length < 5) throw new BackupError("A file of the backup holds no documents.");
			yield rest.subarray(from, from + length);
			from += length;
		}
		rest = rest.subarray(from);
	}
	if (rest.length + size > 0) throw new BackupError("A file of the backup ends in the middle of a document.");
}

type Workspace = { readonly _id: string; readonly rootPath: string };

/** Gives workspaces the folders that were restored: their places and what tells one folder from another. @returns how many */
export async function relinkWorkspaces(client: MongoClient, move: { readonly from: string; readonly to: string }): Promise<number> {
	const workspaces = client.db("webhand_tools").collection<Workspace>("workspaces");
	let count = 0;
	for (const { _id, rootPath } of await workspaces.find({}).toArray()) {
		const moved = movedPath(rootPath, move);
		const found = moved === undefined ? undefined : await stat(moved, { bigint: true }).catch(() => undefined);
		if (moved === undefined || found === undefined) continue;
		// A device number counts within one boot only, and this one stands for none.
		const set = { rootPath: moved, inode: String(found.ino), device: String(found.dev), bootId: "restored" };
		await workspaces.updateOne({ _id }, { $set: set }, safely);
		count += 1;
	}
	return count;
}
