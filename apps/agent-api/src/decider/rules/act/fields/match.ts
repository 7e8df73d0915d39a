import { compareNames, nameOf } from "../../page/names.ts";
import { readValue } from "../../page/read/texts.ts";
import { isTextField } from "../../page/roles.ts";
import type { Condition } from "../../sentence/clause.ts";
import { thingNamed } from "../../sentence/nouns/plain.ts";
import { numberIn } from "../../words/math.ts";
import { isNumberMet } from "../condition.ts";
import { clickOn } from "../controls/click.ts";
import type { Move, Scene } from "../move.ts";
import { setField } from "./set.ts";

/** Gives every empty field what the page shows beside the same label. */
export function matchMove(scene: Scene): Move {
	const { finder, memory } = scene;
	const fields = [...finder.view.elements.values()].filter(
		(element) => isTextField(element) && element.type !== "search" && !element.states.has("disabled"),
	);
	const field = fields[memory.part];
	if (field === undefined) return { kind: "end" };
	const label = finder.names.label(field)?.text ?? field.name;
	if (label === "") return { kind: "pass" };
	const name = label.replace(/[:*\s]+$/, "");
	const text = readValue(finder, { kind: "text", thing: { ...thingNamed(name), isQuoted: false } }, memory);
	if (text === undefined || text === "")
		return finder.valueOf(field) === "" ? { kind: "stuck", reason: `I do not see a value for “${name}”` } : { kind: "pass" };
	return setField({ element: field, text, submits: false }, scene);
}

/** Marks each number of the page as what it is ("odd", "even"), by the control of that name nearest to it. */
export function classifyMove(classes: readonly Condition[], labels: readonly string[], scene: Scene): Move {
	const { finder, memory } = scene;
	const numbers = finder.layout.spots.filter((spot) => spot.element === undefined && /^[-\u2212]?\d+$/.test(spot.text.trim()));
	const spot = numbers[memory.part];
	if (spot === undefined) return numbers.length === 0 ? { kind: "stuck", reason: "I see no numbers to mark" } : { kind: "end" };
	const value = numberIn(spot.text) ?? 0;
	const fitting = classes.findIndex((condition) => condition.kind !== "shows" && isNumberMet(condition, value));
	const label = labels[fitting];
	if (label === undefined) return { kind: "pass" };
	const wanted = nameOf(label);
	const controls = finder.layout.spots.filter(
		(one) => one.element !== undefined && compareNames(wanted, finder.names.text(one), true) >= 0.84,
	);
	const nearest = controls.reduce<(typeof controls)[number] | undefined>(
		(best, one) => (best === undefined || Math.abs(one.order - spot.order) < Math.abs(best.order - spot.order) ? one : best),
		undefined,
	);
	if (nearest?.element === undefined) return { kind: "stuck", reason: `I see no control called “${label}”` };
	const move = clickOn(nearest.element, scene, { thing: thingNamed(label) });
	return move.kind === "act" ? { ...move, thought: `${value} is ${label}, so I mark it so.` } : move;
}
