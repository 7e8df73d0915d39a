import { expect, test } from "vitest";
import { groupsOf } from "./git-groups.ts";

test("changes stand where the next step with them is: staged, not staged, in conflict, or both of the first", () => {
	const groups = groupsOf([
		{ path: "both.js", index: "M", worktree: "M", kind: "ordinary" },
		{ path: "new.js", index: "?", worktree: "?", kind: "untracked" },
		{ path: "gone.js", index: ".", worktree: "D", kind: "ordinary" },
		{ path: "b.js", origPath: "a.js", index: "R", worktree: ".", kind: "renamed" },
		{ path: "torn.js", index: "U", worktree: "U", kind: "unmerged" },
	]);
	expect(groups.staged).toEqual([
		{ path: "both.js", from: null, letter: "M" },
		{ path: "b.js", from: "a.js", letter: "R" },
	]);
	expect(groups.unstaged).toEqual([
		{ path: "both.js", from: null, letter: "M" },
		{ path: "new.js", from: null, letter: "?" },
		{ path: "gone.js", from: null, letter: "D" },
	]);
	expect(groups.conflicts).toEqual([{ path: "torn.js", from: null, letter: "U" }]);
});
