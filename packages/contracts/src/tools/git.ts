import { z } from "zod";
import { defineWorkspaceTool } from "./define-tool.ts";
import { FileDiff } from "./files.ts";
import { sandboxErrors, toolErrors } from "./target.ts";
import { listText, many } from "./words.ts";

const gitErrors = [...toolErrors, ...sandboxErrors, "NOT_A_REPOSITORY", "GIT_DIR_UNTRUSTED", "GIT_BUSY", "GIT_FAILED"] as const;
const Path = z.string().min(1).max(8_192);
const Ref = z.string().min(1).max(250);
const Oid = z.string().regex(/^[0-9a-f]{40,64}$/);
const whole = (least: number, most: number) => z.coerce.number().int().min(least).max(most);

/** A changed path; `index` and `worktree` are git's letters (git-status, Porcelain Format Version 2). */
export const GitEntry = z.object({
	path: z.string(),
	origPath: z.string().optional(),
	index: z.string().length(1),
	worktree: z.string().length(1),
	kind: z.enum(["ordinary", "renamed", "unmerged", "untracked"]),
});
export type GitEntry = z.infer<typeof GitEntry>;

export const gitStatus = defineWorkspaceTool({
	name: "git.status",
	tier: "read",
	description: "What changed in the work tree",
	words: { label: "Look at changes", verb: "Look at the git status", past: "looked at the state of", base: "look at the state of" },
	forClients: "workspace_git_status",
	arguments: z.strictObject({}),
	reply: z.object({
		branch: z.string().nullable(),
		oid: Oid.nullable(),
		upstream: z.string().nullable(),
		ahead: z.number().int().nonnegative(),
		behind: z.number().int().nonnegative(),
		clean: z.boolean(),
		entries: z.array(GitEntry),
		submodules: z.array(z.string()).default([]),
		truncated: z.boolean(),
	}),
	summary: ({ clean, entries, submodules }) =>
		clean ? "clean" : `${many(entries.length, "changed path")}${submodules.length > 0 ? ", submodules not looked at" : ""}`,
	audit: () => ({ target: "" }),
	endpoint: {
		method: "GET",
		path: "/api/v1/agent/git/status",
		summary: "State of the work tree",
		description:
			"The state of the work tree. `branch` is null when the head is detached, `oid` before the first commit. Of `submodules` another commit is an entry; their files are not looked at, so where there are any, `clean` is false.",
		errors: gitErrors,
	},
});
export const gitStatusRoute = gitStatus.route;

export const gitDiff = defineWorkspaceTool({
	name: "git.diff",
	tier: "read",
	description: "Changes as a diff",
	words: { label: "Look at a diff", verb: "Look at the git diff", past: "looked at the changes of", base: "look at the changes of" },
	forClients: "workspace_git_diff",
	arguments: z.strictObject({
		path: Path.optional(),
		staged: z
			.enum(["true", "false"])
			.default("false")
			.transform((text) => text === "true"),
		from: Ref.optional(),
		to: Ref.optional(),
		context: whole(0, 20).default(3),
	}),
	forModels: { staged: z.boolean().default(false) },
	reply: z.object({ files: z.array(FileDiff), patch: z.string(), truncated: z.boolean() }),
	summary: ({ files }) => many(files.length, "file"),
	audit: ({ path = "", ...args }) => ({ target: path, args }),
	endpoint: {
		method: "GET",
		path: "/api/v1/agent/git/diff",
		summary: "Changes as a diff",
		description: "What changed: in the work tree, staged, or between two commits.",
		errors: [...gitErrors, "GIT_REF_INVALID"],
	},
});
export const gitDiffRoute = gitDiff.route;

/** A commit. `date` is the author's. */
export const GitCommit = z.object({
	oid: Oid,
	parents: z.array(Oid),
	author: z.object({ name: z.string(), email: z.string() }),
	date: z.iso.datetime({ offset: true }),
	subject: z.string(),
	body: z.string(),
});
export type GitCommit = z.infer<typeof GitCommit>;

