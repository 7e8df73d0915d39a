import type { ElementView } from "@webhand/page/parse/view";
import type { Finder } from "../../page/find/finder.ts";
import type { Block } from "../../page/layout.ts";
import { blocksAround, isIn } from "../../page/layout.ts";
import { isColumnName } from "../../page/read/columns.ts";
import { boxOf, isList, isTextField, isToggle } from "../../page/roles.ts";
import type { DragGoal, Intent, Thing } from "../../sentence/clause.ts";
import { numberIn } from "../../words/math.ts";
import type { Move, Scene } from "../move.ts";
import { calledOf, referentTo, unresolved, untried } from "../move.ts";
import { controlAt } from "../pin.ts";
import { isSeveral } from "./meant.ts";

const anything = (element: ElementView): number => (element.type === "frame" || element.type === "scroll" ? 0.2 : 1);
const defaultPixels = 100;

/** Drags a thing: into another one, to a place in its list, or some way in a direction. */
export function dragMove(intent: Extract<Intent, { readonly kind: "drag" }>, scene: Scene): Move {
	const { finder, memory } = scene;
	if (intent.goal.kind === "order") return sortMove(intent.goal.direction, scene);
	if (memory.part > 0) return { kind: "end" };
	if (isSeveral(intent.thing, scene)) return { kind: "stuck", reason: "I drag one thing at a time, and several are named", isFinal: true };
	const grip = gripOf(intent.thing, scene);
	if (grip.kind === "move") return grip.move;
	const { element } = grip;
	const { goal } = intent;
	switch (goal.kind) {
		case "direction": {
			const thought = `I drag ${calledOf(finder, element)} ${goal.direction}.`;
			return dragBy(element, { ...stepIn(goal.direction, goal.pixels ?? defaultPixels), thought }, scene);
		}
		case "position":
			return toPlace(element, (count) => (goal.position > 0 ? goal.position - 1 : count + goal.position), scene);
		case "steps":
			return toPlace(element, (count, at) => at + stepsOf(goal, columnsOf(count)), scene);
		case "cell":
			return toPlace(
				element,
				(count) => Math.round(goal.row * (rowsOf(count) - 1)) * columnsOf(count) + Math.round(goal.column * (columnsOf(count) - 1)),
				scene,
			);
		case "thing":
			return toThing(element, goal, scene);
	}
}

type Grip = { readonly kind: "control"; readonly element: ElementView } | { readonly kind: "move"; readonly move: Move };

/** What the pointer takes hold of: the control, the control in the block that carries the words, or the words themselves. */
function gripOf(thing: Thing, scene: Scene): Grip {
	const { finder } = scene;
	const found = untried(finder.find(asShape(thing), anything), scene);
	if (found.kind === "one") return { kind: "control", element: found.match.element };
	const spot = thing.name === "" ? undefined : finder.anchors({ ...thing, places: [] })[0];
	const block = spot === undefined ? undefined : blocksAround(finder.layout, spot)[0];
	const inside =
		block === undefined ? undefined : finder.layout.spots.slice(block.from, block.to + 1).find((one) => one.element !== undefined)?.element;
	if (inside !== undefined) return { kind: "control", element: inside };
	const at = spot === undefined ? undefined : controlAt(spot, scene);
	return at ?? { kind: "move", move: unresolved(thing, found) };
}

// A list of 4, 9, 16 … short items that is not written below one another may be a grid; only the square ones are taken for one.
const columnsOf = (count: number): number => (count >= 4 && Number.isInteger(Math.sqrt(count)) ? Math.sqrt(count) : 1);
const rowsOf = (count: number): number => Math.ceil(count / columnsOf(count));

function stepsOf({ direction, count }: Extract<DragGoal, { readonly kind: "steps" }>, columns: number): number {
	const row = direction === "up" || direction === "down" ? columns : 1;
	return (direction === "up" || direction === "left" ? -count : count) * row;
}

