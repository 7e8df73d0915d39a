import type { ListPlace } from "@webhand/contracts/routine/step";
import type { Group, Layout, Range } from "@webhand/page/layout/layout";
import { nodesIn, textIn } from "@webhand/page/layout/layout";
import { columnsOf } from "@webhand/page/layout/names";
import { once } from "@webhand/page/once";
import { cardsOf } from "./cards.ts";
import { headingAbove } from "./place.ts";
import { identityOf } from "./rows.ts";

/** The heads of the columns of a list, by cell; undefined for a list without. @throws never */
export function headsOf(layout: Layout, { blocks: [first], header }: Group): readonly string[] | undefined {
	if (first !== undefined) return columnsOf(layout, first.from);
	const last = header === undefined ? undefined : layout.nodes[header.to];
	return last && header && Array.from({ length: last.cell + 1 }, (_, cell) => cellText(layout, header, cell));
}

/** The lists of a page but its menus: tables with their heads, items, and cards as far as the page tells where they begin. @throws never */
export const listsOf = once((layout: Layout): readonly Group[] =>
	layout.groups.flatMap((group) => {
		if (group.isNav || group.blocks.length === 0) return [];
		// Unclear cards are read as the pattern of their lines; no step acts in them.
		const { clear, unclear } = cardsOf(layout, group);
		return [withoutLoneHead(layout, clear === group.blocks || unclear.length > 0 ? group : { ...group, blocks: clear })];
	}),
);

/** A table of which only the head is left is a list without rows. */
function withoutLoneHead(layout: Layout, list: Group): Group {
	const [only, ...others] = list.blocks;
	if (list.kind !== "row" || list.header !== undefined || only === undefined || others.length > 0) return list;
	const isNaming = nodesIn(layout, only).every(({ text, element }) => element === undefined && !/\d/.test(text));
	return isNaming ? { ...list, header: only, blocks: [] } : list;
}

const folded = (layout: Layout, text: string): string => layout.phrase(text).folded;

/**
 * The list that a place means: below its heading, with its columns; of several, and without either, the longest.
 *
 * @returns undefined where the page has none
 * @throws never
 */
export function findList(layout: Layout, { heading, columns }: ListPlace): Group | undefined {
	const lists = listsOf(layout);
	const isBelow = (list: Group) => {
		const start = list.header ?? list.blocks[0];
		const line = layout.nodes[start?.from ?? -1]?.line;
		return heading !== undefined && line !== undefined && folded(layout, headingAbove(layout, line) ?? "") === folded(layout, heading);
	};
	const hasColumns = (list: Group) => {
		const heads = (headsOf(layout, list) ?? []).map((head) => folded(layout, head));
		return columns?.every((column) => heads.includes(folded(layout, column))) ?? true;
	};
	const fitting = lists.filter((list) => (heading === undefined || isBelow(list)) && hasColumns(list));
	return fitting.reduce<Group | undefined>((best, list) => (best === undefined || sizeOf(list) > sizeOf(best) ? list : best), undefined);
}

const sizeOf = ({ blocks }: Group): number => blocks.reduce((sum, { from, to }) => sum + to - from + 1, 0);

/** The text of a cell of a row, on one line. @throws never */
export function cellText(layout: Layout, block: Range, cell: number): string {
	const orders = nodesIn(layout, block).filter((node) => node.cell === cell);
	const [first, last] = [orders[0], orders.at(-1)];
	return first === undefined || last === undefined ? "" : textIn(layout, { from: first.order, to: last.order });
}

/**
 * What names each row of a list: the text below the column `by`, else the title of the row; "" for a row that says nothing.
 *
 * @throws never
 */
export function rowNames(layout: Layout, list: Group, by: string | undefined): readonly string[] {
	const cell = by === undefined ? -1 : (headsOf(layout, list) ?? []).findIndex((head) => folded(layout, head) === folded(layout, by));
	return list.blocks.map((block) =>
		cell === -1 ? (identityOf(layout, { group: list, block })?.[0] ?? "") : cellText(layout, block, cell),
	);
}
