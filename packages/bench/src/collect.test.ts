import { expect, test } from "vitest";
import { collectReports } from "./collect.ts";
import type { Row } from "./report.ts";
import { passes } from "./report.ts";

const row: Row = { name: "memory", ours: 1, peer: null, ratio: null, goal: null, better: "lower", unit: "MB" };

test("a benchmark that throws ends no other, and is told as failed", async () => {
	const printed: string[] = [];
	const measure = async (name: string) => {
		if (name === "second") throw new Error("the port is taken");
		return [row];
	};
	const reports = await collectReports(["first", "second", "third"], measure, (text) => printed.push(text));
	expect(reports.map(({ suite, rows, failure }) => [suite, rows.length, failure])).toEqual([
		["first", 1, undefined],
		["second", 0, "the port is taken"],
		["third", 1, undefined],
	]);
	expect(reports.map(passes)).toEqual([true, false, true]);
	expect(printed[1]).toContain("failed: the port is taken");
});
