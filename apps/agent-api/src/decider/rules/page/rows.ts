import type { Thing } from "../sentence/clause.ts";
import type { Block, Group, Layout, Spot } from "./layout.ts";
import { takesValue } from "./roles.ts";

/** The blocks of a table without the row that only names its columns; of lists all of them. */
export function bodyOf(layout: Layout, blocks: readonly Block[]): readonly Block[] {
	return headerOf(layout, blocks) === undefined ? blocks : blocks.slice(1);
}

/** The row that only names the columns; undefined where the first row is one like the others. */
function headerOf(layout: Layout, blocks: readonly Block[]): Block | undefined {
	const [first, ...rest] = blocks;
	if (first === undefined || rest.length === 0 || layout.view.lines[first.first]?.kind !== "row") return undefined;
	const head = spotsOf(layout, first);
	const others = rest.map((block) => spotsOf(layout, block));
	const isNaming = !head.some(({ text, element }) => /\d/.test(text) || (element !== undefined && takesValue(element)));
	if (!hasControl(head)) return others.some(hasControl) || (isNaming && others.every(isFilled)) ? first : undefined;
	return isNaming && sortsOrSelects(head) && standsApart(head, others) ? first : undefined;
}

type Cells = ReadonlyMap<number, readonly Spot[]>;

const takenApart = new WeakMap<Layout, Map<number, Cells>>();

/** What stands in a cell itself: nothing inside of another control of the row, and not the row where it is a control. */
export function spotsInCell(layout: Layout, line: number, cell: number): readonly Spot[] {
	const ofLines = takenApart.get(layout) ?? new Map<number, Cells>();
	takenApart.set(layout, ofLines);
	// A row is taken apart once: those who ask go through all of its cells, and a page may have a row of 100,000.
	const cells = ofLines.get(line) ?? takeApart(layout.spotsOfLine[line] ?? []);
	ofLines.set(line, cells);
	return cells.get(cell) ?? [];
}

function takeApart(spots: readonly Spot[]): Cells {
	const row = spots.filter(({ element }) => element?.type !== "tr" && element?.type !== "row");
	// A table that scrolls, a dialog: all of the row stands in it.
	const depth = row.reduce((least, { inside }) => Math.min(least, inside.length), Number.POSITIVE_INFINITY);
	return Map.groupBy(
		row.filter(({ inside }) => inside.length === depth),
		({ cell }) => cell,
	);
}

/** A table whose first row names its columns. */
export type Table = { readonly header: Block; readonly rows: readonly Block[] };

/** The tables of a page: by the line of their header, and by the lines of their rows. */
export type Tables = { readonly headed: ReadonlyMap<number, Table>; readonly around: ReadonlyMap<number, Table> };

const known = new WeakMap<Layout, Tables>();

/** The tables of a page that name their columns, looked for once. */
export function tablesOf(layout: Layout): Tables {
	const found = known.get(layout) ?? findTables(layout);
	known.set(layout, found);
	return found;
}

function findTables(layout: Layout): Tables {
	const headed = new Map<number, Table>();
	const around = new Map<number, Table>();
	for (const { blocks } of layout.groups) {
		const [header] = blocks;
		const rows = bodyOf(layout, blocks);
		if (header === undefined || rows.length === blocks.length || layout.view.lines[header.first]?.kind !== "row") continue;
		const table = { header, rows };
		headed.set(header.first, table);
		for (const { first } of rows) if (!around.has(first)) around.set(first, table);
	}
	return { headed, around };
}

const spotsOf = (layout: Layout, block: Block): readonly Spot[] => layout.spots.slice(block.from, block.to + 1);
const hasControl = (row: readonly Spot[]): boolean => row.some(({ element }) => element !== undefined);
const isFilled = (row: readonly Spot[]): boolean => row.some(({ text, element }) => element !== undefined || /\d/.test(text));

/** Several columns to sort by, or a box for all rows. */
function sortsOrSelects(row: readonly Spot[]): boolean {
	const isAll = row.some(({ element, text }) => element?.type === "checkbox" && /\ball\b|\balle\b/i.test(text));
	return isAll || new Set(row.flatMap(({ element, cell }) => (element === undefined ? [] : [cell]))).size > 1;
}

/** No other row is made so, and none has a button called alike: "Edit" stands in each row of a table. A field is called like its column. */
function standsApart(head: readonly Spot[], others: readonly (readonly Spot[])[]): boolean {
	const named = new Set(head.flatMap(({ element, text }) => (element === undefined || text === "" ? [] : [text])));
	return others.every(
		(row) =>
			signOf(row) !== signOf(head) && !row.some(({ element, text }) => element !== undefined && !takesValue(element) && named.has(text)),
	);
}

const signOf = (row: readonly Spot[]): string => row.map(({ cell, element }) => `${cell}${element?.type ?? ""}`).join();

/**
 * The rows that a place means by their number alone ("in the second row", "in row 3"): one of each table, of each list where there is no
 * table.
 *
 * @returns undefined for places that are named otherwise
 */
export function rowsAt(layout: Layout, anchor: Thing): readonly Block[] | undefined {
	const position = positionOf(anchor);
	if (position === undefined || !anchor.roles.includes("row")) return undefined;
	const kindOf = ({ blocks }: Group) => layout.view.lines[blocks[0]?.first ?? 0]?.kind;
	const lists = layout.groups.filter(({ isNavigation, blocks }) => !isNavigation && blocks.length > 0);
	const tables = lists.filter((list) => kindOf(list) === "row");
	const items = lists.filter((list) => kindOf(list) === "item" && list.blocks.length > 1);
	return (
		[tables, items, lists]
			.map((some) => some.flatMap(({ blocks }) => bodyOf(layout, blocks).at(position > 0 ? position - 1 : position) ?? []))
			.find((found) => found.length > 0) ?? []
	);
}

function positionOf({ name, noun, position, isQuoted, traits, superlative }: Thing): number | undefined {
	// A line is drawn in some sentences, and a row in others.
	const isTold = traits.some((trait) => trait !== noun);
	if (isQuoted || isTold || superlative !== undefined) return undefined;
	const number = /^#?(\d{1,3})$/.exec(name)?.[1];
	return name === "" ? position : number === undefined || Number(number) === 0 ? undefined : Number(number);
}
