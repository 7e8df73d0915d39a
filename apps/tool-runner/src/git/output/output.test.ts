import { describe, expect, test } from "vitest";
import { readDiff } from "./diff.ts";
import { failureOf } from "./failure.ts";
import { readBranches, readCommitted, readFiltered, readLog } from "./log.ts";
import { readStatus } from "./status.ts";

const nul = (text: string) => text.replaceAll("|", "\0");

test("status: heads, ordinary, renamed, unmerged, untracked and ignored records, under any name", () => {
	const output = nul(
		"# branch.oid 0a|# branch.head ma in|# branch.upstream o/m|# branch.ab +2 -11|" +
			"1 .M N... 100644 100644 100644 a b x y|2 R. N... 100644 100644 100644 a b R100 new name|old\nname|" +
			"u UU N... 100644 100644 100644 100644 a b c con flict|? un tracked/|! ignored/|1 .D N... cut",
	);
	expect(readStatus(output)).toEqual({
		branch: "ma in",
		oid: "0a",
		upstream: "o/m",
		ahead: 2,
		behind: 11,
		ignored: ["ignored/"],
		entries: [
			{ path: "x y", index: ".", worktree: "M", kind: "ordinary" },
			{ path: "new name", origPath: "old\nname", index: "R", worktree: ".", kind: "renamed" },
			{ path: "con flict", index: "U", worktree: "U", kind: "unmerged" },
			{ path: "un tracked/", index: "?", worktree: "?", kind: "untracked" },
		],
	});
	expect(readStatus(nul("# branch.oid (initial)|# branch.head (detached)|"))).toMatchObject({ branch: null, oid: null, upstream: null });
});

describe("a diff", () => {
	const head = ":100644 100644 a b M|x|1\t1\tx||";
	const section = "diff --git a/x b/x\nindex a..b 100644\n--- a/x\n+++ b/x\n@@ -1,3 +1,3 @@ function\n l1\n--- a\n+++ b\n l3\n";

	test("keeps lines that look like the heads of files", () => {
		expect(readDiff(nul(head) + section, false)).toMatchObject({
			truncated: false,
			files: [{ path: "x", hunks: [{ oldStart: 1, oldLines: 3, lines: [" l1", "--- a", "+++ b", " l3"] }] }],
		});
	});

	test("that was cut in a hunk keeps its counts and says so", () => {
		expect(readDiff(nul(head) + section.slice(0, -5), true)).toMatchObject({
			truncated: true,
			files: [{ path: "x", linesAdded: 1, linesRemoved: 1, hunks: [], isCut: true }],
		});
	});

	test("that was cut in its lists names what it can", () => {
		expect(readDiff(nul(":100644 100644 a b M|x|:100644 100644 a b M|y|:1006"), true)).toMatchObject({
			truncated: true,
			files: [
				{ path: "x", isCut: true },
				{ path: "y", isCut: true },
			],
		});
	});

	test("gives each file its own section, whatever their names say", () => {
		const names = ":100644 100644 a b R100|a|b|:100644 000000 a 0 D|d\tx|:100644 100644 a a M|touched|0\t0\t|a|b|0\t1\td\tx||";
		const sections =
			'diff --git a/a b/b\nsimilarity index 100%\ndiff --git "a/d\\tx" "b/d\\tx"\ndeleted file mode 100644\n@@ -1 +0,0 @@\n-gone\n';
		expect(readDiff(nul(names) + sections, false).files).toMatchObject([
			{ path: "b", origPath: "a", type: "modify", hunks: [] },
			{ path: "d\tx", type: "delete", linesRemoved: 1, hunks: [{ newStart: 0, newLines: 0, lines: ["-gone"] }] },
		]);
	});

	test("above 2,000 lines of one file has its preview only", () => {
		const lines = Array.from({ length: 2_001 }, (_, at) => `+${at}\n`).join("");
		const [file] = readDiff(`${nul(":0 100644 0 b A|x|2001\t0\tx||")}diff --git a/x b/x\n@@ -0,0 +1,2001 @@\n${lines}`, false).files;
		expect(file).toMatchObject({ type: "create", linesAdded: 2_001, hunks: [], isCut: true });
		expect(file?.preview.split("\n")).toHaveLength(40);
	});
});

test("log: seven fields a commit; a cut one is left out, a date that is none is 1970", () => {
	const one = "c1|p1 p2|Ann|a@b|2026-01-02T03:04:05+01:00|subject|body\n|";
	expect(readLog(nul(`${one}c2||Bo||broken|s||c3|p`))).toEqual([
		{
			oid: "c1",
			parents: ["p1", "p2"],
			author: { name: "Ann", email: "a@b" },
			date: "2026-01-02T03:04:05+01:00",
			subject: "subject",
			body: "body",
		},
		{ oid: "c2", parents: [], author: { name: "Bo", email: "" }, date: "1970-01-01T00:00:00+00:00", subject: "s", body: "" },
	]);
});

test("branches, filters and the hash of a commit are read as git writes them", () => {
	expect(readBranches(nul("a/b|0a|\nmain|0b|o/main\n"))).toEqual([
		{ name: "a/b", oid: "0a", upstream: null },
		{ name: "main", oid: "0b", upstream: "o/main" },
	]);
	expect(readFiltered(nul("a|filter|lfs|b|filter|unspecified|c|filter|unset|d|filter|set|e|filter|a=b|"))).toEqual(["a", "e"]);
	const hash = "0123456789012345678901234567890123456789";
	for (const head of ["main", "a[b]c", "detached HEAD", "main (root-commit)"])
		expect(readCommitted(`[${head} ${hash}] subject [x ${"f".repeat(40)}] y\n`)).toBe(hash);
	expect(readCommitted("nothing")).toBeUndefined();
});

test.for([
	["bwrap: Can't mount proc", "SANDBOX_UNAVAILABLE"],
	["fatal: Unable to create '/workspace/.git/index.lock': File exists.", "GIT_BUSY"],
	["fatal: cannot lock ref 'HEAD': Unable to create '/workspace/.git/HEAD.lock': File exists.", "GIT_BUSY"],
	["fatal: not a git repository: '/workspace/.git'", "NOT_A_REPOSITORY"],
	["fatal: bad revision 'x'", "GIT_REF_INVALID"],
	["error: unable to write file: No space left on device", "STORAGE_FULL"],
	["On branch main\nnothing to commit, working tree clean", "NOTHING_TO_COMMIT"],
	["fatal: something new", "GIT_FAILED"],
] as const)("%j means %s", ([said, code]) => {
	expect(failureOf(said).code).toBe(code);
});
