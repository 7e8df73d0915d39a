import { constants } from "node:fs";
import type { FileHandle } from "node:fs/promises";
import { open, readlink } from "node:fs/promises";
import { AppError } from "@webhand/service-kit/errors";
import type { PathParts } from "./policy.ts";

/** The open root of a workspace. `dev` is its file system: nothing on another one is entered. */
export type Root = { readonly handle: FileHandle; readonly dev: bigint };

/**
 * What a path leads to, pinned by a descriptor that names the file and gives no access. `parent` holds the folder that it lies in; `handle`
 * is null where nothing has that name. Both are for the caller to close, by `close`.
 */
export type Pinned = {
	readonly parent: FileHandle;
	readonly name: string;
	readonly handle: FileHandle | null;
	readonly close: () => Promise<void>;
};

// Node does not export it: a descriptor that names a file without opening it (open(2)).
const pathOnly = 0o10_000_000;
const pinFlags = pathOnly | constants.O_NOFOLLOW;
const mostLinks = 16;

/** The path by which the kernel finds a name in an open folder, wherever that folder lies by now. */
export const inFolder = (folder: FileHandle, name: string): string => `/proc/self/fd/${folder.fd}/${name}`;

/**
 * Walks a path part by part below the root, each step from a pinned folder, so that nobody who renames or links in between leads it out.
 * Links are followed by us; their `..` goes back the way we came, never beyond the root.
 *
 * @param options `followLast: false` stops at a link that is the last part
 * @throws AppError PATH_NOT_ALLOWED for a link that leads out or to another file system, LINK_LOOP, NOT_A_DIRECTORY, FILE_NOT_FOUND for a
 * missing folder on the way
 */
export async function walk(root: Root, parts: PathParts, options: { readonly followLast: boolean }): Promise<Pinned> {
	const folders: FileHandle[] = [root.handle];
	const opened = new Set<FileHandle>();
	const todo = [...parts].reverse();
	let links = 0;
	const give = async (folder: FileHandle, name: string, handle: FileHandle | null) => {
		if (handle !== null) opened.delete(handle);
		return await pinned(folder, name, handle);
	};
	try {
		for (let part = todo.pop(); part !== undefined; part = todo.pop()) {
			const folder = folders.at(-1);
			if (folder === undefined) throw leadsOut();
			if (part === "..") {
				// Only the text of a link holds it; the caller's path was refused.
				if (folders.length === 1) throw leadsOut();
				folders.pop();
				continue;
			}
			const handle = await pin(folder, part);
			if (handle !== null) opened.add(handle);
			const isLast = todo.length === 0;
			const facts = handle === null ? null : await handle.stat({ bigint: true });
			if (facts !== null && facts.dev !== root.dev) throw new AppError("PATH_NOT_ALLOWED", "This lies on another file system", mounted);
			if (facts?.isSymbolicLink() === true && !(isLast && !options.followLast)) {
				links += 1;
				if (links > mostLinks) throw new AppError("LINK_LOOP", "Too many links follow each other");
				todo.push(...(await partsOfLink(folder, part)).reverse());
				continue;
			}
			if (isLast) return await give(folder, part, handle);
			if (handle === null || facts === null) throw new AppError("FILE_NOT_FOUND", "A folder of this path is missing");
			if (!facts.isDirectory()) throw noFolder();
			folders.push(handle);
		}
		// The path is the root, or a link led back to a folder on the way.
		const folder = folders.at(-1) ?? root.handle;
		return await give(folder, ".", await pin(folder, "."));
	} finally {
		await Promise.all([...opened].map((handle) => handle.close()));
	}
}

const mounted = { details: { reason: "mount" } };
const noFolder = (cause?: unknown) => new AppError("NOT_A_DIRECTORY", "A part of this path is no folder", { cause });
const noAccess = (cause: unknown) =>
	new AppError("PATH_NOT_ALLOWED", "The server may not enter a folder of this path", { details: { reason: "access" }, cause });
const leadsOut = () => new AppError("PATH_NOT_ALLOWED", "This path leads out of the workspace", { details: { reason: "outside" } });

async function pinned(folder: FileHandle, name: string, handle: FileHandle | null): Promise<Pinned> {
	// The folder's own descriptor may be the root's, which is not the caller's to close.
	const parent = await open(inFolder(folder, "."), pathOnly | constants.O_DIRECTORY);
	const close = async () => {
		await Promise.all([parent.close(), handle?.close()]);
	};
	return { parent, name, handle, close };
}

/** Pins a name of a folder; null where there is none. */
async function pin(folder: FileHandle, name: string): Promise<FileHandle | null> {
	try {
		return await open(inFolder(folder, name), pinFlags);
	} catch (error) {
		const { code } = error as NodeJS.ErrnoException;
		if (code === "ENOENT") return null;
		if (code === "ENOTDIR") throw noFolder(error);
		if (code === "EACCES") throw noAccess(error);
		throw error;
	}
}

/** The parts of a link's text. Whoever changes the link meanwhile only changes where we go on below the root. */
async function partsOfLink(folder: FileHandle, name: string): Promise<string[]> {
	const text = await readlink(inFolder(folder, name)).catch((cause: unknown) => {
		throw new AppError("FILE_NOT_FOUND", "A link of this path has gone", { cause });
	});
	if (text.startsWith("/")) throw leadsOut();
	return text.split("/").filter((part) => part !== "" && part !== ".");
}
