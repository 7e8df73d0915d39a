import type { ElementView } from "@webhand/page/parse/view";
import { clickable } from "../page/finder.ts";
import { findItem } from "../page/items.ts";
import { blocksAround, textOfBlock } from "../page/layout.ts";
import { isTextField } from "../page/roles.ts";
import { readValue, sourceField } from "../page/texts.ts";
import type { Intent, Thing, Value } from "../sentence/clause.ts";
import { emptyThing, thingNamed } from "../sentence/things.ts";
import { clickOn, locate } from "./click.ts";
import type { Move, Scene } from "./move.ts";
import { calledOf, quoted, referentTo, unresolved, untried } from "./move.ts";
import { lookFirst } from "./pin.ts";

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

const closers = ["close", "dismiss", "cancel", "no thanks", "not now", "later", "no", "got it", "×", "✕", "x", "ok", "hide"];

/** Closes the dialog in front, or the thing that the sentence names. */
export function closeMove(intent: Extract<Intent, { readonly kind: "close" }>, scene: Scene): Move {
	if (scene.memory.part > 0) return { kind: "end" };
	const { thing } = intent;
	const { finder } = scene;
	if (thing?.roles.includes("tab") && finder.view.tabs.length > 1) {
		const current = finder.view.tabs.find((tab) => tab.isCurrent);
		if (current !== undefined)
			return {
				kind: "act",
				action: { name: "closeTab", tab: current.id },
				thought: "I close this tab.",
				expect: { kind: "any_change" },
				then: "next",
			};
	}
	const closer = closingControl(scene, thing);
	if (closer !== undefined) {
		const move = clickOn(closer, scene, { thing: thing ?? emptyThing });
		return move.kind === "act"
			? { ...move, expect: finder.view.dialogs.length > 0 ? { kind: "dialog_closes" } : { kind: "any_change" } }
			: move;
	}
	if (finder.view.dialogs.length > 0)
		return {
			kind: "act",
			action: { name: "press", keys: "Escape" },
			thought: "I close the dialog with Escape.",
			expect: { kind: "dialog_closes" },
			then: "next",
		};
	return { kind: "missing", thing: thing ?? thingNamed("close") };
}

