import type { ElementView, PageView } from "@webhand/page/parse/view";

/** A piece of the page in reading order: a run of text, or a control. `inside` are the ids of the controls around it. */
export type Spot = {
	readonly order: number;
	readonly line: number;
	readonly cell: number;
	readonly text: string;
	readonly element?: ElementView;
	readonly inside: readonly number[];
	/** What opened the menu that it is an item of, where the menu stands elsewhere on the page: it belongs there. */
	readonly opener?: Spot;
};

/** Lines `first` to `last` of the page; where a row of look-alikes stands on one line, only the spots from `from` to `to` of it. */
export type Block = { readonly first: number; readonly last: number; readonly from: number; readonly to: number };

/** Like siblings: the items of a list, the rows of a table, cards in a row. `isNavigation`: they stand in a navigation region. */
export type Group = { readonly blocks: readonly Block[]; readonly isNavigation: boolean };

/** A page made ready for looking things up. `lastOf[i]` is the last line of what line i encloses. */
export type Layout = {
	readonly view: PageView;
	readonly spots: readonly Spot[];
	readonly spotOf: ReadonlyMap<number, Spot>;
	readonly spotsOfLine: readonly (readonly Spot[])[];
	readonly lastOf: readonly number[];
	readonly groups: readonly Group[];
	/** Blocks of like siblings by line, the smallest first. */
	readonly blocksOfLine: readonly (readonly Block[])[];
};

/** True when the spot, or what opened the menu around it, lies in the block. */
export function isIn(block: Block, { order, opener }: Spot): boolean {
	return (order >= block.from && order <= block.to) || (opener !== undefined && isIn(block, opener));
}

const hungOf = new WeakMap<Layout, readonly Spot[]>();

/** The spots that lie in a block, in reading order, without looking through the whole page for them. */
export function spotsIn(layout: Layout, block: Block): readonly Spot[] {
	const hung = hungOf.get(layout) ?? layout.spots.filter(({ opener }) => opener !== undefined);
	hungOf.set(layout, hung);
	const elsewhere = hung.filter((spot) => (spot.order < block.from || spot.order > block.to) && isIn(block, spot));
	return [
		...elsewhere.filter(({ order }) => order < block.from),
		...layout.spots.slice(block.from, block.to + 1),
		...elsewhere.filter(({ order }) => order >= block.from),
	];
}

/** The blocks of like siblings around a spot, the smallest first. */
export function blocksAround(layout: Layout, spot: Spot): readonly Block[] {
	const own = (layout.blocksOfLine[spot.line] ?? []).filter((block) => isIn(block, spot));
	return spot.opener === undefined ? own : [...own, ...blocksAround(layout, spot.opener)];
}

/** The spots of a run of lines, from the first to the last. */
export function spanOf(
	spotsOfLine: readonly (readonly Spot[])[],
	first: number,
	last: number,
): { readonly from: number; readonly to: number } {
	let from = Number.POSITIVE_INFINITY;
	let to = -1;
	for (let line = first; line <= last; line += 1) {
		for (const spot of spotsOfLine[line] ?? []) {
			from = Math.min(from, spot.order);
			to = Math.max(to, spot.order);
		}
	}
	return { from: Number.isFinite(from) ? from : 0, to };
}

/** The block of a line and all that it encloses. */
export function blockOf(layout: Layout, line: number): Block {
	const last = layout.lastOf[line] ?? line;
	return { first: line, last, ...spanOf(layout.spotsOfLine, line, last) };
}

/** The block under a heading: up to the next heading of its level or a higher one. */
export function blockUnderHeading(layout: Layout, line: number): Block {
	const heading = layout.view.lines[line];
	let last = layout.lastOf[line] ?? line;
	for (let at = line + 1; at < layout.view.lines.length; at += 1) {
		const next = layout.view.lines[at];
		if (
			next === undefined ||
			heading === undefined ||
			(next.kind === "heading" && next.level <= heading.level) ||
			next.depth < heading.depth
		)
			break;
		last = at;
	}
	return { first: line, last, ...spanOf(layout.spotsOfLine, line, last) };
}

/** What a person reads in a block, on one line, at most `limit` characters. */
export function textOfBlock(layout: Layout, block: Block, limit = 200): string {
	if (block.first === block.last && (layout.spotsOfLine[block.first]?.length ?? 0) > block.to - block.from + 1) {
		const spots = (layout.spotsOfLine[block.first] ?? []).filter(
			(spot) => isIn(block, spot) && !spot.inside.some((id) => (layout.spotOf.get(id)?.order ?? -1) >= block.from),
		);
		return spots
			.map((spot) => spot.text)
			.join(" ")
			.slice(0, limit);
	}
	const texts: string[] = [];
	for (let line = block.first; line <= block.last; line += 1) texts.push(layout.view.lines[line]?.text ?? "");
	return texts
		.filter((text) => text !== "")
		.join(" ")
		.slice(0, limit);
}
