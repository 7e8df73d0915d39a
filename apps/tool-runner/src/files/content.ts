import { hash as digest, randomBytes } from "node:crypto";
import type { BigIntStats } from "node:fs";
import { constants } from "node:fs";
import type { FileHandle } from "node:fs/promises";
import { lstat, open, rename, unlink } from "node:fs/promises";
import type { ContentHash } from "@webhand/contracts/tools/files";
import { AppError } from "@webhand/service-kit/errors";
import type { OpenRoot } from "../workspaces/root.ts";
import { checkNewName, onDisk, own } from "./open.ts";
import { temporaryName } from "./policy.ts";
import type { Pinned } from "./walk.ts";
import { inFolder } from "./walk.ts";

/** A regular file, open for reading. `facts` are of the open file. */
export type OpenFile = { readonly handle: FileHandle; readonly facts: BigIntStats };

/** A whole file. `mode` is its permission bits; `version` is another one after each change. */
export type Content = { readonly bytes: Buffer; readonly hash: ContentHash; readonly mode: number; readonly version: string };

/** `sha256:<hex>` of bytes. */
export const hashOfContent = (bytes: Uint8Array): ContentHash => `sha256:${digest("sha256", bytes)}`;

/**
 * Opens the regular file that was pinned. A file that has other names too must belong to the workspace: it could be one of somebody else.
 *
 * @throws AppError FILE_NOT_FOUND, NOT_A_FILE, PATH_NOT_ALLOWED
 */
export async function openFile({ handle: pinned }: Pinned, root: OpenRoot): Promise<OpenFile> {
	if (pinned === null) throw new AppError("FILE_NOT_FOUND", "There is no such file");
	checkFile(await pinned.stat({ bigint: true }), root);
	// The pinned file was looked at, so no device or pipe is opened here.
	const handle = await onDisk(() => open(`/proc/self/fd/${pinned.fd}`, constants.O_RDONLY | constants.O_NONBLOCK | constants.O_NOCTTY));
	try {
		const facts = await handle.stat({ bigint: true });
		checkFile(facts, root);
		return { handle, facts };
	} catch (cause) {
		await handle.close();
		throw cause;
	}
}

function checkFile(facts: BigIntStats, root: OpenRoot): void {
	if (!facts.isFile()) throw new AppError("NOT_A_FILE", "This is no regular file");
	if (facts.dev !== root.dev) throw new AppError("PATH_NOT_ALLOWED", "This lies on another file system", { details: { reason: "mount" } });
	if (facts.nlink > 1n && Number(facts.uid) !== root.uid)
		throw new AppError("PATH_NOT_ALLOWED", "This file has another name and another owner", { details: { reason: "hard_link" } });
}

/** Reads bytes of an open file; fewer where it ends. */
export async function readAt(handle: FileHandle, offset: number, length: number): Promise<Buffer> {
	const bytes = Buffer.allocUnsafe(length);
	let filled = 0;
	while (filled < length) {
		const { bytesRead } = await handle.read(bytes, filled, length - filled, offset + filled);
		if (bytesRead === 0) break;
		filled += bytesRead;
	}
	return bytes.subarray(0, filled);
}

/**
 * Reads the whole file that was pinned.
 *
 * @param most bytes
 * @throws AppError FILE_TOO_LARGE above `most`; as `openFile`
 */
export async function readPinned(pinned: Pinned, root: OpenRoot, most: number): Promise<Content> {
	const { handle, facts } = await openFile(pinned, root);
	try {
		if (facts.size > BigInt(most))
			throw new AppError("FILE_TOO_LARGE", `This file has more than ${most} bytes`, { details: { size: Number(facts.size), limit: most } });
		const bytes = await onDisk(() => readAt(handle, 0, Number(facts.size)));
		return { bytes, hash: hashOfContent(bytes), mode: Number(facts.mode & 0o777n), version: versionOf(facts) };
	} finally {
		await handle.close();
	}
}

/** New content beside the file that it replaces: `commit` puts it in its place, `discard` throws it away. Call one of the two. */
export type Replacement = { readonly temporary: string; readonly commit: () => Promise<void>; readonly discard: () => Promise<void> };

/**
 * Writes new content into a temporary file beside the pinned name, safe on the disk and with the owner of the workspace.
 *
 * @param mode permission bits; those of the file before, 0644 for a new one
 * @throws AppError NOT_A_FILE, PATH_NOT_ALLOWED, PATH_INVALID for a name that may not be made, STORAGE_FULL
 */
export async function prepareReplacement(
	pinned: Pinned,
	root: OpenRoot,
	{ bytes, mode }: { readonly bytes: Uint8Array; readonly mode: number },
): Promise<Replacement> {
	const { parent, name, handle } = pinned;
	if (handle === null) checkNewName(name);
	else checkFile(await handle.stat({ bigint: true }), root);
	const temporary = temporaryName(randomBytes(16).toString("hex"));
	const path = inFolder(parent, temporary);
	const flags = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | constants.O_NOFOLLOW;
	const discard = () => unlink(path).catch(() => undefined);
	const file = await onDisk(() => open(path, flags, 0o600));
	try {
		await onDisk(async () => {
			await file.writeFile(bytes);
			await own(root, file, mode);
			await file.sync();
		});
	} catch (cause) {
		await discard();
		throw cause;
	} finally {
		await file.close();
	}
	const commit = async () => {
		try {
			await onDisk(async () => {
				await rename(path, inFolder(parent, name));
				await syncFolder(parent);
			});
		} catch (cause) {
			await discard();
			throw cause;
		}
	};
	return { temporary, commit, discard };
}

/** Replaces the pinned file, or makes it: at each moment either the old or the new content has the name. */
export async function replacePinned(
	pinned: Pinned,
	root: OpenRoot,
	content: { readonly bytes: Uint8Array; readonly mode: number },
): Promise<void> {
	await (await prepareReplacement(pinned, root, content)).commit();
}

const versionOf = ({ ino, size, mtimeNs, ctimeNs }: BigIntStats) => [ino, size, mtimeNs, ctimeNs].join(":");

/** True when the name still leads to what was read; `before` is null where nothing had the name. For right before a commit. */
export async function isUnchanged({ parent, name }: Pinned, before: Content | null): Promise<boolean> {
	const now = await lstat(inFolder(parent, name), { bigint: true }).catch(() => null);
	return (now === null ? undefined : versionOf(now)) === before?.version;
}

/** Makes the names of a folder safe on the disk. */
export async function syncFolder(folder: FileHandle): Promise<void> {
	const opened = await open(inFolder(folder, "."), constants.O_RDONLY | constants.O_DIRECTORY);
	await opened.sync().finally(() => opened.close());
}
