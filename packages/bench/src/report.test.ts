import { expect, test } from "vitest";
import type { Report, Row } from "./report.ts";
import { holds, jsonOf, summaryOf, tableOf } from "./report.ts";

const row: Row = { name: "step 20 KB p50", ours: 12, peer: 6, ratio: 2, goal: 2, better: "lower", unit: "ms", gate: 3 };
const report: Report = {
	suite: "step",
	rows: [
		row,
		{ ...row, name: "idle memory", ours: 130, peer: null, ratio: null, goal: 120, gate: 120, unit: "MB" },
		{ ...row, name: "step 100 KB p50", ratio: 2.5 },
	],
	machine: { cores: 2, node: "24.21.0", load: 0.4, noisy: false },
};

test("a line fails on the wrong side of its gate, by the ratio where there is a peer", () => {
	expect(report.rows.map(holds)).toEqual([true, false, true]);
	expect(holds({ ...row, ratio: 3.1 })).toBe(false);
	expect(holds({ ...row, better: "higher", ratio: 2.9 })).toBe(false);
	const { gate: _, ...free } = row;
	expect(holds({ ...free, ratio: 99 })).toBe(true);
});

test("the table names the failing line and the missed goal", () => {
	expect(
		tableOf(report)
			.split("\n")
			.map((line) => line.trim().split(/\s{2,}/)),
	).toEqual([
		["step (2 cores, Node 24.21.0, load 0.400)"],
		["name", "ours", "peer", "ratio", "goal", "gate"],
		["step 20 KB p50", "12.0 ms", "6.00 ms", "2.00×", "≤ 2.00×", "≤ 3.00×", "ok"],
		["idle memory", "130 MB", "–", "–", "≤ 120", "≤ 120", "FAILS"],
		["step 100 KB p50", "12.0 ms", "6.00 ms", "2.50×", "≤ 2.00×", "≤ 3.00×", "misses its goal"],
	]);
});

test("the JSON has exactly the promised fields", () => {
	expect(JSON.parse(jsonOf(report)).rows[0]).toEqual({
		name: "step 20 KB p50",
		ours: 12,
		peer: 6,
		ratio: 2,
		goal: 2,
		better: "lower",
		unit: "ms",
	});
});

test("one table has the rows of all suites, and says which goals are met", () => {
	const { machine } = report;
	const all: readonly Report[] = [
		{ ...report, rows: [...report.rows, { ...row, name: "floor", ratio: 1.5 }, { ...row, name: "gated", goal: null, ratio: 4 }] },
		{ suite: "exec", rows: [], failure: "bubblewrap is missing\nat line 7", machine },
		{ suite: "miniwob", rows: [], machine },
	];
	const cells = summaryOf(all)
		.split("\n")
		.map((line) => line.trim().split(/\s{2,}/));
	expect(cells).toEqual([
		["name", "ours", "peer or floor", "ratio", "goal", "met"],
		["step: step 20 KB p50", "12.0 ms", "6.00 ms", "2.00×", "≤ 2.00×", "yes"],
		["step: idle memory", "130 MB", "–", "–", "≤ 120", "no, fails"],
		["step: step 100 KB p50", "12.0 ms", "6.00 ms", "2.50×", "≤ 2.00×", "no"],
		["step: floor", "12.0 ms", "6.00 ms", "1.50×", "≤ 2.00×", "yes"],
		["step: gated", "12.0 ms", "6.00 ms", "4.00×", "–", "no, fails"],
		["exec", "–", "–", "–", "–", "failed: bubblewrap is missing"],
		["miniwob", "–", "–", "–", "–", "not run"],
	]);
});
