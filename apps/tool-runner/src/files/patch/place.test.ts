import fc from "fast-check";
import { expect, test } from "vitest";
import { fileDiff } from "../diff.ts";
import { parsePatch } from "./parse.ts";
import { placeHunks } from "./place.ts";

const budget = () => ({ lines: 1_000_000 });
const place = (base: string, hunks: string) => {
	const [file] = parsePatch(`--- a/x\n+++ b/x\n${hunks}`);
	if (file === undefined) throw new Error("no file");
	return placeHunks(base, file, budget());
};

test.for([
	{ name: "at its line", base: "a\nb\na\nb\n", hunk: "@@ -3,2 +3,2 @@\n a\n-b\n+B\n", content: "a\nb\na\nB\n" },
	{ name: "elsewhere, where it fits once", base: "x\ny\na\nb\n", hunk: "@@ -1,2 +1,2 @@\n a\n-b\n+B\n", content: "x\ny\na\nB\n" },
	{ name: "beyond the end of the file", base: "a\nb\n", hunk: "@@ -90,2 +90,2 @@\n a\n-b\n+B\n", content: "a\nB\n" },
	{ name: "with the ends of a CRLF file", base: "a\r\nb\r\n", hunk: "@@ -1,2 +1,3 @@\n a\n-b\n+B\n+C\n", content: "a\r\nB\r\nC\r\n" },
	{ name: "from a CRLF patch in an LF file", base: "a\nb\n", hunk: "@@ -1,2 +1,2 @@\n a\r\n-b\r\n+B\r\n", content: "a\nB\n" },
	{ name: "with other ends when it says so", base: "a\r\nb\r\n", hunk: "@@ -1,2 +1,2 @@\n-a\r\n+a\n b\r\n", content: "a\nb\r\n" },
	{ name: "without a final newline", base: "a\nb", hunk: "@@ -1,2 +1,3 @@\n a\n-b\n+B\n+C\n", content: "a\nB\nC" },
	{ name: "after a line without an end", base: "a\nb", hunk: "@@ -1,2 +1,3 @@\n a\n b\n+c\n", content: "a\nb\nc" },
	{
		name: "with a final newline when it says so",
		base: "a\nb",
		content: "a\nb\n",
		hunk: "@@ -1,2 +1,2 @@\n a\n-b\n\\ No newline at end of file\n+b\n",
	},
	{
		name: "without the final newline when it says so",
		base: "a\nb\n",
		content: "a\nb",
		hunk: "@@ -1,2 +1,2 @@\n a\n-b\n+b\n\\ No newline at end of file\n",
	},
	{ name: "behind a byte order mark", base: "\xef\xbb\xbfa\nb\n", hunk: "@@ -2 +2 @@\n-b\n+B\n", content: "\xef\xbb\xbfa\nB\n" },
	{ name: "in an empty file", base: "", hunk: "@@ -0,0 +1 @@\n+a\n", content: "a\n" },
	{
		name: "with two hunks that moved",
		base: "new\na\nb\nc\nd\n",
		content: "new\nA\nb\nc\nD\n",
		hunk: "@@ -1,2 +1,2 @@\n-a\n+A\n b\n@@ -3,2 +3,2 @@\n c\n-d\n+D\n",
	},
])("a hunk fits $name", ({ base, hunk, content }) => {
	expect(place(base, hunk)).toEqual({ content, fuzz: null });
});

test("a hunk fits with the blanks at the ends of lines ignored, and context keeps them", () => {
	expect(place("a  \nb\t\nc\n", "@@ -1,3 +1,3 @@\n a\n-b\n+B\n c \n")).toEqual({ content: "a  \nB\nc\n", fuzz: "whitespace" });
});

test.for([
	{ name: "two places", base: "x\na\nb\na\nb\n", hunk: "@@ -1,2 +1,2 @@\n a\n-b\n+B\n", conflict: { hunk: 1, reason: "ambiguous" } },
	{ name: "no place", base: "a\nc\n", hunk: "@@ -1,2 +1,2 @@\n a\n-b\n+B\n", conflict: { hunk: 1, reason: "not_found" } },
	{ name: "another indentation", base: "  a\n", hunk: "@@ -1 +1 @@\n-a\n+b\n", conflict: { hunk: 1, reason: "not_found" } },
	{
		name: "a second hunk before the first",
		base: "c\nd\na\nb\n",
		conflict: { hunk: 2, reason: "not_found" },
		hunk: "@@ -1,2 +1,2 @@\n a\n-b\n+B\n@@ -8,2 +8,2 @@\n c\n-d\n+D\n",
	},
	{ name: "no line that says where", base: "a\nb\n", hunk: "@@ -1,0 +2 @@\n+x\n", conflict: { hunk: 1, reason: "ambiguous" } },
	{
		name: "lines of a run that overlap",
		base: "x\na\na\na\n",
		hunk: "@@ -1,2 +1,1 @@\n-a\n-a\n+b\n",
		conflict: { hunk: 1, reason: "ambiguous" },
	},
])("a hunk with $name is a conflict", ({ base, hunk, conflict }) => {
	expect(place(base, hunk)).toEqual(conflict);
});

test("a file that holds more than a patch removes does not go", () => {
	const [file] = parsePatch("--- a/x\n+++ /dev/null\n@@ -1 +0,0 @@\n-a\n");
	expect(file && placeHunks("a\nb\n", file, budget())).toEqual({ hunk: 1, reason: "not_found" });
	expect(file && placeHunks("a\n", file, budget())).toEqual({ content: null, fuzz: null });
});

test("a patch with many hunks that have moved ends in time", () => {
	const hunks = Array.from({ length: 5_000 }, (_, index) => `@@ -${index + 1} +${index + 1} @@\n-gone ${index}\n+x\n`).join("");
	const [file] = parsePatch(`--- a/x\n+++ b/x\n${hunks}`);
	const limited = budget();
	expect(file && placeHunks("a\n".repeat(400_000), file, limited)).toEqual({ hunk: 1, reason: "not_found" });
	expect(limited.lines).toBeLessThanOrEqual(1_000_000);
});

const line = fc.tuple(
	fc.constantFrom("a", "b", "c ", "", "-", "+++ x", "@@ -1 +1 @@", "\\ x", "ä"),
	fc.constantFrom("\n", "\n", "\n", "\r\n"),
);
const text = fc
	.tuple(fc.array(line, { maxLength: 40 }), fc.constantFrom("", "", "end", "\r"))
	.map(([lines, end]) => lines.flat().join("") + end);
const bytes = (content: string) => Buffer.from(content).toString("latin1");

test("a patch made of a comparison turns the old text into the new one", () => {
	fc.assert(
		fc.property(text, text, (before, after) => {
			const diff = fileDiff({ path: "x", before, after });
			if (diff.hunks.length === 0) {
				expect(after).toBe(before);
				return;
			}
			const hunks = diff.hunks.map(
				({ oldStart, oldLines, newStart, newLines, lines }) =>
					`@@ -${oldStart},${oldLines} +${newStart},${newLines} @@\n${lines.join("\n")}\n`,
			);
			const [file] = parsePatch(bytes(`--- a/x\n+++ b/x\n${hunks.join("")}`));
			expect(file && placeHunks(bytes(before), file, budget())).toEqual({ content: bytes(after), fuzz: null });
		}),
		{ numRuns: 2_000 },
	);
});
