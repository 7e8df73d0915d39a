import type { CheckResult } from "@webhand/contracts/routine/run";
import type { CheckedField, StepId } from "@webhand/contracts/routine/step";
import type { InputValues } from "@webhand/contracts/routine/words";
import { layoutOf } from "@webhand/page/layout/build";
import { isRadio, isToggle, takesValue } from "@webhand/page/layout/controls";
import type { Layout, PageNode, Range } from "@webhand/page/layout/layout";
import { nodesIn, whole } from "@webhand/page/layout/layout";
import { columnsOf, valueOf } from "@webhand/page/layout/names";
import type { ElementView, PageView } from "@webhand/page/parse/view";
import { cellText } from "../target/lists.ts";
import { resolveTarget } from "../target/resolve.ts";
import { rowsWith } from "../target/rows.ts";
import { inputsIn, wordsText } from "../target/words.ts";
import { isAsMeant } from "./compare.ts";

const longest = 300;
/** A longer text is a sentence, not a label. */
const longestLabel = 80;

/** Reads a field on a page and holds it against what was meant. Several different values hold nothing. @throws never */
export function checkField(
	field: CheckedField,
	{ step, view, values }: { readonly step: StepId; readonly view: PageView; readonly values: InputValues },
): CheckResult {
	const expected = wordsText(field.value, values);
	const seen = readField(view, field, values);
	const [only, ...others] = seen;
	const holds =
		only !== undefined &&
		expected !== undefined &&
		others.length === 0 &&
		isAsMeant(only, { meant: expected, isData: inputsIn(field.value).length > 0 }, field.as);
	return {
		step,
		label: field.label,
		expected: (expected ?? "").slice(0, longest),
		...(only === undefined ? {} : { seen: seen.join(" / ").slice(0, longest) }),
		holds,
	};
}

/**
 * The values that a page shows for a field: of its control, else below the column or behind the label in its row, or on the page.
 *
 * @returns each different value once; none where nothing is found
 * @throws never
 */
export function readField(view: PageView, { label, target, row }: CheckedField, values: InputValues): readonly string[] {
	const layout = layoutOf(view);
	if (target !== undefined) {
		const found = resolveTarget(view, target, { values, isCommit: false });
		const element = found.kind === "one" ? view.elements.get(found.id) : undefined;
		return element === undefined ? [] : [shownBy(element)];
	}
	const words = (row ?? []).map((word) => wordsText(word, values));
	if (words.includes(undefined)) return [];
	const blocks = row === undefined ? [whole(layout)] : rowsWith(layout, words as readonly string[]);
	// Two rows with these words: nobody knows which is meant, whatever they say.
	if (row !== undefined && blocks.length !== 1) return blocks.map((block) => valuesIn(layout, block, label).join(", "));
	return [...new Set(blocks.flatMap((block) => valuesIn(layout, block, label)))];
}

function shownBy(element: ElementView): string {
	if (isToggle(element) || isRadio(element)) return element.states.has("checked") ? "on" : "off";
	if (takesValue(element)) return valueOf(element);
	return element.content === "" ? element.name : element.content;
}

function valuesIn(layout: Layout, block: Range, label: string): readonly string[] {
	const column = (columnsOf(layout, block.from) ?? []).findIndex((head) => isLabel(layout, head, label));
	const isRow = layout.nodes[block.from]?.line === layout.nodes[block.to]?.line;
	if (column !== -1 && isRow) return [cellText(layout, block, column)];
	const below = belowHead(layout, block, label);
	const beside = nodesIn(layout, block).flatMap((node) => besideLabel(layout, { node, block, label }));
	return [...new Set([...below, ...beside])];
}

const isLabel = (layout: Layout, text: string, label: string): boolean =>
	text.length <= longestLabel && layout.phrase(text).folded === layout.phrase(label).folded;

/** The cells below the head of a column, of the tables in a block. */
function belowHead(layout: Layout, { from, to }: Range, label: string): readonly string[] {
	return layout.groups.flatMap((group) => {
		const [first] = group.blocks;
		if (group.header === undefined || first === undefined || group.header.from < from || group.header.to > to) return [];
		const column = (columnsOf(layout, first.from) ?? []).findIndex((head) => isLabel(layout, head, label));
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
	const [, own = "", value = ""] = /^(.{1,80}?)\s*[:=]\s+(\S.*)$/su.exec(text) ?? [];
	if (value !== "" && isLabel(layout, own, label)) return [value.trim()];
	if (!isLabel(layout, text, label)) return [];
	const next = layout.nodes[node.order + 1];
	if (next === undefined || next.order > block.to || isHead(layout, node)) return [];
	const isSameLine = next.line === node.line;
	const kind = layout.view.lines[next.line]?.kind;
	if (!isSameLine && (next.line !== node.line + 1 || kind === "heading" || kind === "row")) return [];
	if (next.element !== undefined && isField(next.element)) return [];
	return next.text === "" || next.text.endsWith(":") ? [] : [next.text];
}

const isField = (element: ElementView): boolean => takesValue(element) || isToggle(element) || isRadio(element);

const isHead = ({ groups }: Layout, { order }: PageNode): boolean =>
	groups.some(({ header }) => header !== undefined && order >= header.from && order <= header.to);
