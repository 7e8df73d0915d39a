import type { Expectation } from "@webhand/contracts/agent/task";
import type { ElementView } from "@webhand/page/parse/view";
import type { Found, Match } from "../../page/find/match.ts";
import type { Spot } from "../../page/layout.ts";
import { clickable, isRadio, isTextField, isToggle } from "../../page/roles.ts";
import { placeKey } from "../../run/memory/memory.ts";
import type { Intent, Thing } from "../../sentence/clause.ts";
import { emptyThing } from "../../sentence/nouns/plain.ts";
import { numberIn } from "../../words/math.ts";
import { choiceWithField } from "../fields/paired.ts";
import { locate } from "../locate.ts";
import type { Move, Scene } from "../move.ts";
import { calledOf, quoted, referentTo, unresolved, untried } from "../move.ts";
import { controlAt } from "../pin.ts";
import { lastField, submitButton } from "./submit.ts";

type Click = Extract<Intent, { readonly kind: "click" }>;

/** Clicks what is due: one thing a turn, in the order of the sentence or of the numbers shown. */
export function clickMove(intent: Click, scene: Scene): Move {
	if (intent.order !== undefined) return inOrderMove(intent, scene);
	const whole = wholeThing(intent, scene);
	if (intent.isEither === true && whole === undefined) return eitherMove(intent.things, scene);
	const shared = whole === undefined ? withSharedPlace(intent.things, scene) : undefined;
	if (shared !== undefined && isHindered(shared, scene)) return scene.memory.part > 0 ? asksFirst : onlyTogether;
	const things = whole === undefined ? (shared ?? intent.things).flatMap((thing) => spelledOut(thing, scene)) : [whole];
	const turn = Math.floor(scene.memory.part / intent.times);
	const thing = things[turn];
	if (thing === undefined) return { kind: "end" };
	const found = inFormFilled(thing, locate(thing, scene), scene);
	if (found.kind !== "one") return commitInstead(thing, scene) ?? insteadOf(thing, found, scene) ?? unresolved(thing, found);
	const inner = innerText(found.match, thing.name, scene);
	if (inner !== undefined) return inner;
	return clickOn(found.match.element, scene, { thing, ...(intent.how === undefined ? {} : { how: intent.how }) });
}

/** "Switch to class 8a", where "Class" is a list that offers it. */
const insteadOf = (thing: Thing, found: Found, scene: Scene): Move | undefined =>
	found.kind === "none" ? choiceWithField(thing, scene) : undefined;

/** "Add to cart for the hose and the bird house": what stands in lists as the first place does is another place, unless a button is called so. */
function withSharedPlace(things: readonly Thing[], { finder }: Scene): readonly Thing[] | undefined {
	const [first, ...rest] = things;
	const place = first?.places.find(({ relation, anchor }) => relation === "of" && anchor.name !== "");
	if (first === undefined || place === undefined || rest.length === 0) return undefined;
	const isPlace = (thing: Thing) =>
		thing.places.length === 0 &&
		thing.role === undefined &&
		thing.position === undefined &&
		finder.find(thing, (element) => (/^(?:button|submit|menuitem|tab|checkbox|radio|switch)$/.test(element.type) ? 1 : 0)).kind === "none";
	if (!rest.every(isPlace)) return undefined;
	return [first, ...rest.map((thing) => ({ ...first, places: [{ ...place, anchor: thing }] }))];
}

/** Nothing is begun where one of them is not there or not clear; what opened over the page behind the first is another question. */
function isHindered(things: readonly Thing[], scene: Scene): boolean {
	if (scene.memory.part > 0) return scene.finder.view.dialogs.length > 0;
	const found = things.map((thing) => scene.finder.find(thing, clickable));
	const ids = new Set(found.flatMap((one) => (one.kind === "one" ? [one.match.element.id] : [])));
	return scene.memory.tried.length === 0 && ids.size < things.length;
}

