import { realpathSync } from "node:fs";
import { checkFile, readManifest, readPacked } from "./files.ts";
import type { Folder } from "./folders.ts";
import { namesIn, restoreFolder } from "./folders.ts";
import type { Keys, Manifest } from "./manifest.ts";
import { BackupError, problemOfKeys, problemOfVersion } from "./manifest.ts";
import type { Server } from "./store/connect.ts";
import type { Ended } from "./store/end.ts";
import { endRestored } from "./store/end.ts";
import { beginRestore, endRestore, lookAtTarget, relinkWorkspaces, writeCollection } from "./store/write.ts";

/** What is restored from where. `mongo` may write all four databases. */
export type RestoreCall = {
	readonly mongo: Server;
	/** Where the folders of the backup go, by their names; one that is not named here is refused. */
	readonly folders: readonly Folder[];
	readonly keys: Keys;
	readonly from: string;
	readonly version: string;
	/** End the API keys too. */
	readonly withKeys: boolean;
	readonly now: () => Date;
	readonly print: (line: string) => void;
};

/** What was restored, and what was ended with it; absent where an earlier try did it. */
export type Restored = { readonly manifest: Manifest; readonly ended: Ended | undefined };

/**
 * Restores a backup into an empty stack whose services do not run. Everything is checked before anything is written. Until the last write the
 * databases are marked, and services do not start on them; the same command again begins anew.
 *
 * @throws BackupError for other keys, a later version, a broken file, and a target that holds something
 */
export async function restore(call: RestoreCall): Promise<Restored> {
	const { mongo, from, print } = call;
	const manifest = await readManifest(from);
	const problem = problemOfVersion(manifest.version, call.version) ?? problemOfKeys(manifest.keys, call.keys);
	if (problem !== undefined) throw new BackupError(problem);
	const targets = manifest.folders.map((saved) => ({ saved, path: targetOf(call.folders, saved.name) }));
	const { isBegun, isWhole, found } = await lookAtTarget(mongo);
	if (isWhole) {
		await endRestore(mongo);
		print("an earlier restore had written everything: its marks are taken away");
		return { manifest, ended: undefined };
	}
	const inFolders = isBegun
		? []
		: (await Promise.all(targets.map(async ({ path }) => ((await namesIn(path)).length > 0 ? [path] : [])))).flat();
	if (found.length + inFolders.length > 0) throw new BackupError(notEmpty([...found, ...inFolders]));
	const files = [...manifest.databases.flatMap(({ collections }) => collections), ...manifest.folders];
	for (const file of files) await checkFile(from, file);
	print(`the backup of ${manifest.takenAt} is whole: ${files.length} files`);
	await beginRestore(mongo, call.now());
	for (const { saved, path } of targets) {
		await restoreFolder(from, saved.file, path);
		print(`${saved.name}: restored`);
	}
	for (const { name, collections } of manifest.databases) {
		for (const collection of collections) await writeCollection(mongo.db(name), collection, readPacked(from, collection.file));
		print(`${name}: ${collections.reduce((sum, { rows }) => sum + rows, 0)} rows`);
	}
	const ended = await endRestored(mongo, { at: call.now(), withKeys: call.withKeys });
	for (const { saved, path } of targets) await relinkWorkspaces(mongo, { from: saved.path, to: realpathSync(path) });
	await endRestore(mongo);
	return { manifest, ended };
}

function targetOf(folders: readonly Folder[], name: string): string {
	const found = folders.find((folder) => folder.name === name);
	if (found === undefined) throw new BackupError(`The backup holds the folder "${name}", and no place for it is named.`);
	return found.path;
}

const notEmpty = (found: readonly string[]) =>
	`This stack is not empty: ${found.slice(0, 8).join(", ")}${found.length > 8 ? ` and ${found.length - 8} more` : ""}. A restore changes nothing that is there: start with empty databases and folders.`;
