import type { ElementView } from "@webhand/page/parse/view";
import { itemAround } from "../../page/find/belongs.ts";
import type { Found } from "../../page/find/match.ts";
import { actFrom, matchOf } from "../../page/find/match.ts";
import { compareNames, nameOf } from "../../page/names.ts";
import { readValue } from "../../page/read/texts.ts";
import { clickable, isTextField, takesValue } from "../../page/roles.ts";
import type { Intent, Thing } from "../../sentence/clause.ts";
import { thingNamed } from "../../sentence/nouns/plain.ts";
import { isForSearch } from "../fields/meant.ts";
import { locate } from "../locate.ts";
import type { Move, Scene } from "../move.ts";
import { calledOf, quoted, referentTo, unresolved, untried } from "../move.ts";
import { clickOn } from "./click.ts";
import { allOf } from "./meant.ts";
import { pressNamed } from "./press.ts";
import { lastField, submitButton } from "./submit.ts";

// "Hotels in Vienna" is no destination.
const saysMore = /\S\s(?:in|from|to|near|at|with|under|between|around|by)\s\S/i;

const searchField: Thing = {
	whole: "search field",
	name: "",
	isQuoted: false,
	role: "field",
	roles: ["field"],
	noun: "search field",
	isAll: false,
	places: [],
	traits: [],
};

/** Types the words into the search field and starts the search; opens the field first where a control hides it. */
export function searchMove(intent: Extract<Intent, { readonly kind: "search" }>, scene: Scene): Move {
	if (scene.memory.part > 0) return { kind: "end" };
	const { finder } = scene;
	const text = readValue(finder, intent.value, scene.memory);
	if (text === undefined) return { kind: "stuck", reason: "I do not know what to search for" };
	const called = intent.called === undefined ? undefined : untried(finder.find(thingNamed(intent.called), clickable), scene);
	if (called?.kind === "one" && called.match.name >= 0.95)
		return clickOn(called.match.element, scene, { thing: thingNamed(intent.called ?? "") });
	const field =
		intent.field === undefined
			? undefined
			: untried(
					finder.find(intent.field, (element) => (isTextField(element) ? 1 : 0)),
					scene,
				);
	const element = field?.kind === "one" ? field.match.element : searchFieldOf(scene);
	if (element !== undefined && field?.kind !== "one" && !isForSearch(finder, element) && saysMore.test(text))
		return {
			kind: "stuck",
			reason: `I see no search for ${quoted(text)}: ${calledOf(finder, element)} is a field of its own`,
			isFinal: true,
		};
	if (element !== undefined) {
		const start = scene.isTried(element) ? startButton(element, scene) : undefined;
		if (start !== undefined && !scene.isTried(start) && finder.valueOf(element) === text)
			return clickOn(start, scene, { thing: thingNamed(start.name) });
		if (scene.isTried(element) && (start === undefined || scene.isTried(start)))
			return {
				kind: "stuck",
				reason: `I typed ${quoted(text)} into ${calledOf(finder, element)} and started the search, and nothing was seen of it`,
			};
		return {
			kind: "act",
			action: { name: "setValue", id: element.id, text, submit: true },
			thought: `I type ${quoted(text)} into ${calledOf(finder, element)} and start the search.`,
			expect: { kind: "any_change" },
			target: element,
			then: "next",
			learned: { field: referentTo(finder, element), seen: 0 },
		};
	}
	const opener = untried(finder.find(thingNamed("search"), clickable), scene);
	// "Search flights" sends a form: it opens no field for other words.
	if (opener.kind === "one" && opener.match.name >= 0.9) {
		const move = clickOn(opener.match.element, scene, { thing: thingNamed("search") });
		return move.kind === "act"
			? { ...move, thought: `I open the search with ${calledOf(finder, opener.match.element)}.`, then: "again" }
			: move;
	}
	return { kind: "missing", thing: searchField };
}

const holdsNoWords = /^(?:password|date|time|datetime-local|month|week|number)$/;