const asksFirst: Move = {
	kind: "stuck",
	reason: "The page asks about one of them and waits for an answer, so I go on to no other",
	isFinal: true,
};
const onlyTogether: Move = { kind: "stuck", reason: "I cannot do that to all of what is named", isFinal: true };

/** Of two controls called alike, the one in the form last filled is meant, or the one that does not lead to the page that is open. */
function inFormFilled(thing: Thing, found: Found, scene: Scene): Found {
	if (found.kind !== "one" || thing.places.length > 0 || thing.position !== undefined || thing.name === "") return found;
	const { element, name } = found.match;
	const form = lastField(scene)?.form;
	const isAside = form === undefined ? element.href !== undefined && isHere(element.href, scene.finder.view.url) : element.form !== form;
	if (!isAside) return found;
	const isMeant = (other: ElementView) => (form === undefined ? other.type === "button" && other.form !== undefined : other.form === form);
	const others = scene.finder.find(thing, (other) => (isMeant(other) && !scene.isTried(other) ? clickable(other) : 0));
	return others.kind === "one" && isMeant(others.match.element) && others.match.name >= name ? others : found;
}

/**
 * A box that holds the words among others ("Reply Forward") is no control of that name: the words themselves are looked up first.
 * Buttons, links and the like are what they are, however long their text.
 */
export function innerText(match: Match, name: string, scene: Scene): Move | undefined {
	const { element } = match;
	if (name === "" || match.name >= 0.9 || match.name < 0.79 || !/^(?:div|span|li|td|p|section|ul)$/.test(element.type)) return undefined;
	const place = placeKey(`inside ${element.id} ${scene.memory.clause} ${scene.memory.part}`);
	if (scene.memory.visited.includes(place)) return undefined;
	return {
		kind: "act",
		action: { name: "find", what: "css:span,b,i,em,strong,label,p" },
		thought: `${quoted(name)} is only a part of ${calledOf(scene.finder, element)}; I look for it inside.`,
		then: "again",
		place,
	};
}

/** "press login" where the form's only button says "OK": the control that sends the form last filled. */
function commitInstead(thing: Thing, scene: Scene): Move | undefined {
	if (thing.isQuoted || !/^(?:submit|send|login|log in|sign in|save|ok|done|continue|confirm|go)$/i.test(thing.name)) return undefined;
	const field = lastField(scene);
	const button = field === undefined ? undefined : submitButton(scene);
	// "Register" is no "login": what says another thing than to send is not pressed in its place.
	if (button !== undefined && isOther(thing.name, button.name)) return undefined;
	return button === undefined ? undefined : clickOn(button, scene, { thing });
}

const sending = /^(?:submit|send|send message|ok|okay|save|done|continue|confirm|go|next|enter|finish|apply|log ?in|sign ?in|→|>|›|»|)$/i;
const isEntry = (name: string): boolean => /^(?:log ?in|sign ?in)$/i.test(name.trim());

function isOther(asked: string, shown: string): boolean {
	if (!sending.test(shown.trim())) return !/^(?:submit|send|done|go)$/i.test(asked);
	return isEntry(shown) && /^(?:save|confirm)$/i.test(asked);
}

/** "Terms and conditions": one control whose name holds an "and" comes before a list of two. */
function wholeThing({ things, isEither }: Click, scene: Scene): Thing | undefined {
	const [first, ...rest] = things;
	if (first === undefined || rest.length === 0) return undefined;
	const name = things.map((thing) => thing.whole).join(isEither === true ? " or " : " and ");
	const whole: Thing = { ...first, whole: name, name, places: [] };
	const found = scene.finder.find(whole, clickable);
	return found.kind === "one" && found.match.name >= 0.95 ? whole : undefined;
}

