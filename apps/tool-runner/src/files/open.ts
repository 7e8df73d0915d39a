import { constants } from "node:fs";
import type { FileHandle } from "node:fs/promises";
import { mkdir, open } from "node:fs/promises";
import type { ErrorCode } from "@webhand/contracts/errors";
import { AppError } from "@webhand/service-kit/errors";
import type { OpenRoot } from "../workspaces/root.ts";
import { nameProblem, readPath } from "./policy.ts";
import type { Pinned, WalkOptions } from "./walk.ts";
import { inFolder, walk } from "./walk.ts";

/** A pinned path; `path` is what the caller wrote, without empty parts. */
export type Opened = Pinned & { readonly path: string };

/**
 * Opens a path of a workspace, as the caller wrote it. `close` of the result is for the caller to call.
 *
 * @throws AppError PATH_INVALID, PATH_NOT_ALLOWED, LINK_LOOP, NOT_A_DIRECTORY, FILE_NOT_FOUND for a missing folder on the way
 */
export async function openPath(root: OpenRoot, path: string, options: WalkOptions): Promise<Opened> {
	const read = readPath(path);
	if ("code" in read)
		throw new AppError(read.code, pathMessages[read.reason] ?? "This path is not valid", { details: { reason: read.reason } });
	const { parts } = read;
	return { ...(await onDisk(() => walk(root, parts, options))), path: parts.join("/") };
}

/** Where a path leads with its links resolved, for changes of one file that must not meet; the path itself while a folder of it is missing. */
export async function resolvePath(root: OpenRoot, path: string, options: WalkOptions): Promise<string> {
	const pinned = await openPath(root, path, options).catch(() => null);
	await pinned?.close();
	return pinned?.parts.join("/") ?? path;
}

/** Refuses a name that looks like another one. @throws AppError PATH_INVALID */
export function checkNewName(name: string): void {
	const reason = nameProblem(name);
	if (reason === undefined) return;
	throw new AppError("PATH_INVALID", "A new name may not hold invisible or control characters", { details: { reason } });
}

/** Makes a folder in an open one, as the owner of the workspace, and opens it; a folder that is there by now is opened. */
export async function makeFolder(root: OpenRoot, folder: FileHandle, name: string): Promise<FileHandle> {
	checkNewName(name);
	const isNew = await mkdir(inFolder(folder, name), 0o755).then(
		() => true,
		(cause: NodeJS.ErrnoException) => {
			if (cause.code === "EEXIST") return false;
			throw refusalOf(cause);
		},
	);
	const made = await onDisk(() => open(inFolder(folder, name), constants.O_RDONLY | constants.O_DIRECTORY | constants.O_NOFOLLOW));
	try {
		if (isNew) await own(root, made, 0o755);
	} catch (cause) {
		await made.close();
		throw refusalOf(cause);
	}
	return made;
}

/** Gives what was just made to the owner of the workspace. Only root can, and only root needs to. */
export async function own({ uid, gid }: OpenRoot, made: FileHandle, mode: number): Promise<void> {
	const facts = await made.stat();
	if (facts.uid !== uid || facts.gid !== gid) await made.chown(uid, gid);
	// The mode at creation lacks what the umask of this process forbids.
	await made.chmod(mode);
}

/** Does work on the disk; what the system refuses becomes an AppError. */
export async function onDisk<Result>(work: () => Promise<Result>): Promise<Result> {
	try {
		return await work();
	} catch (cause) {
		throw refusalOf(cause);
	}
}

/** The AppError of what the system refused; anything else as it is. */
function refusalOf(cause: unknown): unknown {
	const refusal = refusals[(cause as NodeJS.ErrnoException).code ?? ""];
	if (cause instanceof AppError || refusal === undefined) return cause;
	const [code, message, reason] = refusal;
	return new AppError(code, message, { cause, ...(reason && { details: { reason } }) });
}

const noAccess = ["PATH_NOT_ALLOWED", "The server may not change or read this", "access"] as const;
const full = ["STORAGE_FULL", "The disk of this workspace is full. Delete what is no longer needed, then try again"] as const;

const refusals: Readonly<Record<string, readonly [ErrorCode, string, string?]>> = {
	ENOENT: ["FILE_NOT_FOUND", "There is nothing at this path"],
	ENOTDIR: ["NOT_A_DIRECTORY", "A part of this path is no folder"],
	EISDIR: ["NOT_A_FILE", "This is a folder"],
	EEXIST: ["ALREADY_EXISTS", "There is something at this path already"],
	ENOTEMPTY: ["DIRECTORY_NOT_EMPTY", "This folder is not empty. Say recursive to delete all that lies in it"],
	ELOOP: ["LINK_LOOP", "Too many links follow each other"],
	ENAMETOOLONG: ["PATH_INVALID", "A part of this path is too long", "part_too_long"],
	EBUSY: ["PATH_NOT_ALLOWED", "This lies on another file system", "mount"],
	EXDEV: ["PATH_NOT_ALLOWED", "This lies on another file system", "mount"],
	EACCES: noAccess,
	EPERM: noAccess,
	EROFS: noAccess,
	ENOSPC: full,
	EDQUOT: full,
};

const pathMessages: Readonly<Record<string, string>> = {
	not_text: "A path must be Unicode text",
	nul: "A path may not hold a NUL character",
	too_long: "A path has at most 4,096 bytes",
	absolute: "Paths are relative to the workspace: leave out the first slash",
	parent: 'A path may not hold "..". Name it from the root of the workspace',
	too_deep: "A path has at most 64 parts",
	part_too_long: "A part of a path has at most 255 bytes",
};
