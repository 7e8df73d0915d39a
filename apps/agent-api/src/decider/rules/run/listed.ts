import { calledSo } from "../act/controls/meant.ts";
import type { Scene } from "../act/move.ts";
import { quoted } from "../act/move.ts";
import { pagerOf } from "../page/find/pager.ts";
import { clickable } from "../page/roles.ts";
import type { Clause, ListPlace, Thing } from "../sentence/clause.ts";
import { emptyThing } from "../sentence/nouns/plain.ts";
import type { Outcome, Standing } from "./outcome.ts";
import { refuse } from "./outcome.ts";

/**
 * A clause of a list, read as the page has it: an item like any clause, or with all the others as one thing that is called so. A list of
 * which the page shows some and not others is not begun, unless it goes on on further pages.
 *
 * @param look what a look at a clause comes to
 */
export function listedOutcome(clause: Clause, standing: Standing, look: (clause: Clause) => Outcome): Outcome {
	const { list } = clause;
	if (list === undefined) return look(clause);
	const { scene } = standing;
	const reading = list.at > 0 ? "items" : (scene.memory.listedAs ?? readingOf(list, scene));
	if (reading === "whole") return asOne(look(list.whole), list);
	const missing = list.at > 0 || scene.memory.listedAs !== undefined ? undefined : missingOf(list, scene);
	if (missing !== undefined)
		return refuse(`I do not see ${quoted(missing.whole)} here, so I begin none of ${quoted(list.whole.text)}.`, "not_understood");
	return remembering(look(clause), "items");
}

function readingOf({ whole, objects, isSure }: ListPlace, scene: Scene): "whole" | "items" {
	const { intent } = whole;
	if (intent.kind === "click") return intent.things.some((thing) => isCalledSo(thing, scene)) ? "whole" : "items";
	const name = intent.kind === "named" ? intent.object.whole : intent.kind === "close" ? (intent.thing?.whole ?? "") : "";
	const isOne =
		scene.finder.isShown({ ...emptyThing, whole: name, name }) || (intent.kind === "named" && calledSo(intent, scene) !== undefined);
	return isOne || (!isSure && !objects.some((object) => isSeen(object, scene))) ? "whole" : "items";
}

function isCalledSo(thing: Thing, { finder }: Scene): boolean {
	const found = finder.find(thing, clickable);
	return found.kind !== "none" && (found.kind === "one" ? [found.match] : found.matches).every(({ name }) => name >= 0.97);
}

/** The first thing that is not there, where others of its list are. */
function missingOf({ objects, isSure }: ListPlace, scene: Scene): Thing | undefined {
	const { next, previous } = pagerOf(scene.finder.view);
	const missing = objects.filter((object) => !isSeen(object, scene));
	const isAway = isSure && (next !== undefined || previous !== undefined);
	return isAway || missing.length === objects.length ? undefined : missing[0];
}

/** What is told by its number or place alone is looked for when its turn comes. */
function isSeen({ name, whole, places, position, superlative }: Thing, { finder }: Scene): boolean {
	if (position !== undefined || superlative !== undefined) return true;
	const anchors = places.flatMap(({ anchor }) => (anchor.name === "" ? [] : [anchor]));
	if (anchors.length > 0) return anchors.every((anchor) => finder.isShown(anchor));
	return name === "" || finder.isShown({ ...emptyThing, whole, name });
}

function asOne(outcome: Outcome, { objects }: ListPlace): Outcome {
	return outcome.kind === "next" ? { ...outcome, skips: (outcome.skips ?? 0) + objects.length - 1 } : remembering(outcome, "whole");
}

/** What was done changes the page: the list is read once. */
function remembering(outcome: Outcome, listedAs: "whole" | "items"): Outcome {
	if (outcome.kind === "act") return { ...outcome, move: { ...outcome.move, learned: { ...outcome.move.learned, listedAs } } };
	return outcome.kind === "part" ? { ...outcome, learned: { ...outcome.learned, listedAs } } : outcome;
}
