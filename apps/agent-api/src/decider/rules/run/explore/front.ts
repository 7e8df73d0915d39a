import { closingControl } from "../../act/look/close.ts";
import type { Scene } from "../../act/move.ts";
import { calledOf } from "../../act/move.ts";
import { isTextField } from "../../page/roles.ts";
import type { Thing } from "../../sentence/clause.ts";
import { emptyThing } from "../../sentence/nouns/plain.ts";
import { placeKey } from "../memory/memory.ts";
import type { Exploration } from "./places.ts";
import { clicked, isNew, wanted } from "./places.ts";

/** What stands behind the dialog in front. */
export function behindDialog(thing: Thing, scene: Scene): Exploration | undefined {
	const { finder } = scene;
	const isModal = finder.view.lines.some((line) => line.kind === "collapsed" && /behind the dialog/.test(line.text));
	if (finder.view.dialogs.length === 0 && !isModal) return undefined;
	return holdsTyped(finder) ? undefined : uncover(thing, scene);
}

/** What stands in the fields of a dialog is lost when it is closed. */
function holdsTyped({ view }: Scene["finder"]): boolean {
	const isInside = (line: number): boolean =>
		line >= 0 && (view.lines[line]?.region === "dialog" || isInside(view.lines[line]?.parent ?? -1));
	return [...view.elements.values()].some(
		(element) => isTextField(element) && (element.attributes.get("value") ?? element.content) !== "" && isInside(element.line),
	);
}

/** Closes what lies over the page: a dialog, or controls that appeared over others that are now covered. */
export function uncover(thing: Thing, scene: Scene): Exploration | undefined {
	const { finder } = scene;
	const elements = [...finder.view.elements.values()];
	const isDialog = finder.view.dialogs.length > 0;
	const free = elements.filter((element) => !element.states.has("covered") && !element.states.has("disabled"));
	if (!isDialog && !elements.some((element) => element.states.has("covered"))) return undefined;
	const place = placeKey(
		`dialog ${finder.view.dialogs.map((dialog) => dialog.name).join()} ${free.map((element) => element.id).join()} ${scene.memory.clause} ${scene.memory.part}`,
	);
	if (!isNew(scene, place)) return undefined;
	const closer = closingControl(
		isDialog ? scene : { ...scene, isTried: (element) => !free.includes(element) || scene.isTried(element) },
		isDialog ? undefined : emptyThing,
	);
	if (closer !== undefined)
		return clicked(closer, `Something is in front; I close it with ${calledOf(finder, closer)} to get at ${wanted(thing)}.`, place);
	if (!isDialog) return undefined;
	return {
		move: {
			kind: "act",
			action: { name: "press", keys: "Escape" },
			thought: `A dialog is in front; I close it to get at ${wanted(thing)}.`,
			expect: { kind: "dialog_closes" },
			then: "again",
		},
		place,
	};
}
