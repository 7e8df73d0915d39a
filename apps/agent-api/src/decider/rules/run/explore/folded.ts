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

/** The other tabs of the page one after another, and back to the one that it began on where none of them has it. */
export function inTabs(thing: Thing, scene: Scene, intent: Intent): Exploration | undefined {
	const { finder, memory } = scene;
	// Nobody who asks wants another list shown than before.
	if (intent.kind === "read" || isOfNoTab(thing, finder)) return undefined;
	// What is to be done to something that is here is not to be found where other things are.
	if (intent.kind === "named" && intent.object.name !== "" && finder.isShown(intent.object)) return undefined;
	const tabs = [...finder.view.elements.values()].filter(({ type, states }) => type === "tab" && !states.has("disabled"));
	const isOpen = ({ states }: ElementView) => states.has("selected") || states.has("current");
	// "Draft (2)" is the same tab once a third one stands in it.
	const keyOf = (sort: string, { name }: ElementView) =>
		placeKey(`${sort} ${name.replace(/\s*\(\d+\)$/, "")} ${siteOf(finder.view.url)} ${memory.clause}`);
	const closed = tabs.filter((tab) => !isOpen(tab));
	const next = closed.find((tab) => isNew(scene, keyOf("tab", tab)) && isNew(scene, keyOf("began", tab)));
	if (next !== undefined) {
		const look = clicked(next, `I do not see ${wanted(thing)} yet; I look in the tab ${calledOf(finder, next)}.`, keyOf("tab", next));
		const isFirst = tabs.every((tab) => isNew(scene, keyOf("tab", tab)));
		const began = isFirst ? tabs.find((tab) => isOpen(tab) && tab.line === next.line) : undefined;
		return began === undefined ? look : { ...look, move: { ...look.move, place: keyOf("began", began) } };
	}
	const began = closed.find((tab) => !isNew(scene, keyOf("began", tab)) && isNew(scene, keyOf("tab", tab)));
	return began === undefined
		? undefined
		: clicked(began, `I do not see ${wanted(thing)} there; I go back to the tab ${calledOf(finder, began)}.`, keyOf("tab", began));
}

const ofWhatIsHere =
	/^(?:save|cancel|submit|send|apply|confirm|discard|undo|reset|ok|done|continue)(?: (?:the|my|all|any))*(?: (?:changes?|form|draft|it))?$/i;

/** "Save" is for what is here; and what is marked in a list is no longer marked once another one was shown. */
const isOfNoTab = ({ whole }: Thing, { view }: Scene["finder"]): boolean =>
	ofWhatIsHere.test(whole) ||
	[...view.elements.values()].some(
		({ type, states, line }) => type === "checkbox" && states.has("checked") && /^(?:row|item)$/.test(view.lines[line]?.kind ?? ""),
	);

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
