import { AppError } from "@webhand/service-kit/errors";
import { isProtectedName, readPath } from "../files/policy.ts";
import type { Pinned, Root } from "../files/walk.ts";
import { walk } from "../files/walk.ts";
import type { GitPath } from "./arguments.ts";

/** A path for a change, and whether something lies there now. */
export type ChangedPath = { readonly path: GitPath; readonly isThere: boolean };

/**
 * Reads and walks a path that git gets to read. It may be gone: the history still knows it.
 *
 * @throws AppError PATH_INVALID, PATH_NOT_ALLOWED, LINK_LOOP
 */
export async function checkedPath(root: Root, path: string | undefined): Promise<GitPath | undefined> {
	return path === undefined ? undefined : (await lookUp(root, path)).path;
}

/**
 * The same for paths that are staged, which are never part of a `.git`.
 *
 * @throws AppError also PATH_NOT_ALLOWED with the reason `protected`, or `repository` in a folder with a `.git` of its own
 */
export async function changedPaths(root: Root, paths: readonly string[]): Promise<readonly ChangedPath[]> {
	const found: ChangedPath[] = [];
	const nested = new Map<string, boolean>();
	for (const path of paths) {
		const looked = await lookUp(root, path);
		if (looked.path.split("/").some(isProtectedName)) throw refused("protected", "The .git folder is not staged");
		if (await liesInNested(root, looked.path, nested)) throw refused("repository", "This is part of a repository of its own");
		found.push(looked);
	}
	return found;
}

/** True when the path, or a folder above it and below the root, has a `.git` of its own. `known` are the folders seen before. */
async function liesInNested(root: Root, path: GitPath, known: Map<string, boolean>): Promise<boolean> {
	const parts = path.split("/");
	for (let depth = 1; depth <= parts.length && path !== ""; depth += 1) {
		const folder = parts.slice(0, depth);
		const key = folder.join("/");
		if (!known.has(key)) {
			const pinned = await pin(root, [...folder, ".git"]);
			known.set(key, pinned?.handle != null);
			await pinned?.close();
		}
		if (known.get(key) === true) return true;
	}
	return false;
}

async function lookUp(root: Root, path: string): Promise<ChangedPath> {
	const read = readPath(path);
	if ("code" in read) throw new AppError(read.code, "This path is not one of the workspace", { details: { reason: read.reason } });
	const pinned = await pin(root, read.parts);
	await pinned?.close();
	return { path: (pinned?.spelled ?? read.parts).join("/"), isThere: pinned?.handle != null };
}

async function pin(root: Root, parts: readonly string[]): Promise<Pinned | null> {
	try {
		return await walk(root, parts, { followLast: false });
	} catch (cause) {
		if (cause instanceof AppError && (cause.code === "FILE_NOT_FOUND" || cause.code === "NOT_A_DIRECTORY")) return null;
		throw cause;
	}
}

export const refused = (reason: string, message: string) => new AppError("PATH_NOT_ALLOWED", message, { details: { reason } });
