import type { ElementView } from "@webhand/page/parse/view";
import { isDeed } from "../../page/find/deeds.ts";
import type { Item } from "../../page/find/items.ts";
import { findItem, mainControl, namedInList } from "../../page/find/items.ts";
import type { Found } from "../../page/find/match.ts";
import { matchOf } from "../../page/find/match.ts";
import { isIn } from "../../page/layout.ts";
import { nameOf } from "../../page/names.ts";
import { clickable, isToggle } from "../../page/roles.ts";
import { behindMore } from "../../run/explore/more.ts";
import { openedKey } from "../../run/memory/memory.ts";
import type { Intent, Thing } from "../../sentence/clause.ts";
import { emptyThing, thingNamed } from "../../sentence/nouns/plain.ts";
import { canonical, wordsOf } from "../../words/fold.ts";
import { switchOf } from "../fields/rowbox.ts";
import { setToggle } from "../fields/set.ts";
import type { Move, Scene } from "../move.ts";
import { calledOf, quoted, unresolved, untried } from "../move.ts";
import { clickOn, innerText } from "./click.ts";
import { calledApart, calledSo, controlFor, isPlural, isSeveral } from "./meant.ts";
import { directionIn, sortMove } from "./sort.ts";
import { beyondPage } from "./turn.ts";

type Named = Extract<Intent, { readonly kind: "named" }>;

/** Clicks the control that the verb names, near the thing meant. */
export function pressNamed(said: Named, given: Scene): Move {
	const isPlace = placesFor(said.verb, given);
	const scene: Scene = { ...given, isTried: (element) => given.isTried(element) || isPlace(element) };
	const intent: Named = { ...said, object: namedInList(scene.finder, said.object) };
	const literal = calledSo(intent, scene);
	if (literal === undefined && intent.isWhole) return pressApart(intent, scene);
	if (literal === undefined && isSeveral(intent.object, scene)) return isOffered(intent, scene) ? onlyOne : notUnderstood(intent);
	const isTurned = /\bby /i.test(intent.phrase) && directionIn(intent.phrase).way !== undefined;
	const turned = literal === undefined && isTurned ? sortMove(intent.verb, intent.phrase, { thing: intent.object, scene }) : undefined;
	if (turned !== undefined) return turned;
	const beyond = literal === undefined ? beyondPage(intent.object, scene) : undefined;
	if (beyond !== undefined) return beyond;
	// What the row's own control does not do, no other one does in its place.
	const off = [...scene.finder.view.elements.values()].find((element) => element.states.has("disabled") && isTriedHere(element, given));
	if (off !== undefined) return { kind: "stuck", reason: `${calledOf(scene.finder, off)} is switched off`, isFinal: true };
	const apart = literal === undefined ? calledApart(intent, scene) : undefined;
	const found = literal ?? (apart?.kind === "one" ? apart : controlFor(intent, scene));
	// "Mute", where it is muted: pressing it would undo what was asked for.
	if (found.kind === "one" && isOn(found.match.element)) return { kind: "end" };
	if (found.kind === "tied" && isPlural(intent.object)) return onlyOne;
	if (found.kind !== "none" && intent.goal !== undefined && !saysGoal(found, intent.goal, scene)) return goalUnsaid(intent);
	if (found.kind === "one" && isNamedFirstElsewhere(intent.object, found.match.element, scene))
		return {
			kind: "stuck",
			reason: `${quoted(intent.object.whole)} may be one of several rows, and I see ${calledOf(scene.finder, found.match.element)} in one of them alone`,
			isFinal: true,
		};
	if (found.kind === "one")
		return innerText(found.match, intent.verb, scene) ?? clickOn(found.match.element, scene, { thing: intent.object });
	const listed = sortMove(intent.verb, intent.phrase, { thing: intent.object, scene });
	if (listed !== undefined) return listed;
	const more = found.kind === "none" ? moreOf(intent, scene) : undefined;
	if (more !== undefined) return more;
	const paused = found.kind === "none" ? pauseMove(intent, scene) : undefined;
	if (paused !== undefined) return paused;
	// Of several that fit none is opened to see whether it was meant.
	const opened = found.kind === "tied" && isAmongSeveral(intent.object, scene) ? undefined : openFirst(intent, scene);
	if (opened !== undefined) return opened;
	return unresolved({ ...thingNamed(intent.phrase), isQuoted: false }, found);
}

