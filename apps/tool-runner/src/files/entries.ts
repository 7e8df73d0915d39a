import type { Dirent } from "node:fs";
import { constants } from "node:fs";
import type { FileHandle } from "node:fs/promises";
import { open, opendir } from "node:fs/promises";
import { AppError } from "@webhand/service-kit/errors";
import { onDisk } from "./open.ts";
import { pathOnly } from "./walk.ts";

/** A name in a folder as the file system has it: bytes, which need not be UTF-8. */
export type Entry = Dirent<Buffer>;

const batchSize = 256;

/** The names in an open folder, in the order of the file system, some at a time: a promise for each would cost more than the disk. */
export async function* entriesOf(folder: FileHandle): AsyncGenerator<readonly Entry[]> {
	// The types of Node know no names as bytes here; Dir gives them as readdir does.
	const options = { encoding: "buffer" as BufferEncoding, bufferSize: batchSize };
	const names = await onDisk(() => opendir(`/proc/self/fd/${folder.fd}/.`, options));
	try {
		for (let first = await names.read(); first !== null; first = await names.read()) {
			const batch = [first];
			// What the read above brought along.
			for (let next = names.readSync(); next !== null; next = batch.length < batchSize ? names.readSync() : null) batch.push(next);
			yield batch as unknown as Entry[];
		}
	} finally {
		await names.close();
	}
}

/** The path by which the kernel finds a name, given as bytes, in an open folder. */
export const entryIn = (folder: FileHandle, name: Buffer): Buffer => Buffer.concat([Buffer.from(`/proc/self/fd/${folder.fd}/`), name]);

/** Pins a folder in an open one; a link is not followed. @throws AppError PATH_NOT_ALLOWED for one of another file system */
export async function openFolder(folder: FileHandle, name: Buffer, dev: bigint): Promise<FileHandle> {
	const flags = pathOnly | constants.O_DIRECTORY | constants.O_NOFOLLOW;
	const opened = await onDisk(() => open(entryIn(folder, name), flags));
	const facts = await opened.stat({ bigint: true });
	if (facts.dev === dev) return opened;
	await opened.close();
	throw new AppError("PATH_NOT_ALLOWED", "This lies on another file system", { details: { reason: "mount" } });
}
