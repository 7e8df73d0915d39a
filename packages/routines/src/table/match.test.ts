import { expect, test } from "vitest";
import { matchColumns } from "./match.ts";

const columns = [
	{ label: "Invoice number", type: "text" },
	{ label: "Customer", type: "text" },
	{ label: "Issued", type: "date" },
	{ label: "Net", type: "money" },
	{ label: "Total due", type: "money" },
] as const;

test.for<readonly [string, readonly number[], boolean]>([
	["number, customer", [0, 1], true],
	["Read all open invoices with number, date and total due", [0, 2, 4], true],
	["date", [2], true],
	["net; total", [3, 4], true],
	// Two columns hold amounts: nobody knows which one is meant.
	["number, amount", [0], false],
	["colour", [], false],
])("“%s” names columns that the list has", ([words, places, isWhole]) => {
	expect(matchColumns(columns, words)).toEqual({ places, isWhole });
});