/** "Trash", "Recycle bin", "Archive" among the places to go to: what was deleted or archived lies there, and nothing is by opening it. */
function placesFor(verb: string, { finder }: Scene): (element: ElementView) => boolean {
	const [deed] = canonical(wordsOf(verb));
	const isNoun = (word: string) => keeping.has(word) && canonical([word])[0] === deed;
	return (element) => {
		if (!/^(?:a|tab|treeitem)$/.test(element.type) || !wordsOf(element.name || element.content).some(isNoun)) return false;
		const spot = finder.layout.spotOf.get(element.id);
		const isAmongLinks = finder.layout.groups.some(
			({ isNavigation, blocks }) => isNavigation && blocks.some((one) => spot && isIn(one, spot)),
		);
		return element.type !== "a" || isAmongLinks;
	};
}

const keeping: ReadonlySet<string> = new Set(["trash", "bin", "wastebasket", "archive"]);

/** "The swap of Fay", who stands in a column further on of this row, and in one before it of another: that one is as much hers. */
function isNamedFirstElsewhere(object: Thing, element: ElementView, { finder }: Scene): boolean {
	const { layout, view } = finder;
	const line = layout.spotOf.get(element.id)?.line;
	const things = [object, ...object.places.map(({ anchor }) => anchor)].filter(({ name, pronoun }) => name !== "" && pronoun === undefined);
	return things.some((thing) => {
		const spots = finder.anchors(thing).filter((spot) => view.lines[spot.line]?.kind === "row");
		const own = spots.filter((spot) => spot.line === line).map(({ cell }) => cell);
		return own.length > 0 && spots.some((spot) => spot.line !== line && spot.cell < Math.min(...own));
	});
}

/** "Pause Gym Fit", where a switch in its row says whether it runs. */
function pauseMove({ verb, object }: Named, scene: Scene): Move | undefined {
	const on = /^(?:resume|reinstate|unpause|reactivate)$/i.test(verb);
	if (!on && !/^(?:pause|suspend)$/i.test(verb)) return undefined;
	const found = switchOf(object, scene);
	if (found.kind !== "one") return found.kind === "tied" ? unresolved(object, found) : undefined;
	const { element } = found.match;
	if (element.states.has("checked") !== on || scene.finder.view.hidesTicks === true) return setToggle(element, on, scene);
	return {
		kind: "stuck",
		reason: `${calledOf(scene.finder, element)} of ${quoted(object.whole)} is ${on ? "on" : "off"} already, so I did nothing`,
		isImpossible: true,
	};
}

/** Nothing is opened or pressed to look for what does it but a control that is called so. */
function pressApart(intent: Named, scene: Scene): Move {
	const found = calledApart(intent, scene);
	if (found.kind === "one") return clickOn(found.match.element, scene, { thing: intent.object });
	return found.kind === "tied" ? { kind: "tied", thing: intent.object, matches: found.matches } : notUnderstood(intent);
}

/** "Make everything nicer", where nothing here is called "make": a wish, and no deed to several things. */
export const isOffered = ({ verb }: Named, { finder }: Scene): boolean => {
	const wanted = nameOf(verb).canonical;
	return [...finder.view.elements.values()].some(
		(element) => clickable(element) > 0 && finder.names.own(element).some((name) => name.canonical[0] === wanted[0]),
	);
};

const notUnderstood = ({ phrase }: Named): Move => ({ kind: "stuck", reason: `I did not understand ${quoted(phrase)}`, isFinal: true });

const isTriedHere = (element: ElementView, { memory, isTried }: Scene): boolean => memory.tried.length > 0 && isTried(element);

/** "Sign up for updates": what it is for is nothing that is listed here. */
const ofAccounts = /^(?:sign (?:in|up|on)|log (?:in|on|into)|login|register|subscribe)\b/i;

/** "Mark the lamp as active": a field on its page that says so would have to be saved as well. */
const isState = ({ phrase, verb }: Named): boolean => !phrase.toLowerCase().startsWith(verb.toLowerCase());

/** "Delete the card": what can be done to it stands behind its "⋯". */
function moreOf(intent: Named, scene: Scene): Move | undefined {
	const { object } = intent;
	if (object.name === "" || object.pronoun !== undefined || ofAccounts.test(intent.verb)) return undefined;
	// "A call for Jane": what is not there itself is done to the thing that it is for.
	const places = scene.finder.isShown(object) ? [{ relation: "of", anchor: object } as const] : object.places;
	if (places.length === 0) return undefined;
	const found = behindMore({ ...emptyThing, whole: object.whole, places }, scene, intent);
	if (found === undefined) return undefined;
	if ("move" in found) return { ...found.move, place: found.place };
	return isMany(object, scene) ? onlyOne : found;
}

