import { randomBytes } from "node:crypto";
import { expect, test } from "vitest";
import { fileDiff, fileDiffs } from "./diff.ts";

const numbers = (count: number, first = 1) => Array.from({ length: count }, (_, index) => `line ${index + first}\n`).join("");

test("a changed line is shown with three lines around it", () => {
	const after = numbers(20).replace("line 10\n", "line ten\n");
	expect(fileDiff({ path: "a.txt", before: numbers(20), after })).toEqual({
		path: "a.txt",
		type: "modify",
		linesAdded: 1,
		linesRemoved: 1,
		hunks: [
			{
				oldStart: 7,
				oldLines: 7,
				newStart: 7,
				newLines: 7,
				lines: [" line 7", " line 8", " line 9", "-line 10", "+line ten", " line 11", " line 12", " line 13"],
			},
		],
		preview: "@@ -7,7 +7,7 @@\n line 7\n line 8\n line 9\n-line 10\n+line ten\n line 11\n line 12\n line 13",
	});
});

test.for([
	{ change: "a new file", before: null, after: "a\nb\n", type: "create", counts: [2, 0], starts: [0, 1], lines: ["+a", "+b"] },
	{ change: "a file that goes", before: "a\n", after: null, type: "delete", counts: [0, 1], starts: [1, 0], lines: ["-a"] },
	{
		change: "a lost final newline",
		before: "a\n",
		after: "a",
		type: "modify",
		counts: [1, 1],
		starts: [1, 1],
		lines: ["-a", "+a", "\\ No newline at end of file"],
	},
	{ change: "other line ends", before: "a\r\n", after: "a\n", type: "modify", counts: [1, 1], starts: [1, 1], lines: ["-a\r", "+a"] },
])("$change has the hunks of a unified diff", ({ before, after, type, counts, starts, lines }) => {
	const diff = fileDiff({ path: "a", before, after: after === null ? null : Buffer.from(after) });
	expect(diff).toMatchObject({ type, linesAdded: counts[0], linesRemoved: counts[1] });
	expect(diff.hunks.map(({ oldStart, newStart }) => [oldStart, newStart])).toEqual([starts]);
	expect(diff.hunks[0]?.lines).toEqual(lines);
});

test("a file that stays as it is has no hunks", () => {
	expect(fileDiff({ path: "a", before: "a\n", after: "a\n" })).toMatchObject({ linesAdded: 0, linesRemoved: 0, hunks: [], preview: "" });
});

test.for([
	["NUL", Buffer.from("a\0b")],
	["bytes that are no UTF-8", Buffer.from([0xc3, 0x28])],
] as const)("a file with %s is binary", ([, after]) => {
	const diff = fileDiff({ path: "a", before: "text\n", after });
	expect(diff).toEqual({ path: "a", type: "modify", linesAdded: 0, linesRemoved: 0, preview: "", hunks: [], isBinary: true });
});

test.for([
	{ change: "more than 2,000 lines", before: "", after: numbers(2_001), added: 2_001, removed: 0 },
	{ change: "more than 5,000 edits", before: numbers(3_000), after: numbers(3_000, 9_000), added: 3_000, removed: 3_000 },
	{ change: "lines of more than 1 Mi characters", before: "", after: `${"x".repeat(1_048_576)}\n`, added: 1, removed: 0 },
	{ change: "more than 1 Mi characters", before: "", after: "x\n".repeat(524_289), added: 524_289, removed: 0 },
])("of $change only the preview is left", ({ before, after, added, removed }) => {
	const diff = fileDiff({ path: "a", before, after });
	expect(diff).toMatchObject({ isCut: true, hunks: [], linesAdded: added, linesRemoved: removed });
	expect(diff.preview.split("\n").length).toBeLessThanOrEqual(40);
	expect(diff.preview.length).toBeLessThanOrEqual(8_040);
	expect(diff.preview).toContain("+");
});

test("a small change of a large file is compared exactly", () => {
	const before = numbers(500_000);
	const diff = fileDiff({ path: "a", before, after: before.replace("line 400000\n", "") });
	expect(diff.hunks).toEqual([
		{
			oldStart: 399_997,
			oldLines: 7,
			newStart: 399_997,
			newLines: 6,
			lines: [" line 399997", " line 399998", " line 399999", "-line 400000", " line 400001", " line 400002", " line 400003"],
		},
	]);
});

test("the comparison of 1 MB of random lines is given up in time", () => {
	const random = () => randomBytes(400_000).toString("hex").replace(/.{9}/g, "$&\n");
	expect(fileDiff({ path: "a", before: random(), after: random() })).toMatchObject({ isCut: true, hunks: [] });
});

test("several files share one budget", async () => {
	const large = (path: string) => ({ path, before: "", after: `${"x".repeat(600_000)}\n` });
	const diffs = await fileDiffs([large("a"), large("b"), { path: "c", before: "1\n", after: "2\n" }]);
	expect(diffs.map(({ path, isCut = false }) => [path, isCut])).toEqual([
		["a", false],
		["b", true],
		["c", false],
	]);
});
