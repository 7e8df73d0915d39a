import type { LinePart, PageView } from "@webhand/page/parse/view";
import { groupsOf, isInNavigation } from "./groups.ts";
import type { Block, Group, Layout, Spot } from "./layout.ts";

/**
 * Lays a page out for lookups. Linear in its size, but for the repeats of a level, which cost eight comparisons a line.
 *
 * @param pressed the id of the control that the step before pressed: the menu that appeared since is its own
 */
export function layoutOf(view: PageView, pressed?: number): Layout {
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
	hang(view, spots, pressed === undefined ? undefined : spotOf.get(pressed));
	const lastOf = lastLines(view);
	const groups = groupsOf(view, spotsOfLine, lastOf);
	return { view, spots, spotOf, spotsOfLine, lastOf, groups, blocksOfLine: blocksByLine(view.lines.length, groups) };
}

/**
 * An open menu is often put at the end of the page: its items belong to the button that was pressed right before they appeared, else to the
 * one control that is open, else to the one that has the focus.
 */
function hang(view: PageView, spots: readonly Spot[], pressed: Spot | undefined): void {
	// The links of a menu may be a plain list: it came up in the moment that the button began to say that it is open.
	const isListed = ({ element, line }: Spot) =>
		pressed?.element?.states.has("expanded") === true &&
		element?.isNew === true &&
		(element.type === "a" || element.type === "button") &&
		view.lines[line]?.kind === "item";
	const items = spots.filter((spot) => (spot.element?.type === "menuitem" || isListed(spot)) && !isInNavigation(view, spot.line));
	if (items.length === 0) return;
	const buttons = spots.filter(({ element }) => element?.type === "button");
	const open = buttons.filter(({ element }) => element?.states.has("expanded"));
	const shown = open.length === 1 ? open[0] : buttons.find(({ element }) => element?.states.has("focused"));
	const hasJustOpened = pressed?.element?.type === "button" && items.every(({ element }) => element?.isNew === true);
	const opener = hasJustOpened ? pressed : shown;
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

function blocksByLine(count: number, groups: readonly Group[]): readonly (readonly Block[])[] {
	const byLine: Block[][] = Array.from({ length: count }, () => []);
	for (const { blocks } of groups) {
		if (blocks.length < 2) continue;
		for (const block of blocks) for (let line = block.first; line <= block.last; line += 1) byLine[line]?.push(block);
	}
	for (const blocks of byLine) blocks.sort((left, right) => left.to - left.from - (right.to - right.from));
	return byLine;
}