/** "Rename or Delete": the only one that is there; where both are, the person says which. */
function eitherMove(things: readonly Thing[], scene: Scene): Move {
	const [first] = things;
	if (scene.memory.part > 0 || first === undefined) return { kind: "end" };
	const located = things.map((thing) => locate(thing, scene));
	const matches = located.flatMap((found) => (found.kind === "one" ? [found.match] : found.kind === "tied" ? found.matches : []));
	const different = matches.filter((match, index) => matches.findIndex((other) => other.element === match.element) === index);
	const thing: Thing = { ...first, whole: things.map(({ whole }) => whole).join(" or "), noun: "", roles: [], role: undefined };
	const [only, ...others] = different;
	if (only === undefined) return { kind: "missing", thing: first };
	const found =
		others.length === 0
			? locate(things.find((_, index) => located[index]?.kind === "one") ?? first, scene)
			: untried({ kind: "tied", matches: different }, scene);
	return found.kind === "one" ? clickOn(found.match.element, scene, { thing: first }) : unresolved(thing, found);
}

/** "all the links", "both buttons": one thing for each of them. */
function spelledOut(thing: Thing, scene: Scene): readonly Thing[] {
	if (!thing.isAll) return [thing];
	const all = scene.finder.all({ ...thing, isAll: false }, clickable) ?? [];
	return all.length < 2 ? [{ ...thing, isAll: false }] : all.map((_, index) => ({ ...thing, isAll: false, position: index + 1 }));
}

/** Numbers one after another. Plain ones are looked up first; those that vanish once clicked leave the next one first. */
function inOrderMove(intent: Click, scene: Scene): Move {
	const [thing] = intent.things;
	if (thing === undefined) return { kind: "end" };
	const sign = intent.order === "descending" ? -1 : 1;
	const sorted = [...numbersOf(scene)].sort((left, right) => sign * (left.value - right.value));
	const { part, seen } = scene.memory;
	const next = part > 0 && seen > sorted.length ? sorted[0] : sorted[part];
	if (next === undefined && part === 0) return unresolved(thing, { kind: "none", isPlaceMissing: false });
	if (next === undefined && part < seen)
		return { kind: "stuck", reason: `${part} of ${seen} are done; the others show no number any more` };
	if (next === undefined) return { kind: "end" };
	const at = controlAt(next.spot, scene);
	if (at === undefined) return { kind: "stuck", reason: `I cannot get hold of ${quoted(next.spot.text)}` };
	const learned = { seen: Math.max(seen, sorted.length) };
	if (at.kind === "move") return at.move.kind === "act" ? { ...at.move, learned } : at.move;
	const move = clickOn(at.element, scene, { thing });
	return move.kind === "act" ? { ...move, learned: { ...move.learned, ...learned } } : move;
}

/** Every number that stands alone, a control around it counted once. */
function numbersOf(scene: Scene): readonly { readonly spot: Spot; readonly value: number }[] {
	const alone = scene.finder.layout.spots.filter((spot) => /^-?\d+(?:[.,]\d+)?$/.test(spot.text.trim()));
	const ids = new Set(alone.flatMap((spot) => spot.element?.id ?? []));
	return alone.filter((spot) => !spot.inside.some((id) => ids.has(id))).map((spot) => ({ spot, value: numberIn(spot.text) ?? 0 }));
}

type Manner = { readonly thing: Thing; readonly how?: "double" | "right"; readonly isOpening?: boolean };

/** A click with what it should bring about: a link another address, a box its tick, anything else a change. */
export function clickOn(element: ElementView, scene: Scene, { thing, how, isOpening = false }: Manner): Move {
	const { finder } = scene;
	const called = calledOf(finder, element);
	const verb = how === "double" ? "double-click" : how === "right" ? "right-click" : isOpening ? "open" : "click";
	const isNamed = thing.name !== "" || thing.position === undefined;
	const where = thing.position !== undefined && !isNamed ? `, the ${ordinalWord(thing.position)} ${thing.noun || "one"}` : "";
	return {
		kind: "act",
		action: { name: "click", id: element.id, ...(how === undefined ? {} : { kind: how }) },
		thought: `I ${verb} ${called}${where}.`,
		expect: expectOf(element, finder.view.url),
		target: element,
		then: "next",
		...(isButtonLike(element, thing) ? {} : { learned: { referent: referentTo(finder, element) } }),
	};
}

