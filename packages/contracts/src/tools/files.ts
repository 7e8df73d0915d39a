import { z } from "zod";
import { defineRoute } from "../routes.ts";
import { defineWorkspaceTool } from "./define-tool.ts";
import { Target, toolErrors } from "./target.ts";
import { listText, many, sizeText } from "./words.ts";

/** SHA-256 of bytes, as `sha256:<hex>`. */
export const ContentHash = z.string().regex(/^sha256:[0-9a-f]{64}$/, "must be sha256: and 64 hex digits");
export type ContentHash = z.infer<typeof ContentHash>;

/** Bounds of files and requests, in bytes, entries or lines. */
export const fileLimits = {
	path: 4_096,
	part: 255,
	parts: 64,
	entries: 1_000,
	scanned: 10_000,
	readBytes: 1_048_576,
	readLines: 2_000,
	readableFile: 67_108_864,
	hashedFile: 8_388_608,
	writtenFile: 1_048_576,
	patch: 1_048_576,
	edits: 100,
	deletedEntries: 50_000,
	diffLines: 2_000,
	/** Above this many entries a folder is deleted in the background. */
	backgroundEntries: 5_000,
} as const;

/** A path below the root of the workspace, with `/` between its parts. tool-runner refuses what is wrong with it, so the audit has it. */
const Path = z.string().min(1).max(8_192);
/** The same, where the root may be meant: `""` and `.` are the root. */
export const PathOrRoot = z.string().max(8_192).default("");

/**
 * A change of one file. `preview` is the beginning of the change as text; `hunks` are left out above 2,000 lines. `origPath` is where a file
 * was renamed or copied from.
 */
export const FileDiff = z.object({
	path: z.string(),
	origPath: z.string().optional(),
	type: z.enum(["create", "modify", "delete"]),
	linesAdded: z.number().int().nonnegative(),
	linesRemoved: z.number().int().nonnegative(),
	preview: z.string(),
	hunks: z.array(
		z.object({
			oldStart: z.number().int().nonnegative(),
			oldLines: z.number().int().nonnegative(),
			newStart: z.number().int().nonnegative(),
			newLines: z.number().int().nonnegative(),
			lines: z.array(z.string()),
		}),
	),
	isBinary: z.boolean().optional(),
	isCut: z.boolean().optional(),
});
export type FileDiff = z.infer<typeof FileDiff>;

/**
 * An entry of a folder. `link` is a symbolic link, which is not followed here; `other` is a device, socket or pipe, or has a name that is not
 * UTF-8: that is shown with U+FFFD, and no path leads to it.
 */
export const FileEntry = z.object({
	name: z.string(),
	path: z.string(),
	type: z.enum(["file", "dir", "link", "other"]),
	size: z.number().int().nonnegative(),
	mtime: z.iso.datetime(),
	executable: z.boolean(),
	linkTarget: z.string().optional(),
});
export type FileEntry = z.infer<typeof FileEntry>;

const whole = (least: number, most: number) => z.coerce.number().int().min(least).max(most);
const flag = z.enum(["true", "false"]).transform((text) => text === "true");

/** What a change of one file does, as the question for it says. */
const changeText = ({ path, type, linesAdded, linesRemoved }: Pick<FileDiff, "path" | "type" | "linesAdded" | "linesRemoved">): string => {
	if (type === "create") return `Creates ${path} with ${many(linesAdded, "line")}`;
	return type === "delete" ? `Deletes ${path}` : `Changes ${path}: ${linesText(linesAdded, linesRemoved)}`;
};
const linesText = (added: number, removed: number) => `${many(added, "line")} added, ${removed.toLocaleString("en")} removed`;
const sumOf = (counts: readonly number[]) => counts.reduce((total, count) => total + count, 0);

