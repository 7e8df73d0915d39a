import type { ElementView } from "@webhand/page/parse/view";
import type { Target } from "../clause.ts";
import { isInRegion } from "../page/layout.ts";
import { calledOf, namesOf } from "../page/names.ts";
import { isClickable, isDisabled } from "../page/roles.ts";
import type { Move, Scene } from "./move.ts";
import { act, clickOn, locate, referentTo, stuck, unresolved } from "./move.ts";

const closers = [/^(?:close|dismiss|×|✕|✖|x)$/i, /^(?:cancel|no thanks|not now|got it|ok)$/i];

/** Closes the dialog on top by its one control that closes, else with Escape. */
export function closeMove(scene: Scene): Move {
	const { layout } = scene;
	const isOpen = layout.view.dialogs.length > 0 || layout.view.lines.some(({ region }) => region === "dialog");
	if (!isOpen) return stuck("I see no dialog that is open");
	const inside = layout.elements.filter(
		(element) => isInRegion(layout.view, element.line, "dialog") && isClickable(element) && !isDisabled(element),
	);
	const called = closers.map((names) => inside.filter((element) => namesOf(layout, element).some((name) => names.test(name.trim()))));
	const closer = called.find(({ length }) => length > 0)?.[0];
	const expect = { kind: "dialog_closes" } as const;
	if (closer === undefined) return act({ name: "press", keys: "Escape" }, "I press Escape.", { expect });
	return clickOn(closer, scene, { expect, thought: `I close it with ${calledOf(layout, closer)}.` });
}

/** Unfolds or folds what is called so, where its state differs. */
export function foldMove(object: Target, isOpening: boolean, scene: Scene): Move {
	const isFold = ({ states, type }: ElementView) => states.has("collapsed") || states.has("expanded") || type === "summary";
	const found = locate({ ...object, ...(object.name === "" ? { role: "menu" as const } : {}) }, scene, isFold);
	if (found.kind !== "one") return unresolved(object, found);
	const { element } = found;
	if (element.states.has(isOpening ? "expanded" : "collapsed")) return { kind: "pass", referent: referentTo(scene.layout, element) };
	return clickOn(element, scene, { thought: `I ${isOpening ? "open" : "close"} ${calledOf(scene.layout, element)}.` });
}
