import type { ControlNode, PageNode, PageTree } from "../read/page-node.ts";
import { maskNumbers } from "../read/sensitive.ts";
import type { DraftLine, DraftPart } from "./draft.ts";
import { tickTypes } from "./grammar.ts";
import { layOut } from "./layout.ts";
import { cut, normalize } from "./normalize.ts";
import { plainTextOf } from "./parts/measure.ts";
import { writeParts } from "./render.ts";

/** A control of a snapshot. `id` is `agent-` and the number in page text; the box in CSS pixels of the viewport. */
export type SnapshotElement = {
	readonly id: string;
	readonly tag: string;
	readonly role: string;
	readonly text: string;
	readonly ariaLabel: string;
	readonly bbox: { readonly x: number; readonly y: number; readonly width: number; readonly height: number };
	readonly type: string;
	readonly value?: string;
	readonly placeholder?: string;
	readonly href?: string;
	readonly checked?: boolean;
	readonly expanded?: boolean;
	readonly disabled?: boolean;
	readonly options?: string;
};

/** A page as spec 003 sends it. `timestamp` in milliseconds since the epoch. */
export type PageSnapshot = {
	readonly url: string;
	readonly title: string;
	/** At most 6,000 characters: visible blocks first, written in document order. */
	readonly visibleText: string;
	/** At most 100 controls: the most useful ones, in document order. */
	readonly elements: readonly SnapshotElement[];
	readonly docEpoch: string;
	readonly viewport: {
		readonly width: number;
		readonly height: number;
		readonly scrollX: number;
		readonly scrollY: number;
		readonly pages: number;
	};
	readonly shown: number;
	readonly total: number;
	readonly timestamp: number;
};

const maxText = 6_000;
const maxElements = 100;
const fieldLimit = 120;
const fields: ReadonlySet<string> = new Set(
	"input select textarea checkbox radio password email number date time color range file search tel switch slider combobox editable spinbutton".split(
		" ",
	),
);

type Ranked = { readonly node: ControlNode; readonly index: number; readonly isInDialog: boolean };

function controlsOf(nodes: readonly PageNode[], isInDialog: boolean, into: Ranked[]): void {
	for (const node of nodes) {
		if (node.kind === "control") into.push({ node, index: into.length, isInDialog });
		const isDialog = isInDialog || (node.kind === "region" && (node.type === "dialog" || node.type === "popover"));
		if (node.kind === "control" || node.kind === "region") controlsOf(node.children, isDialog, into);
	}
}

/** How useful a control is for deciding the next action. */
function rankOf({ node, isInDialog }: Pick<Ranked, "node" | "isInDialog">, screen: number): number {
	const has = (state: string) => node.states.includes(state);
	const kind = fields.has(node.type) ? 100 : node.type === "button" ? 60 : node.type === "a" ? 20 : 0;
	const bonus = (isInDialog ? 1_000 : 0) + (node.zone === "view" ? 500 : 0) + (has("focused") ? 300 : 0) + (node.isNew ? 200 : 0) + kind;
	return bonus - (node.distance / Math.max(1, screen)) * 50 - (has("covered") ? 200 : 0) - (has("disabled") ? 100 : 0);
}

function elementOf({ node }: Ranked): SnapshotElement {
	const attributes = new Map(node.attributes);
	const optional = (key: "value" | "placeholder" | "options") => {
		const value = attributes.get(key);
		return value === undefined ? {} : { [key]: cut(value, fieldLimit) };
	};
	const has = (state: string) => node.states.includes(state);
	return {
		id: `agent-${node.id}`,
		tag: node.tag,
		role: node.type,
		text: cut(maskNumbers(normalize(plainTextOf(node.children, 300))), fieldLimit),
		ariaLabel: cut(node.name, fieldLimit),
		bbox: node.box,
		type: node.type,
		...optional("value"),
		...optional("placeholder"),
		...(node.href === undefined ? {} : { href: node.href }),
		...(tickTypes.has(node.type) || has("checked") ? { checked: has("checked") } : {}),
		...(has("expanded") || has("collapsed") ? { expanded: has("expanded") } : {}),
		...(has("disabled") ? { disabled: true } : {}),
		...optional("options"),
	};
}

function plainLine(line: DraftLine): string {
	const withoutTags = (parts: readonly DraftPart[]): string =>
		parts.map((part) => (part.kind === "text" ? part.text : withoutTags(part.element.parts))).join("");
	if (line.kind === "collapsed") return writeParts(line.cells[0] ?? []);
	return line.cells
		.map(withoutTags)
		.filter((cell) => cell !== "")
		.join(" | ");
}

function visibleTextOf(lines: readonly DraftLine[]): string {
	const texts = lines
		.map((line, index) => ({ text: plainLine(line).trim(), index, distance: line.distance }))
		.filter(({ text }) => text !== "");
	const nearest = [...texts].sort((a, b) => a.distance - b.distance || a.index - b.index);
	const kept = new Map<number, string>();
	let left = maxText;
	for (const { text, index } of nearest) {
		if (left <= 1) break;
		const shown = cut(text, left);
		kept.set(index, shown);
		left -= shown.length + 1;
	}
	return texts.flatMap(({ index }) => kept.get(index) ?? []).join("\n");
}

/**
 * The snapshot of a page (spec 003) from the same reading: text and the hundred most useful controls.
 *
 * @param tree read with `hasFarBoxes`, otherwise distant boxes are zero
 * @param timestamp milliseconds since the epoch
 */
export function snapshotOf(tree: PageTree, timestamp: number): PageSnapshot {
	const controls: Ranked[] = [];
	controlsOf(tree.children, false, controls);
	const numbered = controls.filter(({ node }) => node.id > 0);
	const best = [...numbered]
		.sort((a, b) => rankOf(b, tree.viewport.height) - rankOf(a, tree.viewport.height) || a.index - b.index)
		.slice(0, maxElements);
	const draft = layOut(tree);
	return {
		url: tree.url,
		title: draft.header.title,
		visibleText: visibleTextOf(draft.lines),
		elements: best.sort((a, b) => a.index - b.index).map(elementOf),
		docEpoch: tree.epoch,
		viewport: tree.viewport,
		shown: best.length,
		total: numbered.length,
		timestamp,
	};
}