export const listFiles = defineWorkspaceTool({
	name: "fs.list",
	tier: "read",
	description: "List a folder",
	words: { label: "List a folder", verb: "List files in", past: "listed", base: "list" },
	forClients: "workspace_files",
	arguments: z.strictObject({
		path: PathOrRoot,
		depth: whole(1, 5).default(1),
		hidden: flag.default(true),
		limit: whole(1, fileLimits.entries).default(500),
		cursor: z.string().max(6_000).optional(),
	}),
	forModels: { hidden: z.boolean().default(true) },
	/** `truncated`: more than 10,000 entries were met. */
	reply: z.object({
		workspaceId: z.string(),
		path: z.string(),
		entries: z.array(FileEntry),
		truncated: z.boolean(),
		nextCursor: z.string().nullable(),
	}),
	summary: ({ entries }) => many(entries.length, "entry", "entries"),
	audit: ({ path, ...args }) => ({ target: path, args }),
	endpoint: {
		method: "GET",
		path: "/api/v1/agent/fs/list",
		summary: "Entries of a folder",
		description:
			"The entries of a folder by name, in the order of their bytes, each folder right before what lies in it. `.git` is listed and never entered. A page holds what comes after the last entry of the one before, whatever came or went meanwhile.",
		errors: [...toolErrors, "FILE_NOT_FOUND", "NOT_A_DIRECTORY"],
	},
});
export const listFilesRoute = listFiles.route;

export const readFile = defineWorkspaceTool({
	name: "fs.read",
	tier: "read",
	description: "Read a file, by bytes or by lines",
	words: { label: "Read a file", verb: "Read", past: "read", base: "read" },
	forClients: "workspace_read",
	arguments: z.strictObject({
		path: Path,
		offset: whole(0, fileLimits.readableFile).default(0),
		limit: whole(1, fileLimits.readBytes).default(262_144),
		fromLine: whole(1, 100_000_000).optional(),
		lines: whole(1, fileLimits.readLines).optional(),
		encoding: z.enum(["auto", "utf8", "base64"]).default("auto"),
	}),
	reply: z.object({
		path: z.string(),
		size: z.number().int().nonnegative(),
		mtime: z.iso.datetime(),
		hash: ContentHash.nullable(),
		encoding: z.enum(["utf8", "base64"]),
		content: z.string(),
		offset: z.number().int().nonnegative(),
		bytes: z.number().int().nonnegative(),
		truncated: z.boolean(),
		eol: z.enum(["lf", "crlf", "mixed"]),
		bom: z.boolean(),
	}),
	summary: ({ bytes }) => sizeText(bytes),
	audit: ({ path, ...args }) => ({ target: path, args }),
	endpoint: {
		method: "GET",
		path: "/api/v1/agent/fs/read",
		summary: "A slice of a file",
		description:
			"A slice of a file: by bytes, or by lines with `fromLine`, which counts from 1. `hash` is that of the whole file up to 8 MiB, else null. A slice of text cuts no character: it may begin up to three bytes before `offset`; the next one begins at `offset + bytes` of the reply.",
		errors: [...toolErrors, "FILE_NOT_FOUND", "NOT_A_FILE", "FILE_TOO_LARGE"],
	},
});
export const readFileRoute = readFile.route;

const writeErrors = [...toolErrors, "WORKSPACE_READ_ONLY", "GRANT_INVALID", "STORAGE_FULL"] as const;

export const writeFile = defineWorkspaceTool({
	name: "fs.write",
	tier: "write",
	description: "Write a whole file; expectedHash refuses a file that changed meanwhile",
	words: { label: "Write a file", preview: "Look at a change", verb: "Write", past: "wrote", base: "write" },
	arguments: z.strictObject({
		path: Path,
		content: z.string().max(1_500_000),
		encoding: z.enum(["utf8", "base64"]).default("utf8"),
		expectedHash: ContentHash.nullable().optional(),
		createParents: z.boolean().default(true),
		dryRun: z.boolean().default(false),
	}),
	fixed: { dryRun: false },
	reply: z.object({
		path: z.string(),
		created: z.boolean(),
		bytes: z.number().int().nonnegative(),
		hash: ContentHash,
		previousHash: ContentHash.nullable(),
		diff: FileDiff,
	}),
	effect: ({ path }, { diff: [change] = [] }) => (change === undefined ? `Writes ${path}` : changeText(change)),
	summary: ({ created, bytes }) => `${created ? "created" : "changed"}, ${sizeText(bytes)}`,
	audit: ({ path, content, ...args }) => ({ target: path, args: { ...args, characters: content.length } }),
	endpoint: {
		method: "POST",
		path: "/api/v1/agent/fs/write",
		summary: "Write a file",
		description:
			"Writes a whole file, over one of at most 8 MiB. `expectedHash` is that of the content to replace; null: the file must not be there; absent: whatever is there. `dryRun` only shows the change.",
		bodyLimit: 2_097_152,
		errors: [...writeErrors, "FILE_NOT_FOUND", "NOT_A_FILE", "NOT_A_DIRECTORY", "FILE_TOO_LARGE", "HASH_MISMATCH", "ALREADY_EXISTS"],
	},
});
export const writeFileRoute = writeFile.route;