export const gitLog = defineWorkspaceTool({
	name: "git.log",
	tier: "read",
	description: "Commits, newest first",
	words: { label: "Read the log", verb: "Look at the git log", past: "looked at the history of", base: "look at the history of" },
	forClients: "workspace_git_log",
	arguments: z.strictObject({
		ref: Ref.default("HEAD"),
		path: Path.optional(),
		limit: whole(1, 500).default(50),
		skip: whole(0, 1_000_000).default(0),
	}),
	reply: z.object({ commits: z.array(GitCommit) }),
	summary: ({ commits }) => many(commits.length, "commit"),
	audit: ({ path = "", ...args }) => ({ target: path, args }),
	endpoint: {
		method: "GET",
		path: "/api/v1/agent/git/log",
		summary: "Commits, newest first",
		description: "Commits from a ref backwards.",
		errors: [...gitErrors, "GIT_REF_INVALID"],
	},
});
export const gitLogRoute = gitLog.route;

export const gitBranch = defineWorkspaceTool({
	name: "git.branch",
	tier: "read",
	description: "The branches",
	words: { label: "Read branches", verb: "Look at the git branches", past: "looked at the branches of", base: "look at the branches of" },
	arguments: z.strictObject({}),
	reply: z.object({
		current: z.string().nullable(),
		branches: z.array(z.object({ name: z.string(), oid: Oid, current: z.boolean(), upstream: z.string().nullable() })),
	}),
	summary: ({ branches }) => many(branches.length, "branch", "branches"),
	audit: () => ({ target: "" }),
	endpoint: {
		method: "GET",
		path: "/api/v1/agent/git/branch",
		summary: "Branches",
		description: "The branches of the repository; `current` is null when the head is detached.",
		errors: gitErrors,
	},
});
export const gitBranchRoute = gitBranch.route;

const writeErrors = [...gitErrors, "WORKSPACE_READ_ONLY", "GRANT_INVALID", "STORAGE_FULL"] as const;

/** Paths as the audit keeps them: the first ones, and how many there were. */
const auditedPaths = (paths: readonly string[] | undefined) =>
	paths === undefined ? {} : { paths: paths.slice(0, 20), pathCount: paths.length };

export const gitAdd = defineWorkspaceTool({
	name: "git.add",
	tier: "write",
	description: "Stage paths for the next commit",
	words: { label: "Stage", verb: "Stage", past: "staged", base: "stage" },
	arguments: z.strictObject({ paths: z.array(Path).min(1).max(1_000) }),
	reply: z.object({ staged: z.array(z.string()) }),
	effect: ({ paths }) => `Stages ${listText(paths, "path")} for the next commit`,
	summary: ({ staged }) => `${many(staged.length, "path")} staged`,
	audit: ({ paths }) => ({ target: paths[0] ?? "", args: auditedPaths(paths) }),
	endpoint: {
		method: "POST",
		path: "/api/v1/agent/git/add",
		summary: "Stage paths",
		description: "Stages paths. A path whose attributes select a filter is refused: no program of the repository runs.",
		bodyLimit: 262_144,
		errors: [...writeErrors, "FILE_NOT_FOUND", "FILTER_DRIVER_REFUSED"],
	},
});
export const gitAddRoute = gitAdd.route;

export const gitCommit = defineWorkspaceTool({
	name: "git.commit",
	tier: "write",
	description: "Commit what is staged",
	words: { label: "Commit", verb: "Commit", past: "committed", base: "commit" },
	arguments: z.strictObject({
		message: z.string().trim().min(1).max(10_000),
		paths: z.array(Path).min(1).max(1_000).optional(),
	}),
	/** Part of the granted request, so nobody commits in another's name. */
	added: z.strictObject({ author: z.strictObject({ name: z.string().min(1).max(200), email: z.email() }) }),
	reply: z.object({ oid: Oid, subject: z.string(), files: z.number().int().nonnegative() }),
	effect: ({ message, paths }) =>
		`Commits ${paths === undefined ? "what is staged" : listText(paths, "path")} with the message "${message}"`,
	summary: ({ oid, files }) => `${oid.slice(0, 12)}, ${many(files, "file")}`,
	audit: ({ message, paths, author }) => ({
		target: paths?.[0] ?? "",
		args: { subject: message.split("\n", 1)[0]?.slice(0, 200), author, ...auditedPaths(paths) },
	}),
	endpoint: {
		method: "POST",
		path: "/api/v1/agent/git/commit",
		status: 201,
		summary: "Commit what is staged",
		description: "Commits what is staged, or `paths`. The author is the signed-in user.",
		bodyLimit: 262_144,
		errors: [...writeErrors, "FILE_NOT_FOUND", "FILTER_DRIVER_REFUSED", "NOTHING_TO_COMMIT"],
	},
});
export const gitCommitRoute = gitCommit.route;
