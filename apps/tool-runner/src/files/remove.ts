import type { FileHandle } from "node:fs/promises";
import { rmdir, unlink } from "node:fs/promises";
import type { deleteFileRoute, FileEntry } from "@webhand/contracts/tools/files";
import { fileLimits } from "@webhand/contracts/tools/files";
import { AppError } from "@webhand/service-kit/errors";
import type { z } from "zod";
import type { OpenRoot } from "../workspaces/root.ts";
import { readPinned, syncFolder } from "./content.ts";
import type { Entry } from "./entries.ts";
import { entriesOf, entryIn, openFolder } from "./entries.ts";
import type { Opened } from "./open.ts";
import { onDisk, openPath } from "./open.ts";
import { isProtectedName } from "./policy.ts";
import { inFolder } from "./walk.ts";
import { hashMismatch } from "./write.ts";

export type DeleteRequest = Omit<z.output<typeof deleteFileRoute.body>, "workspaceId" | "sessionId">;

/** A deletion that may go ahead: everything it would take was looked at. `run` takes it, and closes what was opened; `cancel` only closes. */
export type PlannedDeletion = {
	readonly path: string;
	readonly type: FileEntry["type"];
	/** How many entries go, the named one included. */
	readonly entries: number;
	readonly run: (watch: Watch) => Promise<void>;
	readonly cancel: () => Promise<void>;
};

/** Told of each entry that has gone; `signal` ends the work between two of them. */
export type Watch = { readonly onDeleted: () => void; readonly signal: AbortSignal };

// Each level of folders holds a descriptor.
const deepest = 200;

/**
 * Looks at all that a deletion would take.
 *
 * @throws AppError PATH_NOT_ALLOWED for the root and for what holds a protected name or a mount, DIRECTORY_NOT_EMPTY, HASH_MISMATCH,
 * FILE_TOO_LARGE above 50,000 entries, FILE_NOT_FOUND
 */
export async function planDeletion(root: OpenRoot, request: DeleteRequest): Promise<PlannedDeletion> {
	const pinned = await openPath(root, request.path, { followLast: false, forChange: true });
	try {
		return await planFor(root, pinned, request);
	} catch (cause) {
		await pinned.close();
		throw cause;
	}
}

async function planFor(root: OpenRoot, pinned: Opened, { recursive, expectedHash }: DeleteRequest): Promise<PlannedDeletion> {
	const { path, parent, name, handle, close } = pinned;
	if (name === ".") throw new AppError("PATH_NOT_ALLOWED", "The workspace itself is not deleted", { details: { reason: "root" } });
	if (handle === null) throw new AppError("FILE_NOT_FOUND", "There is nothing at this path");
	const facts = await handle.stat();
	const type = facts.isFile() ? "file" : facts.isDirectory() ? "dir" : facts.isSymbolicLink() ? "link" : "other";
	if (expectedHash !== undefined) {
		const current = type === "file" ? (await readPinned(pinned, root, fileLimits.hashedFile)).hash : null;
		if (current !== expectedHash) throw hashMismatch(current);
	}
	const entries = type === "dir" && recursive ? 1 + (await countEntries(handle, root.dev)) : 1;
	if (entries > fileLimits.deletedEntries) throw tooMany();
	const run = async ({ onDeleted, signal }: Watch) => {
		try {
			if (type === "dir") {
				if (recursive) await emptyFolder(handle, { dev: root.dev, onDeleted, signal, depth: 1 });
				await onDisk(() => rmdir(inFolder(parent, name)));
			} else await onDisk(() => unlink(inFolder(parent, name)));
			onDeleted();
			await syncFolder(parent);
		} finally {
			await close();
		}
	};
	return { path, type, entries, run, cancel: close };
}

const tooMany = () =>
	new AppError("FILE_TOO_LARGE", "This folder holds more than 50,000 entries. Delete the folders in it one by one", {
		details: { limit: fileLimits.deletedEntries },
	});
const checkDepth = (depth: number) => {
	if (depth > deepest) throw new AppError("PATH_INVALID", "Folders lie too deep in each other here", { details: { reason: "too_deep" } });
};
const checkName = (name: Buffer) => {
	if (isProtectedName(name.toString()))
		throw new AppError("PATH_NOT_ALLOWED", "A .git folder lies in it, which is not deleted here", { details: { reason: "protected" } });
};

async function countEntries(top: FileHandle, dev: bigint): Promise<number> {
	let count = 0;
	const enter = async (folder: FileHandle, depth: number): Promise<void> => {
		checkDepth(depth);
		for await (const batch of entriesOf(folder)) {
			count += batch.length;
			if (count > fileLimits.deletedEntries) throw tooMany();
			for (const entry of batch) {
				checkName(entry.name);
				if (!entry.isDirectory()) continue;
				const inner = await openFolder(folder, entry.name, dev);
				await enter(inner, depth + 1).finally(() => inner.close());
			}
		}
	};
	await enter(top, 1);
	return count;
}

const atOnce = 32;

/** Names are read before they go: a folder that changes while it is read may repeat or leave out some. */
async function emptyFolder(folder: FileHandle, state: Watch & { readonly dev: bigint; readonly depth: number }): Promise<void> {
	const { dev, depth, onDeleted, signal } = state;
	checkDepth(depth);
	const entries: Entry[] = [];
	for await (const batch of entriesOf(folder)) entries.push(...batch);
	const removeOne = async (entry: Entry) => {
		checkName(entry.name);
		await onDisk(() => unlink(entryIn(folder, entry.name)));
		onDeleted();
	};
	const files = entries.filter((entry) => !entry.isDirectory());
	for (let at = 0; at < files.length; at += atOnce) {
		signal.throwIfAborted();
		// None may work on when this returns: the folder's descriptor is closed then, and its number given to another.
		const ends = await Promise.allSettled(files.slice(at, at + atOnce).map(removeOne));
		for (const end of ends) if (end.status === "rejected") throw end.reason;
	}
	for (const entry of entries.filter((found) => found.isDirectory())) {
		signal.throwIfAborted();
		checkName(entry.name);
		const inner = await openFolder(folder, entry.name, dev);
		await emptyFolder(inner, { ...state, depth: depth + 1 }).finally(() => inner.close());
		await onDisk(() => rmdir(entryIn(folder, entry.name)));
		onDeleted();
	}
}
