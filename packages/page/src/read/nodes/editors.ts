import type { ControlNode, PageNode } from "../page-node.ts";
import { pushBreak } from "../traversal/traverse.ts";

/** Longest text of an editor in characters. An approval covers the same text. */
const longestText = 20_000;
/** Controls whose content is their name, not text of the editor. */
const wordless: ReadonlySet<string> = new Set("button summary tab menuitem option treeitem checkbox radio switch combobox".split(" "));
/** Regions that say more about their controls than their position. */
const keptRegions: ReadonlySet<string> = new Set(["form", "fieldset", "dialog", "popover", "frame"]);

/** The text of an editor as a user reads it: lines end with `\n`, names of buttons are left out. At most 20,000 characters. */
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

/** The controls inside an editor, line by line, without the text around them. */
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

/** True for an editor: a field that holds a part of the document. */
export function isEditor({ type }: Pick<ControlNode, "type">): boolean {
	return type === "editable";
}
