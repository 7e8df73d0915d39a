import type { GitEntry } from "@webhand/contracts/tools/git";

/** What `git status --porcelain=v2 -z --branch` says. `ignored` has a slash at the end of a folder. */
export type GitStatus = {
	readonly branch: string | null;
	readonly oid: string | null;
	readonly upstream: string | null;
	readonly ahead: number;
	readonly behind: number;
	readonly entries: readonly GitEntry[];
	readonly ignored: readonly string[];
};

/** Fields before the path in a record of each kind (git-status, Porcelain Format Version 2). */
const fieldsBefore = { "1": 8, "2": 9, u: 10 } as const;

/**
 * @param output records that end in NUL; what follows the last NUL was cut and is left out
 * @throws never
 */
export function readStatus(output: string): GitStatus {
	const records = output.split("\0").slice(0, -1);
	const heads = new Map<string, string>();
	const entries: GitEntry[] = [];
	const ignored: string[] = [];
	for (let at = 0; at < records.length; at += 1) {
		const record = records[at] ?? "";
		const kind = record[0];
		if (kind === "#") {
			const [, name = "", value = ""] = /^# (\S+) (.*)$/s.exec(record) ?? [];
			heads.set(name, value);
		} else if (kind === "?") entries.push({ path: record.slice(2), index: "?", worktree: "?", kind: "untracked" });
		else if (kind === "!") ignored.push(record.slice(2));
		else if (kind === "1" || kind === "u") {
			entries.push({ ...changed(record, fieldsBefore[kind]), kind: kind === "u" ? "unmerged" : "ordinary" });
		} else if (kind === "2") {
			at += 1;
			const origPath = records[at];
			if (origPath !== undefined) entries.push({ ...changed(record, fieldsBefore[2]), origPath, kind: "renamed" });
		}
	}
	const [, ahead = "0", behind = "0"] = /^\+(\d+) -(\d+)$/.exec(heads.get("branch.ab") ?? "") ?? [];
	const valueOf = (name: string, none: string) => (heads.get(name) === none ? null : (heads.get(name) ?? null));
	return {
		branch: valueOf("branch.head", "(detached)"),
		oid: valueOf("branch.oid", "(initial)"),
		upstream: heads.get("branch.upstream") ?? null,
		ahead: Number(ahead),
		behind: Number(behind),
		entries,
		ignored,
	};
}

const submoduleMode = "160000";

/** The paths of submodules, from the output of `git ls-files --stage -z`: `mode hash stage TAB path NUL`. @throws never */
export function readSubmodules(output: string): readonly string[] {
	const records = output.split("\0").slice(0, -1);
	return records.flatMap((record) => (record.startsWith(submoduleMode) ? [record.slice(record.indexOf("\t") + 1)] : []));
}

function changed(record: string, fields: number): Pick<GitEntry, "path" | "index" | "worktree"> {
	const parts = record.split(" ");
	return { path: parts.slice(fields).join(" "), index: record[2] ?? ".", worktree: record[3] ?? "." };
}
