import type { Target } from "@webhand/contracts/routine/target";
import { layoutOf } from "@webhand/page/layout/build";
import { takesValue } from "@webhand/page/layout/controls";
import type { Layout } from "@webhand/page/layout/layout";
import { isIn } from "@webhand/page/layout/layout";
import { columnOf, namesOf } from "@webhand/page/layout/names";
import { fold } from "@webhand/page/layout/phrase";
import type { ElementView, PageView } from "@webhand/page/parse/view";
import { withoutPins } from "@webhand/page/parse/without-pins";
import { isFacts, shownFor } from "../replay/shown.ts";
import { describeTarget } from "../target/describe.ts";
import { wordsBeside } from "../target/rows.ts";
import { labelledText } from "../target/words.ts";
import type { RecordedEvent } from "./recorded-event.ts";

/** The value that a person showed, and the control or text of the page that holds it, innermost first. */
export type Picked = { readonly ids: readonly number[]; readonly text: string };

type Checked = Pick<Extract<RecordedEvent, { kind: "check" }>, "label" | "value" | "target" | "row">;

const longest = { label: 200, value: 2_000 } as const;
const mostWords = 12;
/** How many texts before a value are looked through for its label. */
const labelReach = 6;

/**
 * A value of the page as something to check: a field by itself, any other value by its label and the words of its row.
 *
 * @returns undefined where the page text has no such value, nothing says what it is, or a replay would not read it there
 * @throws never
 */
export function pickedValue(view: PageView, { ids, text }: Picked): Checked | undefined {
	const element = ids.map((id) => view.elements.get(id)).find((found) => found !== undefined);
	const picked = text.trim().slice(0, longest.value);
	if (element === undefined || picked === "") return undefined;
	const layout = layoutOf(view);
	if (takesValue(element)) return ofField(layout, element, { value: picked, target: describeTarget(view, element.id) });
	const words = wordsBeside(layout, element.id, picked);
	const plain = withoutPins(view);
	for (const { label, value } of labelledAs(layout, element, picked)) {
		const row = words?.filter((word) => fold(word) !== fold(label)).slice(0, mostWords);
		const where = { label: label.slice(0, longest.label), row: row === undefined || row.length === 0 ? undefined : row };
		const [seen, ...others] = label === "" ? [] : shownFor(plain, where);
		const isRead = seen !== undefined && others.length === 0 && fold(seen) === fold(value);
		if (isRead) return { label: where.label, value, ...(where.row === undefined ? {} : { row: where.row }) };
	}
	return undefined;
}

/** What a value may be called: by its column, by itself, by what stands before it. Labels with their values may look like a table. */
function labelledAs(layout: Layout, element: ElementView, value: string): readonly { readonly label: string; readonly value: string }[] {
	const column = { label: columnOf(layout, element) ?? "", value };
	const before = { label: labelBefore(layout, element, value), value };
	const group = layout.groups.find(({ blocks }) => blocks.some((block) => isIn(block, layout.nodeOf.get(element.id)?.order ?? -1)));
	if (column.label === "") return [labelledText(value) ?? before, before];
	return group !== undefined && isFacts(layout, group) ? [before, column] : [column];
}

function ofField(
	layout: Layout,
	element: ElementView,
	{ value, target }: { readonly value: string; readonly target: Target | undefined },
): Checked | undefined {
	const [label = ""] = namesOf(layout, element);
	if (target === undefined) return undefined;
	return { label: label.slice(0, longest.label) || element.type, value, target };
}

/** The text that says what a value is: before it on its line, in the cell before, or on the line above; else the heading above. */
function labelBefore(layout: Layout, element: ElementView, value: string): string {
	const { nodes, nodeOf, view } = layout;
	const node = nodeOf.get(element.id);
	if (node === undefined) return "";
	for (let order = node.order - 1; order >= Math.max(0, node.order - labelReach); order -= 1) {
		const before = nodes[order];
		if (before === undefined || before.line < node.line - 1) break;
		const said = before.text.replace(/[:\s]+$/u, "").trim();
		if (before.element === undefined && /\p{L}/u.test(said) && said !== value) return said;
	}
	const heading = view.lines.slice(0, node.line).findLast(({ kind }) => kind === "heading");
	return heading?.text ?? "";
}
