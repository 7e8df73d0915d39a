import type { ElementView } from "@webhand/page/parse/view";
import type { Accepts, Match } from "../../page/find/match.ts";
import { matchOf } from "../../page/find/match.ts";
import { nameOf } from "../../page/names.ts";
import { clickable, isTextField } from "../../page/roles.ts";
import type { Intent } from "../../sentence/clause.ts";
import { emptyThing, thingNamed } from "../../sentence/nouns/plain.ts";
import { fillMove } from "../fields/fill.ts";
import { setField } from "../fields/set.ts";
import type { Move, Scene } from "../move.ts";
import { unresolved, untried } from "../move.ts";
import { clickOn } from "./click.ts";
import { controlFor } from "./meant.ts";
import { pressNamed } from "./press.ts";
import { lastField, submitButton } from "./submit.ts";

type Named = Extract<Intent, { readonly kind: "named" }>;

/** "log in with …": values into fields, then the button; a link of that name first where the fields are not there yet. */
export function withFields(intent: Named, scene: Scene): Move {
	const { memory } = scene;
	const count = intent.entries.length;
	if (memory.part > count) return { kind: "end" };
	if (memory.part === count) {
		const button = submitButton(scene);
		const found = controlFor({ ...intent, phrase: intent.verb, object: emptyThing }, scene);
		const element = found.kind === "one" && (button === undefined || found.match.element.type === "button") ? found.match.element : button;
		return element === undefined
			? unresolved(thingNamed(intent.verb), { kind: "none", isPlaceMissing: false })
			: clickOn(element, scene, { thing: thingNamed(intent.verb) });
	}
	const fill = fillMove({ kind: "fill", entries: intent.entries, submits: false }, scene);
	if (fill.kind !== "missing" || memory.part > 0) return fill.kind === "end" ? { kind: "pass" } : fill;
	const way = controlFor({ ...intent, phrase: intent.verb, object: emptyThing }, scene);
	if (way.kind !== "one") return fill;
	const move = clickOn(way.match.element, scene, { thing: thingNamed(intent.verb) });
	return move.kind === "act" ? { ...move, then: "again" } : move;
}

/** "reply with the text X", "comment X": the control, then the text in the field that appeared, then sending it. */
export function withContent(intent: Named, content: string, scene: Scene): Move {
	const { finder, memory } = scene;
	const fields = [...finder.view.elements.values()].filter(
		(element) => isTextField(element) && element.type !== "search" && !element.states.has("disabled"),
	);
	const written = fields.find((element) => finder.valueOf(element) === content);
	const own = fields.find((element) => isLong(element.type) && isForNoun(element, intent, scene));
	switch (memory.part) {
		case 0:
			return own === undefined ? pressNamed({ ...intent, phrase: intent.verb }, scene) : { kind: "pass" };
		case 1: {
			if (written !== undefined) return { kind: "pass" };
			const best =
				own ??
				fields.find((element) => element.isNew && isLong(element.type)) ??
				fields.find((element) => isLong(element.type)) ??
				fields.filter((element) => element.isNew).at(-1) ??
				fields.at(-1);
			if (best === undefined) return { kind: "missing", thing: { ...emptyThing, whole: "field", role: "field", roles: ["field"] } };
			return setField({ element: best, text: content, submits: false }, scene);
		}
		case 2: {
			const button = sendButton(intent, scene);
			return button === undefined ? { kind: "end" } : clickOn(button, scene, { thing: thingNamed("send") });
		}
		default:
			return { kind: "end" };
	}
}

/** "Add the note …": the text area "Add a note", which is there before its button is pressed. */
function isForNoun(element: ElementView, { verb }: Named, { finder }: Scene): boolean {
	const [, noun] = verb.split(" ");
	return noun !== undefined && finder.names.own(element).some((name) => name.holdsAll(nameOf(noun).canonical));
}

const isLong = (type: string): boolean => type === "textarea" || type === "editable";

const besideSpots = 12;
// "Send reply", "send forward": nothing but what was written.
const ofSending = new Set("send post submit reply forward message mail email comment note answer it now the button icon".split(" "));

/** What sends a text that was written: a control called so, never the field itself. "Send offer" elsewhere on the page sends another thing. */
function sendButton(intent: Named, scene: Scene): ElementView | undefined {
	const { finder } = scene;
	const field = lastField(scene);
	const at = finder.layout.spotOf.get(field?.id ?? 0)?.order;
	const isBehind = ({ element }: Match) => {
		const order = finder.layout.spotOf.get(element.id)?.order ?? 0;
		return at !== undefined && order > at && order <= at + besideSpots;
	};
	const controls: Accepts = (element) => (isTextField(element) ? 0 : clickable(element));
	const sendsIt = ({ element }: Match) => finder.names.own(element).some(({ words }) => words.every((word) => ofSending.has(word)));
	const isCalled = (match: Match) => match.name >= 0.95 || (match.name >= 0.8 && (isBehind(match) || sendsIt(match)));
	for (const name of [intent.verb, "send", "post", "submit"]) {
		const found = untried(finder.find({ ...emptyThing, whole: name, name }, controls), scene);
		const called = (found.kind === "none" ? [] : found.kind === "one" ? [found.match, ...found.others] : found.matches).filter(isCalled);
		const best = called.find(isBehind) ?? called.at(-1);
		if (best !== undefined) return best.element;
	}
	const own = submitButton(scene);
	return own === undefined || field?.form !== undefined || isBehind(matchOf(own)) ? own : undefined;
}

/** "forward the email from Bob to Jill": opens it, finds the control, writes the name, sends it. */
export function forwardMove(intent: Extract<Intent, { readonly kind: "forward" }>, scene: Scene): Move {
	const { finder, memory } = scene;
	const fields = [...finder.view.elements.values()].filter((element) => isTextField(element) && element.type !== "search");
	const named: Named = { kind: "named", verb: "forward", phrase: "forward", object: intent.item, entries: [] };
	switch (memory.part) {
		case 0:
			return pressNamed(named, scene);
		case 1: {
			const to = untried(
				finder.find({ ...emptyThing, whole: "to", name: "to" }, (element) => (isTextField(element) ? 1 : 0)),
				scene,
			);
			const field =
				to.kind === "one"
					? to.match.element
					: (fields.find((element) => element.isNew && !isLong(element.type)) ?? fields.find((element) => !isLong(element.type)));
			return field === undefined
				? { kind: "missing", thing: thingNamed("to", "field") }
				: setField({ element: field, text: intent.to, submits: false }, scene);
		}
		case 2: {
			const button = sendButton({ ...named, verb: "send" }, scene);
			return button === undefined
				? { kind: "stuck", reason: "I see no control that sends it" }
				: clickOn(button, scene, { thing: thingNamed("send") });
		}
		default:
			return { kind: "end" };
	}
}
