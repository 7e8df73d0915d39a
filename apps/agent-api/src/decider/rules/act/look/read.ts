import type { ElementView } from "@webhand/page/parse/view";
import { findItem } from "../../page/find/items.ts";
import { blocksAround, textOfBlock } from "../../page/layout.ts";
import { compareNames, nameOf } from "../../page/names.ts";
import { goesOn } from "../../page/read/numbers.ts";
import { hasSeveral, readValue, sourceField } from "../../page/read/texts.ts";
import { clickable } from "../../page/roles.ts";
import type { Thing, Value } from "../../sentence/clause.ts";
import { emptyThing } from "../../sentence/nouns/plain.ts";
import { canonical, wordsOf } from "../../words/fold.ts";
import type { Move, Scene } from "../move.ts";
import { calledOf, quoted, referentTo } from "../move.ts";
import { lookFirst } from "../pin.ts";

/** Finds a thing for the clauses that follow ("find the email by Ada and star it"). Nothing is done on the page. */
export function findMove(thing: Thing, scene: Scene): Move {
	if (scene.memory.part > 0) return { kind: "end" };
	const { finder } = scene;
	const direct = finder.find(thing, (element) => Math.max(0.5, clickable(element)));
	// Where the very words stand on the page as text, a control that only begins with them is another thing.
	const said = thing.name === "" ? undefined : finder.anchors({ ...thing, places: [] })[0];
	const isSaid = said !== undefined && said.element === undefined && compareNames(nameOf(thing.name), nameOf(said.text), true) >= 0.95;
	if (direct.kind === "one" && thing.name !== "" && direct.match.name >= (isSaid ? 0.95 : 0.8) && !thing.roles.includes("item"))
		return found(scene, direct.match.element, thing);
	const item = isSaid && !thing.roles.includes("item") ? undefined : findItem(finder, thing, scene.memory.seen).item;
	if (item !== undefined)
		return {
			kind: "end",
			learned: {
				referent: { text: anchorText(scene, thing) ?? item.element.name, epoch: finder.view.epoch, id: item.element.id },
				answers: [],
			},
		};
	if (direct.kind === "one" && thing.name !== "" && !isSaid) return found(scene, direct.match.element, thing);
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
		// "Who is 28?": nothing on the page is asked for.
		if (value.kind === "literal") return { kind: "stuck", reason: `I do not know what ${quoted(value.text)} is to tell`, isFinal: true };
		const text = value.kind === "text" && value.thing.pronoun !== undefined ? referentText(scene) : readValue(finder, value, scene.memory);
		if (text === undefined || text === "" || isEcho(text, value))
			return isBeyondPage(value, scene) ? onePageOnly : (severalThere(value, scene) ?? missingValue(value));
		answers.push(text);
	}
	return { kind: "end", learned: { answers, remembered: answers.join(" ") } };
}

const onePageOnly: Move = { kind: "stuck", reason: "I see one page of a list that goes on, so I cannot tell", isFinal: true };

/** A count, a greatest or a last one of a list that has further pages. */
const isBeyondPage = (value: Value, { finder }: Scene): boolean =>
	(value.kind === "count" ||
		value.kind === "sum" ||
		(value.kind === "text" && (value.thing.superlative !== undefined || (value.thing.position ?? 1) < 0))) &&
	goesOn(finder);

/** "Which company does Ada work for?" is not answered by "Ada": what was said already tells nothing. */
function isEcho(text: string, value: Value): boolean {
	const said = value.kind === "text" && value.part === undefined ? canonical(wordsOf(value.thing.whole)) : [];
	const told = canonical(wordsOf(text));
	return told.length > 0 && told.every((word) => said.includes(word));
}

function severalThere(value: Value, { finder }: Scene): Move | undefined {
	if ((value.kind !== "text" && value.kind !== "count") || value.thing.whole === "" || !hasSeveral(finder, value)) return undefined;
	return { kind: "stuck", reason: `More than one thing here may be ${quoted(value.thing.whole)}, and they differ`, isFinal: true };
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
