import { isUtf8 } from "node:buffer";
import { constants } from "node:fs";
import type { FileHandle } from "node:fs/promises";
import { lstat, open } from "node:fs/promises";
import { AppError } from "@webhand/service-kit/errors";
import type { Place } from "../calls/engine.ts";
import type { Pinned } from "../files/walk.ts";
import { inFolder, walk } from "../files/walk.ts";
import type { Sandbox } from "../sandbox/engine.ts";
import { gitOf } from "../workspaces/policy.ts";
import { configArguments } from "./arguments.ts";
import { failureOf } from "./output/failure.ts";
import type { GitAuthor, JudgedConfig } from "./policy.ts";
import { gitEnvironment, judgeConfig } from "./policy.ts";

/** One git command. `goodCodes` are exit codes that are answers, 0 unless given. A `canBeCut` output may end in the middle. */
export type GitRun = {
	readonly args: readonly string[];
	readonly input?: string;
	readonly author?: GitAuthor;
	readonly isWriting?: boolean;
	readonly maxOutputBytes: number;
	readonly canBeCut?: boolean;
	readonly goodCodes?: readonly number[];
};

/** What git wrote. `isCut`: it had more to say. */
export type GitOutput = { readonly text: string; readonly isCut: boolean; readonly code: number };

/** A repository whose `.git` is pinned and whose config was judged. */
export type Repository = {
	/** What a git command of a person runs with: `.git` to mount, and the environment, which wins over theirs. */
	readonly mount: { readonly handle: FileHandle; readonly environment: Readonly<Record<string, string>> };
	/** @throws AppError GIT_BUSY when another git command holds the index */
	readonly refuseLocked: () => Promise<void>;
	/** True while a merge is not committed. */
	readonly isMerging: () => Promise<boolean>;
	/** @throws AppError of `failureOf`, GIT_FAILED also after the time limit, SANDBOX_UNAVAILABLE, PROGRAM_MISSING */
	readonly run: (command: GitRun) => Promise<GitOutput>;
};

/** Opens the repository of a workspace for as long as `act` takes. @throws AppError NOT_A_REPOSITORY, GIT_DIR_UNTRUSTED */
export type WithRepository = <Reply>(place: Place, act: (repository: Repository) => Promise<Reply>) => Promise<Reply>;

const limitMs = { read: 15_000, change: 30_000 } as const;
const mostConfigBytes = 262_144;
const mostCached = 500;

// git opens these by itself; a pipe in their place would hold it until the time limit, a link would lead it elsewhere.
const ownFiles = ["HEAD", "index", "packed-refs", "info/attributes", "info/exclude", "info/grafts", "shallow"];
// The first names another folder as the repository, the second other folders with objects.
const foreignFiles = ["commondir", "objects/info/alternates"];

/** @param sandbox where git runs, always */
export function createRepositories(sandbox: Sandbox): WithRepository {
	const judged = new Map<string, JudgedConfig>();

	/** Reads the config by descriptor, and lets git itself parse those bytes, away from the repository. */
	const judge = async (place: Place, git: FileHandle): Promise<JudgedConfig> => {
		const config = await readOwn(place, git, "config");
		if (config === null) return { blanked: [] };
		const known = judged.get(config.identity);
		if (known !== undefined) return known;
		if (!isUtf8(config.content)) throw distrusted("config_unreadable");
		const environment = { ...gitEnvironment([]), GIT_DIR: "/nowhere" };
		const bounds = { limitMs: limitMs.read, maxOutputBytes: 2 * mostConfigBytes, isWritable: false };
		const run = {
			program: "git",
			args: configArguments,
			root: place.root,
			sharer: place.sharer,
			environment,
			input: config.content,
			...bounds,
		} as const;
		const end = await sandbox.run(run, place.signal);
		if (end.kind !== "exited") throw unfinished(end.kind);
		const { code } = failureOf(end.stderr.toString());
		if (end.code !== 0) throw code === "SANDBOX_UNAVAILABLE" ? refusal(end.stderr.toString()) : distrusted("config_unreadable");
		const found = judgeConfig(end.stdout.toString());
		const oldest = judged.size < mostCached ? undefined : judged.keys().next().value;
		if (oldest !== undefined) judged.delete(oldest);
		judged.set(config.identity, found);
		return found;
	};

	return async (place, act) => {
		const { root, workspace, sharer, signal } = place;
		const git = await openGit(place);
		try {
			if (gitOf(workspace.gitState, true) !== "trusted") throw distrusted("made_by_command");
			const lookUp = (path: string) => lookAt(place, git, path);
			for (const path of foreignFiles) if ((await lookUp(path)) !== "missing") throw distrusted(path.split("/").at(-1) ?? path);
			for (const path of ownFiles) if ((await lookUp(path)) === "other") throw distrusted("not_a_file");
			const config = await judge(place, git);
			if ("distrust" in config) throw distrusted(config.distrust);
			return await act({
				mount: { handle: git, environment: gitEnvironment(config.blanked) },
				refuseLocked: async () => {
					if ((await lookUp("index.lock")) !== "missing") throw busy();
				},
				isMerging: async () => (await lookUp("MERGE_HEAD")) === "file",
				run: async ({ args, input, author, isWriting = false, maxOutputBytes, canBeCut = false, goodCodes = [0] }) => {
					const end = await sandbox.run(
						{
							program: "git",
							args,
							root,
							sharer,
							isWritable: false,
							git: { handle: git, isWritable: isWriting },
							maxOutputBytes,
							environment: gitEnvironment(config.blanked, author),
							limitMs: isWriting ? limitMs.change : limitMs.read,
							...(input !== undefined && { input }),
						},
						signal,
					);
					const isCut = end.kind === "output_limit";
					if (end.kind !== "exited" && !(isCut && canBeCut)) throw unfinished(end.kind);
					const code = end.code ?? 128;
					if (!isCut && !goodCodes.includes(code)) throw refusal(`${end.stderr.toString()}\n${end.stdout.subarray(0, 4_096).toString()}`);
					return { text: end.stdout.toString(), isCut, code };
				},
			});
		} finally {
			await git.close();
		}
	};
}

