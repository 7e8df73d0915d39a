import type { gitAddRoute, gitCommitRoute } from "@webhand/contracts/tools/git";
import { AppError } from "@webhand/service-kit/errors";
import type { z } from "zod";
import type { Place } from "../calls/engine.ts";
import { readPath } from "../files/policy.ts";
import { commitArguments, filterArguments, renamesArguments, stageArguments, stagedArguments, statusArguments } from "./arguments.ts";
import { readCommitted, readFiltered, readNames, readRenames } from "./output/log.ts";
import { readStatus } from "./output/status.ts";
import { changedPaths, refused } from "./paths.ts";
import type { GitAuthor } from "./policy.ts";
import type { Repository, WithRepository } from "./repository.ts";

/** What is committed, by whom; without `paths` what is staged. */
export type CommitWish = { readonly message: string; readonly paths?: readonly string[] | undefined; readonly author: GitAuthor };

const mebibyte = 1_048_576;
const mostStaged = 20_000;
const outputBytes = 16 * mebibyte;

/** What changes a repository: nothing but its `.git` is writable meanwhile. */
export function createGitChanges(withRepository: WithRepository) {
	return {
		/** @throws AppError FILE_NOT_FOUND, FILTER_DRIVER_REFUSED, GIT_BUSY, GIT_FAILED, PATH_NOT_ALLOWED, of the repository and the sandbox */
		add: (place: Place, paths: readonly string[]): Promise<z.infer<typeof gitAddRoute.reply>> =>
			withRepository(place, async (repository) => {
				await repository.refuseLocked();
				return { staged: await stage(place, repository, paths) };
			}),

		/** Stages `paths` first, and then commits exactly these. @throws AppError as `add`, and NOTHING_TO_COMMIT */
		commit: (place: Place, { message, paths, author }: CommitWish): Promise<z.infer<typeof gitCommitRoute.reply>> =>
			withRepository(place, async (repository) => {
				if (message.includes("\0")) throw invalidMessage();
				await repository.refuseLocked();
				const staged = paths === undefined ? await readStaged(repository, []) : await stageWhole(place, repository, paths);
				// git would look into submodules to say that nothing is staged. The end of a merge may have nothing staged.
				if (staged.length === 0 && (paths !== undefined || !(await repository.isMerging()))) throw nothing();
				const { text } = await repository.run({
					args: commitArguments(message, paths !== undefined),
					author,
					isWriting: true,
					maxOutputBytes: 2 * outputBytes,
					...(paths !== undefined && { input: listed(staged) }),
				});
				const oid = readCommitted(text);
				if (oid === undefined) throw new AppError("GIT_FAILED", "git committed and did not name the commit", unnamed);
				return { oid, subject: message.trim().split("\n", 1)[0] ?? "", files: staged.length };
			}),
	};
}

const unnamed = { details: { reason: "unnamed" } };

/** Stages what has changed at paths, and says what is staged there now. */
async function stage(place: Place, repository: Repository, wanted: readonly string[]): Promise<string[]> {
	const found = await changedPaths(place.root, wanted);
	const paths = found.map(({ path }) => path);
	const { text } = await repository.run({ args: statusArguments(paths), maxOutputBytes: outputBytes });
	const { entries, ignored } = readStatus(text);
	const isIgnored = isBelow(ignored);
	const changed = new Set(entries.flatMap(({ path }) => foldersOf(path)));
	for (const { path, isThere } of found) {
		if (isIgnored(path)) throw refused("ignored", "A .gitignore names this path");
		if (!isThere && !changed.has(path))
			throw new AppError("FILE_NOT_FOUND", "There is nothing at one of these paths", { details: { path } });
	}
	const files = entries.filter(({ path, worktree }) => worktree !== "." && !path.endsWith("/")).map(({ path }) => path);
	if (files.length > mostStaged)
		throw new AppError("GIT_FAILED", "These are too many files. Stage fewer at once", { details: { reason: "too_many" } });
	if (files.length > 0) {
		const attributes = await repository.run({ args: filterArguments, input: listed(files), maxOutputBytes: outputBytes });
		const [filtered] = readFiltered(attributes.text);
		if (filtered !== undefined)
			throw new AppError("FILTER_DRIVER_REFUSED", "The attributes of a file select a filter program, which is not run here", {
				details: { path: filtered },
			});
		await repository.run({ args: stageArguments, input: listed(files), isWriting: true, maxOutputBytes: outputBytes });
	}
	const staged = await readStaged(repository, paths);
	// What git staged is what was asked for, and lies in the work tree.
	const isWanted = isBelow(paths);
	for (const name of staged) if (!("parts" in readPath(name)) || !isWanted(name)) throw refused("outside", "git staged another path");
	return staged;
}

/** The same for a commit: a file that was staged under another name goes with its old one. */
async function stageWhole(place: Place, repository: Repository, paths: readonly string[]): Promise<string[]> {
	const staged = await stage(place, repository, paths);
	const { text } = await repository.run({ args: renamesArguments, maxOutputBytes: outputBytes });
	const known = new Set(staged);
	const left = readRenames(text).filter(({ from, to }) => known.has(to) && !known.has(from));
	return [...staged, ...left.map(({ from }) => from)];
}

async function readStaged(repository: Repository, paths: readonly string[]): Promise<string[]> {
	return readNames((await repository.run({ args: stagedArguments(paths), maxOutputBytes: outputBytes })).text);
}

/** Tells whether a path is one of these or lies below one; the empty path is the work tree. There may be many of both. */
export function isBelow(folders: readonly string[]): (path: string) => boolean {
	const known = new Set(folders.map(withoutSlash));
	return (path) => foldersOf(path).some((folder) => known.has(folder));
}

/** A path and the folders above it, the work tree included. */
function foldersOf(path: string): readonly string[] {
	const name = withoutSlash(path);
	return ["", ...[...name.matchAll(/\//g)].map(({ index }) => name.slice(0, index)), name];
}

const withoutSlash = (path: string) => path.replace(/\/$/, "");
const listed = (paths: readonly string[]) => paths.map((path) => `${path}\0`).join("");
const nothing = () => new AppError("NOTHING_TO_COMMIT", "Nothing is staged. Stage a change first");
const invalidMessage = () =>
	new AppError("VALIDATION_ERROR", "The request is not valid", {
		details: { fields: [{ field: "message", message: "must not hold NUL" }] },
	});
