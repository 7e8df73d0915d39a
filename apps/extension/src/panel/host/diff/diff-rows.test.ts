import type { FileDiff } from "@webhand/contracts/tools/files";
import { expect, test } from "vitest";
import { invertDiff, rowsOf } from "./diff-rows.ts";

const diff: FileDiff = {
	path: "src/add.js",
	type: "modify",
	linesAdded: 2,
	linesRemoved: 1,
	preview: "",
	hunks: [{ oldStart: 4, oldLines: 3, newStart: 4, newLines: 4, lines: [" a", "-b", "+B", "+c", " d"] }],
};

test("each line has the number by which one finds it: removed ones that of the old file", () => {
	expect(rowsOf(diff)).toEqual([
		{ kind: "hunk", text: "@@ -4,3 +4,4 @@" },
		{ kind: "same", text: "a", line: 4 },
		{ kind: "removed", text: "b", line: 5 },
		{ kind: "added", text: "B", line: 5 },
		{ kind: "added", text: "c", line: 6 },
		{ kind: "same", text: "d", line: 7 },
	]);
});

test("a diff without hunks is read from its preview, with or without numbers", () => {
	const preview = "--- a/x\n+++ b/x\n@@ -1,2 +1,2 @@\n-old\n+new\n same\n\\ No newline at end of file\n";
	expect(rowsOf({ preview })).toEqual([
		{ kind: "hunk", text: "@@ -1,2 +1,2 @@" },
		{ kind: "removed", text: "old", line: 1 },
		{ kind: "added", text: "new", line: 1 },
		{ kind: "same", text: "same", line: 2 },
		{ kind: "note", text: "No newline at end of file" },
	]);
	expect(rowsOf({ preview: "+one\n+two" })).toEqual([
		{ kind: "added", text: "one", line: null },
		{ kind: "added", text: "two", line: null },
	]);
	expect(rowsOf({ preview: "" })).toEqual([]);
});

test("a diff turned around takes back what it did, and twice is the same as never", () => {
	const back = invertDiff(diff);
	expect(back).toMatchObject({ linesAdded: 1, linesRemoved: 2 });
	expect(back.hunks[0]).toEqual({ oldStart: 4, oldLines: 4, newStart: 4, newLines: 3, lines: [" a", "-B", "-c", "+b", " d"] });
	expect(invertDiff(back)).toEqual(diff);
	expect(invertDiff({ ...diff, type: "create" }).type).toBe("delete");
});

test("a note stays behind the line that it is about when a diff is turned around", () => {
	const note = "\\ No newline at end of file";
	const [hunk] = diff.hunks;
	const turned = (lines: string[]) => invertDiff({ ...diff, hunks: hunk === undefined ? [] : [{ ...hunk, lines }] }).hunks[0]?.lines;
	expect(turned(["-a", "-b", note])).toEqual(["+a", "+b", note]);
	expect(turned([" a", "-b", note, "+B"])).toEqual([" a", "-B", "+b", note]);
	expect(turned([" a", note, "+B"])).toEqual([" a", note, "-B"]);
});
