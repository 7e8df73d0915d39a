import type { ElementView } from "@webhand/page/parse/view";
import type { Finder } from "../page/finder.ts";
import { numberIn } from "../page/finder.ts";
import { isIn } from "../page/layout.ts";
import { boxOf } from "../page/roles.ts";
import type { DragGoal, Intent, Thing } from "../sentence/clause.ts";
import type { Move, Scene } from "./move.ts";
import { calledOf, referentTo, unresolved, untried } from "./move.ts";

const anything = (element: ElementView): number => (element.type === "frame" || element.type === "scroll" ? 0.2 : 1);
const defaultPixels = 100;

/** Drags a thing: into another one, to a place in its list, or some way in a direction. */
export function dragMove(intent: Extract<Intent, { readonly kind: "drag" }>, scene: Scene): Move {
	const { finder, memory } = scene;
	if (intent.goal.kind === "order") return sortMove(intent.goal.direction, scene);
	if (memory.part > 0) return { kind: "end" };
	const found = untried(finder.find(asShape(intent.thing), anything), scene);
	if (found.kind !== "one") return unresolved(intent.thing, found);
	const { element } = found.match;
	const goal = intent.goal;
	switch (goal.kind) {
		case "direction":
			return dragBy(
				element,
				{ ...stepIn(goal.direction, goal.pixels ?? defaultPixels), thought: `I drag ${calledOf(finder, element)} ${goal.direction}.` },
				scene,
			);
		case "position":
			return toPosition(element, goal.position, scene);
		case "thing":
			return toThing(element, goal, scene);
	}
}

// "box" is a field in most sentences; what is dragged or dropped into is a shape.
function asShape(thing: Thing): Thing {
	return thing.roles.includes("shape") ? { ...thing, role: "shape", roles: ["shape"] } : thing;
}

function stepIn(direction: "up" | "down" | "left" | "right", pixels: number): { readonly dx: number; readonly dy: number } {
	if (direction === "up") return { dx: 0, dy: -pixels };
	if (direction === "down") return { dx: 0, dy: pixels };
	return { dx: direction === "left" ? -pixels : pixels, dy: 0 };
}

type Offset = { readonly dx: number; readonly dy: number };

function dragBy(element: ElementView, { dx, dy, thought }: Offset & { readonly thought: string }, scene: Scene): Move {
	return {
		kind: "act",
		action: { name: "drag", id: element.id, to: { kind: "offset", dx, dy } },
		thought,
		expect: { kind: "any_change" },
		target: element,
		then: "next",
		learned: { referent: referentTo(scene.finder, element) },
	};
}

function dragTo(element: ElementView, target: ElementView, scene: Scene): Move {
	const { finder } = scene;
	return {
		kind: "act",
		action: { name: "drag", id: element.id, to: { kind: "element", id: target.id } },
		thought: `I drag ${calledOf(finder, element)} to ${calledOf(finder, target)}.`,
		expect: { kind: "any_change" },
		target: element,
		then: "next",
		learned: { referent: referentTo(finder, element) },
	};
}

/** The list around an element, its items in order. */
function siblingsOf(finder: Finder, element: ElementView): readonly ElementView[] {
	const spot = finder.layout.spotOf.get(element.id);
	const group =
		spot === undefined
			? undefined
			: finder.layout.groups
					.filter(({ blocks }) => blocks.length > 1 && blocks.some((block) => isIn(block, spot)))
					.sort((left, right) => right.blocks.length - left.blocks.length)[0];
	const listed =
		group?.blocks.flatMap(
			(block) => finder.layout.spots.slice(block.from, block.to + 1).find((one) => one.element !== undefined)?.element ?? [],
		) ?? [];
	if (listed.includes(element)) return listed;
	return [...finder.view.elements.values()].filter((other) => other.type === element.type);
}

function toPosition(element: ElementView, position: number, scene: Scene): Move {
	const items = siblingsOf(scene.finder, element);
	const target = position > 0 ? items[position - 1] : items.at(position);
	if (target === undefined) return { kind: "stuck", reason: `The list has only ${items.length} places` };
	return target === element ? { kind: "end" } : dragTo(element, target, scene);
}

function toThing(element: ElementView, goal: Extract<DragGoal, { readonly kind: "thing" }>, scene: Scene): Move {
	const { finder } = scene;
	const found = untried(
		finder.find(asShape(goal.thing), (candidate) => (candidate === element ? 0 : anything(candidate))),
		scene,
	);
	if (found.kind !== "one") return unresolved(goal.thing, found);
	const target = found.match.element;
	const [from, to] = [boxOf(element), boxOf(target)];
	if (goal.relation === "inside" || from === undefined || to === undefined)
		return dragTo(element, besideInList(element, target, { goal, finder }) ?? target, scene);
	const gap = 10;
	const centre = { dx: to.x + to.width / 2 - from.x - from.width / 2, dy: to.y + to.height / 2 - from.y - from.height / 2 };
	const away = { x: (from.width + to.width) / 2 + gap, y: (from.height + to.height) / 2 + gap };
	const offset: Offset =
		goal.relation === "left"
			? { dx: centre.dx - away.x, dy: centre.dy }
			: goal.relation === "right"
				? { dx: centre.dx + away.x, dy: centre.dy }
				: goal.relation === "above"
					? { dx: centre.dx, dy: centre.dy - away.y }
					: goal.relation === "below"
						? { dx: centre.dx, dy: centre.dy + away.y }
						: centre;
	return dragBy(
		element,
		{
			dx: Math.round(offset.dx),
			dy: Math.round(offset.dy),
			thought: `I drag ${calledOf(finder, element)} to ${calledOf(finder, target)}.`,
		},
		scene,
	);
}

/** The item whose place the dragged one takes, when the goal is left of, right of, before or after another item. */
function besideInList(
	element: ElementView,
	target: ElementView,
	{ goal, finder }: { readonly goal: Extract<DragGoal, { readonly kind: "thing" }>; readonly finder: Finder },
): ElementView | undefined {
	if (goal.relation === "inside" || goal.relation === "next") return undefined;
	const items = siblingsOf(finder, target);
	const [at, from] = [items.indexOf(target), items.indexOf(element)];
	if (at === -1) return undefined;
	const isBefore = goal.relation === "left" || goal.relation === "above" || goal.relation === "before";
	const place = isBefore ? (from !== -1 && from < at ? at - 1 : at) : from !== -1 && from < at ? at : at + 1;
	return items[place];
}

/** Sorts a list by dragging: the item that belongs to the first wrong place goes there. */
function sortMove(direction: "ascending" | "descending", scene: Scene): Move {
	const { finder } = scene;
	const numbered = [...finder.view.elements.values()].flatMap((element) => {
		const value = /^-?\d+(?:[.,]\d+)?$/.test(element.name.trim()) ? numberIn(element.name) : undefined;
		return value === undefined ? [] : [{ element, value }];
	});
	const sorted = [...numbered].sort((left, right) => (direction === "ascending" ? left.value - right.value : right.value - left.value));
	const wrong = numbered.findIndex((one, index) => one.value !== sorted[index]?.value);
	const [moved, place] = [sorted[wrong], numbered[wrong]];
	if (moved === undefined || place === undefined) return { kind: "end" };
	const move = dragTo(moved.element, place.element, scene);
	return move.kind === "act" ? { ...move, then: "again" } : move;
}
