import type { ElementView } from "@webhand/page/parse/view";
import type { Finder } from "../page/find/finder.ts";
import type { Spot } from "../page/layout.ts";
import { sourceField } from "../page/read/texts.ts";
import { placeKey } from "../run/memory/memory.ts";
import type { Value } from "../sentence/clause.ts";
import type { Move, Scene } from "./move.ts";
import { calledOf, quoted } from "./move.ts";

/**
 * The control at a spot. Plain text has none: `find` gives it a number, so that it can be clicked or dragged from the next look on;
 * asked for once per text and part.
 */
export function controlAt(
	spot: Spot,
	scene: Scene,
): { readonly kind: "control"; readonly element: ElementView } | { readonly kind: "move"; readonly move: Move } | undefined {
	const element = spot.element ?? innermost(spot, scene.finder);
	if (element !== undefined) return { kind: "control", element };
	const place = placeKey(`find ${spot.text} ${scene.memory.clause} ${scene.memory.part}`);
	if (scene.memory.visited.includes(place)) return undefined;
	const move: Move = {
		kind: "act",
		action: { name: "find", what: spot.text.slice(0, 200) },
		thought: `${quoted(spot.text)} is plain text; I look it up to get hold of it.`,
		then: "again",
		place,
	};
	return { kind: "move", move };
}

function innermost(spot: Spot, finder: Finder): ElementView | undefined {
	const around = spot.inside.at(-1);
	const element = around === undefined ? undefined : finder.view.elements.get(around);
	return element?.type === "scroll" || element?.type === "frame" || element?.type === "menu" ? undefined : element;
}

/** Looks up the whole value where the page text cuts off the field that a value is to be read from. */
export function lookFirst(value: Value, scene: Scene): Move | undefined {
	const { finder, memory } = scene;
	const field = sourceField(finder, value);
	if (field === undefined || finder.whole?.id === field.id || !finder.valueOf(field).endsWith("\u2026")) return undefined;
	const place = placeKey(`whole ${field.id} ${memory.clause} ${memory.part}`);
	if (memory.visited.includes(place)) return undefined;
	return {
		kind: "act",
		action: { name: "expand", id: field.id },
		thought: `The text shown is cut off, so I look up the rest of ${calledOf(finder, field)}.`,
		then: "again",
		place,
	};
}
