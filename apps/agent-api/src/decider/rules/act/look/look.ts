import type { Expectation } from "@webhand/contracts/agent/task";
import type { ElementView } from "@webhand/page/parse/view";
import { readValue } from "../../page/read/texts.ts";
import { clickable, isTextField } from "../../page/roles.ts";
import type { Intent, Thing } from "../../sentence/clause.ts";
import { emptyThing } from "../../sentence/nouns/plain.ts";
import { comparedNumber } from "../../words/math.ts";
import { isNumberMet } from "../condition.ts";
import { locate } from "../locate.ts";
import type { Move, Scene } from "../move.ts";
import { calledOf, quoted, referentTo, unresolved, untried } from "../move.ts";

/** Opens a collapsed part of the page, or closes an open one. "The sections" are opened one after another. */
export function expandMove(intent: Extract<Intent, { readonly kind: "expand" }>, scene: Scene): Move {
	const { thing, on } = intent;
	const { finder, memory } = scene;
	const folds = [...finder.view.elements.values()].filter((element) => element.states.has("collapsed") || element.states.has("expanded"));
	const isAny = thing.name === "" && thing.position === undefined && thing.places.length === 0;
	if (isAny && folds.length > 0) {
		const isPlural = thing.isAll || /s$/.test(thing.noun);
		if (!isPlural && memory.part > 0) return { kind: "end" };
		const next = isPlural
			? folds[memory.part]
			: folds.find((element) => !element.states.has(on ? "expanded" : "collapsed") && !scene.isTried(element));
		if (next === undefined) return { kind: "end" };
		return next.states.has(on ? "expanded" : "collapsed") ? { kind: "pass" } : toggleFold(next, on, scene);
	}
	if (memory.part > 0) return { kind: "end" };
	const found = locate(thing, scene);
	const element = found.kind === "one" && found.match.name >= 0.8 && thing.name !== "" ? found.match.element : openerIn(scene);
	if (element === undefined) return found.kind === "one" ? toggleFold(found.match.element, on, scene) : unresolved(thing, found);
	return element.states.has(on ? "expanded" : "collapsed") ? { kind: "end" } : toggleFold(element, on, scene);
}

const openers = ["+", "☰", "≡", "⋮", "…", "menu", "more", "expand", "show", "open", "▼", "▾", "▸", "►"];

/** A control whose sign says that it opens something. */
function openerIn(scene: Scene): ElementView | undefined {
	const controls = [...scene.finder.view.elements.values()].filter((element) => !scene.isTried(element) && clickable(element) > 0);
	for (const sign of openers) {
		const found = controls.find((element) =>
			[element.content, element.name, element.attributes.get("hint") ?? ""].some((text) => text.trim().toLowerCase() === sign),
		);
		if (found !== undefined) return found;
	}
	return undefined;
}

function toggleFold(element: ElementView, on: boolean, scene: Scene): Move {
	return {
		kind: "act",
		action: { name: "click", id: element.id },
		thought: `I ${on ? "open" : "close"} ${calledOf(scene.finder, element)}.`,
		expect:
			element.states.has("collapsed") || element.states.has("expanded")
				? { kind: "state_is", id: element.id, state: on ? "expanded" : "collapsed", on: true }
				: { kind: "any_change" },
		target: element,
		then: "next",
	};
}

/** Scrolls the page, a part of it, or to a thing. */
export function scrollMove(intent: Extract<Intent, { readonly kind: "scroll" }>, scene: Scene): Move {
	if (scene.memory.part > 0) return { kind: "end" };
	const { finder } = scene;
	if (intent.direction === "to") {
		const thing = intent.thing ?? emptyThing;
		const found = finder.find(thing, (element) => (element.type === "frame" ? 0.5 : 1));
		if (found.kind === "one")
			return {
				kind: "act",
				action: { name: "scroll", to: { kind: "element", id: found.match.element.id } },
				thought: `I scroll to ${calledOf(finder, found.match.element)}.`,
				then: "next",
				learned: { referent: referentTo(finder, found.match.element) },
			};
		const anchor = finder.anchors(thing)[0];
		if (anchor === undefined) return { kind: "missing", thing };
		const near = finder.layout.spots.find((spot) => spot.element !== undefined && spot.order >= anchor.order);
		const zone = finder.view.lines[anchor.line]?.zone;
		if (near?.element === undefined || zone === "view" || zone === "none") return { kind: "end" };
		return {
			kind: "act",
			action: { name: "scroll", to: { kind: "element", id: near.element.id } },
			thought: `I scroll to ${quoted(anchor.text)}.`,
			then: "next",
		};
	}
	const container =
		intent.thing === undefined
			? undefined
			: finder.find(intent.thing, (element) => (element.type === "scroll" || element.attributes.has("scroll") ? 1 : 0.4));
	const id = container?.kind === "one" ? container.match.element.id : undefined;
	return {
		kind: "act",
		action: { name: "scroll", to: { kind: "direction", direction: intent.direction, ...(id === undefined ? {} : { id }) } },
		thought: `I scroll ${intent.direction === "top" || intent.direction === "bottom" ? `to the ${intent.direction}` : intent.direction}.`,
		then: "next",
	};
}

