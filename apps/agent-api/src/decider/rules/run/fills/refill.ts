import { moveOf } from "../../act/act.ts";
import type { Move, Scene } from "../../act/move.ts";
import { calledOf } from "../../act/move.ts";
import { doesADeed, isRadio, isToggle } from "../../page/roles.ts";
import type { Clause, Intent } from "../../sentence/clause.ts";
import { placeKey } from "../memory/memory.ts";
import type { Act, Standing } from "../outcome.ts";

/** True for a clause that leaves a form filled in: its fields, choices and ticks. */
function isFilling({ kind }: Intent): boolean {
	return kind === "fill" || kind === "choose" || kind === "tick";
}

/** True for a move that writes, chooses or ticks in a form, and so is lost with it. */
function isEntry({ action, target }: Act): boolean {
	if (action.name === "select") return true;
	if (action.name === "setValue") return action.text !== "";
	return action.name === "click" && target !== undefined && (isToggle(target) || isRadio(target));
}

/** The first field of a run of fills: a page that is loaded anew behind it has lost what was written. */
export function beginsFills(move: Act, { clauses, scene }: Standing): boolean {
	const { clause, part, tried, filledIn } = scene.memory;
	const before = clauses[clause - 1];
	const isFirst = filledIn === undefined || before === undefined || !isFilling(before.intent);
	const { intent } = clauses[clause] ?? {};
	return isFirst && part === 0 && tried.length === 0 && intent !== undefined && isFilling(intent) && isEntry(move);
}

/**
 * A field of the form that is about to be sent, which a clause right before filled, chose or ticked and which is as before since the page
 * was loaded anew: it is filled again first, once. In the same document that is the page's own doing, as where an address becomes a token.
 */
export function refillMove(sending: Move, clauses: readonly Clause[], scene: Scene): Act | undefined {
	const { finder, memory } = scene;
	if (sending.kind !== "act" || sending.action.name !== "click" || sending.target === undefined || !doesADeed(sending.target))
		return undefined;
	if (memory.filledIn === undefined || memory.filledIn === finder.view.epoch) return undefined;
	for (let index = memory.clause - 1; index >= 0; index -= 1) {
		const clause = clauses[index];
		if (clause === undefined || !isFilling(clause.intent) || (clause.intent.kind === "fill" && clause.intent.submits)) return undefined;
		for (let part = 0; part < partsOf(clause.intent); part += 1) {
			const move = moveOf(clause, { ...scene, memory: { ...memory, clause: index, part, tried: [] }, isTried: () => false });
			if (move.kind !== "act" || move.target === undefined || !isEntry(move)) continue;
			const { target } = move;
			// A choice or a tick that stands is passed by; of a text only the empty field says that it was lost.
			const isText = move.action.name === "setValue" && !isToggle(target);
			const isLost = !isText || (finder.valueOf(target) === "" && !target.states.has("filled"));
			const place = placeKey(`refill ${index} ${part}`);
			if (!isLost || target.form !== sending.target.form || memory.visited.includes(place)) continue;
			return {
				...move,
				thought: `The page was loaded anew and lost what was in ${calledOf(finder, target)}. ${move.thought}`,
				then: "again",
				place,
			};
		}
	}
	return undefined;
}

/** How many fields a clause is about. A switch that is turned over says nothing of how it should stand. */
function partsOf(intent: Intent): number {
	if (intent.kind === "fill") return intent.entries.length;
	if (intent.kind === "choose") return intent.things.length;
	return intent.kind === "tick" && intent.on !== "toggle" ? intent.things.length : 0;
}
