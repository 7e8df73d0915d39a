import type { Finder } from "../find/finder.ts";
import type { Block, Spot } from "../layout.ts";
import { compareNames, nameOf } from "../names.ts";
import { takesValue } from "../roles.ts";
import { spotsInCell, tablesOf } from "../rows.ts";

/** True for a cell that names a column: what stands beside it are other names. */
export function isColumnName({ layout }: Finder, { line }: Spot): boolean {
	return tablesOf(layout).headed.has(line);
}

/** True for a cell of a row that has more to say than one value. */
export function isInWideRow({ layout, view }: Finder, { line }: Spot): boolean {
	return (view.lines[line]?.cells.length ?? 0) > 2 && tablesOf(layout).around.has(line);
}

/** What stands in a column, row by row; undefined where no table has one called so. `hasTable`: there is one at all. */
export function columnOf(finder: Finder, label: string): { readonly texts: readonly string[] | undefined; readonly hasTable: boolean } {
	const tables = [...tablesOf(finder.layout).headed.values()];
	const texts = tables.flatMap(({ header, rows }) => {
		const at = cellCalled(finder, header, label);
		return at === undefined ? [] : [rows.map((row) => cellText(finder, row.first, at))];
	});
	return { texts: texts[0], hasTable: tables.length > 0 };
}

/** The cell of a row under the name of a column. */
export function cellIn(finder: Finder, row: Block, label: string): string | undefined {
	const table = tablesOf(finder.layout).around.get(row.first);
	const at = table === undefined ? undefined : cellCalled(finder, table.header, label);
	return at === undefined ? undefined : cellText(finder, row.first, at) || undefined;
}

/** The row that one of the spots stands in, under a column's name; undefined where it is none or several. */
export function cellUnder(finder: Finder, column: Spot, spots: readonly Spot[]): string | undefined {
	const { headed, around } = tablesOf(finder.layout);
	const table = headed.get(column.line);
	const lines = new Set(spots.flatMap(({ line }) => (table !== undefined && around.get(line) === table ? [line] : [])));
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
	return spotsInCell(finder.layout, line, cell).map(textOfSpot(finder)).join(" ").trim();
}

/** What a spot says: of a field what stands in it. */
export const textOfSpot =
	(finder: Finder) =>
	(spot: Spot): string =>
		spot.element !== undefined && takesValue(spot.element) ? finder.valueOf(spot.element) : spot.text;
