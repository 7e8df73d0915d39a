import type { ControlNode, PageNode, RegionNode } from "../../read/page-node.ts";

/** Number of controls, without those behind a dialog. */
export function countControls(nodes: readonly PageNode[]): number {
	let count = 0;
	for (const node of nodes) {
		if (node.kind === "control" || (node.kind === "region" && node.id !== undefined)) count += 1;
		if (node.kind === "control" || node.kind === "region") count += countControls(node.children);
	}
	return count;
}

/** Visible text of nodes, at most about `limit` characters. */
export function plainTextOf(nodes: readonly PageNode[], limit: number): string {
	let text = "";
	for (const node of nodes) {
		if (text.length > limit) return text;
		if (node.kind === "text") text += node.text;
		else if (node.kind === "break") text += " ";
		else if (node.kind === "region") text += ` ${plainTextOf(node.children, limit - text.length)} `;
		else if (node.kind === "control") text += plainTextOf(node.children, limit - text.length) || ` ${node.name} `;
	}
	return text;
}

const blockRegions: ReadonlySet<string> = new Set("item row form fieldset dialog popover nav main frame scroll".split(" "));
const containerText = 300;
const containerControls = 3;

type Weight = { text: number; controls: number; hasBlocks: boolean };

function weigh(nodes: readonly PageNode[], weight: Weight): void {
	for (const node of nodes) {
		if (weight.hasBlocks || weight.text > containerText || weight.controls > containerControls) return;
		if (node.kind === "text") weight.text += node.text.length;
		else if (node.kind === "collapsed") weight.hasBlocks = true;
		else if (node.kind === "control") weight.controls += 1;
		else if (node.kind === "region" && blockRegions.has(node.type)) weight.hasBlocks = true;
		if (node.kind === "control" || node.kind === "region") weigh(node.children, weight);
	}
}

/** True for a control that does not fit on one line: it holds blocks, more than three controls or 300 characters. */
export function isContainer(node: ControlNode): boolean {
	if (node.children.length === 0) return false;
	const weight: Weight = { text: 0, controls: 0, hasBlocks: false };
	weigh(node.children, weight);
	return weight.hasBlocks || weight.text > containerText || weight.controls > containerControls;
}

/** Rows with fewer cells arrange forms and keep their structure. */
const recordCells = 3;

/** True for a row whose cells fit on one line: no blocks inside, except the choices of a record. */
export function isInline(row: RegionNode): boolean {
	const isRecord = row.children.filter((child) => child.kind === "region" && child.type === "cell").length >= recordCells;
	const isBlock = ({ type }: RegionNode) => blockRegions.has(type) && !(isRecord && type === "fieldset");
	const holdsBlocks = (nodes: readonly PageNode[]): boolean =>
		nodes.some((node) => {
			if (node.kind === "collapsed") return true;
			if (node.kind === "region") return isBlock(node) || holdsBlocks(node.children);
			return node.kind === "control" && (isContainer(node) || holdsBlocks(node.children));
		});
	return row.children.every((cell) => !("children" in cell) || !holdsBlocks(cell.children));
}
