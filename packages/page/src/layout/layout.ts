import type { ElementView, PageView } from "../parse/view.ts";
import type { Phrase } from "./phrase.ts";

/** A piece of the page in reading order: a run of text, or a control. `inside`: ids of the controls around it. */
export type PageNode = {
	readonly order: number;
	readonly line: number;
	readonly cell: number;
	readonly text: string;
	readonly element?: ElementView;
	readonly inside: readonly number[];
};

/** Page nodes `from` to `to`, both included, by their order. */
export type Range = { readonly from: number; readonly to: number };

/**
 * Like siblings: table rows, list items, cards. `header` names the columns of a table and is no sibling; `isTitled`: each card holds its title,
 * though it begins before it.
 */
export type Group = {
	readonly kind: "row" | "item" | "card";
	readonly blocks: readonly Range[];
	readonly isTitled?: true;
	readonly header?: Range;
	readonly isNav: boolean;
};

/** A page made ready for lookups. */
export type Layout = {
	readonly view: PageView;
	readonly nodes: readonly PageNode[];
	readonly elements: readonly ElementView[];
	readonly nodeOf: ReadonlyMap<number, PageNode>;
	/** Number of nodes before each line, one entry more than there are lines. */
	readonly starts: readonly number[];
	/** The last line of what each line encloses. */
	readonly lastOf: readonly number[];
	readonly groups: readonly Group[];
	/** Folded once for each text of a page. */
	readonly phrase: (text: string) => Phrase;
};

/** The range of the whole page. */
export const whole = ({ nodes }: Layout): Range => ({ from: 0, to: nodes.length - 1 });
/** True where an order lies in a range. */
export const isIn = ({ from, to }: Range, order: number): boolean => order >= from && order <= to;
/** True where a range lies in another one. */
export const isWithin = (inner: Range, outer: Range): boolean => inner.from >= outer.from && inner.to <= outer.to;
/** The nodes of a range, in reading order. */
export const nodesIn = ({ nodes }: Layout, { from, to }: Range): readonly PageNode[] => nodes.slice(from, to + 1);

/** The controls of a range, in reading order. */
export const elementsIn = (layout: Layout, range: Range): readonly ElementView[] =>
	nodesIn(layout, range).flatMap(({ element }) => element ?? []);
/** Where a control stands among the nodes, -1 where it does not. */
export const positionOf = ({ nodeOf }: Layout, { id }: ElementView): number => nodeOf.get(id)?.order ?? -1;

/** A line with all that it encloses, or up to another line. */
export function rangeOfLine({ starts, lastOf }: Layout, line: number, last = lastOf[line] ?? line): Range {
	return { from: starts[line] ?? 0, to: (starts[last + 1] ?? 0) - 1 };
}

/** True for a row that is a label with its value: two cells, and no control but links in the second. */
export function isFact({ view, nodes, starts }: Layout, line: number): boolean {
	const { kind, cells } = view.lines[line] ?? {};
	const own = nodes.slice(starts[line] ?? 0, starts[line + 1] ?? 0);
	const isPlain = ({ cell, element }: PageNode) => element === undefined || (cell === 1 && /^(?:a|text)$/.test(element.type));
	return kind === "row" && cells?.length === 2 && own.every(isPlain);
}

/** What a person reads in a range, on one line, at most `limit` characters. */
export function textIn(layout: Layout, range: Range, limit = 300): string {
	const inside = new Set<number>();
	let text = "";
	for (let order = range.from; order <= range.to && text.length < limit; order += 1) {
		const node = layout.nodes[order];
		if (node === undefined) break;
		if (node.element !== undefined) inside.add(node.element.id);
		// A control's name is told by its content, where both say the same.
		const isRepeated = node.inside.some((id) => inside.has(id) && layout.nodeOf.get(id)?.text.includes(node.text) === true);
		if (!isRepeated && node.text !== "") text += text === "" ? node.text : ` ${node.text}`;
	}
	return text.slice(0, limit);
}

/** The range under a heading: up to the next heading of its level or above, or to the end of what encloses it. */
export function rangeUnderHeading(layout: Layout, line: number): Range {
	const { lines } = layout.view;
	const heading = lines[line];
	let last = layout.lastOf[line] ?? line;
	for (let at = line + 1; at < lines.length; at += 1) {
		const next = lines[at];
		if (next === undefined || heading === undefined || next.depth < heading.depth) break;
		if (next.kind === "heading" && next.level <= heading.level) break;
		last = at;
	}
	return rangeOfLine(layout, line, last);
}

/** True for a line of a navigation region. */
export function isInRegion({ lines }: PageView, line: number, region: string): boolean {
	for (let at = line; at >= 0; at = lines[at]?.parent ?? -1) if (lines[at]?.region === region) return true;
	return false;
}
