import type { ElementView } from "@webhand/page/parse/view";
import type { Relation } from "../../sentence/clause.ts";
import type { Layout, Spot } from "../layout.ts";
import { blockOf, blocksAround, blockUnderHeading, isIn } from "../layout.ts";
import { boxOf } from "../roles.ts";

/** What a place is named after, where it stands, and how things stand to it. */
export type Anchored = { readonly anchors: readonly Spot[]; readonly relation: Relation };

// A word that stands everywhere is no place; more anchors would only cost time.
const maxAnchors = 64;

/**
 * The spots that stand at a place: below, beside, in the section or in the block of any anchor. Where several sorts of control stand
 * there, each sort's nearest is kept, so that role and name still decide.
 */
export function spotsAt(layout: Layout, spots: readonly Spot[], { anchors: all, relation }: Anchored): readonly Spot[] {
	const anchors = all.slice(0, maxAnchors);
	switch (relation) {
		case "below":
		case "after":
			return closest(besideRows(layout, spots, anchors), anchors, (spot, anchor) =>
				spot.order > anchor.order && !spot.inside.includes(anchor.element?.id ?? -1) ? spot.order - anchor.order : undefined,
			);
		case "above":
		case "before":
			return closest(besideRows(layout, spots, anchors), anchors, (spot, anchor) =>
				spot.order < anchor.order && !anchor.inside.includes(spot.element?.id ?? -1) ? anchor.order - spot.order : undefined,
			);
		case "left":
		case "right":
			return besides(spots, anchors, relation);
		case "section":
			return inSection(layout, spots, anchors);
		case "next":
		case "between":
			return together(layout, { spots, anchors }, true);
		case "inside": {
			const inside = inSection(layout, spots, anchors);
			return inside.length > 0 ? inside : together(layout, { spots, anchors }, false);
		}
		case "of":
			return together(layout, { spots, anchors }, false);
	}
}

/** What stands in the row of an anchor is neither above nor below it. */
function besideRows(layout: Layout, spots: readonly Spot[], anchors: readonly Spot[]): readonly Spot[] {
	const isRow = ({ line }: Spot) => /^(?:row|item)$/.test(layout.view.lines[line]?.kind ?? "");
	const rows = new Set(anchors.filter(isRow).map(({ line }) => line));
	return rows.size === 0 ? spots : spots.filter(({ line }) => !rows.has(line));
}

/** The spots nearest to any anchor by a distance; all of them, nearest first, so that roles and names still decide. */
function closest(
	spots: readonly Spot[],
	anchors: readonly Spot[],
	distance: (spot: Spot, anchor: Spot) => number | undefined,
): readonly Spot[] {
	const measured = spots.flatMap((spot) => {
		const all = anchors.flatMap((anchor) => distance(spot, anchor) ?? []);
		return all.length === 0 ? [] : [{ spot, away: Math.min(...all) }];
	});
	const sorted = measured.sort((left, right) => left.away - right.away);
	const nearest = sorted[0];
	if (nearest === undefined) return [];
	// Of each sort of control only the nearest counts.
	const seen = new Set<string>();
	return sorted
		.filter(({ spot }) => {
			const sort = `${spot.element?.type} ${spot.text}`;
			const type = spot.element?.type ?? "text";
			if (seen.has(sort) || seen.has(type)) return false;
			seen.add(sort).add(type);
			return true;
		})
		.map(({ spot }) => spot);
}

function besides(spots: readonly Spot[], anchors: readonly Spot[], side: "left" | "right"): readonly Spot[] {
	const boxes = anchors.flatMap((anchor) => (anchor.element === undefined ? [] : (boxOf(anchor.element) ?? [])));
	const drawn = spots.filter((spot) => spot.element !== undefined && boxOf(spot.element) !== undefined);
	if (boxes.length > 0 && drawn.length > 0)
		return drawn.filter((spot) =>
			boxes.some((box) =>
				side === "left" ? (boxOf(spot.element as ElementView)?.x ?? 0) < box.x : (boxOf(spot.element as ElementView)?.x ?? 0) > box.x,
			),
		);
	return closest(spots, anchors, (spot, anchor) => {
		if (spot.line !== anchor.line) return undefined;
		const away = side === "left" ? anchor.order - spot.order : spot.order - anchor.order;
		return away > 0 ? away : undefined;
	});
}

function inSection(layout: Layout, spots: readonly Spot[], anchors: readonly Spot[]): readonly Spot[] {
	for (const anchor of anchors) {
		const line = layout.view.lines[anchor.line];
		if (line === undefined) continue;
		const isOpening = line.kind === "region" || (layout.lastOf[anchor.line] ?? anchor.line) > anchor.line;
		const block = line.kind === "heading" ? blockUnderHeading(layout, anchor.line) : isOpening ? blockOf(layout, anchor.line) : undefined;
		const inside = block === undefined ? [] : spots.filter((spot) => isIn(block, spot) && spot !== anchor);
		if (inside.length > 0) return inside;
		const held = anchor.element === undefined ? [] : spots.filter((spot) => spot.inside.includes(anchor.element?.id ?? -1));
		if (held.length > 0) return held;
	}
	return [];
}

/** Spots in the smallest block that holds an anchor and any of them; else under the anchor's heading; else the nearest. */
function together(
	layout: Layout,
	{ spots, anchors }: { readonly spots: readonly Spot[]; readonly anchors: readonly Spot[] },
	isNearest: boolean,
): readonly Spot[] {
	const found: Spot[] = [];
	for (const anchor of anchors) {
		for (const block of blocksAround(layout, anchor)) {
			const inside = spots.filter((spot) => isIn(block, spot));
			if (inside.length === 0) continue;
			found.push(...(isNearest ? closest(inside, [anchor], (spot, from) => Math.abs(spot.order - from.order) || undefined) : inside));
			break;
		}
	}
	if (found.length > 0) return [...new Set(found)];
	// What belongs to a row stands in it: a filter above the table is of no row.
	if (!isNearest && anchors.length > 0 && anchors.every((anchor) => isListed(layout, anchor))) return [];
	const section = inSection(layout, spots, anchors);
	if (section.length > 0)
		return isNearest ? closest(section, anchors, (spot, from) => Math.abs(spot.order - from.order) || undefined) : section;
	const sameLine = spots.filter((spot) => anchors.some((anchor) => anchor.line === spot.line && anchor !== spot));
	if (sameLine.length > 0 && !isNearest) return sameLine;
	return closest(spots, anchors, (spot, from) =>
		spot.order === from.order ? undefined : spot.order > from.order ? spot.order - from.order : (from.order - spot.order) * 1.5,
	);
}

const isListed = (layout: Layout, anchor: Spot): boolean =>
	layout.groups.some(
		({ blocks, isNavigation }) =>
			!isNavigation &&
			blocks.length > 1 &&
			/^(?:row|item)$/.test(layout.view.lines[blocks[0]?.first ?? 0]?.kind ?? "") &&
			blocks.some((block) => isIn(block, anchor)),
	);
