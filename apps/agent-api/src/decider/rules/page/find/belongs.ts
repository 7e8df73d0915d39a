import type { ElementView } from "@webhand/page/parse/view";
import type { Block, Group, Layout, Spot } from "../layout.ts";
import { blockOf, isIn } from "../layout.ts";

/**
 * True for a control that stands in a row, item or card of something else than what is meant, or outside of the one that is meant: "Delete"
 * beside Bob deletes Bob and nobody else, and the one of the page deletes the page.
 *
 * @param meant where the thing that is meant stands, wherever it is named
 */
export function isOfAnother(layout: Layout, element: ElementView, meant: readonly Spot[]): boolean {
	const item = layout.spotOf.get(element.id);
	const spot = item?.opener ?? item;
	if (spot === undefined || meant.length === 0) return false;
	const own = itemAround(layout, spot);
	if (own !== undefined) return !meant.some((one) => isIn(own, one));
	return meant.every((one) => {
		const around = itemAround(layout, one);
		return (around !== undefined && !isIn(around, spot)) || areSiblings(layout, spot, one);
	});
}

/** The row, list entry or card around a spot; parts of a page under headings of their own are none. */
export function itemAround(layout: Layout, spot: Spot): Block | undefined {
	for (let at = spot.line; at >= 0; at = layout.view.lines[at]?.parent ?? -1) {
		const kind = layout.view.lines[at]?.kind;
		if (kind === "item" || kind === "row") return blockOf(layout, at);
	}
	return groupsOf(layout, spot)
		.flatMap(({ blocks }) => blocks.filter((block) => isIn(block, spot) && layout.view.lines[block.first]?.kind !== "heading"))
		.sort((left, right) => left.to - left.from - (right.to - right.from))[0];
}

/** Two spots in two cards, or in two parts of a page. */
function areSiblings(layout: Layout, one: Spot, other: Spot): boolean {
	return groupsOf(layout, one).some(({ blocks }) => blocks.some((block) => isIn(block, other) && !isIn(block, one)));
}

/** The groups of like siblings, each on lines of its own and more than one control, that a spot stands in one of. */
function groupsOf({ groups }: Layout, spot: Spot): readonly Group[] {
	return groups.filter(
		({ blocks, isNavigation }) =>
			!isNavigation &&
			blocks.length > 1 &&
			blocks[0]?.first !== blocks[1]?.first &&
			blocks.every(({ from, to }) => to > from) &&
			blocks.some((block) => isIn(block, spot)),
	);
}
