import type { CheckedField } from "@webhand/contracts/routine/step";
import type { Words } from "@webhand/contracts/routine/words";
import { layoutOf } from "@webhand/page/layout/build";
import { takesValue } from "@webhand/page/layout/controls";
import type { Layout, PageNode, Range } from "@webhand/page/layout/layout";
import { nodesIn } from "@webhand/page/layout/layout";
import { columnsOf } from "@webhand/page/layout/names";
import { fold } from "@webhand/page/layout/phrase";
import type { PageView } from "@webhand/page/parse/view";
import { checkField } from "../../replay/check.ts";
import type { Row } from "../../target/rows.ts";
import { rowsByNode } from "../../target/rows.ts";
import { labelledText } from "../../target/words.ts";
import type { Proposal } from "./inputs.ts";
import type { Made } from "./made.ts";
import { comparisonOf, isValue } from "./value.ts";

const mostFields = 12;
const mostWords = 3;
const longestLabel = 80;
const leastValue = 2;

/**
 * A check of what the page after a commit shows of the inputs: each value that stands there whole, beside a label or below the head of a
 * column. What still stands in a field proves nothing.
 */
export function checksOnPage(page: PageView, proposals: readonly Proposal[], url: string): readonly Made[] {
	const layout = layoutOf(page);
	const typed = proposals.filter(({ text, input }) => text.length >= leastValue && input.type !== "file" && input.type !== "secret");
	const fields = typed.flatMap((one) => candidatesOf(layout, one, typed).find((field) => isRead(page, field)) ?? []).slice(0, mostFields);
	return fields.length === 0 ? [] : [{ step: { class: "observe", do: "check", fields }, url }];
}

/** A replay would read just this field on the page. */
const isRead = (view: PageView, field: CheckedField): boolean => checkField(field, { step: "s1", view, values: {} }).holds;

function candidatesOf(layout: Layout, proposal: Proposal, others: readonly Proposal[]): readonly CheckedField[] {
	return layout.nodes.flatMap((node): readonly CheckedField[] => {
		const { label: own, value: said = node.text } = labelledText(node.text) ?? {};
		if (isInField(layout, node) || !isValue(said, proposal)) return [];
		const column = columnsOf(layout, node.order)?.[node.cell]?.trim() ?? "";
		const row = rowsByNode(layout)[node.order];
		const label = column === "" ? (own ?? labelOf(layout, node)) : column;
		const words = row === undefined ? undefined : identityIn(layout, row, { own: proposal, others });
		// Below a column only the words of its row say which value is meant.
		if (label === undefined || (column !== "" && words === undefined)) return [];
		const field = { label: label.slice(0, longestLabel), value: [proposal.text], as: comparisonOf(proposal, said) };
		return [words === undefined ? field : { ...field, row: words }];
	});
}

const isInField = ({ nodeOf }: Layout, { element, inside }: PageNode): boolean =>
	[element, ...inside.map((id) => nodeOf.get(id)?.element)].some((one) => one !== undefined && takesValue(one));

/** The inputs that tell a row from the others: those whose value no other row says. A value does not tell where it stands itself. */
function identityIn(
	layout: Layout,
	{ group, block }: Row,
	{ own, others }: { readonly own: Proposal; readonly others: readonly Proposal[] },
): Words[] | undefined {
	const says = (range: Range, { text }: Proposal) => nodesIn(layout, range).some((node) => fold(node.text) === fold(text));
	const telling = others.filter((one) => one !== own && says(block, one) && group.blocks.filter((row) => says(row, one)).length === 1);
	const words = telling.map(({ text }): Words => [text]);
	return words.length > 0 ? words.slice(0, mostWords) : undefined;
}

/** The text before a value: on its line, in the cell before it, or alone on the line above. */
function labelOf(layout: Layout, node: PageNode): string | undefined {
	const before = layout.nodes[node.order - 1];
	if (before === undefined || before.element !== undefined || before.text.length > longestLabel) return undefined;
	const isAlone = before.line === node.line - 1 && layout.starts[before.line] === before.order;
	const isNear = before.line === node.line || (isAlone && layout.view.lines[before.line]?.kind !== "heading");
	const label = before.text.replace(/(?<![\s:])[\s:]+$/, "");
	return isNear && /\p{L}/u.test(label) && labelledText(label) === undefined ? label : undefined;
}
