import type { ElementView } from "@webhand/page/parse/view";
import type { Found, Match } from "../../page/find/match.ts";
import { compareNames, nameOf } from "../../page/names.ts";
import { clickable, isRadio, isToggle } from "../../page/roles.ts";
import type { Intent, Thing } from "../../sentence/clause.ts";
import { clickOn } from "../controls/click.ts";
import { controlFor } from "../controls/meant.ts";
import { locate } from "../locate.ts";
import type { Move, Scene } from "../move.ts";
import { calledOf, unresolved, untried } from "../move.ts";
import { noneOf, spelledOut, unlessHindered, withoutBoxRole } from "./each.ts";
import { switchOf } from "./rowbox.ts";
import { clickChoice, setToggle } from "./set.ts";

/** Ticks or unticks what is due. */
export function tickMove(intent: Extract<Intent, { readonly kind: "tick" }>, scene: Scene): Move {
	// A choice of several is not taken back by choosing it.
	const toggles = intent.on === false ? boxes : boxesAndRadios;
	const spelled = intent.things.map((thing) => spelledOut(thing, scene, toggles));
	const lost = intent.things.find((_, index) => spelled[index]?.length === 0);
	return lost !== undefined ? noneOf(lost) : unlessHindered(spelled.flat(), (one) => tickOne(one, intent, scene), scene);
}

function tickOne(thing: Thing, intent: Extract<Intent, { readonly kind: "tick" }>, scene: Scene): Move {
	const toggles = intent.on === false ? boxes : boxesAndRadios;
	const found = untried(scene.finder.find(withoutBoxRole(thing), toggles), scene);
	if (found.kind === "one") {
		const { element } = found.match;
		if (isRadio(element)) return clickChoice(element, scene);
		return turnBox(element, { thing, on: intent.on }, scene);
	}
	if (found.kind === "tied") return unresolved(thing, found);
	const other = intent.called === undefined ? locate(thing, scene) : switched(intent.called, thing, scene);
	if (other.kind !== "one") return unresolved(thing, other);
	const { element } = other.match;
	if (isToggle(element)) return turnBox(element, { thing, on: intent.on }, scene);
	if (intent.on === true && element.states.has("pressed")) return { kind: "pass" };
	// A button that shows no state may be off already, and one press would switch it on.
	if (intent.on === false && !element.states.has("pressed") && !switchesOff.test(element.name || element.content))
		return { kind: "stuck", reason: `I cannot tell whether ${calledOf(scene.finder, element)} is on`, isFinal: true };
	return clickOn(element, scene, { thing });
}

/** The other way round a box is by a click, whichever way it stands. */
function turnBox(element: ElementView, { thing, on }: { readonly thing: Thing; readonly on: boolean | "toggle" }, scene: Scene): Move {
	if (on !== "toggle") return setToggle(element, on, scene);
	return scene.finder.view.hidesTicks === true
		? clickOn(element, scene, { thing })
		: setToggle(element, !element.states.has("checked"), scene);
}

/**
 * The switch of the row or card of a thing, its control that is called like the deed ("Disable"), or what is called so itself; no "Delete"
 * that only stands beside it, and no link, which switches nothing.
 */
function switched(verb: string, thing: Thing, scene: Scene): Found {
	const found = switchOf(thing, scene);
	if (found.kind !== "none") return found;
	const named = controlFor({ kind: "named", verb, phrase: `${verb} ${thing.whole}`, object: thing, entries: [] }, scene);
	const isVerb = ({ element }: Match) => compareNames(nameOf(verb), nameOf(element.name || element.content), false) >= 0.8;
	if (named.kind === "one" ? isVerb(named.match) : named.kind === "tied" && named.matches.every(isVerb)) return named;
	const wanted = nameOf(thing.name);
	const isCalledSo = (element: ElementView) => scene.finder.names.own(element).some((name) => compareNames(wanted, name, false) >= 0.6);
	return untried(
		scene.finder.find(thing, (element) =>
			element.type !== "a" && clickable(element) >= 0.6 && isCalledSo(element) ? clickable(element) : 0,
		),
		scene,
	);
}

const switchesOff = /\b(?:off|out|disable|deactivate|stop|hide|mute|clear|remove|dismiss|un\p{L}{3,})\b/iu;
const boxes = (element: ElementView): number => (isToggle(element) ? 1 : 0);
const boxesAndRadios = (element: ElementView): number => (isToggle(element) ? 1 : isRadio(element) ? 0.9 : 0);
