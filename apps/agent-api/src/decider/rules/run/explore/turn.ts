import type { ElementView } from "@webhand/page/parse/view";
import { isPlural } from "../../act/controls/meant.ts";
import type { Scene } from "../../act/move.ts";
import { findItem } from "../../page/find/items.ts";
import { isNextName, pagerOf } from "../../page/find/pager.ts";
import type { Block } from "../../page/layout.ts";
import { nameOf } from "../../page/names.ts";
import { clickable, takesValue } from "../../page/roles.ts";
import type { Intent, Thing } from "../../sentence/clause.ts";
import { placeKey } from "../memory/memory.ts";
import { isOpener } from "./more.ts";
import type { Exploration } from "./places.ts";
import { clicked, isNew, isOfEachItem, wanted } from "./places.ts";

const maxPages = 10;

/** The next page of a list, and behind the last one those before the one where the search began. */
export function inOtherPages(thing: Thing, scene: Scene, intent: Intent): Exploration | undefined {
	if (!mayTurnPage(thing, intent, scene)) return undefined;
	return (isNew(scene, backKey(1, scene)) ? onNextPage(thing, scene) : undefined) ?? onPreviousPage(thing, scene);
}

const turning: ReadonlySet<Intent["kind"]> = new Set(["click", "open", "find", "tick", "hover", "drag", "expand", "forward", "scroll"]);

/** Pages are turned for an item that may stand on another one: for nothing that is only read, and for no field or verb that is not here. */
function mayTurnPage(thing: Thing, intent: Intent, { finder }: Scene): boolean {
	// "Of the second product": what that one does not have, the second of another page has not for it.
	const places = intent.kind === "named" ? intent.object.places : thing.places;
	if (places.some(({ anchor }) => anchor.position !== undefined && anchor.name === "")) return false;
	if (turning.has(intent.kind)) return !isSort(thing);
	const isAway = (one: Thing) => (one.name !== "" || one.places.length > 0) && !finder.isShown(one);
	if (intent.kind !== "named") return intent.kind !== "read" && thing.places.some(({ anchor }) => anchor.name !== "" && isAway(anchor));
	const isItem = intent.object.roles.includes("item") || intent.object.roles.includes("row");
	const verb = nameOf(intent.verb);
	const isDone = [...finder.view.elements.values()].some((element) => finder.nameScore(element, verb, true) >= 0.8);
	// "The last customer", "the seventh": where the list goes on.
	if (intent.object.position !== undefined && isDone) return true;
	return isAway(intent.object) && (isItem || isDone);
}

const moreNames = /^(?:more results|load more|show more|more)$/i;

/** "Next", "›", "Load more". What it is called counts before the sign that it shows. */
export const turnsPages = ({ name, content, attributes }: ElementView): boolean => {
	const called = name || content || (attributes.get("hint") ?? "");
	return isNextName(called) || moreNames.test(called.trim());
};

function onNextPage(thing: Thing, scene: Scene): Exploration | undefined {
	const { finder } = scene;
	const [next, another] = [...finder.view.elements.values()].filter(
		(element) =>
			clickable(element) >= 0.6 &&
			!element.states.has("disabled") &&
			turnsPages(element) &&
			!isOfEachItem(finder.layout, element) &&
			!isMenu(element, scene),
	);
	// A "more" at each of several things opens something of theirs; it leads to no next page.
	if (next === undefined || (another !== undefined && isOpener(next) && isOpener(another)) || isOfForm(next, scene)) return undefined;
	for (let page = 1; page <= maxPages; page += 1) {
		const place = placeKey(`page ${page} ${scene.memory.clause}`);
		if (!isNew(scene, place)) continue;
		const { seen } = findItem(finder, thing, scene.memory.seen);
		const exploration = clicked(next, `I do not see ${wanted(thing)} here; I turn to the next page.`, place);
		const isAppending = /more/i.test(next.name);
		return { ...exploration, move: { ...exploration.move, learned: { seen: isAppending ? scene.memory.seen : scene.memory.seen + seen } } };
	}
	return undefined;
}

/** A "More" that opens and closes, or behind which was looked already. */
function isMenu(element: ElementView, { memory }: Scene): boolean {
	const { states } = element;
	if (states.has("expanded") || states.has("collapsed")) return true;
	return memory.visited.includes(placeKey(`more ${element.id} ${memory.clause} ${memory.part}`));
}

/** Behind the last page the ones before that where the search began, unless it began on the first. */
function onPreviousPage(thing: Thing, scene: Scene): Exploration | undefined {
	const { finder, memory } = scene;
	const { previous, next, at } = pagerOf(finder.view);
	const turned = Array.from({ length: maxPages }, (_, page) => page + 1);
	const forward = turned.filter((page) => memory.visited.includes(placeKey(`page ${page} ${memory.clause}`))).length;
	const back = turned.find((page) => isNew(scene, backKey(page, scene)));
	// A number counts from where it was said.
	if (previous === undefined || back === undefined || thing.position !== undefined) return undefined;
	if (back === 1 && (next !== undefined || (at ?? forward + 2) - forward <= 1)) return undefined;
	return clicked(
		previous,
		`I do not see ${wanted(thing)} here either; I look on the pages before.`,
		placeKey(`back ${back} ${memory.clause}`),
	);
}

/** "Settings", "only leads": a sort of things, which is no item of a list. A name that ends so has a capital. */
const isSort = (thing: Thing): boolean => /^only /i.test(thing.whole) || (isPlural(thing) && !/\p{Lu}\S*$/u.test(thing.name));

const backKey = (page: number, { memory }: Scene): string => placeKey(`back ${page} ${memory.clause}`);

const besideSpots = 8;

/** The next step of a form, which sends what stands in its fields: it turns no page of results, unless a list without fields stands there. */
function isOfForm(next: ElementView, { finder }: Scene): boolean {
	const { layout, view } = finder;
	const at = layout.spotOf.get(next.id)?.order ?? 0;
	const before = layout.spots.slice(Math.max(0, at - besideSpots), at).flatMap((spot) => spot.element ?? []);
	const fields = next.form === undefined ? before : [...view.elements.values()].filter((element) => element.form === next.form);
	if (!fields.some((element) => takesValue(element) && element.type !== "search" && element.type !== "searchbox")) return false;
	const isResult = ({ from, to }: Block) =>
		layout.spots.slice(from, to + 1).every(({ element }) => element === undefined || !takesValue(element));
	return !layout.groups.some(({ blocks }) => blocks.length >= 3 && blocks.every(isResult));
}
