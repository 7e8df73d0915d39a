import type { ElementView } from "@webhand/page/parse/view";
import type { Move, Scene } from "../../act/move.ts";
import { quoted } from "../../act/move.ts";
import type { Block, Layout } from "../../page/layout.ts";
import { isIn } from "../../page/layout.ts";
import { nameOf } from "../../page/names.ts";
import type { Intent, Thing } from "../../sentence/clause.ts";

const leastLikeness = 0.5;

/** An action that may bring a missing thing into reach, and the key of the place it looks at. */
export type Exploration = { readonly move: Extract<Move, { readonly kind: "act" }>; readonly place: string };

/** Several that may be meant are not looked behind one after another. */
export type Tied = Extract<Move, { readonly kind: "tied" }>;

/** One way to look for a thing; undefined where it has no place left that was not looked at. */
export type Way = (thing: Thing, scene: Scene, intent: Intent) => Exploration | Tied | undefined;

export const isNew = (scene: Scene, place: string): boolean => !scene.memory.visited.includes(place);

export function clicked(element: ElementView, thought: string, place: string): Exploration {
	return {
		move: { kind: "act", action: { name: "click", id: element.id }, thought, expect: { kind: "any_change" }, then: "again" },
		place,
	};
}

/** A question presses only what is called like what it asks for: nobody who asks wants menus opened and lists filtered. */
export function isAskedFor(
	element: ElementView,
	thing: Thing,
	{ intent, scene }: { readonly intent: Intent; readonly scene: Scene },
): boolean {
	if (intent.kind !== "read") return true;
	return scene.finder.nameScore(element, nameOf(thing.whole), false) >= leastLikeness;
}

/** True for what stands alike in each row or card ("⋮"): it is for what is done to that one. */
export function isOfEachItem(layout: Layout, element: ElementView): boolean {
	const isLike = (other: ElementView | undefined) => other?.type === element.type && other.name === element.name;
	const holds = ({ from, to }: Block, isOne: (other: ElementView | undefined) => boolean) =>
		layout.spots.slice(from, to + 1).some((spot) => isOne(spot.element));
	return (
		isOfRow(layout, element) ||
		layout.groups.some(
			({ blocks }) =>
				blocks.some((block) => holds(block, (other) => other?.id === element.id)) &&
				blocks.filter((block) => holds(block, isLike)).length > 1,
		)
	);
}

/** True for what stands in a row of a table, be it the only one left: what is behind it is done to that row. */
export function isOfRow({ groups, spotOf, view }: Layout, element: ElementView): boolean {
	const spot = spotOf.get(element.id);
	if (spot === undefined || view.lines[spot.line]?.kind !== "row") return false;
	return groups.some(({ blocks }) => blocks.length > 1 && blocks.slice(1).some((block) => isIn(block, spot)));
}

export const wanted = (thing: Thing): string => (thing.whole === "" ? "it" : quoted(thing.whole));

export function siteOf(url: string): string {
	return URL.canParse(url) ? new URL(url).pathname : url;
}

export const textsOf = (element: ElementView): readonly string[] => [element.name, element.content, element.attributes.get("hint") ?? ""];
