import type { ElementView, LinePart, PageView } from "@webhand/page/parse/view";

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

/** Lays a page out for lookups. Linear in its size, but for the repeats of a level, which cost eight comparisons a line. */
export function layoutOf(view: PageView): Layout {
	const spots: Spot[] = [];
	const spotOf = new Map<number, Spot>();
	const spotsOfLine: Spot[][] = view.lines.map(() => []);
	const add = (spot: Spot) => {
		spots.push(spot);
		spotsOfLine[spot.line]?.push(spot);
		if (spot.element !== undefined) spotOf.set(spot.element.id, spot);
	};
	// Spots are written out: there are a thousand to a page, and spreading objects into each other took most of the time.
	const addParts = (parts: readonly LinePart[], at: { readonly line: number; readonly cell: number }, inside: readonly number[]) => {
		const { line, cell } = at;
		for (const part of parts) {
			if (part.kind === "text") {
				const text = part.text.trim();
				if (text !== "") add({ order: spots.length, line, cell, text, inside });
				continue;
			}
			const element = view.elements.get(part.id);
			if (element === undefined || spotOf.has(element.id)) continue;
			add({ order: spots.length, line, cell, text: element.name, element, inside });
			// A control's only text is its name, which stands there already.
			const [only] = element.parts;
			if (!(element.parts.length === 1 && only?.kind === "text" && only.text === element.name))
				addParts(element.parts, at, [...inside, element.id]);
		}
	};
	const open: { readonly id: number; readonly depth: number }[] = [];
	for (const line of view.lines) {
		while ((open.at(-1)?.depth ?? -1) >= line.depth) open.pop();
		const around = open.map(({ id }) => id);
		const region = line.id === undefined ? undefined : view.elements.get(line.id);
		const start = { order: spots.length, line: line.index, cell: 0, inside: around };
		if (region !== undefined) add({ ...start, text: region.name, element: region });
		else if (line.kind === "region" && (line.name ?? "") !== "") add({ ...start, text: line.name ?? "" });
		const inside = region === undefined ? around : [...around, region.id];
		for (const [cell, parts] of line.cells.entries()) addParts(parts, { line: line.index, cell }, inside);
		const holder = region?.id ?? soleElement(line.cells);
		if (holder !== undefined) open.push({ id: holder, depth: line.depth });
	}
	hang(view, spots);
	const lastOf = lastLines(view);
	const groups = groupsOf(view, spotsOfLine, lastOf);
	return { view, spots, spotOf, spotsOfLine, lastOf, groups, blocksOfLine: blocksByLine(view.lines.length, groups) };
}

/** An open menu is often put at the end of the page: its items belong to the one control that is open, else to the one that has the focus. */
function hang(view: PageView, spots: readonly Spot[]): void {
	const items = spots.filter(({ element, line }) => element?.type === "menuitem" && !isInNavigation(view, line));
	if (items.length === 0) return;
	const open = spots.filter(({ element }) => element?.type === "button" && element.states.has("expanded"));
	const [first, ...others] = open.length > 0 ? open : spots.filter(({ element }) => element?.type === "button");
	const opener = open.length > 0 && others.length === 0 ? first : [first, ...others].find((spot) => spot?.element?.states.has("focused"));
	if (opener === undefined) return;
	for (const item of items as (Spot & { opener?: Spot })[]) item.opener = opener;
}

// A control around much content stands alone on its line, with what it holds one level deeper.
function soleElement(cells: readonly (readonly LinePart[])[]): number | undefined {
	const only = cells.length === 1 && cells[0]?.length === 1 ? cells[0][0] : undefined;
	return only?.kind === "element" ? only.id : undefined;
}

function lastLines(view: PageView): readonly number[] {
	const last = view.lines.map((line) => line.index);
	for (let index = view.lines.length - 1; index >= 0; index -= 1) {
		const parent = view.lines[index]?.parent ?? -1;
		if (parent >= 0) last[parent] = Math.max(last[parent] ?? parent, last[index] ?? index);
	}
	return last;
}

const maxPeriod = 8;

function groupsOf(view: PageView, spotsOfLine: readonly (readonly Spot[])[], lastOf: readonly number[]): readonly Group[] {
	const children = new Map<number, number[]>();
	for (const line of view.lines) {
		const siblings = children.get(line.parent);
		if (siblings === undefined) children.set(line.parent, [line.index]);
		else siblings.push(line.index);
	}
	const signs = signatures(view, spotsOfLine);
	const groups: Group[] = [];
	for (const siblings of children.values()) {
		// The siblings of a navigation region are none of it: what counts is where the run itself stands.
		for (const blocks of runsOf(siblings, { view, signs, lastOf, spotsOfLine }))
			groups.push({ blocks, isNavigation: isInNavigation(view, blocks[0]?.first ?? 0) });
	}
	for (const line of view.lines) {
		const inLine = rowOfLikes(spotsOfLine[line.index] ?? []);
		if (inLine.length > 1) groups.push({ blocks: inLine, isNavigation: isInNavigation(view, line.index) });
	}
	return groups;
}

/** What a line is made of, children included: kinds and control types, each once. Texts do not count. */
function signatures(view: PageView, spotsOfLine: readonly (readonly Spot[])[]): readonly string[] {
	const types: (Set<string> | undefined)[] = [];
	for (const [index, spots] of spotsOfLine.entries())
		for (const { element } of spots) {
			if (element === undefined) continue;
			types[index] ??= new Set();
			types[index].add(element.type);
		}
	for (let index = view.lines.length - 1; index >= 0; index -= 1) {
		const parent = view.lines[index]?.parent ?? -1;
		const own = types[index];
		if (parent < 0 || own === undefined) continue;
		types[parent] ??= new Set();
		for (const type of own) types[parent].add(type);
	}
	return view.lines.map((line, index) => {
		const own = types[index];
		return `${line.kind}${line.level}${line.region ?? ""}:${own === undefined ? "" : [...own].sort().join(",")}`;
	});
}

