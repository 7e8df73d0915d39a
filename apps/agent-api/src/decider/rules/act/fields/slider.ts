import type { ElementView } from "@webhand/page/parse/view";
import { numberIn } from "../../page/finder.ts";
import type { Move, Scene } from "../move.ts";
import { calledOf, quoted, referentTo } from "../move.ts";

/**
 * Sets a slider: native ones take the value at once; for drawn ones the arrow keys go step by step until the number shown is the one
 * asked for.
 */
export function setSlider(element: ElementView, text: string, scene: Scene): Move {
	const wanted = numberIn(text);
	const { finder } = scene;
	if (wanted === undefined) return { kind: "stuck", reason: `${quoted(text)} is no number for ${calledOf(finder, element)}` };
	const shown = shownNumber(element, scene);
	if (shown === wanted) return { kind: "pass" };
	const called = calledOf(finder, element);
	const learned = { field: referentTo(finder, element) };
	if (element.type === "range" && !scene.isTried(element)) {
		return {
			kind: "act",
			action: { name: "setValue", id: element.id, text: String(wanted), submit: false },
			thought: `I set ${called} to ${wanted}.`,
			expect: { kind: "value_is", id: element.id, value: String(wanted) },
			target: element,
			then: "next",
			learned,
		};
	}
	if (shown === undefined) return { kind: "stuck", reason: `I do not see the value of ${called}` };
	const keys = wanted > shown ? "ArrowRight" : "ArrowLeft";
	return {
		kind: "act",
		action: { name: "press", id: element.id, keys },
		thought: `${called} stands at ${shown}; I move it towards ${wanted}.`,
		expect: { kind: "any_change" },
		then: "again",
		learned,
	};
}

/** The slider's own value, else the only number that stands near it. */
function shownNumber(element: ElementView, scene: Scene): number | undefined {
	const own = element.attributes.get("value");
	if (own !== undefined && own !== "") return numberIn(own);
	const { layout } = scene.finder;
	const line = layout.spotOf.get(element.id)?.line ?? 0;
	for (const away of [0, 1, -1, 2, -2, 3, -3]) {
		const found = (layout.spotsOfLine[line + away] ?? []).filter(
			(spot) => spot.element === undefined && /^\D{0,12}-?\d+(?:\.\d+)?\D{0,4}$/.test(spot.text),
		);
		const first = found[0];
		if (first !== undefined) return numberIn(first.text);
	}
	return undefined;
}
