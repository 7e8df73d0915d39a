import { existsSync, realpathSync } from "node:fs";
import type { MongoClient } from "mongodb";
import { checkFile, makeEmptyFolder, writeManifest, writePacked } from "./files.ts";
import type { Folder } from "./folders.ts";
import { saveFolder } from "./folders.ts";
import type { Keys, Manifest, SavedCollection } from "./manifest.ts";
import { BackupError, databaseNames, fingerprintsOf } from "./manifest.ts";
import type { ReadCollection } from "./store/read.ts";
import { openMoment } from "./store/read.ts";

/** What is saved where. `mongo` reads all four databases; folders that are not there are left out. */
export type BackupCall = {
	readonly mongo: MongoClient;
	readonly folders: readonly Folder[];
	/** Small files that go into the manifest as they are; no secret stands in them. */
	readonly texts?: Manifest["texts"];
	readonly keys: Keys;
	readonly to: string;
	readonly version: string;
	readonly now: () => Date;
	readonly print: (line: string) => void;
};

/**
 * Saves the databases as of one moment, and the folders shortly before it, while everything goes on. The manifest is written last and makes the
 * backup whole.
 *
 * @throws BackupError for a folder that is not empty, a database that holds nothing, and a moment that MongoDB no longer has
 */
export async function backUp(call: BackupCall): Promise<Manifest> {
	const { mongo, keys, to, version, print, texts = {} } = call;
	await makeEmptyFolder(to);
	// Before the databases: a row may name a file that is newer than the archive, an archive holds no file whose row is missing.
	const folders = [];
	for (const { name, path } of call.folders.filter((folder) => existsSync(folder.path))) {
		folders.push({ name, path: realpathSync(path), ...(await saveFolder(to, { name, path })) });
		print(`${name}: saved`);
	}
	const takenAt = call.now().toISOString();
	const databases = await saveDatabases(mongo, to, print);
	if (databases.every(({ collections }) => collections.length === 0))
		throw new BackupError("There is no database of Webhand at this address: nothing was saved.");
	const manifest: Manifest = { format: 1, version, takenAt, databases, folders, texts, keys: fingerprintsOf(keys) };
	for (const file of [...databases.flatMap(({ collections }) => collections), ...folders]) await checkFile(to, file);
	await writeManifest(to, manifest);
	return manifest;
}

async function saveDatabases(mongo: MongoClient, to: string, print: BackupCall["print"]): Promise<Manifest["databases"]> {
	const moment = openMoment(mongo);
	try {
		const databases: Manifest["databases"] = [];
		for (const name of databaseNames) {
			const collections: SavedCollection[] = [];
			for (const collection of await moment.collectionsOf(name)) collections.push(await saveCollection(to, name, collection));
			databases.push({ name, collections });
			print(`${name}: ${collections.reduce((sum, { rows }) => sum + rows, 0)} rows of ${collections.length} collections`);
		}
		return databases;
	} catch (cause) {
		if (cause instanceof Error && "codeName" in cause && cause.codeName === "SnapshotTooOld")
			throw new BackupError(
				"The backup took longer than MongoDB keeps a moment. Raise it, such as to an hour, and begin again: db.adminCommand({ setParameter: 1, minSnapshotHistoryWindowInSeconds: 3600 })",
				{ cause },
			);
		throw cause;
	} finally {
		await moment.close();
	}
}

async function saveCollection(
	to: string,
	database: string,
	{ name, options, indexes, documents }: ReadCollection,
): Promise<SavedCollection> {
	let rows = 0;
	const counted = async function* () {
		for await (const document of documents()) {
			rows += 1;
			yield document;
		}
	};
	const written = await writePacked(to, `${database}/${name}.bson.gz`, counted());
	return { name, options, indexes, rows, ...written };
}
