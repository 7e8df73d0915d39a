import { layoutOf } from "@webhand/page/layout/build";
import { isRadio, isToggle, takesValue } from "@webhand/page/layout/controls";
import type { Group, Layout, PageNode, Range } from "@webhand/page/layout/layout";
import { isFact, isIn, nodesIn, whole } from "@webhand/page/layout/layout";
import { columnsOf } from "@webhand/page/layout/names";
import type { ElementView, PageView } from "@webhand/page/parse/view";
import { cellText } from "../target/lists.ts";
import { joinedRowsWith, rowsByNode, rowsWith } from "../target/rows.ts";
import { labelledPieces, labelledText } from "../target/words.ts";

/** A longer text is a sentence, not a label. */
const longestLabel = 80;

/** Where a value stands: below or beside a label, in the row that says some words. */
type Shown = { readonly label: string; readonly row: readonly string[] | undefined };

/**
 * The values that a page shows below the column or behind the label, in a row or on the whole page.
 *
 * @returns each different value once; none where nothing is found
 * @throws never
 */
export function shownFor(view: PageView, { label, row }: Shown): readonly string[] {
	const layout = layoutOf(view);
	if (row === undefined) return valuesIn(layout, whole(layout), label);
	const exact = rowsWith(layout, row);
	const blocks = exact.length > 0 ? exact : joinedRowsWith(layout, row);
	const [only, ...others] = blocks;
	// Two rows with these words: nobody knows which is meant, whatever they say.
	if (others.length > 0) return blocks.map((block) => valuesIn(layout, block, label).join(", "));
	return only === undefined ? [] : valuesIn(layout, only, label);
}

/**
 * True for labels with their values, of which the first looks like the head of a table: two cells in each row, no figure among the first cells,
 * and no column of figures of one kind.
 *
 * @throws never
 */
export function isFacts(layout: Layout, { header, blocks }: Group): boolean {
	const all = header === undefined ? blocks : [header, ...blocks];
	const kindOf = (text: string) => (/\d/.test(text) ? text.replaceAll(/[\d.,\s]+/g, "0") : text);
	const values = blocks.map((block) => cellText(layout, block, 1));
	const isTable = values.length > 1 && values.every((value) => /\d/.test(value)) && new Set(values.map(kindOf)).size === 1;
	return !isTable && all.every((block) => isFact(layout, layout.nodes[block.from]?.line ?? -1) && !/\d/.test(cellText(layout, block, 0)));
}

function valuesIn(layout: Layout, block: Range, label: string): readonly string[] {
	const column = columnOf(layout, block, label);
	const isRow = layout.nodes[block.from]?.line === layout.nodes[block.to]?.line;
	if (column !== -1 && isRow) return [cellText(layout, block, column)];
	const nodes = nodesIn(layout, block);
	const shown = [...belowHead(layout, block, label), ...nodes.flatMap((node) => besideLabel(layout, { node, block, label }))];
	// A page may join labels and values to one text.
	return [...new Set(shown.length > 0 ? shown : nodes.flatMap((node) => inJoinedText(layout, node, label)))];
}

/** The column that a label heads; -1 for none. A first row that says the label of a check is a head, whatever it looks like. */
function columnOf(layout: Layout, block: Range, label: string): number {
	const column = (columnsOf(layout, block.from) ?? []).findIndex((head) => isLabel(layout, head, label));
	const { group } = rowsByNode(layout)[block.from] ?? {};
	const [first] = group?.blocks ?? [];
	if (column !== -1 || group?.kind !== "row" || group.header !== undefined || first === undefined || isIn(first, block.from)) return column;
	return isFacts(layout, group) ? -1 : (nodesIn(layout, first).find(({ text }) => isLabel(layout, text, label))?.cell ?? -1);
}

const isLabel = (layout: Layout, text: string, label: string): boolean =>
	text.length <= longestLabel && layout.phrase(text).folded === layout.phrase(label).folded;

/** The cells below the head of a column, of the tables in a block. */
function belowHead(layout: Layout, { from, to }: Range, label: string): readonly string[] {
	return layout.groups.flatMap((group) => {
		const [first] = group.blocks;
		if (group.header === undefined || first === undefined || group.header.from < from || group.header.to > to) return [];
		const column = (columnsOf(layout, first.from) ?? []).findIndex((head) => isLabel(layout, head, label));
		if (column === 0 && isFacts(layout, group)) return [cellText(layout, group.header, 1)];
		return column === -1 ? [] : group.blocks.map((block) => cellText(layout, block, column));
	});
}

type Labelled = { readonly node: PageNode; readonly block: Range; readonly label: string };

/**
 * What stands behind a label: in its own text ("Total: 41.90 €"), in the rest of its line, or in the line below. What a field holds was typed
 * there and proves nothing; a check that means a field names it as its target.
 */
function besideLabel(layout: Layout, { node, block, label }: Labelled): readonly string[] {
	const { element, text } = node;
	if (element !== undefined && isField(element)) return [];
	const own = labelledText(text);
	if (own !== undefined && isLabel(layout, own.label, label)) return [own.value.trim()];
	if (!isLabel(layout, text, label)) return [];
	const next = layout.nodes[node.order + 1];
	if (next === undefined || next.order > block.to || isHead(layout, node)) return [];
	const isSameLine = next.line === node.line;
	const kind = layout.view.lines[next.line]?.kind;
	if (!isSameLine && (next.line !== node.line + 1 || kind === "heading" || kind === "row")) return [];
	if (next.element !== undefined && isField(next.element)) return [];
	return next.text === "" || next.text.endsWith(":") ? [] : [next.text];
}

function inJoinedText(layout: Layout, { text, element }: PageNode, label: string): readonly string[] {
	if (element !== undefined && isField(element)) return [];
	const labelled = labelledPieces(text).flatMap((piece) => labelledText(piece) ?? []);
	return labelled.flatMap((own) => (isLabel(layout, own.label, label) ? [own.value] : []));
}

const isField = (element: ElementView): boolean => takesValue(element) || isToggle(element) || isRadio(element);

const isHead = ({ groups }: Layout, { order }: PageNode): boolean =>
	groups.some(({ header }) => header !== undefined && order >= header.from && order <= header.to);