// A minute in all: often at first, since most of what is waited for is there soon.
const patience = [2, 2, 2, 2, 3, 4, 5, 5, 5, 10, 10, 10];

/** What ends a wait: the thing is there, or its number is another one. */
function awaitedOf({ reaches }: Extract<Intent, { readonly kind: "wait" }>, until: Thing, scene: Scene): Expectation {
	const shown = reaches === undefined ? undefined : readValue(scene.finder, { kind: "text", thing: until }, scene.memory);
	if (shown !== undefined && shown !== "") return { kind: "text_gone", text: shown.slice(0, 500) };
	return { kind: "text_appears", text: (until.name || until.whole || "…").slice(0, 500) };
}

/** Waits, at most ten seconds an action, or until a thing is there. */
export function waitMove(intent: Extract<Intent, { readonly kind: "wait" }>, scene: Scene): Move {
	const waited = scene.memory.part * 10;
	if (intent.until !== undefined && intent.reaches !== undefined) {
		const shown = comparedNumber(readValue(scene.finder, { kind: "text", thing: intent.until }, scene.memory) ?? "");
		const { whole } = intent.until;
		if (shown === undefined) return { kind: "stuck", reason: `I do not see one number that ${quoted(whole)} has` };
		if (intent.reaches.kind !== "shows" && isNumberMet(intent.reaches, shown)) return { kind: "end" };
		if (scene.memory.part >= patience.length)
			return {
				kind: "stuck",
				reason: `I waited a minute for ${quoted(whole)}, which is ${shown} and not yet what you wait for`,
				isFinal: true,
			};
	} else if (intent.until !== undefined) {
		if (scene.finder.isShown(intent.until)) return { kind: "end" };
		if (scene.memory.part >= patience.length)
			return { kind: "stuck", reason: `I waited a minute for ${quoted(intent.until.whole)}, and it did not appear`, isFinal: true };
	} else if (waited >= intent.seconds) return { kind: "end" };
	const seconds = intent.until === undefined ? Math.min(10, intent.seconds - waited) : (patience[scene.memory.part] ?? 2);
	return {
		kind: "act",
		action: { name: "wait", seconds },
		thought:
			intent.until === undefined
				? `I wait ${seconds} ${seconds === 1 ? "second" : "seconds"}.`
				: `I wait for ${quoted(intent.until.whole)}.`,
		...(intent.until === undefined ? {} : { expect: awaitedOf(intent, intent.until, scene) }),
		then: "next",
	};
}

/** Moves the pointer over a thing. */
export function hoverMove(thing: Thing, scene: Scene): Move {
	if (scene.memory.part > 0) return { kind: "end" };
	const found = locate(thing, scene);
	if (found.kind !== "one") return unresolved(thing, found);
	const { element } = found.match;
	return {
		kind: "act",
		action: { name: "hover", id: element.id },
		thought: `I point at ${calledOf(scene.finder, element)}.`,
		target: element,
		then: "next",
		learned: { referent: referentTo(scene.finder, element) },
	};
}

/** Puts the cursor into a field. */
export function focusMove(thing: Thing, scene: Scene): Move {
	if (scene.memory.part > 0) return { kind: "end" };
	const found = untried(
		scene.finder.find(thing.roles.length === 0 ? thing : thing, (element) => (isTextField(element) ? 1 : 0.4 * clickable(element))),
		scene,
	);
	if (found.kind !== "one") return unresolved(thing, found);
	const { element } = found.match;
	return {
		kind: "act",
		action: { name: "click", id: element.id },
		thought: `I put the cursor into ${calledOf(scene.finder, element)}.`,
		expect: { kind: "state_is", id: element.id, state: "focused", on: true },
		target: element,
		then: "next",
		learned: { referent: referentTo(scene.finder, element), field: referentTo(scene.finder, element) },
	};
}
