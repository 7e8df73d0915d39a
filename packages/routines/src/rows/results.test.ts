import { buffer } from "node:stream/consumers";
import type { RoutineRow } from "@webhand/contracts/routine/run";
import type { RoutineInput } from "@webhand/contracts/routine/words";
import { decodeBytes } from "@webhand/service-kit/decode";
import type { CsvRow } from "@webhand/service-kit/http/csv";
import { csvStream } from "@webhand/service-kit/http/csv";
import { expect, test } from "vitest";
import { readRows } from "./read.ts";
import { resultCells, resultHead } from "./results.ts";

const inputs: readonly RoutineInput[] = [
	{ name: "customer", label: "Customer", type: "text" },
	{ name: "amount", label: "Amount", type: "number" },
];
const row = (more: Partial<RoutineRow>): RoutineRow => ({
	key: "k",
	index: 0,
	inputs: { customer: "Ada", amount: "1" },
	state: "done",
	checks: [],
	healed: [],
	...more,
});

async function* each(rows: readonly CsvRow[]): AsyncGenerator<CsvRow> {
	yield* rows;
}

test("each row says how it ended, what was read back, and where its steps can be seen", () => {
	const checks = [
		{ step: "s9", label: "Total", expected: "1", seen: "1.00 €", holds: true },
		{ step: "s9", label: "State", expected: "paid", holds: false },
		{ step: "s9", label: "Due", expected: "5 March", seen: "6 March", holds: false },
	];
	expect(resultHead(inputs)).toEqual(["Customer", "Amount", "Result", "Reason", "Checked", "Evidence"]);
	expect(resultCells(row({ checks, state: "not_saved", reason: "The page says: no" }), inputs, "https://e/1")).toEqual([
		"Ada",
		"1",
		"not saved",
		"The page says: no",
		"Total: 1.00 €; State: not found instead of paid; Due: 6 March instead of 5 March",
		"https://e/1",
	]);
	expect(resultCells(row({ state: "done_unchecked", inputs: {} }), inputs, "")).toEqual([
		"",
		"",
		"done, not checked",
		"Every step worked; nothing was read back",
		"nothing",
		"",
	]);
});

test("results that were written as CSV without formulas can be given to a run again as they are", async () => {
	const values = { customer: `=cmd|' /C calc'!A0`, amount: "-5" };
	const cells = [resultHead(inputs), resultCells(row({ inputs: values, reason: "=1+1" }), inputs, "")];
	const file = await buffer(csvStream(each(cells)));
	const formula = /(?:^|,|")[=+\-@]/m;
	expect(file.toString("utf8")).not.toMatch(formula);
	const list = await readRows({ file }, inputs, decodeBytes);
	expect(list.rows).toEqual([values]);
	expect(list.faults).toEqual([]);
});