/** What sorts a column, is ticked or is typed into is no place to drop a thing: "to the next stage" is none of them. */
function takesNothing(element: ElementView, { finder }: Scene): boolean {
	if (isToggle(element) || isList(element) || isTextField(element)) return true;
	const spot = finder.layout.spotOf.get(element.id);
	return element.type === "button" && spot !== undefined && isColumnName(finder, spot);
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

/** The blocks of the list around a spot, and which of them the spot is in. */
function listAround(finder: Finder, element: ElementView): { readonly blocks: readonly Block[]; readonly at: number } | undefined {
	const spot = finder.layout.spotOf.get(element.id);
	if (spot === undefined) return undefined;
	const groups = finder.layout.groups.filter(({ blocks }) => blocks.length > 1 && blocks.some((block) => isIn(block, spot)));
	const group = groups.reduce<(typeof groups)[number] | undefined>(
		(best, one) => (best === undefined || one.blocks.length > best.blocks.length ? one : best),
		undefined,
	);
	return group === undefined ? undefined : { blocks: group.blocks, at: group.blocks.findIndex((block) => isIn(block, spot)) };
}

/** Drags an item to where another one of its list stands. */
function toPlace(element: ElementView, placeOf: (count: number, at: number) => number, scene: Scene): Move {
	const { finder } = scene;
	const list = listAround(finder, element);
	if (list === undefined) return { kind: "stuck", reason: `${calledOf(finder, element)} stands in no list` };
	const place = placeOf(list.blocks.length, list.at);
	const block = list.blocks[place];
	if (block === undefined) return { kind: "stuck", reason: `The list has only ${list.blocks.length} places` };
	if (place === list.at) return { kind: "end" };
	const spots = finder.layout.spots.slice(block.from, block.to + 1);
	const spot = spots.find((one) => one.element?.type === element.type) ?? spots.find((one) => one.element !== undefined) ?? spots[0];
	const at = spot === undefined ? undefined : controlAt(spot, scene);
	if (at === undefined) return { kind: "stuck", reason: "I cannot get hold of the place to drag to" };
	return at.kind === "move"
		? at.move
		: dragPast(element, { target: at.element, way: { columns: columnsOf(list.blocks.length), at: list.at, place } }, scene);
}

type Way = { readonly columns: number; readonly at: number; readonly place: number };

// Lists that sort themselves give way once the pointer is past the middle of the other item.
const past = 10;
const grip = 8;

function dragPast(element: ElementView, { target, way }: { readonly target: ElementView; readonly way: Way }, scene: Scene): Move {
	const down = Math.sign(Math.floor(way.place / way.columns) - Math.floor(way.at / way.columns));
	const across = way.columns === 1 ? 0 : Math.sign((way.place % way.columns) - (way.at % way.columns));
	const to = { kind: "points", x: grip, y: grip, id: target.id, x2: grip + past * across, y2: grip + past * down } as const;
	const { finder } = scene;
	return {
		kind: "act",
		action: { name: "drag", id: element.id, to },
		thought: `I drag ${calledOf(finder, element)} to where ${calledOf(finder, target)} stands.`,
		expect: { kind: "any_change" },
		target: element,
		then: "next",
		learned: { referent: referentTo(finder, element) },
	};
}

/** The items of the list around an element, by their first control each. */
function siblingsOf(finder: Finder, element: ElementView): readonly ElementView[] {
	const blocks = listAround(finder, element)?.blocks ?? [];
	const listed = blocks.flatMap(
		(block) => finder.layout.spots.slice(block.from, block.to + 1).find((one) => one.element !== undefined)?.element ?? [],
	);
	return listed.includes(element) ? listed : [...finder.view.elements.values()].filter((other) => other.type === element.type);
}

function toThing(element: ElementView, goal: Extract<DragGoal, { readonly kind: "thing" }>, scene: Scene): Move {
	const { finder } = scene;
	const found = untried(
		finder.find(asShape(goal.thing), (candidate) => (candidate === element || takesNothing(candidate, scene) ? 0 : anything(candidate))),
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
