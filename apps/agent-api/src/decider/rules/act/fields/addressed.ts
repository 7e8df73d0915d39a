import type { ElementView, PageView } from "@webhand/page/parse/view";
import { isSameValue } from "@webhand/page/write/normalize";
import type { Finder } from "../../page/find/finder.ts";
import { nameOf } from "../../page/names.ts";
import { isTextField } from "../../page/roles.ts";
import { placeKey } from "../../run/memory/memory.ts";
import type { Intent } from "../../sentence/clause.ts";
import { wordsOf } from "../../words/fold.ts";
import { clickOn } from "../controls/click.ts";
import type { Move, Scene } from "../move.ts";
import { setField } from "./set.ts";

type Named = Extract<Intent, { readonly kind: "named" }>;

const adds = /^(?:add|invite|subscribe|enroll|notify)$/i;
const address = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;

/**
 * "Invite ada@x.example", where a form has a field for an address, no other one to fill, and a button of that verb: the address goes into
 * the field, and the button is pressed.
 *
 * @returns undefined where there is no such form or more than one, and where somebody with that address stands on the page already
 */
export function addressedMove({ verb, phrase, object }: Named, scene: Scene): Move | undefined {
	const { finder, memory } = scene;
	const { whole } = object;
	if (!adds.test(verb) || !address.test(whole) || phrase !== `${verb} ${whole}` || memory.part > 0 || finder.isShown(object))
		return undefined;
	const pairs = [...finder.view.elements.values()].flatMap((field) => {
		const button = isForAddress(finder, field) ? buttonOf(field, verb, finder.view) : undefined;
		return button === undefined || scene.isTried(field) ? [] : [{ field, button }];
	});
	const [pair, ...others] = pairs;
	if (pair === undefined || others.length > 0) return undefined;
	const { field, button } = pair;
	const place = placeKey(`address ${memory.clause}`);
	if (isSameValue(finder.valueOf(field), whole))
		return button.states.has("disabled") ? undefined : clickOn(button, scene, { thing: object });
	if (memory.visited.includes(place)) return undefined;
	const move = setField({ element: field, text: whole, submits: false }, scene);
	return move.kind === "act" ? { ...move, then: "again", place } : undefined;
}

/** An empty field called so; what is looked for goes into none of them. */
function isForAddress(finder: Finder, field: ElementView): boolean {
	if (!isTextField(field) || field.type === "search" || field.states.has("disabled") || field.states.has("readonly")) return false;
	return field.type === "email" || finder.nameScore(field, nameOf("email"), true) >= 0.84;
}

/** The only button of the verb in the form or dialog of a field, where no other text is wanted. */
function buttonOf(field: ElementView, verb: string, view: PageView): ElementView | undefined {
	const dialogOf = (line: number): number =>
		line === -1 || view.lines[line]?.region === "dialog" ? line : dialogOf(view.lines[line]?.parent ?? -1);
	const around = dialogOf(field.line);
	const isNear = (element: ElementView) =>
		field.form === undefined ? around !== -1 && dialogOf(element.line) === around : element.form === field.form;
	const near = [...view.elements.values()].filter((element) => element !== field && isNear(element));
	if (near.some((element) => isTextField(element) && element.type !== "search")) return undefined;
	const [button, ...others] = near.filter(
		({ type, name, content }) => type === "button" && wordsOf(name || content)[0] === verb.toLowerCase(),
	);
	return others.length === 0 ? button : undefined;
}
