import { z } from "zod";
import { defineRoute } from "../routes.ts";
import { FileDiff } from "./files.ts";
import { sandboxErrors, Target, toolErrors } from "./target.ts";

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

export const gitStatusRoute = defineRoute({
	service: "agent-api",
	method: "GET",
	path: "/api/v1/agent/git/status",
	summary: "State of the work tree",
	description:
		"The state of the work tree. `branch` is null when the head is detached, `oid` before the first commit. Of `submodules` another commit is an entry; their files are not looked at, so where there are any, `clean` is false.",
	query: z.strictObject(Target.shape),
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
	errors: gitErrors,
});

export const gitDiffRoute = defineRoute({
	service: "agent-api",
	method: "GET",
	path: "/api/v1/agent/git/diff",
	summary: "Changes as a diff",
	description: "What changed: in the work tree, staged, or between two commits.",
	query: z.strictObject({
		...Target.shape,
		path: Path.optional(),
		staged: z
			.enum(["true", "false"])
			.default("false")
			.transform((text) => text === "true"),
		from: Ref.optional(),
		to: Ref.optional(),
		context: whole(0, 20).default(3),
	}),
	reply: z.object({ files: z.array(FileDiff), patch: z.string(), truncated: z.boolean() }),
	errors: [...gitErrors, "GIT_REF_INVALID"],
});

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

export const gitLogRoute = defineRoute({
	service: "agent-api",
	method: "GET",
	path: "/api/v1/agent/git/log",
	summary: "Commits, newest first",
	description: "Commits from a ref backwards.",
	query: z.strictObject({
		...Target.shape,
		ref: Ref.default("HEAD"),
		path: Path.optional(),
		limit: whole(1, 500).default(50),
		skip: whole(0, 1_000_000).default(0),
	}),
	reply: z.object({ commits: z.array(GitCommit) }),
	errors: [...gitErrors, "GIT_REF_INVALID"],
});

export const gitBranchRoute = defineRoute({
	service: "agent-api",
	method: "GET",
	path: "/api/v1/agent/git/branch",
	summary: "Branches",
	description: "The branches of the repository; `current` is null when the head is detached.",
	query: z.strictObject(Target.shape),
	reply: z.object({
		current: z.string().nullable(),
		branches: z.array(z.object({ name: z.string(), oid: Oid, current: z.boolean(), upstream: z.string().nullable() })),
	}),
	errors: gitErrors,
});

const writeErrors = [...gitErrors, "WORKSPACE_READ_ONLY", "GRANT_INVALID", "STORAGE_FULL"] as const;

export const gitAddRoute = defineRoute({
	service: "agent-api",
	method: "POST",
	path: "/api/v1/agent/git/add",
	summary: "Stage paths",
	description: "Stages paths. A path whose attributes select a filter is refused: no program of the repository runs.",
	bodyLimit: 262_144,
	body: z.strictObject({ ...Target.shape, paths: z.array(Path).min(1).max(1_000) }),
	reply: z.object({ staged: z.array(z.string()) }),
	errors: [...writeErrors, "FILE_NOT_FOUND", "FILTER_DRIVER_REFUSED"],
});

export const gitCommitRoute = defineRoute({
	service: "agent-api",
	method: "POST",
	path: "/api/v1/agent/git/commit",
	status: 201,
	summary: "Commit what is staged",
	description: "Commits what is staged, or `paths`. The author is the signed-in user.",
	bodyLimit: 262_144,
	body: z.strictObject({
		...Target.shape,
		message: z.string().trim().min(1).max(10_000),
		paths: z.array(Path).min(1).max(1_000).optional(),
	}),
	reply: z.object({ oid: Oid, subject: z.string(), files: z.number().int().nonnegative() }),
	errors: [...writeErrors, "FILE_NOT_FOUND", "FILTER_DRIVER_REFUSED", "NOTHING_TO_COMMIT"],
});
