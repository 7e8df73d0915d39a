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

const spotsOf = (layout: Layout, block: Block): readonly Spot[] => layout.spots.slice(block.from, block.to + 1);
const hasControl = (row: readonly Spot[]): boolean => row.some(({ element }) => element !== undefined);
const isFilled = (row: readonly Spot[]): boolean => row.some(({ text, element }) => element !== undefined || /\d/.test(text));

/** Several columns to sort by, or a box for all rows. */
function sortsOrSelects(row: readonly Spot[]): boolean {
	const isAll = row.some(({ element, text }) => element?.type === "checkbox" && /\ball\b|\balle\b/i.test(text));
	return isAll || new Set(row.flatMap(({ element, cell }) => (element === undefined ? [] : [cell]))).size > 1;
}

/** No other row is made so, and none has a control called alike: a title, "Edit" and "Delete" stand in each row of a table. */
function standsApart(head: readonly Spot[], others: readonly (readonly Spot[])[]): boolean {
	const named = new Set(head.flatMap(({ element, text }) => (element === undefined || text === "" ? [] : [text])));
	return others.every((row) => signOf(row) !== signOf(head) && !row.some(({ element, text }) => element !== undefined && named.has(text)));
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
