import { isList } from "../../page/roles.ts";
import type { Thing } from "../../sentence/clause.ts";
import { thingNamed } from "../../sentence/nouns/plain.ts";
import type { Move, Scene } from "../move.ts";
import { isPressedOpen, pickMove } from "./combobox.ts";
import { findField } from "./meant.ts";
import { bestOption, selectOption, setField } from "./set.ts";

/** "Business class", "3 passengers": a choice or a number, and the field that it is for. */
export function choiceWithField(thing: Thing, scene: Scene): Move | undefined {
	const words = thing.isQuoted || thing.places.length > 0 ? [] : thing.whole.split(/\s+/);
	for (let cut = words.length - 1; cut > 0; cut -= 1) {
		const [left, right] = [words.slice(0, cut).join(" "), words.slice(cut).join(" ")];
		for (const [choice, name] of [
			[left, right],
			[right, left],
		] as const) {
			const field = findField(scene.finder, thingNamed(name));
			const element = field.kind === "one" && field.match.name >= 0.9 ? field.match.element : undefined;
			if (element === undefined || scene.isTried(element)) continue;
			if (isList(element) && bestOption(element, choice) !== undefined) return selectOption(element, [choice], scene);
			if (isPressedOpen(element)) return pickMove(element, choice, scene);
			if (element.type === "number" && /^\d+$/.test(choice)) return setField({ element, text: choice, submits: false }, scene);
		}
	}
	return undefined;
}
