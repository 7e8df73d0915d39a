import { once } from "../once.ts";
import type { ElementView } from "../parse/view.ts";
import { isRadio, isToggle, takesValue } from "./controls.ts";
import type { Layout, PageNode } from "./layout.ts";

// A longer text before a field is a sentence about it, not its label.
const longestLabel = 60;

/** The texts by which a control may be called: its own name first, then what labels it. */
export function namesOf(layout: Layout, element: ElementView): readonly string[] {
	return namesIn(element, layout);
}

const namesIn = once((element: ElementView, layout: Layout): readonly string[] => {
	const { attributes, name, content } = element;
	const text = element.parts
		.map((part) => (part.kind === "text" ? part.text : ""))
		.join("")
		.trim();
	const own = element.parts.some(({ kind }) => kind === "element") ? [name, text, content] : [name, content];
	const isField = takesValue(element) || isToggle(element) || isRadio(element);
	const label = isField ? [...labelsOf(layout, element)] : [];
	const node = isField ? undefined : layout.nodeOf.get(element.id);
	const before = node === undefined ? undefined : layout.nodes[node.order - 1];
	// "Address: 12 Harbour Street", where the value is a link.
	if (before?.element === undefined && before?.line === node?.line && /\p{L}:$/u.test(before?.text ?? "")) label.push(before?.text ?? "");
	const icon = own.every((text) => !/[\p{L}\p{N}]/u.test(text)) ? [attributes.get("hint") ?? ""] : [];
	return [...new Set([...own, ...label, ...icon])].filter((text) => text !== "");
});

function labelsOf(layout: Layout, element: ElementView): readonly string[] {
	const { attributes } = element;
	const texts = [attributes.get("placeholder") ?? "", columnOf(layout, element) ?? ""];
	if (element.name === "" || isToggle(element) || isRadio(element)) texts.push(...textsBeside(layout, element));
	return texts.filter((text) => text !== "" && text.length <= longestLabel);
}

/** The text that labels a control without a name: behind a box, before a field, or alone on the line above. */
function textsBeside(layout: Layout, element: ElementView): readonly string[] {
	const node = layout.nodeOf.get(element.id);
	if (node === undefined) return [];
	const isBox = isToggle(element) || isRadio(element);
	const isBeside = (other: PageNode | undefined) => other !== undefined && other.element === undefined && other.line === node.line;
	const before = layout.nodes[node.order - 1];
	const after = layout.nodes[node.order + 1];
	// On a line that begins with a text and ends with a box, labels stand before their boxes.
	const first = layout.nodes[layout.starts[node.line] ?? 0];
	const last = layout.nodes[(layout.starts[node.line + 1] ?? 0) - 1];
	const isBehind = first?.element === undefined && last?.element !== undefined && (isToggle(last.element) || isRadio(last.element));
	if (isBox && isBehind && element.name === "") return isBeside(before) ? [before?.text ?? ""] : [];
	if (isBox) return element.name !== "" ? [] : isBeside(after) ? [after?.text ?? ""] : isBeside(before) ? [before?.text ?? ""] : [];
	if (isBeside(before)) return [before?.text ?? ""];
	const isAlone = before !== undefined && before.element === undefined && before.line === node.line - 1;
	const line = layout.view.lines[node.line - 1];
	return isAlone && line !== undefined && line.depth >= (layout.view.lines[node.line]?.depth ?? 0) ? [before.text] : [];
}

/** The name of the table column in which a control stands. */
export function columnOf(layout: Layout, element: ElementView): string | undefined {
	const node = layout.nodeOf.get(element.id);
	if (node === undefined || layout.view.lines[node.line]?.kind !== "row") return undefined;
	return columnsOf(layout, node.order)?.[node.cell];
}

// A box in a header selects all rows and names no column.
const nameOfColumn = (element: ElementView | undefined): string => (element === undefined || isToggle(element) ? "" : element.name);

/** The names of the columns of the table around a node, by cell. */
export function columnsOf(layout: Layout, order: number): readonly string[] | undefined {
	return columnsByLine(layout).get(layout.nodes[order]?.line ?? -1);
}

const columnsByLine = once((layout: Layout): ReadonlyMap<number, readonly string[]> => {
	const byLine = new Map<number, readonly string[]>();
	for (const { header, blocks } of layout.groups) {
		const line = header === undefined ? undefined : layout.nodes[header.from]?.line;
		if (line === undefined) continue;
		const names = (layout.view.lines[line]?.cells ?? []).map((cell) =>
			cell
				.map((part) => (part.kind === "text" ? part.text : nameOfColumn(layout.view.elements.get(part.id))))
				.join(" ")
				.trim(),
		);
		for (const block of blocks) byLine.set(layout.nodes[block.from]?.line ?? -1, names);
	}
	return byLine;
});

/** The value that a field shows, or the text that an editable place holds. */
export function valueOf(element: ElementView): string {
	return element.attributes.get("value") ?? (element.type === "textarea" || element.type === "editable" ? element.content : "");
}
