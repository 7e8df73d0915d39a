import { isRadio, isToggle, takesValue } from "@webhand/page/layout/controls";
import type { Group, Layout, PageNode, Range } from "@webhand/page/layout/layout";
import { nodesIn } from "@webhand/page/layout/layout";
import { columnsOf, valueOf } from "@webhand/page/layout/names";
import { once } from "@webhand/page/once";
import { readingsOfDate } from "../notation/dates.ts";
import { readingsOfNumber, withoutCurrency } from "../notation/numbers.ts";
import { headsOf } from "../target/lists.ts";

/** What a value looks like. */
export type Shape = "text" | "number" | "money" | "date";

/**
 * A column of a list: its head or label as the page says it, "" for none, and its texts by row; undefined where a row has none. `slot` says
 * what the texts of a card are; a place among them would change with a badge that some cards have.
 */
export type ListColumn = {
	readonly head: string;
	readonly slot?: string;
	readonly texts: readonly (string | undefined)[];
	readonly isAct: boolean;
};

/** The rows of a list that can be read, and its columns by their place. */
export type ListCells = { readonly blocks: readonly Range[]; readonly columns: readonly ListColumn[] };

const longestCell = 2_000;
const longestLabel = 60;
/** A text with its label: "Price: 41.90 €". */
const labelled = /^(\p{L}[^:]{0,59}):\s+(\S.*)$/su;
const actTypes: ReadonlySet<string> = new Set(["button", "submit", "reset", "summary", "menuitem", "checkbox", "radio", "switch", "image"]);

/** What a text looks like: an amount with its currency, a number, a day, or words. @throws never */
export function shapeOf(text: string): Shape {
	const bare = withoutCurrency(text)?.text;
	if (bare !== undefined && /\d/.test(bare) && bare.replaceAll(/[^\p{L}]/gu, "").length <= 4) return "money";
	if (readingsOfNumber(text.replace(/\s*%$/, "")).length > 0) return "number";
	return readingsOfDate(text).length > 0 ? "date" : "text";
}

/**
 * A list as cells: of a table by its columns, of items and cards by what their texts are called or look like. Texts are those of the page.
 *
 * @throws never
 */
export const cellsOf = once(
	(group: Group, layout: Layout): ListCells => (group.kind === "row" ? tableCells(group, layout) : cardCells(group, layout)),
);

/** What nodes say on one line: fields by their values, and no text twice that a control says already. */
function said(layout: Layout, nodes: readonly PageNode[]): string {
	const told = new Set<number>();
	const texts: string[] = [];
	for (const { element, inside, text } of nodes) {
		if (inside.some((id) => told.has(id) && (layout.nodeOf.get(id)?.text.includes(text) ?? false))) continue;
		if (element !== undefined) told.add(element.id);
		if (element !== undefined && (isToggle(element) || isRadio(element))) continue;
		const own = element !== undefined && takesValue(element) ? valueOf(element) : text;
		if (own !== "") texts.push(own);
	}
	return texts.join(" ").slice(0, longestCell);
}

/** Rows as most are: one with other cells is a sum, a group or a note across columns, whose cells stand below other heads. */
function tableCells({ blocks }: Group, layout: Layout): ListCells {
	const widthOf = ({ from }: Range) => layout.view.lines[layout.nodes[from]?.line ?? -1]?.cells.length ?? 0;
	const [first] = blocks;
	const heads = (first === undefined ? undefined : columnsOf(layout, first.from)) ?? [];
	const widths = blocks.map(widthOf);
	const usual = mostFrequent(widths);
	const whole = blocks.filter((_, at) => widths[at] === usual || widths[at] === heads.length);
	const columns = Array.from({ length: Math.max(usual, heads.length) }, (_, cell): ListColumn => {
		const nodes = whole.map((block) => nodesIn(layout, block).filter((node) => node.cell === cell));
		return {
			head: heads[cell] ?? "",
			texts: nodes.map((own) => said(layout, own)),
			isAct: nodes.every((own) => own.every(isActing)) && nodes.some((own) => own.length > 0),
		};
	});
	return { blocks: whole, columns };
}

function mostFrequent(numbers: readonly number[]): number {
	const counts = new Map<number, number>();
	for (const number of numbers) counts.set(number, (counts.get(number) ?? 0) + 1);
	return [...counts].reduce((best, one) => (one[1] > best[1] ? one : best), [0, 0])[0];
}

const isActing = ({ element }: PageNode): boolean => element !== undefined && actTypes.has(element.type);

/** A text of a card: `slot` is what it is in its card, the same in the cards beside it. */
type Piece = { readonly slot: string; readonly head: string; readonly text: string; readonly isAct: boolean };

/** Slots in most cards come first, so that a rare one changes no place; each in the order of the cards. */
function cardCells({ blocks }: Group, layout: Layout): ListCells {
	const cards = blocks.map((block) => piecesOf(layout, block));
	const slots = new Map<string, { count: number; order: number; head: string; isAct: boolean }>();
	for (const pieces of cards) {
		for (const [order, { slot, head, isAct }] of pieces.entries()) {
			const known = slots.get(slot);
			if (known === undefined) slots.set(slot, { count: 1, order, head, isAct });
			else known.count += 1;
		}
	}
	const isUsual = (count: number) => Number(count * 2 >= cards.length);
	const ordered = [...slots].sort(([, one], [, other]) => isUsual(other.count) - isUsual(one.count) || one.order - other.order);
	const columns = ordered.map(
		([slot, { head, isAct }]): ListColumn => ({
			head,
			slot,
			isAct,
			texts: cards.map((pieces) => pieces.find((piece) => piece.slot === slot)?.text),
		}),
	);
	return { blocks, columns };
}

function piecesOf(layout: Layout, block: Range): readonly Piece[] {
	const nodes = nodesIn(layout, block);
	const counts = new Map<string, number>();
	const told = new Set<number>();
	const pieces: Piece[] = [];
	for (const node of nodes) {
		const { element, inside, line, cell, text } = node;
		if (inside.some((id) => told.has(id) && (layout.nodeOf.get(id)?.text.includes(text) ?? false))) continue;
		if (element !== undefined) told.add(element.id);
		const own = said(layout, [node]);
		if (own === "") continue;
		const at = layout.view.lines[line];
		const isFact = at?.kind === "row" && at.cells.length === 2;
		if (isFact && cell === 0 && element === undefined) continue;
		const term =
			isFact && cell === 1
				? said(
						layout,
						nodes.filter((one) => one.line === line && one.cell === 0),
					)
				: undefined;
		const [, label = term, value = own] = element === undefined && term === undefined ? (labelled.exec(own) ?? []) : [];
		const head = label !== undefined && label.length <= longestLabel ? label.trim() : "";
		const kind = head === "" ? `${at?.kind}${at?.level} ${element?.type ?? ""} ${shapeOf(own)}` : `: ${layout.phrase(head).folded}`;
		const count = counts.get(kind) ?? 0;
		counts.set(kind, count + 1);
		pieces.push({ slot: `${kind} ${count}`, head, text: head === "" ? own : value, isAct: isActing(node) });
	}
	return pieces;
}

/** The place of a column by its head or label; -1 where the list has none of that name. @throws never */
export function placeOfHead(layout: Layout, group: Group, head: string): number {
	const wanted = layout.phrase(head).folded;
	const heads = group.kind === "row" ? (headsOf(layout, group) ?? []) : cellsOf(group, layout).columns.map((column) => column.head);
	return heads.findIndex((one) => one !== "" && layout.phrase(one).folded === wanted);
}
