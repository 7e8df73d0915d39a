import type { ElementView, LinePart, PageView } from "@webhand/page/parse/view";
import { groupsOf } from "./groups.ts";
import type { Phrase } from "./text.ts";
import { phraseOf, stem } from "./text.ts";

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

/** Like siblings: table rows, list items, cards. `header` names the columns of a table and is no sibling. */
export type Group = {
	readonly kind: "row" | "item" | "card";
	readonly blocks: readonly Range[];
	readonly header?: Range;
	readonly isNav: boolean;
};

/** A page made ready for lookups. */
export type Layout = {
	readonly view: PageView;
	readonly nodes: readonly PageNode[];
	readonly nodeOf: ReadonlyMap<number, PageNode>;
	/** Number of nodes before each line, one entry more than there are lines. */
	readonly starts: readonly number[];
	/** The last line of what each line encloses. */
	readonly lastOf: readonly number[];
	readonly groups: readonly Group[];
	/** Folded once for each text of a page. */
	readonly phrase: (text: string) => Phrase;
	/** Stems of the words by which headings, columns, regions and the title name the sorts of things on the page. */
	readonly kinds: () => ReadonlySet<string>;
};

export const whole = ({ nodes }: Layout): Range => ({ from: 0, to: nodes.length - 1 });
export const isIn = ({ from, to }: Range, order: number): boolean => order >= from && order <= to;
export const isWithin = (inner: Range, outer: Range): boolean => inner.from >= outer.from && inner.to <= outer.to;
export const nodesIn = ({ nodes }: Layout, { from, to }: Range): readonly PageNode[] => nodes.slice(from, to + 1);

/** A line with all that it encloses, or up to another line. */
export function rangeOfLine({ starts, lastOf }: Layout, line: number, last = lastOf[line] ?? line): Range {
	return { from: starts[line] ?? 0, to: (starts[last + 1] ?? 0) - 1 };
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

const known = new WeakMap<PageView, Layout>();

/** Lays a page out for lookups, once for each view. Linear in its size. */
export function layoutOf(view: PageView): Layout {
	const before = known.get(view);
	if (before !== undefined) return before;
	const layout = read(view);
	known.set(view, layout);
	return layout;
}

function read(view: PageView): Layout {
	const nodes: PageNode[] = [];
	const nodeOf = new Map<number, PageNode>();
	const starts: number[] = [];
	const add = (node: PageNode) => {
		nodes.push(node);
		if (node.element !== undefined) nodeOf.set(node.element.id, node);
	};
	const addParts = (parts: readonly LinePart[], at: { readonly line: number; readonly cell: number }, inside: readonly number[]) => {
		for (const part of parts) {
			if (part.kind === "text") {
				const text = part.text.trim();
				if (text !== "") add({ ...at, order: nodes.length, text, inside });
				continue;
			}
			const element = view.elements.get(part.id);
			if (element === undefined || nodeOf.has(element.id)) continue;
			add({ ...at, order: nodes.length, text: element.name, element, inside });
			const [only] = element.parts;
			// A control's only text is its name, which stands there already.
			if (element.parts.length === 1 && only?.kind === "text" && only.text === element.name) continue;
			addParts(element.parts, at, [...inside, element.id]);
		}
	};
	const open: { readonly id: number; readonly depth: number }[] = [];
	for (const line of view.lines) {
		starts.push(nodes.length);
		while ((open.at(-1)?.depth ?? -1) >= line.depth) open.pop();
		const around = open.map(({ id }) => id);
		const region = line.id === undefined ? undefined : view.elements.get(line.id);
		const at = { line: line.index, cell: 0 };
		if (region !== undefined) add({ ...at, order: nodes.length, text: region.name, element: region, inside: around });
		else if (line.kind === "region" && (line.name ?? "") !== "") add({ ...at, order: nodes.length, text: line.name ?? "", inside: around });
		const inside = region === undefined ? around : [...around, region.id];
		for (const [cell, parts] of line.cells.entries()) addParts(parts, { line: line.index, cell }, inside);
		const [only] = line.cells.length === 1 ? (line.cells[0] ?? []) : [];
		// A control around much content stands alone on its line, with what it holds one level deeper.
		const holder = region?.id ?? (line.cells[0]?.length === 1 && only?.kind === "element" ? only.id : undefined);
		if (holder !== undefined) open.push({ id: holder, depth: line.depth });
	}
	starts.push(nodes.length);
	const lastOf = view.lines.map(({ index }) => index);
	for (let index = view.lines.length - 1; index >= 0; index -= 1) {
		const parent = view.lines[index]?.parent ?? -1;
		if (parent >= 0) lastOf[parent] = Math.max(lastOf[parent] ?? parent, lastOf[index] ?? index);
	}
	const phrases = new Map<string, Phrase>();
	const phrase = (text: string): Phrase => {
		const made = phrases.get(text) ?? phraseOf(text);
		phrases.set(text, made);
		return made;
	};
	let kinds: ReadonlySet<string> | undefined;
	const layout: { -readonly [Key in keyof Layout]: Layout[Key] } = {
		view,
		nodes,
		nodeOf,
		starts,
		lastOf,
		groups: [],
		phrase,
		kinds: () => new Set(),
	};
	layout.groups = groupsOf(layout);
	layout.kinds = () => {
		kinds ??= kindsOf(layout);
		return kinds;
	};
	return layout;
}

function kindsOf({ view, nodes, groups, phrase }: Layout): ReadonlySet<string> {
	const titles = view.lines.flatMap(({ kind, name, text }) => (kind === "heading" ? [text] : kind === "region" ? [name ?? ""] : []));
	const columns = groups.flatMap(({ header }) =>
		header === undefined ? [] : nodes.slice(header.from, header.to + 1).map(({ text }) => text),
	);
	const counts = nodes.flatMap(({ text }) => /^\d+ ([\p{L} ]{2,30})$/u.exec(text)?.[1] ?? []);
	const short = [...titles, ...columns, ...counts].filter((text) => text.length <= 40);
	return new Set(
		short.flatMap((text) =>
			phrase(text)
				.words.filter((word) => !/\d/.test(word))
				.map(stem),
		),
	);
}
