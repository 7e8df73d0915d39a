import { expect, test } from "vitest";
import { slowestOf } from "./last-line.ts";

test("the ten slowest files are named, the slowest first", () => {
	const files = Array.from({ length: 12 }, (_, index) => ({ name: `file ${index}`, durationMs: index * 100 }));
	const lines = slowestOf(files);
	expect(lines).toHaveLength(10);
	expect([lines[0], lines[9]]).toEqual(["slow: 1.1 s  file 11", "slow: 0.2 s  file 2"]);
});