/** The field that says it searches, by type, name or the button behind it; else the only text field. */
function searchFieldOf(scene: Scene): ElementView | undefined {
	const { finder } = scene;
	const fields = [...finder.view.elements.values()].filter(
		(element) => isTextField(element) && !holdsNoWords.test(element.type) && !element.states.has("disabled"),
	);
	const wanted = nameOf("search");
	// A comment or an address for letters is no search, were it the only field.
	const isNameless = (element: ElementView) => finder.names.own(element).length === 0 && finder.names.label(element) === undefined;
	// "Search flights" behind "To" sends the whole form.
	const isStartedHere = (element: ElementView) => {
		const start = startButton(element, scene);
		return start !== undefined && (isNameless(element) || finder.nameScore(start, wanted, true) >= 0.9 || !/\s/.test(start.name.trim()));
	};
	const score = (element: ElementView) =>
		element.type === "search" || element.type === "searchbox"
			? 1
			: finder.nameScore(element, wanted, false) >= 0.8
				? 0.9
				: isStartedHere(element)
					? 0.8
					: fields.length === 1 && isNameless(element)
						? 0.5
						: 0;
	const scored = fields.map((element) => ({ element, score: score(element) })).filter((one) => one.score > 0);
	return scored.reduce<(typeof scored)[number] | undefined>(
		(best, one) => (best === undefined || one.score > best.score ? one : best),
		undefined,
	)?.element;
}

/** The button right behind a field, or in its form, that starts the search. */
function startButton(field: ElementView, scene: Scene): ElementView | undefined {
	const { finder } = scene;
	const wanted = ["search", "go", "find", "submit"].map(nameOf);
	const at = finder.layout.spotOf.get(field.id)?.order ?? 0;
	const near = finder.layout.spots.slice(at + 1, at + 6).flatMap((spot) => spot.element ?? []);
	return near.find(
		(element) =>
			element.type === "button" && wanted.some((name) => finder.names.own(element).some((own) => compareNames(name, own, true) >= 0.8)),
	);
}

/** Sends a form: its submit control, by its own word where the sentence has one, else Enter in the field last filled. */
export function submitMove(intent: Extract<Intent, { readonly kind: "submit" }>, scene: Scene): Move {
	if (scene.memory.part > 0) return { kind: "end" };
	const { finder } = scene;
	if (intent.word !== undefined && lastField(scene) === undefined) return pressWord(intent.word, scene);
	const named = intent.thing === undefined ? undefined : submitNamed(intent.thing, scene);
	if (named !== undefined) return named;
	if (intent.thing !== undefined && intent.deed !== undefined && lastField(scene) === undefined && standsForItself(intent.thing, scene))
		return pressNamed(intent.deed, scene);
	const button = submitButton(scene, intent.word);
	// "Submit the return": to go on in it is another deed.
	if (button !== undefined && intent.thing !== undefined && goingOn.test(button.name.trim()))
		return { kind: "missing", thing: intent.thing };
	if (button !== undefined) {
		const move = clickOn(button, scene, { thing: thingNamed(button.name) });
		return move.kind === "act" ? { ...move, thought: `I send it with ${calledOf(finder, button)}.`, expect: { kind: "any_change" } } : move;
	}
	const field = lastField(scene);
	const senders = field?.type === "textarea" ? sendersBehind(field, scene) : [];
	// Enter makes a new line where a button sends.
	if (senders.length > 0) {
		const thing = thingNamed(intent.word ?? "Submit", "button");
		const found = untried({ kind: "tied", matches: senders.map(matchOf) }, scene);
		return found.kind === "one" ? clickOn(found.match.element, scene, { thing }) : unresolved(thing, found);
	}
	if (field !== undefined && !scene.isTried(field)) {
		return {
			kind: "act",
			action: { name: "press", id: field.id, keys: "Enter" },
			thought: `I press Enter in ${calledOf(finder, field)} to send it.`,
			expect: { kind: "any_change" },
			target: field,
			then: "next",
		};
	}
	return {
		kind: "missing",
		thing: intent.thing ?? { ...thingNamed("Submit", "button"), isQuoted: false },
	};
}

const sends = /^(?:send|submit|post|add|save|reply|comment|publish|senden|absenden|hinzufügen|speichern)(?!\p{L})/iu;
const besideSpots = 8;

/** The buttons below a text area that send it. */
function sendersBehind(field: ElementView, { finder }: Scene): readonly ElementView[] {
	const at = finder.layout.spotOf.get(field.id)?.order ?? 0;
	const behind = finder.layout.spots.slice(at + 1, at + besideSpots).flatMap((spot) => spot.element ?? []);
	return behind.filter(({ type, name, content, form }) => type === "button" && form === field.form && sends.test((name || content).trim()));
}

