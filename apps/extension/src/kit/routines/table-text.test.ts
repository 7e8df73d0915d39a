import type { ReadTable } from "@webhand/contracts/routine/run";
import { expect, test } from "vitest";
import { csvTable, jsonTable, tabbedTable } from "./table-text.ts";

const table: ReadTable = {
	step: "s1",
	columns: [
		{ name: "number", label: "Number", type: "text" },
		{ name: "amount", label: "Amount due", type: "money" },
	],
	rows: [
		{ cells: ["=HYPERLINK(1)", "1.234,50 €"], url: "https://shop.example/2", page: 2, words: "=HYPERLINK(1) 1.234,50 € open" },
		{ cells: ["R-2", ""], url: "https://shop.example/2", page: 2, words: "R-2" },
	],
	isCut: false,
};

test("a table goes out with the source of each row, and no cell of it is a formula", () => {
	expect(csvTable(table).split("\r\n").slice(0, 3)).toEqual([
		"Number,Amount due,Source",
		`'=HYPERLINK(1),"1.234,50 €",https://shop.example/2`,
		"R-2,,https://shop.example/2",
	]);
	expect(tabbedTable(table).split("\n")[1]).toBe("'=HYPERLINK(1)\t1.234,50 €\thttps://shop.example/2");
	expect(JSON.parse(jsonTable(table))[0]).toEqual({
		number: "=HYPERLINK(1)",
		amount: "1.234,50 €",
		_source: { url: "https://shop.example/2", page: 2, words: "=HYPERLINK(1) 1.234,50 € open" },
	});
});
