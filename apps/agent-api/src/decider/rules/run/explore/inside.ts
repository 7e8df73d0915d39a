import type { PageView } from "@webhand/page/parse/view";
import type { Scene } from "../../act/move.ts";
import { calledOf, quoted } from "../../act/move.ts";
import { isDeed } from "../../page/find/deeds.ts";
import type { Spot } from "../../page/layout.ts";
import { compareNames, nameOf } from "../../page/names.ts";
import { clickable, isRadio, isToggle, takesValue } from "../../page/roles.ts";
import type { Intent, Thing } from "../../sentence/clause.ts";
import { openedKey, placeKey } from "../memory/memory.ts";
import type { Exploration } from "./places.ts";
import { clicked, isNew, wanted } from "./places.ts";

/** The thing that was found before is opened: what is to be done with it may stand inside. */
export function inReferent(thing: Thing, scene: Scene): Exploration | undefined {
	const { referent } = scene.memory;
	const element =
		referent?.id === undefined || referent.epoch !== scene.finder.view.epoch ? undefined : scene.finder.view.elements.get(referent.id);
	if (element === undefined || takesValue(element) || clickable(element) < 0.6 || scene.isTried(element)) return undefined;
	// What opened for it is in front already.
	if (scene.finder.view.dialogs.length > 0 && !isInDialog(scene.finder.view, element.line)) return undefined;
	// A choice that was made holds nothing, and what does something is not done again to look behind it.
	if (isToggle(element) || isRadio(element) || element.type === "option" || isDeed(scene.finder.layout, element)) return undefined;
	const place = placeKey(`open ${element.id} ${element.name}`);
	// What this clause opened already would be closed, or switched back; what is shown already shows no more.
	if (element.states.has("selected") || element.states.has("current")) return undefined;
	if (!isNew(scene, openedKey(element, scene))) return undefined;
	return isNew(scene, place)
		? clicked(element, `I open ${calledOf(scene.finder, element)} to look for ${wanted(thing)}.`, place)
		: undefined;
}

const isInDialog = (view: PageView, line: number): boolean =>
	line >= 0 && (view.lines[line]?.region === "dialog" || isInDialog(view, view.lines[line]?.parent ?? -1));

/** Words that stand on the page without being a control get an id by `find`. They are pressed as such: no deed is done with them. */
export function inPlainText(thing: Thing, scene: Scene, intent: Intent): Exploration | undefined {
	if (thing.name === "" || thing.role === "field") return undefined;
	if (intent.kind === "named" || intent.kind === "submit" || (intent.kind === "tick" && intent.called !== undefined)) return undefined;
	const isCalled = (least: number) => (one: Spot) =>
		one.element === undefined && compareNames(nameOf(thing.name), scene.finder.names.text(one), true) >= least;
	// At the place that the sentence names, words that go on behind the name are it too; a heading there is that of many.
	const isHeading = ({ line }: Spot) => scene.finder.view.lines[line]?.kind === "heading";
	const spot =
		scene.finder.anchors({ ...thing, places: [] }).find(isCalled(0.95)) ??
		(thing.places.length > 0 ? scene.finder.anchors(thing).find((one) => isCalled(0.8)(one) && !isHeading(one)) : undefined);
	if (spot === undefined) return undefined;
	const place = placeKey(`find ${spot.text} ${scene.finder.view.url}`);
	if (!isNew(scene, place)) return undefined;
	return {
		move: {
			kind: "act",
			action: { name: "find", what: spot.text.slice(0, 200) },
			thought: `${quoted(spot.text)} is plain text; I look whether it can be clicked.`,
			then: "again",
		},
		place,
	};
}
