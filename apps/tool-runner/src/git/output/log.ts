import type { GitCommit } from "@webhand/contracts/tools/git";

/** A branch of a repository. */
export type GitBranch = { readonly name: string; readonly oid: string; readonly upstream: string | null };

const commitFields = 7;
const noDate = "1970-01-01T00:00:00+00:00";

/**
 * Reads the output of `git log` with our format: seven fields a commit, each ended by NUL.
 *
 * @returns a commit that was cut is left out; a date that no calendar knows is the first second of 1970
 * @throws never
 */
export function readLog(output: string): GitCommit[] {
	const fields = output.split("\0").slice(0, -1);
	const commits: GitCommit[] = [];
	for (let at = 0; at + commitFields <= fields.length; at += commitFields) {
		const [oid = "", parents = "", name = "", email = "", date = "", subject = "", body = ""] = fields.slice(at, at + commitFields);
		commits.push({
			oid,
			parents: parents.split(" ").filter((parent) => parent !== ""),
			author: { name, email },
			date: /^\d{4}-/.test(date) && !Number.isNaN(Date.parse(date)) ? date : noDate,
			subject,
			body: body.trimEnd(),
		});
	}
	return commits;
}

/** Reads the output of `git for-each-ref` with our format: a line a branch. @throws never */
export function readBranches(output: string): GitBranch[] {
	return output
		.split("\n")
		.slice(0, -1)
		.map((line) => {
			const [name = "", oid = "", upstream = ""] = line.split("\0");
			return { name, oid, upstream: upstream === "" ? null : upstream };
		});
}

/** Names that each end in NUL. @throws never */
export function readNames(output: string): string[] {
	return output.split("\0").slice(0, -1);
}

/** Pairs of names, from the output of `git diff --name-status -z` of renames: `R100 NUL before NUL after NUL`. @throws never */
export function readRenames(output: string): readonly { readonly from: string; readonly to: string }[] {
	const fields = readNames(output);
	return fields.flatMap((from, at) => (at % 3 === 1 ? [{ from, to: fields[at + 1] ?? from }] : []));
}

/**
 * Reads the output of `git check-attr -z`: path, attribute and value, each ended by NUL.
 *
 * @returns paths whose attributes select a filter, whether or not the config knows it
 * @throws never
 */
export function readFiltered(output: string): string[] {
	const fields = readNames(output);
	return fields.filter((_, at) => at % 3 === 0 && !["unspecified", "unset", "set"].includes(fields[at + 2] ?? "unspecified"));
}

/**
 * The hash of a new commit, from the summary that `git commit` prints: `[main (root-commit) <hash>] subject`. A branch has no blank in it.
 *
 * @throws never
 */
export function readCommitted(output: string): string | undefined {
	return /^\[(?:detached HEAD|[^ ]+)(?: \(root-commit\))? ([0-9a-f]{40,64})\] /.exec(output)?.[1];
}
