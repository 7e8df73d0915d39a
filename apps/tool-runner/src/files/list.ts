import { isUtf8 } from "node:buffer";
import type { FileHandle } from "node:fs/promises";
import { lstat, readlink, unlink } from "node:fs/promises";
import type { FileEntry } from "@webhand/contracts/tools/files";
import { fileLimits } from "@webhand/contracts/tools/files";
import { AppError } from "@webhand/service-kit/errors";
import { invalid } from "@webhand/service-kit/http/replies";
import type { OpenRoot } from "../workspaces/root.ts";
import type { Entry } from "./entries.ts";
import { entriesOf, entryIn, openFolder } from "./entries.ts";
import { openPath } from "./open.ts";
import { isProtectedName, isTemporaryName } from "./policy.ts";

/** What to list. `cleanBefore`: temporary files of writes that ended before then are leftovers of a crash, and removed. */
export type ListRequest = {
	readonly path: string;
	readonly depth: number;
	readonly hidden: boolean;
	readonly limit: number;
	readonly cursor?: string | undefined;
	readonly cleanBefore: Date;
};

export type Listing = {
	readonly path: string;
	readonly entries: FileEntry[];
	readonly truncated: boolean;
	readonly nextCursor: string | null;
};

/** Where an entry stands: the bytes of its path below the listed folder, NUL between its parts, which sorts a folder before what it holds. */
type Position = Buffer;

/**
 * Lists a folder by the bytes of its names, each folder right before what lies in it. A page begins after the position of the last, so
 * entries that come and go meanwhile neither repeat nor hide others. More than 10,000 entries are not looked at.
 *
 * @throws AppError FILE_NOT_FOUND, NOT_A_DIRECTORY, PATH_NOT_ALLOWED also for `.git`, VALIDATION_ERROR for a cursor of somebody else
 */
export async function listFolder(root: OpenRoot, request: ListRequest): Promise<Listing> {
	const after = readPosition(request.cursor);
	const pinned = await openPath(root, request.path, { followLast: true });
	try {
		if (pinned.handle === null) throw new AppError("FILE_NOT_FOUND", "There is no such folder");
		if (!(await pinned.handle.stat()).isDirectory()) throw new AppError("NOT_A_DIRECTORY", "This is no folder");
		if (pinned.parts.some(isProtectedName))
			throw new AppError("PATH_NOT_ALLOWED", "The .git folder is not listed", { details: { reason: "protected" } });
		const prefix = pinned.path === "" ? "" : `${pinned.path}/`;
		const { found, last, isCut } = await scan(pinned.handle, { ...request, root, prefix, after });
		const entries = (await Promise.all(found)).filter((entry) => entry !== null);
		return { path: pinned.path, entries, truncated: isCut, nextCursor: last?.toString("base64url") ?? null };
	} finally {
		await pinned.close();
	}
}

type Scan = ListRequest & { readonly root: OpenRoot; readonly prefix: string; readonly after: Position | null };

/** `last` is the position of the page's end when more follows. */
async function scan(top: FileHandle, { root, prefix, after, depth, hidden, limit, cleanBefore }: Scan) {
	const found: Promise<FileEntry | null>[] = [];
	let scanned = 0;
	const page: { end: Position | null } = { end: null };
	let isMore = false;
	const namesOf = async (folder: FileHandle): Promise<Entry[]> => {
		const names: Entry[] = [];
		for await (const batch of entriesOf(folder)) {
			for (const entry of batch) {
				scanned += 1;
				if (scanned > fileLimits.scanned) break;
				if (!hidden && entry.name[0] === dot) continue;
				if (entry.isFile() && isTemporaryName(entry.name.toString())) await removeLeftover(entryIn(folder, entry.name), cleanBefore);
				else names.push(entry);
			}
			if (scanned > fileLimits.scanned) break;
		}
		return names.sort((one, other) => Buffer.compare(one.name, other.name));
	};
	const enter = async (folder: FileHandle, at: Position | null, level: number): Promise<void> => {
		const first = found.length;
		for (const entry of await namesOf(folder)) {
			const here = at === null ? entry.name : Buffer.concat([at, separator, entry.name]);
			const isListed = after === null || Buffer.compare(here, after) > 0;
			if (isListed) {
				if (found.length === limit) isMore = true;
				if (isMore) break;
				found.push(entryFacts(folder, entry, prefix + textOf(here)));
				page.end = here;
			}
			const mayHold = isListed || here.equals(after.subarray(0, here.length));
			const isEntered = entry.isDirectory() && isUtf8(entry.name) && !isProtectedName(entry.name.toString());
			if (level === depth || !isEntered || !mayHold || scanned > fileLimits.scanned) continue;
			// A folder that went, or that the server may not enter, has its own line and nothing below.
			const inner = await openFolder(folder, entry.name, root.dev).catch(() => null);
			if (inner === null) continue;
			await enter(inner, here, level + 1).finally(() => inner.close());
			if (isMore) break;
		}
		// The facts are read through the folder, which is closed after this.
		await Promise.all(found.slice(first));
	};
	await enter(top, null, 1);
	return { found, last: isMore ? page.end : null, isCut: scanned > fileLimits.scanned };
}

const dot = 46;
const separator = Buffer.from([0]);
const textOf = (position: Position) => position.toString().replaceAll("\0", "/");

function readPosition(cursor: string | undefined): Position | null {
	if (cursor === undefined) return null;
	const position = Buffer.from(cursor, "base64url");
	if (position.length > 0) return position;
	throw invalid("The request is not valid", [{ field: "cursor", message: "must be the nextCursor of the page before" }]);
}

/** Null when the entry has gone. A name that is not UTF-8 is shown with U+FFFD as `other`: no path leads there. */
async function entryFacts(folder: FileHandle, entry: Entry, path: string): Promise<FileEntry | null> {
	const at = entryIn(folder, entry.name);
	const facts = await lstat(at).catch(() => null);
	if (facts === null) return null;
	const isLink = facts.isSymbolicLink();
	const target = isLink ? await readlink(at, "buffer").catch(() => null) : null;
	const kind = facts.isFile() ? "file" : facts.isDirectory() ? "dir" : isLink ? "link" : "other";
	return {
		name: entry.name.toString(),
		path,
		type: isUtf8(entry.name) ? kind : "other",
		size: kind === "dir" ? 0 : facts.size,
		mtime: timeOf(facts.mtimeMs),
		executable: facts.isFile() && (facts.mode & 0o111) !== 0,
		...(target !== null && { linkTarget: target.toString() }),
	};
}

const lastMoment = Date.UTC(9_999, 11, 31);

/** ISO 8601. A file may have a time that no calendar shows. */
export const timeOf = (ms: number): string => new Date(Math.min(Math.max(ms, 0), lastMoment)).toISOString();

/** A crash between the write and the rename leaves a temporary file; who lists the folder later removes it. */
async function removeLeftover(path: Buffer, before: Date): Promise<void> {
	const facts = await lstat(path).catch(() => null);
	if (facts !== null && facts.mtime < before) await unlink(path).catch(() => undefined);
}
