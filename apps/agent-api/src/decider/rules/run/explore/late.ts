import { isWorking } from "@webhand/lexicon/answers";
import type { Thing } from "../../sentence/clause.ts";
import { placeKey } from "../memory/memory.ts";
import type { Outcome, Standing } from "../outcome.ts";
import { isNew, wanted } from "./places.ts";
import { turnsPages } from "./turn.ts";

const maxWaits = 5;

/**
 * A page that is still at work for what was pressed before ("Loading…", its button switched off) shows the thing a moment later: nothing is
 * looked for elsewhere and nothing given up until then.
 *
 * @returns undefined where nothing says that more is to come
 */
export function afterAMoment(thing: Thing, { turn, scene }: Standing): Outcome | undefined {
	const { view } = scene.finder;
	const deed = turn.history.findLast(({ parsed }) => parsed.name !== "wait")?.parsed;
	const pressed = deed?.name === "click" ? view.elements.get(deed.id) : undefined;
	// What turns pages is switched off on the last one.
	const isOff = pressed?.states.has("disabled") === true && !turnsPages(pressed);
	const isAtWork = isOff || view.pending || view.lines.some(({ text }) => isWorking(text));
	const isDeed = deed?.name === "click" || deed?.name === "press" || deed?.name === "setValue";
	if (!isAtWork || !isDeed) return undefined;
	const places = Array.from({ length: maxWaits }, (_, turnNumber) => placeKey(`moment ${turnNumber} ${scene.memory.clause}`));
	const place = places.find((one) => isNew(scene, one));
	if (place === undefined) return undefined;
	const thought = `The page is still at work; I wait for ${wanted(thing)}.`;
	return { kind: "act", move: { kind: "act", action: { name: "wait", seconds: 1 }, thought, then: "again" }, explored: place };
}