/** Opens `.git` as a real folder of the workspace's own file system. */
async function openGit({ root }: Place): Promise<FileHandle> {
	const flags = constants.O_RDONLY | constants.O_DIRECTORY | constants.O_NOFOLLOW;
	const git = await open(inFolder(root.handle, ".git"), flags).catch(async (cause: unknown) => {
		const facts = await lstat(inFolder(root.handle, ".git")).catch(() => null);
		throw facts === null || facts.isDirectory() ? noRepository(cause) : elsewhere(cause);
	});
	if ((await git.stat({ bigint: true })).dev === root.dev) return git;
	await git.close();
	throw distrusted("mount");
}

async function pinIn({ root }: Place, git: FileHandle, path: string): Promise<Pinned | null> {
	try {
		return await walk({ handle: git, dev: root.dev }, path.split("/"), { followLast: false });
	} catch (cause) {
		if (cause instanceof AppError && cause.code === "FILE_NOT_FOUND") return null;
		throw distrusted("not_a_file", cause);
	}
}

/** What lies at a path below `.git`. */
async function lookAt(place: Place, git: FileHandle, path: string): Promise<"missing" | "file" | "other"> {
	const pinned = await pinIn(place, git, path);
	try {
		if (!pinned?.handle) return "missing";
		return (await pinned.handle.stat()).isFile() ? "file" : "other";
	} finally {
		await pinned?.close();
	}
}

/** Reads a regular file below `.git`, and says which file in which state it was. */
async function readOwn(place: Place, git: FileHandle, path: string): Promise<{ identity: string; content: Buffer } | null> {
	const pinned = await pinIn(place, git, path);
	try {
		if (!pinned?.handle) return null;
		const { dev, ino, size, mtimeNs, ctimeNs, ...facts } = await pinned.handle.stat({ bigint: true });
		if ((Number(facts.mode) & constants.S_IFMT) !== constants.S_IFREG) throw distrusted("not_a_file");
		if (size > mostConfigBytes) throw distrusted("config_too_large");
		// The pin itself gives no access; its name below /proc opens the same file again.
		const file = await open(`/proc/self/fd/${pinned.handle.fd}`, constants.O_RDONLY | constants.O_NONBLOCK);
		const content = await file.readFile().finally(() => file.close());
		return { identity: [dev, ino, size, mtimeNs, ctimeNs].join(":"), content };
	} finally {
		await pinned?.close();
	}
}

const noRepository = (cause: unknown) =>
	new AppError("NOT_A_REPOSITORY", "This workspace has no .git folder of its own", { details: { reason: "none" }, cause });

/** A linked worktree, a submodule, or a link: what `.git` names lies outside of what may be reached from here. */
const elsewhere = (cause: unknown) =>
	new AppError(
		"NOT_A_REPOSITORY",
		"The .git of this workspace only names a repository that lies elsewhere, as in a linked worktree or a submodule. Ask an operator to open the folder that holds the repository, or a clone with a .git folder of its own",
		{ details: { reason: "elsewhere" }, cause },
	);

const distrusted = (reason: string, cause?: unknown) =>
	new AppError("GIT_DIR_UNTRUSTED", "The .git folder of this workspace could run or reach something else, so git is not used here", {
		details: { reason },
		cause,
	});

const busy = () =>
	new AppError("GIT_BUSY", "Another git command is at work. Try again", { details: { reason: "locked" }, retryAfterSeconds: 1 });

/** A run that we ended, or that never began. */
function unfinished(kind: "not_started" | "cancelled" | "timed_out" | "output_limit"): AppError {
	if (kind === "not_started") return refusal("bwrap: not started");
	const message = {
		cancelled: "git was stopped",
		timed_out: "git took too long. Ask for less, a single path for example",
		output_limit: "This is too much at once. Name fewer paths",
	}[kind];
	return new AppError("GIT_FAILED", message, { details: { reason: kind } });
}

function refusal(said: string): AppError {
	const { code, reason, message } = failureOf(said);
	if (code === "GIT_BUSY") return busy();
	const retry = code === "SANDBOX_UNAVAILABLE" ? { retryAfterSeconds: 60 } : {};
	return new AppError(code, message, { details: { reason }, cause: new Error(said.slice(0, 2_000)), ...retry });
}
