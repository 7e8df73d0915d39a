import type { ElementView } from "@webhand/page/parse/view";
import { isSameValue } from "@webhand/page/write/normalize";
import type { Match } from "../../page/find/match.ts";
import { actFrom } from "../../page/find/match.ts";
import { compareNames, nameOf } from "../../page/names.ts";
import { chosenIn, clickable, isList, takesValue } from "../../page/roles.ts";
import { placeKey } from "../../run/memory/memory.ts";
import { thingNamed } from "../../sentence/nouns/plain.ts";
import { chosenOf } from "../choices.ts";
import type { Move, Scene } from "../move.ts";
import { calledOf, quoted, referentTo } from "../move.ts";
import { isForSearch } from "./meant.ts";

/** True for a field that offers choices, of which one is to be picked: for what is typed, or once it is opened. */
export const offersChoices = (element: ElementView, { finder }: Scene): boolean =>
	element.type === "combobox" && !isList(element) && (isPressedOpen(element) || !isForSearch(finder, element));

/** True for a list that takes no text and shows its choices once it is pressed. */
export const isPressedOpen = (element: ElementView): boolean =>
	element.type === "combobox" && !isList(element) && (element.states.has("readonly") || chosenIn(element) !== undefined);

const mostWaits = 2;

/** Types what is looked for or opens the list, then picks the choice called so: words that were typed and not picked count for nothing. */
export function pickMove(element: ElementView, text: string, scene: Scene): Move {
	const { finder, memory } = scene;
	const called = calledOf(finder, element);
	const learned = { field: referentTo(finder, element) };
	const key = (what: string) => placeKey(`${what} ${element.name} ${memory.clause} ${memory.part}`);
	const isPressed = isPressedOpen(element);
	if (isPressed && !memory.visited.includes(key("typed")) && !element.states.has("expanded")) {
		if (isSameValue(finder.valueOf(element), text)) return { kind: "pass", learned };
		return {
			kind: "act",
			action: { name: "click", id: element.id },
			thought: `I open ${called} to see its choices.`,
			expect: { kind: "any_change" },
			target: element,
			then: "again",
			learned,
			place: key("typed"),
		};
	}
	if (!isPressed && !memory.visited.includes(key("typed"))) {
		if (isSameValue(finder.valueOf(element), text) && !element.states.has("expanded")) return { kind: "pass", learned };
		return {
			kind: "act",
			action: { name: "setValue", id: element.id, text, submit: false },
			thought: `I type ${quoted(text)} into ${called} to see its choices.`,
			expect: { kind: "value_is", id: element.id, value: text },
			target: element,
			then: "again",
			learned,
			place: key("typed"),
		};
	}
	const options = optionsShown(element, scene);
	const fitting = choicesFor(text, options).filter(({ element: option }) => !scene.isTried(option));
	const [first] = fitting;
	const chosen = scene.chosen === undefined ? undefined : chosenOf(finder, fitting, scene.chosen);
	const only = chosen ?? (fitting.length === 1 ? first : undefined);
	if (only !== undefined)
		return {
			kind: "act",
			action: { name: "click", id: only.element.id },
			thought: `I pick ${calledOf(finder, only.element)} for ${called}.`,
			expect: { kind: "any_change" },
			target: only.element,
			then: "next",
			learned,
		};
	if (fitting.length > 1) return { kind: "tied", thing: thingNamed(text), matches: fitting };
	if (options.length > 0 && !element.states.has("collapsed"))
		return { kind: "stuck", reason: `${called} offers no choice called ${quoted(text)}`, isImpossible: true };
	for (let wait = 1; wait <= mostWaits; wait += 1) {
		const place = key(`wait ${wait}`);
		if (memory.visited.includes(place)) continue;
		return { kind: "act", action: { name: "wait", seconds: 1 }, thought: `I wait for the choices of ${called}.`, then: "again", place };
	}
	// A field that says it opens a list and opened none has taken nothing; another one may be for any words.
	return element.states.has("collapsed") || element.states.has("expanded")
		? { kind: "stuck", reason: `I looked for ${quoted(text)} in ${called}, and no choice came up to be picked`, isImpossible: true }
		: { kind: "pass", learned };
}

/** The options that can be seen; of a list that is open and shows none by that role, what came up with it. */
function optionsShown(field: ElementView, { finder }: Scene): readonly ElementView[] {
	const enabled = [...finder.view.elements.values()].filter((one) => !one.states.has("disabled"));
	const options = enabled.filter((one) => one.type === "option");
	if (options.length > 0 || !field.states.has("expanded")) return options;
	return enabled.filter((one) => one.isNew && clickable(one) > 0 && !takesValue(one));
}

/** The choices that a text means: the one called so, else those that hold its words. */
function choicesFor(text: string, options: readonly ElementView[]): readonly Match[] {
	const wanted = nameOf(text);
	const scored = options.map((element) => ({ element, name: compareNames(wanted, nameOf(element.name || element.content), true) }));
	const best = Math.max(0, ...scored.map(({ name }) => name));
	const least = best >= 0.9 ? best : 0.8;
	return scored.filter(({ name }) => name >= least).map(({ element, name }) => ({ element, name, role: 1, score: actFrom }));
}
