import { expect, test } from "vitest";
import { slowestOf, textOfFailure } from "./last-line.ts";

test("the ten slowest files are named, the slowest first", () => {
	const files = Array.from({ length: 12 }, (_, index) => ({ name: `file ${index}`, durationMs: index * 100 }));
	const lines = slowestOf(files);
	expect(lines).toHaveLength(10);
	expect([lines[0], lines[9]]).toEqual(["slow: 1.1 s  file 11", "slow: 0.2 s  file 2"]);
});

test("a failure tells the test, the first lines of its errors and the place", () => {
	const message = Array.from({ length: 20 }, (_, index) => `line ${index + 1}`).join("\n");
	const lines = textOfFailure("[unit] a.test.ts › adds", [{ message, stacks: [{ file: "a.test.ts", line: 7 }] }]).split("\n");
	expect([lines[0], lines[1], lines.at(-2), lines.at(-1)]).toEqual([
		"failed: [unit] a.test.ts › adds",
		"  line 1",
		"  line 12",
		"  at a.test.ts:7",
	]);
	expect(textOfFailure("b", [{ message: "nothing answers" }])).toBe("failed: b\n  nothing answers");
});
