import type { ElementView } from "@webhand/page/parse/view";
import type { Scene } from "../../act/move.ts";
import { calledOf } from "../../act/move.ts";
import { nameOf } from "../../page/names.ts";
import { takesValue } from "../../page/roles.ts";
import type { Intent, Thing } from "../../sentence/clause.ts";
import { placeKey } from "../memory/memory.ts";
import type { Exploration } from "./places.ts";
import { clicked, isAskedFor, isNew, isOfEachItem, siteOf, wanted } from "./places.ts";

const maxScreens = 5;

/** Items of an open menu may hold menus of their own: they are pointed at, those with a like name first. */
export function inMenus(thing: Thing, scene: Scene, intent: Intent): Exploration | undefined {
	const { finder } = scene;
	const likely = nameOf(thing.name || thing.whole);
	const items = [...finder.view.elements.values()]
		.filter((element) => element.type === "menuitem" && !element.states.has("disabled"))
		.filter((element) => isAskedFor(element, thing, { intent, scene }))
		.map((element) => ({
			element,
			likeness: finder.nameScore(element, likely, false),
			place: placeKey(`menu ${element.name} ${scene.memory.clause} ${scene.memory.part}`),
		}))
		.filter(({ place }) => isNew(scene, place))
		.sort((left, right) => right.likeness - left.likeness);
	const next = items[0];
	if (next === undefined) return undefined;
	return {
		move: {
			kind: "act",
			action: { name: "hover", id: next.element.id },
			thought: `I do not see ${wanted(thing)} yet; I look below ${calledOf(finder, next.element)}.`,
			then: "again",
		},
		place: next.place,
	};
}

export function inCollapsed(thing: Thing, scene: Scene, intent: Intent): Exploration | undefined {
	const { finder } = scene;
	const mayChoose = intent.kind === "choose" || intent.kind === "click";
	const folded = [...finder.view.elements.values()].filter(
		(element) =>
			isFolded(element) &&
			!element.states.has("disabled") &&
			(mayChoose || !takesValue(element)) &&
			!isOfEachItem(finder.layout, element) &&
			isAskedFor(element, thing, { intent, scene }),
	);
	const likely = nameOf(thing.whole);
	const sorted = folded
		.map((element) => ({
			element,
			likeness: finder.nameScore(element, likely, false),
			place: placeKey(`fold ${element.name} ${siteOf(finder.view.url)} ${orderAmong(folded, element)}`),
		}))
		.filter(({ place }) => isNew(scene, place))
		.sort((left, right) => right.likeness - left.likeness);
	const next = sorted[0];
	return next === undefined
		? undefined
		: clicked(next.element, `I do not see ${wanted(thing)} yet; I open ${calledOf(finder, next.element)}.`, next.place);
}

const isFolded = (element: ElementView): boolean => element.states.has("collapsed") && element.type !== "select";
const orderAmong = (elements: readonly ElementView[], element: ElementView): number =>
	elements.filter((other) => other.name === element.name).indexOf(element);

export function inTabs(thing: Thing, scene: Scene, intent: Intent): Exploration | undefined {
	const { finder } = scene;
	// Nobody who asks wants another list shown than before.
	if (intent.kind === "read") return undefined;
	// What is to be done to something that is here is not to be found where other things are.
	if (intent.kind === "named" && intent.object.name !== "" && finder.isShown(intent.object)) return undefined;
	const tabs = [...finder.view.elements.values()].filter(
		(element) =>
			element.type === "tab" && !element.states.has("selected") && !element.states.has("current") && !element.states.has("disabled"),
	);
	const next = tabs
		.map((element) => ({ element, place: placeKey(`tab ${element.name} ${siteOf(finder.view.url)} ${scene.memory.clause}`) }))
		.find(({ place }) => isNew(scene, place));
	return next === undefined
		? undefined
		: clicked(next.element, `I do not see ${wanted(thing)} yet; I look in the tab ${calledOf(finder, next.element)}.`, next.place);
}

export function furtherDown(thing: Thing, scene: Scene): Exploration | undefined {
	const { finder } = scene;
	const scrollers = [...finder.view.elements.values()].filter((element) => /more below/.test(element.attributes.get("scroll") ?? ""));
	for (const element of scrollers) {
		for (let screen = 1; screen <= maxScreens; screen += 1) {
			const place = placeKey(`scroll ${element.name} ${element.id} ${screen} ${scene.memory.clause} ${scene.memory.part}`);
			if (!isNew(scene, place)) continue;
			return {
				move: {
					kind: "act",
					action: { name: "scroll", to: { kind: "direction", direction: "down", id: element.id } },
					thought: `I scroll on to look for ${wanted(thing)}.`,
					then: "again",
				},
				place,
			};
		}
	}
	return undefined;
}
