import { fixedPrograms } from "./programs.ts";

// Settings that hold whatever the repository says. None of them can be set by a request.
const settings = {
	...Object.fromEntries(fixedPrograms),
	"protocol.allow": "never",
	"commit.gpgSign": "false",
	"tag.gpgSign": "false",
	"log.showSignature": "false",
	"submodule.recurse": "false",
	"diff.ignoreSubmodules": "all",
	// The others run git in a submodule, by what that names.
	"diff.submodule": "short",
	"status.submoduleSummary": "false",
	"safe.bareRepository": "explicit",
	"safe.directory": "/workspace",
	"gc.auto": "0",
	"maintenance.auto": "false",
	"core.untrackedCache": "false",
	// The owner of a file is another number in the sandbox; git would read every file again.
	"core.checkStat": "minimal",
	// A recorded resolution is applied by merge drivers.
	"rerere.enabled": "false",
	// The summary of a commit then tells its whole hash.
	"core.abbrev": "no",
	"diff.suppressBlankEmpty": "false",
	"i18n.commitEncoding": "UTF-8",
	"i18n.logOutputEncoding": "UTF-8",
};

const hardened = ["--no-pager", "--literal-pathspecs", ...Object.entries(settings).flatMap(([key, value]) => ["-c", `${key}=${value}`])];

// Tells of another commit in a submodule; what has changed in its files only git in the submodule would know.
const submodules = "--ignore-submodules=dirty";
// Larger files count as binary: a diff of their lines would need gigabytes. A refresh would read them before that is known.
const boundedDiff = ["-c", "core.bigFileThreshold=8m", "-c", "diff.autoRefreshIndex=false"] as const;
const noPrograms = ["--no-ext-diff", "--no-textconv", "--no-color"] as const;

/** A path below the work tree; empty for all of it. */
export type GitPath = string;

const pathspecs = (paths: readonly GitPath[]) => ["--", ...paths.map((path) => (path === "" ? "." : path))];

/**
 * A git command that a rule allowed, so that nothing the repository names is run. Its options were held against the rule.
 *
 * @param words the verb and what stands behind it
 */
export function allowedArguments([verb = "", ...words]: readonly string[]): readonly string[] {
	return [...hardened, ...boundedDiff, verb, submodules, ...(verb === "status" ? [] : noPrograms), ...words];
}

/** Lists the settings of a config file that comes by stdin. */
export const configArguments: readonly string[] = ["config", "--file", "-", "--null", "--list", "--no-includes"];

/**
 * @param options `paths` with every file of an untracked folder and with ignored ones, to stage them; else what a person wants to see
 * @returns output for `readStatus`
 */
export function statusArguments(paths?: readonly GitPath[]): readonly string[] {
	const shown = paths === undefined ? ["--untracked-files=normal"] : ["--untracked-files=all", "--ignored=matching", "--no-renames"];
	// A submodule is not staged.
	const looked = paths === undefined ? submodules : "--ignore-submodules=all";
	const flags = ["--porcelain=v2", "-z", "--branch", "--ahead-behind", looked, "--no-column"];
	return [...hardened, "status", ...flags, "--find-renames", ...shown, ...pathspecs(paths ?? [])];
}

/** @returns output for `readSubmodules` */
export const indexArguments: readonly string[] = [...hardened, "ls-files", "--stage", "-z"];

/** What a diff compares; without a ref the work tree with the index. */
export type DiffWish = {
	readonly isStaged: boolean;
	readonly from: string | undefined;
	readonly to: string | undefined;
	readonly path: GitPath | undefined;
	readonly context: number;
};

/** @returns output for `readDiff` */
export function diffArguments({ isStaged, from, to, path, context }: DiffWish): readonly string[] {
	const refs = [
		...(from === undefined && to !== undefined ? ["HEAD"] : []),
		...((from ?? []).length === 0 ? [] : [from as string]),
		...(to === undefined ? [] : [to]),
	];
	const format = ["--raw", "-z", "--numstat", "--patch", `--unified=${context}`, "--inter-hunk-context=0", "--find-renames"];
	const names = ["--src-prefix=a/", "--dst-prefix=b/", "--no-relative", "-O/dev/null"];
	const form = ["--submodule=short", submodules, "--diff-algorithm=default", "--ws-error-highlight=none"];
	// A file in conflict is compared with our side of it.
	const side = isStaged ? ["--cached"] : refs.length === 0 ? ["--ours"] : [];
	return [
		...hardened,
		...boundedDiff,
		"diff",
		...noPrograms,
		...format,
		...names,
		...form,
		...side,
		"--end-of-options",
		...refs,
		...pathspecs(path === undefined ? [] : [path]),
	];
}

/** @returns names of what is staged, each ended by NUL */
export function stagedArguments(paths: readonly GitPath[]): readonly string[] {
	const flags = ["--cached", "--name-only", "-z", "--no-renames", "--no-relative", submodules];
	return [...hardened, ...boundedDiff, "diff", ...noPrograms, ...flags, "--end-of-options", ...pathspecs(paths)];
}

/** @returns output for `readRenames`: files that were staged under another name */
export const renamesArguments: readonly string[] = [
	[...hardened, ...boundedDiff, "diff", ...noPrograms, "--cached", "--name-status", "-z", "--find-renames", "--diff-filter=R"],
	["--no-relative", submodules, "--end-of-options"],
].flat();

/** Which commits a log shows. */
export type LogWish = { readonly ref: string; readonly path: GitPath | undefined; readonly limit: number; readonly skip: number };

const logFields = ["%H", "%P", "%an", "%ae", "%aI", "%s", "%b"];
/** @returns output for `readLog` */
export function logArguments({ ref, path, limit, skip }: LogWish): readonly string[] {
	const shown = [`--max-count=${limit}`, `--skip=${skip}`, "-z", `--format=tformat:${logFields.join("%x00")}`, "--encoding=UTF-8"];
	const plain = ["--no-decorate", "--no-mailmap", "--no-notes", "--no-follow", "--no-patch", "--no-show-signature"];
	return [...hardened, "log", ...noPrograms, ...plain, ...shown, "--end-of-options", ref, ...pathspecs(path === undefined ? [] : [path])];
}

/** @returns output for `readBranches` */
export const branchArguments: readonly string[] = [
	...hardened,
	"for-each-ref",
	"--count=10000",
	"--sort=refname",
	"--format=%(refname:lstrip=2)%00%(objectname)%00%(upstream:short)",
	"refs/heads",
];

/** @returns the branch of the head, nothing when it is detached */
export const currentBranchArguments: readonly string[] = [...hardened, "symbolic-ref", "--quiet", "--short", "HEAD"];

/** Says which attributes select a filter; paths come by stdin, each ended by NUL. */
export const filterArguments: readonly string[] = [...hardened, "check-attr", "-z", "--stdin", "filter"];

/** Stages files that come by stdin, each ended by NUL. Unlike `git add` it never looks into a submodule. */
export const stageArguments: readonly string[] = [...hardened, "update-index", "-z", "--add", "--remove", "--replace", "--stdin"];

/** Commits what is staged; with `isOnly` the paths that come by stdin, each ended by NUL. */
export function commitArguments(message: string, isOnly: boolean): readonly string[] {
	const flags = ["--no-verify", "--no-gpg-sign", "--no-status", "--cleanup=whitespace", `--message=${message}`];
	return [...hardened, "commit", ...flags, ...(isOnly ? ["--only", "--pathspec-from-file=-", "--pathspec-file-nul"] : [])];
}
