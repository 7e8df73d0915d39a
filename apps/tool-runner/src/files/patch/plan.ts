import { constants } from "node:buffer";
import type { Patch } from "@webhand/contracts/tools/files";
import { fileLimits } from "@webhand/contracts/tools/files";
import { AppError } from "@webhand/service-kit/errors";
import type { OpenRoot } from "../../workspaces/root.ts";
import type { Content } from "../content.ts";
import { readPinned } from "../content.ts";
import { checkNewName, openPath } from "../open.ts";
import type { Pinned } from "../walk.ts";
import { hashMismatch } from "../write.ts";
import type { Edit } from "./edits.ts";
import { makeEdits } from "./edits.ts";
import type { FilePatch } from "./parse.ts";
import { PatchProblem, parsePatch } from "./parse.ts";
import type { Conflict, Placed } from "./place.ts";
import { placeHunks } from "./place.ts";

/** What a request wants of one file; `path` is as it was written, without empty parts. */
export type WantedChange = { readonly path: string } & ({ readonly patch: FilePatch } | { readonly edits: readonly Edit[] });

/** A change of one file, worked out in memory. `pinned` is null where a folder of the path is missing; `after` null: the file goes. */
export type PlannedChange = {
	readonly path: string;
	readonly pinned: Pinned | null;
	readonly before: Content | null;
	readonly after: { readonly bytes: Buffer; readonly mode: number } | null;
	readonly fuzz: Placed["fuzz"];
};

// Bytes of all files of a patch, before and after it.
const mostBefore = fileLimits.hashedFile;
const mostAfter = 2 * fileLimits.hashedFile;
const searchedLines = 20_000_000;
const executable = 0o111;

/** The changes that a request wants, in its order. @throws AppError PATCH_INVALID with `details.line` of the patch */
export function readChanges({ patch, edits = [] }: Pick<Patch, "patch" | "edits">): readonly WantedChange[] {
	if (patch !== undefined) return readPatch(patch).map((file) => ({ path: clean(file.path), patch: file }));
	const wanted = new Map<string, Edit[]>();
	for (const { path, search, replace, all } of edits) {
		const edit = { search: toBytes(search), replace: toBytes(replace), all };
		wanted.set(clean(path), [...(wanted.get(clean(path)) ?? []), edit]);
	}
	return [...wanted].map(([path, ofPath]) => ({ path, edits: ofPath }));
}

const clean = (path: string) =>
	path.startsWith("/")
		? path
		: path
				.split("/")
				.filter((part) => part !== "" && part !== ".")
				.join("/");
const toBytes = (text: string) => Buffer.from(text).toString("latin1");
const refused = (message: string, details: Readonly<Record<string, unknown>>) => new AppError("PATCH_INVALID", message, { details });

function readPatch(patch: string): readonly FilePatch[] {
	if (!patch.isWellFormed()) throw refused("This patch is no Unicode text", { line: 1 });
	try {
		return parsePatch(toBytes(patch));
	} catch (cause) {
		throw ofLine(cause);
	}
}

const ofLine = (cause: unknown) =>
	cause instanceof PatchProblem ? new AppError("PATCH_INVALID", cause.message, { details: { line: cause.line }, cause }) : cause;

/**
 * Opens and reads the files of a patch and works out their content after it. Nothing changes on the disk. `pinned` of each is for the caller
 * to close, by `closeAll`.
 *
 * @throws AppError with `details.file`: of the path, FILE_NOT_FOUND, ALREADY_EXISTS, HASH_MISMATCH, PATCH_CONFLICT, PATCH_INVALID,
 * FILE_TOO_LARGE
 */
export async function planChanges(
	root: OpenRoot,
	wanted: readonly WantedChange[],
	expectedHashes: Patch["expectedHashes"],
): Promise<readonly PlannedChange[]> {
	const expected = new Map(Object.entries(expectedHashes ?? {}).map(([path, hash]) => [clean(path), hash]));
	for (const path of expected.keys())
		if (!wanted.some((change) => change.path === path))
			throw refused("`expectedHashes` names a file that this patch does not change", { file: path });
	const planned: PlannedChange[] = [];
	const seen = new Set<string>();
	const left = { before: mostBefore, after: mostAfter, search: { lines: searchedLines } };
	try {
		for (const change of wanted) {
			const plan = await ofFile(change.path, () => planChange(root, change, left));
			planned.push(plan);
			const hash = expected.get(change.path);
			if (hash !== undefined && hash !== plan.before?.hash) throw ofPath(change.path, hashMismatch(plan.before?.hash ?? null));
			const facts = await plan.pinned?.handle?.stat({ bigint: true });
			const identity = facts === undefined ? (plan.pinned?.parts.join("/") ?? change.path) : `${facts.dev}:${facts.ino}`;
			if (seen.has(identity)) throw refused("This patch changes one file twice", { file: change.path });
			seen.add(identity);
			// Others have their turn between two files.
			await new Promise((resolve) => setImmediate(resolve));
		}
		return planned;
	} catch (cause) {
		await closeAll(planned);
		throw cause;
	}
}

