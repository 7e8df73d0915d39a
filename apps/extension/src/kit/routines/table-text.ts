import type { ReadTable } from "@webhand/contracts/routine/run";
import type { ReadColumn } from "@webhand/contracts/routine/step";
import { csvOf, tabbedOf } from "../words/csv.ts";

/** True for a column whose cells stand at the end, digit below digit. @throws never */
export const isFigure = ({ type }: Pick<ReadColumn, "type">): boolean => type === "number" || type === "money";

/** What a file of a table says beside its columns. */
const sourceHead = "Source";

/** The head, and the rows with the addresses that they were read from. */
function linesOf({ columns, rows }: ReadTable): readonly (readonly string[])[] {
	return [[...columns.map(({ label }) => label), sourceHead], ...rows.map(({ cells, url }) => [...cells, url])];
}

/** A table for a spreadsheet's clipboard. @throws never */
export const tabbedTable = (table: ReadTable): string => tabbedOf(linesOf(table));

/** A table as CSV; no cell is a formula. @throws never */
export const csvTable = (table: ReadTable): string => csvOf(linesOf(table));

/** A table as JSON: each row by the names of its columns, with its source under a name that no column can have. @throws never */
export function jsonTable({ columns, rows }: ReadTable): string {
	const records = rows.map(({ cells, url, page, words }) => ({
		...Object.fromEntries(columns.map(({ name }, at) => [name, cells[at] ?? ""])),
		_source: { url, page, words },
	}));
	return `${JSON.stringify(records, null, 2)}\n`;
}