/** "Miller", where two rows are called so. */
const isAmongSeveral = (object: Thing, { finder }: Scene): boolean =>
	object.places.length > 0 || (object.name !== "" && object.pronoun === undefined && finder.isShown(object));

/** True where the control itself says to whom or where: "Move to Done" for "… to Done". */
const saysGoal = (found: Exclude<Found, { readonly kind: "none" }>, goal: string, { finder }: Scene): boolean => {
	const wanted = nameOf(goal).canonical;
	const matches = found.kind === "one" ? [found.match] : found.matches;
	return matches.some(({ element }) => offersMore(element) || finder.names.own(element).some((name) => name.holdsAll(wanted)));
};

/** "Omar ▾" opens a list, which is chosen from or found not to hold the goal once it is there. */
const offersMore = ({ states, content, name }: ElementView): boolean => states.has("collapsed") || /[▾▼▿⌄⏷]\s*$/u.test(content || name);

const goalUnsaid = ({ phrase, goal = "" }: Named): Move => ({
	kind: "stuck",
	reason: `I see no control for ${quoted(phrase)}: none says ${quoted(goal)}`,
	isFinal: true,
});

const onlyOne: Move = { kind: "stuck", reason: "I can do that to one thing at a time, and several are meant", isFinal: true };

const ordersList = /^(?:filter|sort|group|arrange|rank|limit)$/i;

/** The thing itself is opened first where its control is not on this page ("delete the email by Ada"). */
function openFirst(intent: Named, scene: Scene): Move | undefined {
	const { finder } = scene;
	const { object } = intent;
	if (object.whole === "" && finder.referent === undefined) return undefined;
	// What is to be done with it there is not understood either; and what orders a list has nothing to do with one item of it.
	if (intent.goal !== undefined || isState(intent) || ordersList.test(intent.verb) || ofAccounts.test(intent.verb)) return undefined;
	const { item } = findItem(
		finder,
		object.pronoun === undefined ? object : { ...emptyThing, roles: ["item"], role: "item", places: [{ relation: "of", anchor: object }] },
		scene.memory.seen,
	);
	if (item === undefined || scene.isTried(item.element) || scene.memory.visited.length > 40) return undefined;
	const several = oneOfMany(object, item, scene);
	if (several !== undefined && several.kind !== "one") return isMany(object, scene) ? onlyOne : unresolved(object, several);
	if (object.whole !== "" && object.pronoun === undefined && object.places.length === 0 && object.name === "") return undefined;
	const element = several?.match.element ?? item.element;
	// What does something is not pressed to look behind it.
	if (element.type === "menuitem" || isDeed(finder.layout, element)) return undefined;
	// "Pause the standing order": its switch "Active" is none for that.
	if (isSwitch(element) && !saysSome(element, intent.phrase, scene)) return undefined;
	const place = openedKey(element, scene);
	// A switch that was switched is done: it holds nothing, and a second click would undo the first.
	if (scene.memory.visited.includes(place)) return isSwitch(element) ? { kind: "end" } : undefined;
	const move = clickOn(element, scene, { thing: { ...object, roles: ["item"] }, isOpening: !isSwitch(element) });
	return move.kind === "act" ? { ...move, then: isToggle(element) ? "next" : "again", place } : move;
}

/** Of several items that bear the words the one that is called so; else the person says which, whatever else on the page is called so. */
function oneOfMany(object: Thing, { all }: Item, scene: Scene): Found | undefined {
	const { finder } = scene;
	const isTold = object.position !== undefined || object.superlative !== undefined || object.pronoun !== undefined;
	if (isTold || all.length < 2) return undefined;
	const named = untried(finder.find(object, clickable), scene);
	const spot = named.kind === "one" ? finder.layout.spotOf.get(named.match.element.id) : undefined;
	if (object.name !== "" && spot !== undefined && all.some((block) => isIn(block, spot))) return named;
	if (object.name !== "" && named.kind === "tied") return named;
	const matches = all.flatMap((block) => mainControl(finder, block) ?? []).map(matchOf);
	return untried({ kind: "tied", matches }, scene);
}

/** "The draft products", which is the name of none. */
const isMany = (object: Thing, { finder }: Scene): boolean =>
	isPlural(object) && !finder.isShown({ ...emptyThing, whole: object.whole, name: object.whole });

function saysSome(element: ElementView, phrase: string, { finder }: Scene): boolean {
	const wanted = nameOf(phrase).canonical;
	return finder.names.own(element).some(({ canonical }) => canonical.some((word) => wanted.includes(word)));
}

const isOn = ({ states }: ElementView): boolean => states.has("pressed") || states.has("checked");
const isSwitch = (element: ElementView): boolean => isToggle(element) || isOn(element);
