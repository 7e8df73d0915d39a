import { constants } from "node:fs";
import type { FileHandle } from "node:fs/promises";
import { open, opendir, readlink } from "node:fs/promises";
import { fileLimits } from "@webhand/contracts/tools/files";
import { AppError } from "@webhand/service-kit/errors";
import type { PathParts } from "./policy.ts";
import { isProtectedName, typedName } from "./policy.ts";

/** The open root of a workspace. `dev` is its file system: nothing on another one is entered. */
export type Root = { readonly handle: FileHandle; readonly dev: bigint };

/**
 * What a path leads to, pinned by a descriptor that names the file and gives no access. `parent` holds the folder that it lies in; `handle`
 * is null where nothing has that name. Both are for the caller to close, by `close`. `parts` is the path with its links resolved, `spelled` the
 * given one as the disk spells it.
 */
export type Pinned = {
	readonly parent: FileHandle;
	readonly name: string;
	readonly handle: FileHandle | null;
	readonly parts: PathParts;
	readonly spelled: PathParts;
	readonly close: () => Promise<void>;
};

// Node does not export it: a descriptor that names a file without opening it (open(2)).
export const pathOnly = 0o10_000_000;
const pinFlags = pathOnly | constants.O_NOFOLLOW;
const mostLinks = 16;

/** The path by which the kernel finds a name in an open folder, wherever that folder lies by now. */
export const inFolder = (folder: FileHandle, name: string): string => `/proc/self/fd/${folder.fd}/${name}`;

/**
 * `followLast: false` stops at a link that is the last part. `forChange`: no part may be protected, neither of the path nor of a link.
 * `makeFolder` makes a folder that is missing on the way and opens it.
 */
export type WalkOptions = {
	readonly followLast: boolean;
	readonly forChange?: boolean;
	readonly makeFolder?: (folder: FileHandle, name: string) => Promise<FileHandle>;
};

/**
 * Walks a path part by part below the root, each step from a pinned folder, so that nobody who renames or links in between leads it out.
 * Links are followed by us; their `..` goes back the way we came, never beyond the root. A name that is not there stands for the one that is
 * typed alike, where there is one such.
 *
 * @throws AppError PATH_NOT_ALLOWED for a link that leads out or to another file system and for a protected part, LINK_LOOP,
 * NOT_A_DIRECTORY, FILE_NOT_FOUND for a missing folder on the way
 */
export async function walk(root: Root, parts: PathParts, options: WalkOptions): Promise<Pinned> {
	const guard = (names: PathParts) => {
		if (options.forChange === true && names.some(isProtectedName)) throw isProtected();
	};
	guard(parts);
	const folders: FileHandle[] = [root.handle];
	const names: string[] = [];
	const opened = new Set<FileHandle>();
	const todo = [...parts].reverse();
	const spelled = [...parts];
	let links = 0;
	const give = async (folder: FileHandle, name: string, handle: FileHandle | null) => {
		const found = await pinned(folder, name, handle);
		if (handle !== null) opened.delete(handle);
		return { ...found, parts: name === "." ? names : [...names, name], spelled };
	};
	try {
		// Parts of a link lie above those that were given, so fewer than so many are left where one of these comes.
		let given = parts.length;
		for (let wanted = todo.pop(); wanted !== undefined; wanted = todo.pop()) {
			let part = wanted;
			const index = todo.length < given ? parts.length - given : undefined;
			if (index !== undefined) given -= 1;
			const folder = folders.at(-1);
			if (folder === undefined) throw leadsOut();
			if (part === "..") {
				// Only the text of a link holds it; the caller's path was refused.
				if (folders.length === 1) throw leadsOut();
				folders.pop();
				names.pop();
				continue;
			}
			const isLast = todo.length === 0;
			let found = await pin(folder, part);
			if (found === null) {
				part = (await findAlike(folder, part)) ?? part;
				if (part !== wanted) found = await pin(folder, part);
				if (index !== undefined) spelled[index] = part;
			}
			const handle = found ?? (isLast ? null : ((await options.makeFolder?.(folder, part)) ?? null));
			if (handle !== null) opened.add(handle);
			const facts = handle === null ? null : await handle.stat({ bigint: true });
			if (facts !== null && facts.dev !== root.dev) throw new AppError("PATH_NOT_ALLOWED", "This lies on another file system", mounted);
			if (facts?.isSymbolicLink() === true && !(isLast && !options.followLast)) {
				links += 1;
				if (links > mostLinks) throw new AppError("LINK_LOOP", "Too many links follow each other");
				const target = await partsOfLink(folder, part);
				guard(target);
				todo.push(...target.reverse());
				continue;
			}
			if (isLast) return await give(folder, part, handle);
			if (handle === null || facts === null) throw new AppError("FILE_NOT_FOUND", "A folder of this path is missing");
			if (!facts.isDirectory()) throw noFolder();
			folders.push(handle);
			names.push(part);
		}
		// The path is the root, or a link led back to a folder on the way.
		const folder = folders.at(-1) ?? root.handle;
		const handle = await pin(folder, ".");
		if (handle !== null) opened.add(handle);
		return await give(folder, ".", handle);
	} finally {
		await Promise.all([...opened].map((handle) => handle.close()));
	}
}

const isProtected = () => new AppError("PATH_NOT_ALLOWED", "The .git folder is changed by git only", { details: { reason: "protected" } });
const mounted = { details: { reason: "mount" } };
const noFolder = (cause?: unknown) => new AppError("NOT_A_DIRECTORY", "A part of this path is no folder", { cause });
const noAccess = (cause: unknown) =>
	new AppError("PATH_NOT_ALLOWED", "The server may not enter a folder of this path", { details: { reason: "access" }, cause });
const leadsOut = () => new AppError("PATH_NOT_ALLOWED", "This path leads out of the workspace", { details: { reason: "outside" } });

async function pinned(folder: FileHandle, name: string, handle: FileHandle | null): Promise<Omit<Pinned, "parts" | "spelled">> {
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

/** The one name of a folder that people type like this one; null where there is none, or more. */
async function findAlike(folder: FileHandle, name: string): Promise<string | null> {
	if (/^[\x21-\x7e]*$/.test(name)) return null;
	let alike: string | null = null;
	let scanned = 0;
	for await (const entry of await opendir(inFolder(folder, "."))) {
		scanned += 1;
		if (scanned > fileLimits.scanned) return null;
		if (typedName(entry.name) !== typedName(name)) continue;
		if (alike !== null) return null;
		alike = entry.name;
	}
	return alike;
}

/** The parts of a link's text. Whoever changes the link meanwhile only changes where we go on below the root. */
async function partsOfLink(folder: FileHandle, name: string): Promise<string[]> {
	const text = await readlink(inFolder(folder, name)).catch((cause: unknown) => {
		throw new AppError("FILE_NOT_FOUND", "A link of this path has gone", { cause });
	});
	if (text.startsWith("/")) throw leadsOut();
	return text.split("/").filter((part) => part !== "" && part !== ".");
}
