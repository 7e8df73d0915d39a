import { expect, test } from "vitest";
import { PatchProblem, parsePatch } from "./parse.ts";

const body = "@@ -1 +1 @@\n-a\n+b\n";
const one = (path: string, type = "modify") => [{ path, type }];
const created = (mode: string) => `diff --git a/x b/x\nnew file mode ${mode}\n--- /dev/null\n+++ b/x\n@@ -0,0 +1 @@\n+a\n`;

test.for([
	{ name: "a plain diff", patch: `--- x.txt\n+++ x.txt\n${body}`, files: one("x.txt") },
	{ name: "prefixes", patch: `--- a/src/x\n+++ b/src/x\n${body}`, files: one("src/x") },
	{ name: "a folder called a", patch: `--- a/x\n+++ a/x\n${body}`, files: one("a/x") },
	{ name: "times after a tab", patch: `--- x\t2026-01-01 00:00\n+++ x\t2026-01-02\n${body}`, files: one("x") },
	{ name: "CRLF headers", patch: `--- a/x\r\n+++ b/x\r\n@@ -1 +1 @@\r\n-a\r\n+b\r\n`, files: one("x") },
	{ name: "a name in quotes", patch: `--- "a/\\303\\244 \\"\\t"\n+++ "b/\\303\\244 \\"\\t"\n${body}`, files: one('ä "\t') },
	{
		name: "a name with a blank",
		patch: `diff --git a/x y b/x y\nindex 12ab34..56cd78 100644\n--- a/x y\t\n+++ b/x y\t\n${body}`,
		files: one("x y"),
	},
	{ name: "a new file", patch: created("100644"), files: one("x", "create") },
	{ name: "a new empty file", patch: "diff --git a/x b/x\nnew file mode 100644\nindex 0000000..e69de29\n", files: one("x", "create") },
	{ name: "a file that goes", patch: "--- a/x\n+++ /dev/null\n@@ -1,2 +0,0 @@\n-a\n-b\n", files: one("x", "delete") },
	{
		name: "an empty file that goes",
		patch: 'diff --git "a/\\303\\244" "b/\\303\\244"\ndeleted file mode 100644\n',
		files: one("ä", "delete"),
	},
	{ name: "another mode", patch: "diff --git a/x b/x\nold mode 100644\nnew mode 100755\n", files: one("x") },
	{ name: "two files", patch: `Index: x\n=====\n--- x\n+++ x\n${body}\n--- y\n+++ y\n${body}`, files: [...one("x"), ...one("y")] },
	{
		name: "a parent folder in octal, which the walk refuses",
		patch: `--- "a/\\056\\056/x"\n+++ "b/\\056\\056/x"\n${body}`,
		files: one("../x"),
	},
])("$name is read", ({ patch, files }) => {
	expect(parsePatch(patch)).toMatchObject(files);
});

test("lines of a hunk keep their ends", () => {
	const patch = "--- x\n+++ x\n@@ -2,3 +2,3 @@ f() {\n a\r\n\n-b\n\\ No newline at end of file\n+c\n";
	expect(parsePatch(patch)[0]?.hunks).toEqual([
		{
			at: 1,
			lines: [
				{ kind: " ", text: "a\r\n" },
				{ kind: " ", text: "\n" },
				{ kind: "-", text: "b" },
				{ kind: "+", text: "c\n" },
			],
		},
	]);
});

test("a patch that was carried over as CRLF has one carriage return less", () => {
	expect(parsePatch("--- x\r\n+++ x\r\n@@ -1 +1 @@\r\n-a\r\n+b\r\n")[0]?.hunks[0]?.lines).toEqual([
		{ kind: "-", text: "a\n" },
		{ kind: "+", text: "b\n" },
	]);
});

