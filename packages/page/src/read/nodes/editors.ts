import type { ControlNode, PageNode } from "../page-node.ts";
import { pushBreak } from "../traversal/traverse.ts";

/** Longest text of an editor that is read; also what an approval of it covers. In characters. */
const longestText = 20_000;
/** Controls that say what they do, and not what is written around them. */
const wordless: ReadonlySet<string> = new Set("button summary tab menuitem option treeitem checkbox radio switch combobox".split(" "));
/** Structure that says more of its controls than where they stand. */
const keptRegions: ReadonlySet<string> = new Set(["form", "fieldset", "dialog", "popover", "frame"]);

/** What is written in nodes, as a person reads it: lines by `\n`, without the names of buttons in it. At most 20,000 characters. */
export function textOfEditor(nodes: readonly PageNode[]): string {
	return gather(nodes, longestText)
		.replace(/ ?\n[ \n]*/g, "\n")
		.trim();
}

function gather(nodes: readonly PageNode[], limit: number): string {
	let text = "";
	for (const node of nodes) {
		if (text.length >= limit) return text.slice(0, limit);
		if (node.kind === "text") text += node.text;
		else if (node.kind === "break") text += node.isLine ? "\n" : " ";
		else if (node.kind === "region") text += `\n${gather(node.children, limit - text.length)}\n`;
		else if (node.kind === "control" && !wordless.has(node.type)) text += gather(node.children, limit - text.length);
	}
	return text.slice(0, limit);
}

/** The controls in an editor, in the lines in which they stand, without the text around them. */
export function controlsInEditor(nodes: readonly PageNode[]): PageNode[] {
	const found: PageNode[] = [];
	take(nodes, found);
	return found.some(({ kind }) => kind !== "break") ? found : [];
}

function take(nodes: readonly PageNode[], into: PageNode[]): void {
	for (const node of nodes) {
		if (node.kind === "control") into.push(node);
		else if (node.kind === "break") pushBreak(into, node.isLine);
		else if (node.kind === "region" && keptRegions.has(node.type))
			into.push(Object.assign(node, { children: controlsInEditor(node.children) }));
		else if (node.kind === "region") {
			pushBreak(into, true);
			take(node.children, into);
			pushBreak(into, true);
		}
	}
}

/** Whether a control is an editor: a field that holds a part of the document. */
export function isEditor({ type }: Pick<ControlNode, "type">): boolean {
	return type === "editable";
}
