import type { ElementView } from "@webhand/page/parse/view";
import type { Spot } from "../../page/layout.ts";
import { compareNames, nameOf } from "../../page/names.ts";
import type { Thing } from "../../sentence/clause.ts";
import type { Move, Scene } from "../move.ts";
import { calledOf } from "../move.ts";

const ups = /^(?:\+|more|increase|increment|add|plus|up)(?: |$)/i;
const downs = /^(?:[-−–]|fewer|less|decrease|decrement|remove|minus|reduce|down)(?: |$)/i;
const mostSteps = 20;

/**
 * "Set adults to 3" where "Adults" is a number between two buttons that count it up and down: one press a turn, until it stands there.
 *
 * @returns undefined where no such number is called so
 */
export function stepperMove(thing: Thing, text: string, scene: Scene): Move | undefined {
	const name = calledIn(thing);
	if (!/^\d{1,3}$/.test(text.trim()) || name === "") return undefined;
	const { finder } = scene;
	const steppers = finder.layout.spotsOfLine.flatMap((line) => stepperIn(line, name) ?? []);
	const [stepper, ...others] = steppers;
	if (stepper === undefined || others.length > 0) return undefined;
	const away = Number(text) - stepper.shown;
	if (away === 0) return { kind: "pass" };
	const button = away > 0 ? stepper.up : stepper.down;
	if (Math.abs(away) > mostSteps || button.states.has("disabled") || scene.isTried(button))
		return {
			kind: "stuck",
			reason: `I cannot bring ${calledOf(finder, button)} to ${text}: it stands at ${stepper.shown}`,
			isImpossible: true,
		};
	return {
		kind: "act",
		action: { name: "click", id: button.id },
		thought: `It shows ${stepper.shown}; I press ${calledOf(finder, button)} on the way to ${text}.`,
		expect: { kind: "any_change" },
		target: button,
		then: "again",
	};
}

/** "Adults", "the number of adults". */
function calledIn({ name, noun, places }: Thing): string {
	const [place, ...more] = places;
	if (place === undefined) return name;
	return more.length === 0 && place.relation === "of" && /^(?:number|count|amount)$/.test(name || noun) ? place.anchor.name : "";
}

type Stepper = { readonly up: ElementView; readonly down: ElementView; readonly shown: number };

/** A line that says the name, in a text or on both of its buttons, with one number between them. */
function stepperIn(line: readonly Spot[], name: string): Stepper | undefined {
	const buttons = line.flatMap(({ element }) => (element?.type === "button" ? [element] : []));
	const is = (pattern: RegExp) => buttons.filter(({ name, content }) => pattern.test(name || content));
	const [[up, ...moreUps], [down, ...moreDowns]] = [is(ups), is(downs)];
	if (up === undefined || down === undefined || moreUps.length + moreDowns.length > 0) return undefined;
	const wanted = nameOf(name);
	const isCalled = (text: string) => compareNames(wanted, nameOf(text.replace(/[:*\s]+$/, "")), true) >= 0.9;
	const isSaid =
		line.some(({ element, text }) => element === undefined && isCalled(text)) ||
		[up, down].every((button) => isCalled(button.name.replace(/^\S+\s+/, "")));
	const numbers = line.flatMap(({ element, text }) => (element === undefined && /^\d{1,3}$/.test(text.trim()) ? [Number(text)] : []));
	const [shown, ...otherNumbers] = numbers;
	return isSaid && shown !== undefined && otherNumbers.length === 0 ? { up, down, shown } : undefined;
}
