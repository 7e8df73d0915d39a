import type { Expectation } from "@webhand/contracts/agent/task";
import { isWorking } from "@webhand/lexicon/answers";
import type { ElementView } from "@webhand/page/parse/view";
import { placeKey } from "../../run/memory/memory.ts";
import type { Condition, Thing } from "../../sentence/clause.ts";
import { isConditionMet } from "../condition.ts";
import { locate } from "../locate.ts";
import type { Move, Scene } from "../move.ts";
import { quoted, unresolved } from "../move.ts";
import { clickOn } from "./click.ts";

// Twenty seconds for an answer that takes its time; three where a button is greyed out, as it is at the end of a list.
const patience = [1, 2, 3, 4, 5, 5];
const greyedOut = 2;
// A wait for a number names no text: the engine bounds such waits by ten seconds.
const unnamed = 4;

/**
 * Clicks again and again until the page shows what was named. A click that showed nothing is no end: what it asked for may be on its way,
 * and is waited for before the control is pressed once more.
 */
export function untilMove(thing: Thing | undefined, condition: Condition, scene: Scene): Move {
	const { tried, retried, part } = scene.memory;
	if (part > 0 || thing === undefined) return { kind: "end" };
	// The last click is not proven: what it was to bring about is, and another look at the page says so.
	if (isConditionMet(condition, scene.finder))
		return tried.length + retried.length > 0 ? { ...wait(1, condition), then: "next" } : { kind: "end" };
	const found = locate(thing, scene);
	const element = found.kind === "one" ? found.match.element : undefined;
	const isAtWork = scene.finder.view.pending || [...scene.finder.view.elements.values()].some(isBusyButton);
	const isGrey = element?.states.has("disabled") === true;
	if (tried.length > 0 || isAtWork || isGrey) {
		const most = condition.kind === "shows" ? patience.length : unnamed;
		const next = nextWait(scene, isGrey && !isAtWork ? greyedOut : most);
		if (next !== undefined) return { ...wait(next.seconds, condition), then: "again", place: next.place };
	}
	if (found.kind !== "one") return unresolved(thing, found);
	const move = clickOn(found.match.element, scene, { thing });
	return move.kind === "act" ? { ...move, then: "again" } : move;
}

/** The button itself says that it loads: it is called "Loading…" until then. */
const isBusyButton = ({ type, name, content }: ElementView): boolean => type === "button" && isWorking(name || content);

type Waiting = Omit<Extract<Move, { readonly kind: "act" }>, "then">;

function wait(seconds: number, condition: Condition): Waiting {
	const name = condition.kind === "shows" ? condition.thing.name || condition.thing.whole : "";
	const expect: Expectation | undefined = name === "" ? undefined : { kind: "text_appears", text: name.slice(0, 500) };
	const thought = name === "" ? "I wait for what the last click brings." : `I wait for ${quoted(name)}.`;
	return { kind: "act", action: { name: "wait", seconds }, thought, ...(expect === undefined ? {} : { expect }) };
}

/** The next wait on a page as it stands; one that has changed is waited for anew. */
function nextWait({ finder, memory }: Scene, most: number): { readonly seconds: number; readonly place: string } | undefined {
	const { lines, elements } = finder.view;
	return patience
		.slice(0, most)
		.map((seconds, index) => ({ seconds, place: placeKey(`await ${memory.clause} ${lines.length} ${elements.size} ${index}`) }))
		.find(({ place }) => !memory.visited.includes(place));
}
