import { createHash } from "node:crypto";
import { createReadStream, createWriteStream } from "node:fs";
import { mkdir, readdir, readFile, rename, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { Readable } from "node:stream";
import { Transform } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGunzip, createGzip } from "node:zlib";
import { BackupError, Manifest } from "./manifest.ts";

/** A packed file: `bytes` and `sha256` are of what lies on the disk. */
export type Written = { readonly file: string; readonly bytes: number; readonly sha256: string };

const privately = { mode: 0o600 } as const;

/** Packs what a source yields into a file below `folder`, for its owner only. */
export async function writePacked(folder: string, file: string, source: Readable | AsyncIterable<Uint8Array>): Promise<Written> {
	const path = join(folder, file);
	await mkdir(dirname(path), { recursive: true, mode: 0o700 });
	const hash = createHash("sha256");
	let bytes = 0;
	const measure = new Transform({
		transform: (chunk: Buffer, _encoding, done) => {
			hash.update(chunk);
			bytes += chunk.length;
			done(null, chunk);
		},
	});
	await pipeline(source, createGzip({ level: 6 }), measure, createWriteStream(path, { ...privately, flush: true }));
	return { file, bytes, sha256: hash.digest("hex") };
}

/** What a packed file holds. */
export const readPacked = (folder: string, file: string): Readable => {
	const packed = createReadStream(join(folder, file));
	const unpacked = createGunzip();
	packed.on("error", (cause) => unpacked.destroy(cause));
	return packed.pipe(unpacked);
};

/** @throws BackupError for a file that is missing or not as it was written */
export async function checkFile(folder: string, { file, bytes, sha256 }: Written): Promise<void> {
	const hash = createHash("sha256");
	let read = 0;
	try {
		for await (const chunk of createReadStream(join(folder, file))) {
			hash.update(chunk);
			read += chunk.length;
		}
	} catch (cause) {
		throw new BackupError(`${file} of the backup does not read. Copy the backup again from where it was kept.`, { cause });
	}
	if (read !== bytes || hash.digest("hex") !== sha256)
		throw new BackupError(`${file} of the backup is not as it was written (its checksum differs). Take another copy, or an older backup.`);
}

/** Makes the folder of a backup. @throws BackupError for one that holds something */
export async function makeEmptyFolder(folder: string): Promise<void> {
	await mkdir(folder, { recursive: true, mode: 0o700 });
	if ((await readdir(folder)).length > 0)
		throw new BackupError(`${folder} is not empty. Name a new folder with --to: a backup is never written over another one.`);
}

const nameOfManifest = "manifest.json";

/** Writes the manifest, which makes the backup whole. */
export async function writeManifest(folder: string, manifest: Manifest): Promise<void> {
	const path = join(folder, nameOfManifest);
	await writeFile(`${path}.partial`, `${JSON.stringify(manifest, null, "\t")}\n`, { ...privately, flush: true });
	await rename(`${path}.partial`, path);
}

/** @throws BackupError for a folder that is no whole backup */
export async function readManifest(folder: string): Promise<Manifest> {
	const text = await readFile(join(folder, nameOfManifest), "utf8").catch((cause: unknown) => {
		throw new BackupError(`${folder} is no whole backup: it has no ${nameOfManifest}, which is written last.`, { cause });
	});
	try {
		return Manifest.parse(JSON.parse(text));
	} catch (cause) {
		throw new BackupError(`${nameOfManifest} of the backup does not read, or is of a later version of Webhand.`, { cause });
	}
}
