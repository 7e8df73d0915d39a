import type { Finder } from "../find/finder.ts";
import type { Block, Spot } from "../layout.ts";
import { compareNames, nameOf } from "../names.ts";
import { takesValue } from "../roles.ts";
import { bodyOf } from "../rows.ts";

/** A table whose first row names its columns. */
type Table = { readonly header: Block; readonly rows: readonly Block[] };

function tablesOf({ layout, view }: Finder): readonly Table[] {
	return layout.groups.flatMap(({ blocks }) => {
		const [header] = blocks;
		const rows = bodyOf(layout, blocks);
		const isNamed = header !== undefined && rows.length < blocks.length && view.lines[header.first]?.kind === "row";
		return isNamed ? [{ header, rows }] : [];
	});
}

/** True for a cell that names a column: what stands beside it are other names. */
export function isColumnName(finder: Finder, { line }: Spot): boolean {
	return tablesOf(finder).some(({ header }) => header.first === line);
}

/** True for a cell of a row that has more to say than one value. */
export function isInWideRow(finder: Finder, { line }: Spot): boolean {
	const cells = finder.view.lines[line]?.cells.length ?? 0;
	return cells > 2 && tablesOf(finder).some(({ rows }) => rows.some(({ first }) => first === line));
}

/** What stands in a column, row by row; undefined where no table has one called so. `hasTable`: there is one at all. */
export function columnOf(finder: Finder, label: string): { readonly texts: readonly string[] | undefined; readonly hasTable: boolean } {
	const tables = tablesOf(finder);
	const texts = tables.flatMap(({ header, rows }) => {
		const at = cellCalled(finder, header, label);
		return at === undefined ? [] : [rows.map((row) => cellText(finder, row.first, at))];
	});
	return { texts: texts[0], hasTable: tables.length > 0 };
}

/** The cell of a row under the name of a column. */
export function cellIn(finder: Finder, row: Block, label: string): string | undefined {
	const table = tablesOf(finder).find(({ rows }) => rows.some(({ first }) => first === row.first));
	const at = table === undefined ? undefined : cellCalled(finder, table.header, label);
	return at === undefined ? undefined : cellText(finder, row.first, at) || undefined;
}

/** The row that one of the spots stands in, under a column's name; undefined where it is none or several. */
export function cellUnder(finder: Finder, column: Spot, spots: readonly Spot[]): string | undefined {
	const table = tablesOf(finder).find(({ header }) => header.first === column.line);
	const lines = new Set(spots.flatMap(({ line }) => (table?.rows.some(({ first }) => first === line) === true ? [line] : [])));
	const [line] = lines;
	return line === undefined || lines.size > 1 ? undefined : cellText(finder, line, column.cell) || undefined;
}

function cellCalled(finder: Finder, header: Block, label: string): number | undefined {
	const wanted = nameOf(label);
	const cells = finder.view.lines[header.first]?.cells ?? [];
	const at = cells.findIndex((_, index) => compareNames(wanted, nameOf(cellText(finder, header.first, index)), false) >= 0.8);
	return at === -1 ? undefined : at;
}

/** The text of a cell, of its fields what stands in them. */
export function cellText(finder: Finder, line: number, cell: number): string {
	return (finder.layout.spotsOfLine[line] ?? [])
		.filter((spot) => spot.cell === cell && spot.inside.length === 0)
		.map((spot) => (spot.element !== undefined && takesValue(spot.element) ? finder.valueOf(spot.element) : spot.text))
		.join(" ")
		.trim();
}