test.for([
	{ name: "nothing", patch: "\n \n", line: 2, says: "does not belong" },
	{ name: "only blank lines", patch: "\n\n", line: 1, says: "empty" },
	{ name: "another format", patch: "*** Begin Patch\n*** Update File: x\n", line: 1, says: "send a unified diff" },
	{ name: "a code fence", patch: "```diff\n--- x\n", line: 1, says: "code fence" },
	{ name: "a hunk without a file", patch: body, line: 1, says: "names of the file" },
	{ name: "a text before it", patch: `Here it is:\n--- x\n+++ x\n${body}`, line: 1, says: "does not belong" },
	{ name: "one name only", patch: `--- x\n${body}`, line: 2, says: "`+++`" },
	{ name: "a rename", patch: "diff --git a/x b/y\nsimilarity index 100%\nrename from x\nrename to y\n", line: 2, says: "Renames" },
	{ name: "a silent rename", patch: `--- a/x\n+++ b/y\n${body}`, line: 3, says: "renames" },
	{ name: "a copy", patch: "diff --git a/x b/y\ncopy from x\ncopy to y\n", line: 2, says: "copies" },
	{ name: "other names in the first line", patch: `diff --git a/z b/z\n--- a/x\n+++ b/x\n${body}`, line: 6, says: "differ" },
	{ name: "binary content", patch: "diff --git a/x b/x\nindex 1234..5678 100644\nGIT binary patch\nliteral 3\n", line: 3, says: "Binary" },
	{ name: "a binary difference", patch: "diff --git a/x b/x\nBinary files a/x and b/x differ\n", line: 2, says: "Binary" },
	{ name: "a set-uid mode", patch: created("104755"), line: 2, says: "104755" },
	{ name: "a link", patch: created("120000"), line: 2, says: "120000" },
	{ name: "a submodule", patch: "diff --git a/x b/x\nindex 1234..5678 160000\n", line: 2, says: "160000" },
	{ name: "a mode of one file that is a link", patch: "diff --git a/x b/x\nold mode 120000\nnew mode 100644\n", line: 2, says: "120000" },
	{ name: "a mode that is missing", patch: "diff --git a/x b/x\nnew file mode\n", line: 2, says: "mode" },
	{
		name: "a new file that was there",
		patch: `diff --git a/x b/x\nnew file mode 100644\n--- a/x\n+++ b/x\n${body}`,
		line: 7,
		says: "/dev/null",
	},
	{ name: "no change", patch: "diff --git a/x b/x\nindex 1234..5678 100644\n", line: 2, says: "no hunks" },
	{ name: "no hunks", patch: "--- a/x\n+++ b/x\n", line: 2, says: "no hunks" },
	{ name: "too few lines", patch: "--- x\n+++ x\n@@ -1,3 +1,3 @@\n a\n-b\n+c\n", line: 6, says: "counts" },
	{ name: "too many lines", patch: "--- x\n+++ x\n@@ -1,2 +1,2 @@\n a\n-b\n+c\n d\n", line: 7, says: "counts" },
	{ name: "a side too long", patch: "--- x\n+++ x\n@@ -1,1 +1,2 @@\n-a\n-b\n+c\n", line: 5, says: "counts" },
	{ name: "a count bomb", patch: "--- x\n+++ x\n@@ -1,999999999 +1,999999999 @@\n a\n", line: 4, says: "counts" },
	{ name: "a count beyond numbers", patch: "--- x\n+++ x\n@@ -1,99999999999 +1 @@\n a\n", line: 3, says: "head" },
	{ name: "a line 0", patch: "--- x\n+++ x\n@@ -0 +1 @@\n-a\n+b\n", line: 3, says: "from 1" },
	{ name: "an empty hunk", patch: "--- x\n+++ x\n@@ -1,0 +1,0 @@\n", line: 3, says: "empty" },
	{ name: "a line of no kind", patch: "--- x\n+++ x\n@@ -1 +1 @@\nxa\n", line: 4, says: "begins with" },
	{ name: "hunks out of order", patch: `--- x\n+++ x\n@@ -9 +9 @@\n-a\n+b\n${body}`, line: 9, says: "order" },
	{ name: "hunks that overlap", patch: `--- x\n+++ x\n@@ -1,2 +1 @@\n-a\n-a\n+b\n@@ -2 +1 @@\n-a\n+b\n`, line: 10, says: "order" },
	{ name: "a new file with old lines", patch: `--- /dev/null\n+++ b/x\n${body}`, line: 6, says: "added lines" },
	{ name: "a file that goes and stays", patch: `--- a/x\n+++ /dev/null\n${body}`, line: 6, says: "removed lines" },
	{ name: "two files that are none", patch: `--- /dev/null\n+++ /dev/null\n${body}`, line: 3, says: "differ" },
	{ name: "open quotes", patch: `--- "a/x\n+++ b/x\n${body}`, line: 1, says: "quotes" },
	{ name: "a name that is not UTF-8", patch: `--- "a/\\377"\n+++ "b/\\377"\n${body}`, line: 1, says: "UTF-8" },
	{
		name: "a lone marker",
		patch: "--- x\n+++ x\n@@ -1 +1 @@\n\\ No newline at end of file\n-a\n+b\n",
		line: 4,
		says: "no line of the hunk",
	},
	{
		name: "more than 500 files",
		patch: Array.from({ length: 501 }, (_, index) => `--- ${index}\n+++ ${index}\n${body}`).join(""),
		line: 2501,
		says: "500",
	},
])("$name is refused at its line", ({ patch, line, says }) => {
	const problem = (() => {
		try {
			return parsePatch(patch);
		} catch (cause) {
			return cause;
		}
	})();
	expect(problem).toBeInstanceOf(PatchProblem);
	expect({ line: (problem as PatchProblem).line, message: (problem as PatchProblem).message }).toEqual({
		line: Math.min(line, patch.replace(/\n$/, "").split("\n").length),
		message: expect.stringContaining(says),
	});
});