/** One file of a patch that was applied, or would be. `fuzz`: a hunk fitted only with its trailing blanks ignored. */
export const PatchedFile = FileDiff.extend({
	previousHash: ContentHash.nullable(),
	hash: ContentHash.nullable(),
	fuzz: z.literal("whitespace").nullable(),
});
export type PatchedFile = z.infer<typeof PatchedFile>;

/** A unified diff, or `edits`: one of the two. */
export const Patch = z
	.strictObject({
		patch: z.string().min(1).max(fileLimits.patch).optional(),
		edits: z
			.array(z.strictObject({ path: Path, search: z.string().min(1), replace: z.string(), all: z.boolean().default(false) }))
			.min(1)
			.max(fileLimits.edits)
			.optional(),
		expectedHashes: z.record(Path, ContentHash).optional(),
		dryRun: z.boolean().default(false),
	})
	.refine(({ patch, edits }) => (patch === undefined) !== (edits === undefined), {
		path: ["patch"],
		error: "must be given, or edits, not both",
	});
export type Patch = z.infer<typeof Patch>;

const auditedPaths = 20;

/** The names in the headers of a patch as they stand there, so that the audit names also what is refused. */
function headerNames(patch: string): string[] {
	const names: string[] = [];
	for (const [, name = ""] of patch.matchAll(/^(?:---|\+\+\+) ([^\t\r\n]{1,4096})/gm)) {
		if (name !== "/dev/null") names.push(name.replace(/^[ab]\//, ""));
		if (names.length === 2 * auditedPaths) break;
	}
	return names;
}

export const patchFiles = defineWorkspaceTool({
	name: "fs.apply_patch",
	tier: "write",
	description: "Change files by a unified diff, or by edits that replace text",
	words: { label: "Apply a patch", preview: "Look at a patch", verb: "Change", past: "patched", base: "patch" },
	arguments: Patch,
	fixed: { dryRun: false },
	reply: z.object({ applied: z.boolean(), dryRun: z.boolean(), files: z.array(PatchedFile) }),
	effect: (_patch, { diff = [] }) => {
		const [change] = diff;
		if (diff.length === 1 && change !== undefined) return changeText(change);
		const [added, removed] = [diff.map(({ linesAdded }) => linesAdded), diff.map(({ linesRemoved }) => linesRemoved)];
		const names = diff.map(({ path }) => path);
		return `Changes ${listText(names, "file")}; ${linesText(sumOf(added), sumOf(removed))}`;
	},
	summary: ({ files }) => many(files.length, "file"),
	audit: ({ patch, edits, dryRun }) => {
		const names = patch === undefined ? (edits ?? []).map(({ path }) => path) : headerNames(patch);
		const paths = [...new Set(names)].slice(0, auditedPaths);
		return { target: names[0] ?? "", args: { paths, dryRun, characters: patch?.length ?? null, edits: edits?.length ?? null } };
	},
	endpoint: {
		method: "POST",
		path: "/api/v1/agent/fs/patch",
		summary: "Apply a patch",
		description: "Changes files by a unified diff or by `edits`; all files or none.",
		bodyLimit: 2_097_152,
		errors: [
			...writeErrors,
			"PATCH_INVALID",
			"PATCH_CONFLICT",
			"HASH_MISMATCH",
			"FILE_NOT_FOUND",
			"NOT_A_FILE",
			"ALREADY_EXISTS",
			"FILE_TOO_LARGE",
		],
	},
});
export const patchFilesRoute = patchFiles.route;

export const makeFolder = defineWorkspaceTool({
	name: "fs.mkdir",
	tier: "write",
	description: "Make a folder",
	words: { label: "Make a folder", verb: "Create the folder", past: "made the folder", base: "make the folder" },
	arguments: z.strictObject({ path: Path, parents: z.boolean().default(true) }),
	reply: z.object({ path: z.string(), created: z.boolean() }),
	effect: ({ path }) => `Makes the folder ${path}`,
	summary: ({ created }) => (created ? "created" : "was there"),
	audit: ({ path, ...args }) => ({ target: path, args }),
	endpoint: {
		method: "POST",
		path: "/api/v1/agent/fs/mkdir",
		summary: "Make a folder",
		description: "Makes a folder. `created` is false when it was there.",
		errors: [...writeErrors, "FILE_NOT_FOUND", "NOT_A_DIRECTORY", "ALREADY_EXISTS"],
	},
});
export const makeFolderRoute = makeFolder.route;

/** Id of a deletion in the background: `del_` and 22 base62 characters. */
export const DeletionId = z.string().regex(/^del_[0-9A-Za-z]{22}$/);
export type DeletionId = z.infer<typeof DeletionId>;

/** More entries of a folder than these are not counted before it is deleted. */
export const mostCounted = 1_000;

export const deleteFile = defineWorkspaceTool({
	name: "fs.delete",
	tier: "write",
	description: "Delete a file or a folder",
	words: { label: "Delete", verb: "Delete", past: "deleted", base: "delete" },
	isAlone: true,
	arguments: z.strictObject({ path: Path, recursive: z.boolean().default(false), expectedHash: ContentHash.optional() }),
	reply: z.object({
		path: z.string(),
		type: FileEntry.shape.type,
		entriesDeleted: z.number().int().nonnegative(),
		deletionId: DeletionId.nullable(),
	}),
	effect: ({ path }, { entries }) => {
		if (entries === null || entries === undefined) return `Deletes ${path}`;
		if (entries === 0) return `Deletes the empty folder ${path}`;
		const counted = many(Math.min(entries, mostCounted), "entry", "entries");
		return `Deletes the folder ${path} with ${entries > mostCounted ? "more than " : ""}${counted}`;
	},
	summary: ({ deletionId, entriesDeleted }) =>
		deletionId === null ? `${many(entriesDeleted, "entry", "entries")} deleted` : "goes on in the background",
	audit: ({ path, ...args }) => ({ target: path, args }),
	endpoint: {
		method: "POST",
		path: "/api/v1/agent/fs/delete",
		summary: "Delete a file or folder",
		description:
			"Deletes a file, a link itself, or a folder. Nothing goes when a protected name lies inside, or more than 50,000 entries. Above 5,000 it goes on in the background: `deletionId` is not null then, and `entriesDeleted` counts those that are gone so far.",
		errors: [...writeErrors, "FILE_NOT_FOUND", "DIRECTORY_NOT_EMPTY", "HASH_MISMATCH", "FILE_TOO_LARGE"],
	},
});
export const deleteFileRoute = deleteFile.route;

/** How far a deletion in the background is. `failed`: what is left stays, `error` says why. */
export const Deletion = z.object({
	id: DeletionId,
	path: z.string(),
	state: z.enum(["running", "done", "failed"]),
	entriesDeleted: z.number().int().nonnegative(),
	entries: z.number().int().nonnegative(),
	error: z.object({ code: z.string(), message: z.string() }).nullable(),
});
export type Deletion = z.infer<typeof Deletion>;

export const deletionRoute = defineRoute({
	service: "agent-api",
	method: "GET",
	path: "/api/v1/agent/fs/deletions/:deletionId",
	summary: "Progress of a deletion",
	description: "The progress of a deletion in the background.",
	params: z.strictObject({ deletionId: DeletionId }),
	query: z.strictObject(Target.shape),
	reply: Deletion,
	errors: [...toolErrors, "FILE_NOT_FOUND"],
});
