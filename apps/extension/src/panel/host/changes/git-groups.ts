import type { GitEntry } from "@webhand/contracts/tools/git";

/** A changed path in one of the groups; `letter` is git's, `?` for an untracked file. */
export type ChangeRow = { readonly path: string; readonly from: string | null; readonly letter: string };

export type ChangeGroups = {
	readonly staged: readonly ChangeRow[];
	readonly unstaged: readonly ChangeRow[];
	readonly conflicts: readonly ChangeRow[];
};

const unchanged = new Set([".", " "]);

/** The changed paths by what is to be done with them; a path with staged and further changes stands in both. @throws never */
export function groupsOf(entries: readonly GitEntry[]): ChangeGroups {
	const row = ({ path, origPath }: GitEntry, letter: string): ChangeRow => ({ path, from: origPath ?? null, letter });
	const conflicts = entries.filter(({ kind }) => kind === "unmerged");
	const others = entries.filter(({ kind }) => kind !== "unmerged");
	return {
		conflicts: conflicts.map((entry) => row(entry, "U")),
		staged: others.filter(({ kind, index }) => kind !== "untracked" && !unchanged.has(index)).map((entry) => row(entry, entry.index)),
		unstaged: others
			.filter(({ kind, worktree }) => kind === "untracked" || !unchanged.has(worktree))
			.map((entry) => (entry.kind === "untracked" ? row(entry, "?") : { ...row(entry, entry.worktree), from: null })),
	};
}