/** Closes what was opened for a plan. */
export async function closeAll(planned: readonly PlannedChange[]): Promise<void> {
	await Promise.all(planned.map(({ pinned }) => pinned?.close()));
}

type Left = { before: number; after: number; readonly search: { lines: number } };

async function planChange(root: OpenRoot, change: WantedChange, left: Left): Promise<PlannedChange> {
	const type = "patch" in change ? change.patch.type : "modify";
	const { path } = change;
	const options = { followLast: type === "modify", forChange: true };
	const pinned = await openPath(root, path, options).catch((cause: unknown) => {
		if (type === "create" && cause instanceof AppError && cause.code === "FILE_NOT_FOUND") return null;
		throw cause;
	});
	try {
		if (type === "create") {
			if (pinned?.handle != null) throw new AppError("ALREADY_EXISTS", "There is a file at this path already");
			for (const name of path.split("/")) checkNewName(name);
		}
		const before = type === "create" || pinned === null ? null : await readBefore(pinned, root, left);
		const placed = place(change, before, left);
		if ("reason" in placed) throw conflict(path, placed);
		if ("isTooMuch" in placed) throw refused("These edits look through too many lines. Send fewer at once", {});
		if ("size" in placed) throw new AppError("FILE_TOO_LARGE", "The files would become too large", { details: { limit: mostAfter } });
		const { content, fuzz } = placed;
		left.after -= content?.length ?? 0;
		const isExecutable = "patch" in change ? change.patch.isExecutable : undefined;
		const mode = modeOf(before?.mode ?? 0o644, isExecutable);
		return { path, pinned, before, fuzz, after: content === null ? null : { bytes: Buffer.from(content, "latin1"), mode } };
	} catch (cause) {
		await pinned?.close();
		throw cause;
	}
}

async function readBefore(pinned: Pinned, root: OpenRoot, left: Left): Promise<Content> {
	const content = await readPinned(pinned, root, left.before).catch((cause: unknown) => {
		if (!(cause instanceof AppError) || cause.code !== "FILE_TOO_LARGE") throw cause;
		throw new AppError("PATCH_INVALID", "The files of a patch have at most 8 MiB together", { details: { limit: mostBefore }, cause });
	});
	left.before -= content.bytes.length;
	return content;
}

function place(change: WantedChange, before: Content | null, left: Left): ReturnType<typeof makeEdits> {
	const base = before?.bytes.toString("latin1") ?? null;
	if ("patch" in change) return placeHunks(base, change.patch, left.search);
	return makeEdits(base ?? "", change.edits, { most: Math.min(left.after, constants.MAX_STRING_LENGTH), budget: left.search });
}

function modeOf(mode: number, isExecutable: boolean | undefined): number {
	if (isExecutable === undefined) return mode;
	// Whoever may read it may run it.
	return isExecutable ? mode | ((mode & 0o444) >> 2) : mode & ~executable;
}

function conflict(file: string, { hunk, reason }: Conflict): AppError {
	const what = reason === "ambiguous" ? "fits at more than one place" : "does not fit";
	return new AppError("PATCH_CONFLICT", `Part ${hunk} of the change of ${file} ${what}. Read the file again, then try again`, {
		details: { file, hunk, reason },
	});
}

async function ofFile<Result>(path: string, work: () => Promise<Result>): Promise<Result> {
	return await work().catch((cause: unknown) => {
		throw ofPath(path, cause);
	});
}

/** The same refusal, with the file that it is about. */
function ofPath(file: string, cause: unknown): unknown {
	if (!(cause instanceof AppError)) return cause;
	return new AppError(cause.code, cause.message, { details: { ...cause.details, file }, cause });
}