const isButtonLike = (element: ElementView, thing: Thing): boolean =>
	element.type === "button" && !thing.roles.includes("item") && !thing.roles.includes("row");

function expectOf(element: ElementView, url: string): Expectation {
	if (isTextField(element)) return { kind: "state_is", id: element.id, state: "focused", on: true };
	if (isRadio(element)) return { kind: "state_is", id: element.id, state: "checked", on: true };
	if (isToggle(element)) return { kind: "state_is", id: element.id, state: "checked", on: !element.states.has("checked") };
	if (element.states.has("collapsed")) return { kind: "state_is", id: element.id, state: "expanded", on: true };
	return element.href !== undefined && /^\//.test(element.href) && !isHere(element.href, url)
		? { kind: "url_changes" }
		: { kind: "any_change" };
}

/** True where a link leads to the page that is open. */
export function isHere(href: string, url: string): boolean {
	if (!href.startsWith("/") || href.includes("…") || !URL.canParse(url)) return false;
	return new URL(url).pathname.replace(/\/$/, "") === href.replace(/\/$/, "") && new URL(url).search === "";
}

/** "3rd", "last" as a person writes it. */
function ordinalWord(position: number): string {
	if (position === -1) return "last";
	if (position < 0) return `${-position}th from the end`;
	const teen = position % 100 >= 11 && position % 100 <= 13;
	const ending = teen ? "th" : (["th", "st", "nd", "rd"][position % 10] ?? "th");
	return position === 1 ? "first" : `${position}${ending}`;
}

/**
 * "File > Open": the names of a path one after another, each shown by the one before. Items of menus open what is below them by
 * pointing at them; where that shows nothing they are clicked.
 */
export function pathMove(names: readonly string[], scene: Scene): Move {
	const { finder, memory } = scene;
	const name = names[memory.part];
	if (name === undefined) return { kind: "end" };
	const thing: Thing = { ...emptyThing, whole: name, name, isQuoted: true };
	const found = untried(finder.find(thing, clickable), scene);
	const fresh = found.kind === "tied" ? (found.matches.find((match) => match.element.isNew) ?? found.matches.at(-1)) : undefined;
	const match = found.kind === "one" ? found.match : fresh;
	const before = names[memory.part - 1];
	if (match === undefined) {
		const parent = before === undefined ? undefined : finder.find({ ...thing, whole: before, name: before }, clickable);
		const place = placeKey(`path ${before} ${memory.clause} ${memory.part}`);
		const pause = placeKey(`pause ${before} ${memory.clause} ${memory.part}`);
		if (parent?.kind === "one" && !memory.visited.includes(pause))
			return {
				kind: "act",
				action: { name: "wait", seconds: 1 },
				thought: `I wait for what is below ${quoted(before ?? "")} to show.`,
				then: "again",
				place: pause,
			};
		if (parent?.kind === "one" && !memory.visited.includes(place)) {
			const move = clickOn(parent.match.element, scene, { thing });
			if (move.kind === "act") return { ...move, then: "again", place };
		}
		return unresolved(thing, found.kind === "one" ? { kind: "none", isPlaceMissing: false } : found);
	}
	if (memory.part === names.length - 1) return clickOn(match.element, scene, { thing });
	const thought = `I go to ${quoted(name)} on the way to ${quoted(names.at(-1) ?? "")}.`;
	if (match.element.type === "menuitem") return { kind: "act", action: { name: "hover", id: match.element.id }, thought, then: "next" };
	const move = clickOn(match.element, scene, { thing });
	return move.kind === "act" ? { ...move, thought } : move;
}