/** "Search" where nothing was filled in: what is called so. */
function pressWord(name: string, scene: Scene): Move {
	const thing = { ...thingNamed(name), isQuoted: false };
	const found = untried(
		scene.finder.find(thing, (element) => (takesValue(element) ? 0 : clickable(element))),
		scene,
	);
	if (found.kind === "one" && found.match.name >= 0.9) return clickOn(found.match.element, scene, { thing });
	return unresolved(thing, found.kind === "one" ? { kind: "none", isPlaceMissing: false } : found);
}

const goingOn = /^(?:next|continue|proceed|back|search|log ?in|sign ?in|weiter)(?: [>\u203a\u00bb\u2192])?$/i;

const isPressed = ({ type }: ElementView): boolean => type === "button" || type === "submit" || type === "menuitem";

/** A control that is called like the whole deed, or a button like its thing: a link or tab of that name opens the thing and sends nothing. */
function submitNamed(thing: Thing, scene: Scene): Move | undefined {
	const { finder } = scene;
	for (const name of [`submit ${thing.whole}`, `send ${thing.whole}`, thing.whole]) {
		const accepts = (element: ElementView) => (name !== thing.whole || isPressed(element) ? clickable(element) : 0);
		const found: Found = untried(finder.find({ ...thingNamed(name), places: [] }, accepts), scene);
		if (found.kind === "one" && found.match.name >= 0.8) return clickOn(found.match.element, scene, { thing });
	}
	if (thing.roles.includes("button") || thing.isQuoted) {
		const found = locate(thing, scene);
		return found.kind === "one" ? clickOn(found.match.element, scene, { thing }) : unresolved(thing, found);
	}
	return undefined;
}

/** True for what stands in a row or card, or is the name of a control: it is sent by a control of its own, not by that of any form. */
const standsForItself = (thing: Thing, { finder }: Scene): boolean =>
	thing.name !== "" && finder.anchors(thing).some((spot) => spot.element !== undefined || itemAround(finder.layout, spot) !== undefined);

/** Presses keys: in a field the sentence names, else where the focus is, else in the field last filled. */
export function keysMove(intent: Extract<Intent, { readonly kind: "keys" }>, scene: Scene): Move {
	if (scene.memory.part >= intent.times) return { kind: "end" };
	// Keys that showed nothing are not pressed again and again.
	if (scene.memory.isDead) return { kind: "missing", thing: intent.field ?? thingNamed(intent.keys) };
	const found =
		intent.field === undefined ? undefined : scene.finder.find(intent.field, (element) => (isTextField(element) ? 1 : clickable(element)));
	if (found !== undefined && found.kind !== "one") return unresolved(intent.field ?? searchField, found);
	const focused = scene.finder.view.focus;
	const field = found?.match.element ?? (focused === undefined ? lastField(scene) : scene.finder.view.elements.get(focused));
	const where = field === undefined ? "" : ` in ${calledOf(scene.finder, field)}`;
	const keys = intent.keys === " " ? "Space" : intent.keys;
	return {
		kind: "act",
		action: { name: "press", ...(field === undefined ? {} : { id: field.id }), keys: intent.keys },
		thought: `I press ${keys}${where}.`,
		expect: { kind: "any_change" },
		...(field === undefined ? {} : { target: field }),
		then: "next",
	};
}

/** Empties a field. */
export function clearMove(thing: Thing, scene: Scene): Move {
	if (scene.memory.part > 0) return { kind: "end" };
	const found = untried(
		scene.finder.find(thing, (element) => (isTextField(element) ? 1 : 0)),
		scene,
	);
	if (found.kind === "none") {
		const all = allOf({ verb: "clear", object: thing }, scene);
		if (all?.kind === "one") return clickOn(all.match.element, scene, { thing });
		const named = scene.finder.find(thingNamed(`clear ${thing.whole}`.trim()), clickable);
		return named.kind === "one" && named.match.score >= actFrom ? clickOn(named.match.element, scene, { thing }) : unresolved(thing, found);
	}
	if (found.kind !== "one") return unresolved(thing, found);
	const { element } = found.match;
	if (scene.finder.valueOf(element) === "" && !element.states.has("filled")) return { kind: "end" };
	return {
		kind: "act",
		action: { name: "setValue", id: element.id, text: "", submit: false },
		thought: `I empty ${calledOf(scene.finder, element)}.`,
		expect: { kind: "value_is", id: element.id, value: "" },
		target: element,
		then: "next",
	};
}
