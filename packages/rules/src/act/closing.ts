import type { ElementView } from "@webhand/page/parse/view";
import type { Target } from "../clause.ts";
import { calledOf } from "../page/names.ts";
import type { Move, Scene } from "./move.ts";
import { clickOn, locate, referentTo, unresolved } from "./move.ts";

/** Unfolds or folds what is called so, where its state differs. */
export function foldMove(object: Target, isOpening: boolean, scene: Scene): Move {
	const isFold = ({ states, type }: ElementView) => states.has("collapsed") || states.has("expanded") || type === "summary";
	const found = locate({ ...object, ...(object.name === "" ? { role: "menu" as const } : {}) }, scene, isFold);
	if (found.kind !== "one") return unresolved(object, found);
	const { element } = found;
	if (element.states.has(isOpening ? "expanded" : "collapsed")) return { kind: "pass", referent: referentTo(scene.layout, element) };
	return clickOn(element, scene, { thought: `I ${isOpening ? "open" : "close"} ${calledOf(scene.layout, element)}.` });
}
