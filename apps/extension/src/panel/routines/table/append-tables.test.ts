import type { ReadTable } from "@webhand/contracts/routine/run";
import { expect, test } from "vitest";
import { appendTables } from "./append-tables.ts";

const table = (step: string, cells: readonly string[], isCut = false): ReadTable => ({
	step,
	columns: [{ name: "number", label: "Number", type: "text" }],
	rows: cells.map((cell) => ({ cells: [cell], url: "https://shop.example/", page: 1, words: cell })),
	isCut,
});

test("a list grows by what was read since, and another one stands behind it", () => {
	const grown = appendTables([table("s1", ["R-1"]), table("s2", ["Ada"])], [table("s1", ["R-2"], true), table("s3", ["x"])]);
	expect(grown).toEqual([table("s1", ["R-1", "R-2"], true), table("s2", ["Ada"]), table("s3", ["x"])]);
});