/** The control that closes what is in front: inside the dialog first, then beside the thing named. */
export function closingControl(scene: Scene, thing?: Thing): ElementView | undefined {
	const { finder } = scene;
	const inDialog = finder.view.lines
		.filter((line) => line.region === "dialog" || line.region === "popover")
		.map((line) => ({ from: line.index, to: finder.layout.lastOf[line.index] ?? line.index }));
	const isInside = (element: ElementView) => inDialog.some(({ from, to }) => element.line >= from && element.line <= to);
	const accepts = (element: ElementView) => (inDialog.length === 0 || isInside(element) ? clickable(element) : 0);
	if (thing !== undefined && thing.name !== "") {
		const named = untried(finder.find(thingNamed(`close ${thing.name}`), clickable), scene);
		if (named.kind === "one" && named.match.name >= 0.8) return named.match.element;
	}
	if (inDialog.length === 0 && thing === undefined) return undefined;
	for (const name of closers) {
		const found = untried(
			finder.find(
				thing === undefined || inDialog.length > 0
					? thingNamed(name)
					: { ...thingNamed(name), places: [{ relation: "of", anchor: thing }] },
				accepts,
			),
			scene,
		);
		if (found.kind === "one" && found.match.name >= 0.9) return found.match.element;
		if (found.kind === "tied") return found.matches[0]?.element;
	}
	return undefined;
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

/** Waits, at most ten seconds an action, or until a thing is there. */
export function waitMove(intent: Extract<Intent, { readonly kind: "wait" }>, scene: Scene): Move {
	const waited = scene.memory.part * 10;
	if (intent.until !== undefined) {
		if (scene.finder.isShown(intent.until)) return { kind: "end" };
		if (scene.memory.part >= 5) return { kind: "stuck", reason: `I waited for ${quoted(intent.until.whole)}, and it did not appear` };
	} else if (waited >= intent.seconds) return { kind: "end" };
	const seconds = intent.until === undefined ? Math.min(10, intent.seconds - waited) : 2;
	return {
		kind: "act",
		action: { name: "wait", seconds },
		thought:
			intent.until === undefined
				? `I wait ${seconds} ${seconds === 1 ? "second" : "seconds"}.`
				: `I wait for ${quoted(intent.until.whole)}.`,
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

/** Finds a thing for the clauses that follow ("find the email by Ada and star it"). Nothing is done on the page. */
export function findMove(thing: Thing, scene: Scene): Move {
	if (scene.memory.part > 0) return { kind: "end" };
	const { finder } = scene;
	const direct = finder.find(thing, (element) => Math.max(0.5, clickable(element)));
	if (direct.kind === "one" && thing.name !== "" && direct.match.name >= 0.8 && !thing.roles.includes("item"))
		return found(scene, direct.match.element, thing);
	const { item } = findItem(finder, thing, scene.memory.seen);
	if (item !== undefined)
		return {
			kind: "end",
			learned: {
				referent: { text: anchorText(scene, thing) ?? item.element.name, epoch: finder.view.epoch, id: item.element.id },
				answers: [],
			},
		};
	if (direct.kind === "one" && thing.name !== "") return found(scene, direct.match.element, thing);
	const anchor = finder.anchors(thing)[0] ?? thing.places.flatMap((place) => finder.anchors(place.anchor))[0];
	if (anchor !== undefined)
		return {
			kind: "end",
			learned: { referent: { text: anchor.text.slice(0, 200), epoch: finder.view.epoch }, ...shownText(scene, thing) },
		};
	return { kind: "missing", thing };
}

function found(scene: Scene, element: ElementView, thing: Thing): Move {
	return { kind: "end", learned: { referent: referentTo(scene.finder, element), ...shownText(scene, thing) } };
}

// "find the phone number of Ada and enter it": what was found may be written later.
function shownText(scene: Scene, thing: Thing): { readonly remembered?: string } {
	const text = thing.name === "" ? undefined : readValue(scene.finder, { kind: "text", thing }, scene.memory);
	return text === undefined || text === "" ? {} : { remembered: text.slice(0, 1_000) };
}

// The words by which it was found survive a change of page better than a row's own name.
const anchorText = (scene: Scene, thing: Thing): string | undefined => {
	const place = thing.places[0];
	const spot = place === undefined ? undefined : scene.finder.anchors(place.anchor)[0];
	return spot?.text.slice(0, 200);
};

/** Reads values off the page as the answer. */
export function readMove(values: readonly Value[], scene: Scene): Move {
	const { finder } = scene;
	const answers: string[] = [];
	for (const value of values) {
		const look = lookFirst(value, scene);
		if (look !== undefined) return look;
		const text = value.kind === "text" && value.thing.pronoun !== undefined ? referentText(scene) : readValue(finder, value, scene.memory);
		if (text === undefined || text === "") return missingValue(value);
		answers.push(text);
	}
	return { kind: "end", learned: { answers, remembered: answers.join(" ") } };
}

function missingValue(value: Value): Move {
	if (value.kind === "text" || value.kind === "count" || value.kind === "sum" || value.kind === "extreme")
		return { kind: "missing", thing: value.thing };
	return {
		kind: "stuck",
		reason: value.kind === "math" ? "I do not see a calculation on this page" : "I do not see the value that is asked for",
	};
}

function referentText(scene: Scene): string | undefined {
	const { finder } = scene;
	const spot = finder.anchors({ ...emptyThing, pronoun: "it" })[0];
	if (spot === undefined) return undefined;
	const block = blocksAround(finder.layout, spot)[0];
	return block === undefined ? finder.view.lines[spot.line]?.text : textOfBlock(finder.layout, block, 400);
}

/** Works a value out for the clauses that follow. */
export function rememberMove(value: Value, scene: Scene): Move {
	const look = lookFirst(value, scene);
	if (look !== undefined) return look;
	const text = readValue(scene.finder, value, scene.memory);
	return text === undefined ? missingValue(value) : { kind: "end", learned: { remembered: text, answers: [] } };
}

/** Copies as a person does: all of a field with its own keys, so that not a space is lost; any other text is kept in mind. */
export function copyMove(value: Value, scene: Scene): Move {
	const { finder, memory } = scene;
	const field = value.kind === "text" && value.part === undefined ? sourceField(finder, value) : undefined;
	const text = readValue(finder, value, memory);
	if (text === undefined) return missingValue(value);
	const keys = ["Control+A", "Control+C"][memory.part];
	if (field === undefined || keys === undefined) return { kind: "end", learned: { copied: text } };
	const called = calledOf(finder, field);
	const thought = memory.part === 0 ? `I select all the text in ${called}.` : `I copy the text of ${called}.`;
	return {
		kind: "act",
		action: { name: "press", id: field.id, keys },
		thought,
		then: "next",
		learned: { copied: text, isClipped: memory.part === 1 },
	};
}
