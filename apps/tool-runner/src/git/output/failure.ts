import type { ErrorCode } from "@webhand/contracts/errors";

/** Why git refused, for the caller. */
export type GitFailure = { readonly code: ErrorCode; readonly reason: string; readonly message: string };

const failed = (reason: string, message: string): GitFailure => ({ code: "GIT_FAILED", reason, message });

// What git and bwrap write in the C locale. Nothing of it reaches the caller but our own words.
const failures: readonly (readonly [RegExp, GitFailure])[] = [
	[/^(bwrap|setpriv|prlimit): /, { code: "SANDBOX_UNAVAILABLE", reason: "start", message: "The sandbox of the server host did not start" }],
	[
		/Unable to create '.*\.lock': File exists/,
		{ code: "GIT_BUSY", reason: "locked", message: "Another git command is at work. Try again" },
	],
	[
		/not a git repository|usage: git diff --no-index|Expected git repo version|unknown repository extension/,
		{ code: "NOT_A_REPOSITORY", reason: "unreadable", message: "The .git folder of this workspace is no repository that git can read" },
	],
	[
		/bad revision|unknown revision|ambiguous argument|bad object|Not a valid object name|is not a commit/,
		{ code: "GIT_REF_INVALID", reason: "unknown", message: "There is no commit with that name" },
	],
	[/No space left on device|Disk quota exceeded/, { code: "STORAGE_FULL", reason: "full", message: "The disk of the server host is full" }],
	[
		/unmerged files|you have unmerged|unmerged \(|error building trees/,
		failed("unmerged", "Files are in conflict. Resolve and stage them first"),
	],
	[/partial commit during/, failed("merging", "A merge is not finished. Commit it without paths first")],
	[/nothing (added )?to commit|no changes added to commit/, { code: "NOTHING_TO_COMMIT", reason: "clean", message: "Nothing is staged" }],
	[/insufficient permission|Permission denied|Read-only file system/, failed("permission", "The server may not write to this repository")],
	[/File too large|out of memory|memory exhausted|too large to/, failed("too_large", "A file is too large for git on this server")],
	[/beyond a symbolic link/, { code: "PATH_NOT_ALLOWED", reason: "beyond_link", message: "A folder of this path is a link" }],
];

/**
 * Says what the end of a git command means.
 *
 * @param said its errors and its output
 * @throws never
 */
export function failureOf(said: string): GitFailure {
	return failures.find(([pattern]) => pattern.test(said))?.[1] ?? failed("refused", "git refused this");
}
