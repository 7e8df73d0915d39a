import type { FileDiff, writeFileRoute } from "@webhand/contracts/tools/files";
import { fileLimits } from "@webhand/contracts/tools/files";
import { AppError } from "@webhand/service-kit/errors";
import { invalid } from "@webhand/service-kit/http/replies";
import type { z } from "zod";
import type { OpenRoot } from "../workspaces/root.ts";
import type { Content } from "./content.ts";
import { hashOfContent, isUnchanged, prepareReplacement, readPinned, syncFolder } from "./content.ts";
import { fileDiff } from "./diff.ts";
import type { Opened } from "./open.ts";
import { checkNewName, makeFolder, openPath } from "./open.ts";
import type { WalkOptions } from "./walk.ts";

export type WriteRequest = Omit<z.output<typeof writeFileRoute.body>, "workspaceId" | "sessionId">;
export type WriteReply = z.output<typeof writeFileRoute.reply>;
export type FolderReply = { readonly path: string; readonly created: boolean };

const look: WalkOptions = { followLast: true, forChange: true };
const making = (root: OpenRoot): WalkOptions => ({ ...look, makeFolder: (folder, name) => makeFolder(root, folder, name) });

/**
 * Writes a whole file, or with `dryRun` only says what would change.
 *
 * @throws AppError HASH_MISMATCH with `details.currentHash`, ALREADY_EXISTS, FILE_TOO_LARGE above 1 MiB or over a file above 8 MiB,
 * FILE_NOT_FOUND for a missing folder unless `createParents`
 */
export async function writeFile(root: OpenRoot, request: WriteRequest): Promise<WriteReply> {
	const bytes = bytesOf(request);
	const found = await openPath(root, request.path, look).catch((cause: unknown) => {
		if (request.createParents && cause instanceof AppError && cause.code === "FILE_NOT_FOUND") return null;
		throw cause;
	});
	try {
		const before = found?.handle == null ? null : await readPinned(found, root, fileLimits.hashedFile);
		if (before === null) for (const name of found === null ? request.path.split("/") : [found.name]) checkNewName(name);
		checkExpected(request.expectedHash, before);
		const path = found?.path ?? request.path;
		const diff: FileDiff = fileDiff({ path, before: before?.bytes ?? null, after: bytes });
		if (!request.dryRun) await put(root, { request, found, before, bytes });
		const previousHash = before?.hash ?? null;
		return { path, created: before === null, bytes: bytes.length, hash: hashOfContent(bytes), previousHash, diff };
	} finally {
		await found?.close();
	}
}

type Put = { readonly request: WriteRequest; readonly found: Opened | null; readonly before: Content | null; readonly bytes: Buffer };

async function put(root: OpenRoot, { request, found, before, bytes }: Put): Promise<void> {
	const target = found ?? (await openPath(root, request.path, making(root)));
	try {
		const replacement = await prepareReplacement(target, root, { bytes, mode: before?.mode ?? 0o644 });
		if (request.expectedHash !== undefined && !(await isUnchanged(target, before))) {
			await replacement.discard();
			throw hashMismatch(await currentHash(root, request.path));
		}
		await replacement.commit();
	} finally {
		if (target !== found) await target.close();
	}
}

async function currentHash(root: OpenRoot, path: string): Promise<string | null> {
	const pinned = await openPath(root, path, look).catch(() => null);
	if (pinned === null) return null;
	const now = await readPinned(pinned, root, fileLimits.hashedFile).catch(() => null);
	await pinned.close();
	return now?.hash ?? null;
}

/** Makes a folder, and with `parents` those above it. @throws AppError ALREADY_EXISTS for a file of that name, FILE_NOT_FOUND */
export async function makeFolderAt(root: OpenRoot, { path, parents }: { path: string; parents: boolean }): Promise<FolderReply> {
	const pinned = await openPath(root, path, parents ? making(root) : look);
	try {
		if (pinned.handle === null) {
			const made = await makeFolder(root, pinned.parent, pinned.name);
			await made.close();
			await syncFolder(pinned.parent);
			return { path: pinned.path, created: true };
		}
		if (!(await pinned.handle.stat()).isDirectory()) throw new AppError("ALREADY_EXISTS", "There is a file of this name");
		return { path: pinned.path, created: false };
	} finally {
		await pinned.close();
	}
}

function bytesOf({ content, encoding }: WriteRequest): Buffer {
	const wrong = (message: string) => invalid("The request is not valid", [{ field: "content", message }]);
	if (!content.isWellFormed()) throw wrong("must be Unicode text; send other bytes as base64");
	const bytes = Buffer.from(content, encoding);
	if (encoding === "base64" && bytes.toString("base64").replace(/=+$/, "") !== content.replace(/=+$/, "")) throw wrong("must be base64");
	if (bytes.length <= fileLimits.writtenFile) return bytes;
	throw new AppError("FILE_TOO_LARGE", "A file is written with at most 1 MiB", {
		details: { size: bytes.length, limit: fileLimits.writtenFile },
	});
}

/** Says that the content is not what the caller saw; `currentHash` is null when there is no file. */
export function hashMismatch(currentHash: string | null): AppError {
	return new AppError("HASH_MISMATCH", "This file has changed meanwhile. Read it again, then try again", { details: { currentHash } });
}

function checkExpected(expected: string | null | undefined, before: Content | null): void {
	if (expected === null && before !== null)
		throw new AppError("ALREADY_EXISTS", "There is a file at this path already", { details: { currentHash: before.hash } });
	if (typeof expected === "string" && expected !== before?.hash) throw hashMismatch(before?.hash ?? null);
}