type Context = {
	readonly view: PageView;
	readonly signs: readonly string[];
	readonly lastOf: readonly number[];
	readonly spotsOfLine: readonly (readonly Spot[])[];
};

/** Runs of like siblings: items and rows always, other lines where a pattern of up to eight lines repeats. */
function runsOf(siblings: readonly number[], context: Context): readonly (readonly Block[])[] {
	const { view, signs, lastOf } = context;
	const runs: (readonly Block[])[] = [];
	const signAt = (position: number) => signs[siblings[position] ?? -1] ?? "";
	const kindAt = (position: number) => view.lines[siblings[position] ?? -1]?.kind ?? "text";
	const block = (from: number, to: number): Block => {
		const first = siblings[from] ?? 0;
		const last = lastOf[siblings[to] ?? 0] ?? first;
		return { first, last, ...spanOf(context.spotsOfLine, first, last) };
	};
	let at = 0;
	while (at < siblings.length) {
		const kind = kindAt(at);
		let end = at;
		if (kind === "item" || kind === "row") {
			while (end + 1 < siblings.length && kindAt(end + 1) === kind) end += 1;
			const from = at;
			runs.push(Array.from({ length: end - at + 1 }, (_, offset) => block(from + offset, from + offset)));
		}
		at = end + 1;
	}
	at = 0;
	while (at < siblings.length) {
		const kind = kindAt(at);
		const period = kind === "item" || kind === "row" ? undefined : periodAt(at, siblings.length, signAt);
		if (period === undefined) {
			at += 1;
			continue;
		}
		let count = 1;
		while (repeats(at + count * period, { period, from: at, length: siblings.length, signAt })) count += 1;
		const from = at;
		runs.push(Array.from({ length: count }, (_, turn) => block(from + turn * period, from + turn * period + period - 1)));
		at += count * period;
	}
	return runs;
}

type Signs = { readonly period: number; readonly from: number; readonly length: number; readonly signAt: (position: number) => string };

function repeats(at: number, { period, from, length, signAt }: Signs): boolean {
	if (at + period > length) return false;
	for (let offset = 0; offset < period; offset += 1) if (signAt(at + offset) !== signAt(from + offset)) return false;
	return true;
}

/** The shortest pattern, holding a control, that stands here twice in a row. */
function periodAt(at: number, length: number, signAt: (position: number) => string): number | undefined {
	for (let period = 1; period <= maxPeriod; period += 1) {
		if (!repeats(at + period, { period, from: at, length, signAt })) continue;
		const hasControl = Array.from({ length: period }, (_, offset) => signAt(at + offset)).some((sign) => !sign.endsWith(":"));
		if (hasControl) return period;
	}
	return undefined;
}

function spanOf(spotsOfLine: readonly (readonly Spot[])[], first: number, last: number): { readonly from: number; readonly to: number } {
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

/** Pairs of text and control that repeat on one line ("A <checkbox> B <checkbox>"): one block each. */
function rowOfLikes(spots: readonly Spot[]): readonly Block[] {
	const outer = spots.filter((spot) => spot.inside.length === 0);
	const signs = outer.map((spot) => spot.element?.type ?? "text");
	for (let period = 2; period <= 4; period += 1) {
		if (signs.length < 2 * period || !signs.slice(0, period).includes("text") || signs.slice(0, period).every((sign) => sign === "text"))
			continue;
		const count = Math.floor(signs.length / period);
		if (!signs.slice(0, count * period).every((sign, index) => sign === signs[index % period])) continue;
		return Array.from({ length: count }, (_, turn) => {
			const first = outer[turn * period];
			const next = outer[(turn + 1) * period];
			const last = spots.at(-1);
			const line = first?.line ?? 0;
			return { first: line, last: line, from: first?.order ?? 0, to: (next?.order ?? (last?.order ?? 0) + 1) - 1 };
		});
	}
	return [];
}

function isInNavigation(view: PageView, line: number): boolean {
	for (let at = view.lines[line]?.parent ?? -1; at >= 0; at = view.lines[at]?.parent ?? -1)
		if (view.lines[at]?.region === "nav") return true;
	return view.lines[line]?.region === "nav";
}

/** True when the spot, or what opened the menu around it, lies in the block. */
export function isIn(block: Block, { order, opener }: Spot): boolean {
	return (order >= block.from && order <= block.to) || (opener !== undefined && isIn(block, opener));
}

function blocksByLine(count: number, groups: readonly Group[]): readonly (readonly Block[])[] {
	const byLine: Block[][] = Array.from({ length: count }, () => []);
	for (const { blocks } of groups) {
		if (blocks.length < 2) continue;
		for (const block of blocks) for (let line = block.first; line <= block.last; line += 1) byLine[line]?.push(block);
	}
	for (const blocks of byLine) blocks.sort((left, right) => left.to - left.from - (right.to - right.from));
	return byLine;
}

/** The blocks of like siblings around a spot, the smallest first. */
export function blocksAround(layout: Layout, spot: Spot): readonly Block[] {
	const own = (layout.blocksOfLine[spot.line] ?? []).filter((block) => isIn(block, spot));
	return spot.opener === undefined ? own : [...own, ...blocksAround(layout, spot.opener)];
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
