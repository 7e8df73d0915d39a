import { moveOf } from "../act/act.ts";
import type { Move, Scene } from "../act/move.ts";
import { calledOf } from "../act/move.ts";
import { doesADeed } from "../page/roles.ts";
import type { Clause } from "../sentence/clause.ts";
import { placeKey } from "./memory.ts";

type Act = Extract<Move, { readonly kind: "act" }>;

/**
 * A field of the form that is about to be sent, which a clause right before filled and which is empty since the page was loaded anew:
 * it is filled again first, once. In the same document an empty field is the page's own doing, as where an address becomes a token.
 */
export function refillMove(sending: Move, clauses: readonly Clause[], scene: Scene): Act | undefined {
	const { finder, memory } = scene;
	if (sending.kind !== "act" || sending.action.name !== "click" || sending.target === undefined || !doesADeed(sending.target))
		return undefined;
	if (memory.filledIn === undefined || memory.filledIn === finder.view.epoch) return undefined;
	for (let index = memory.clause - 1; index >= 0; index -= 1) {
		const clause = clauses[index];
		if (clause?.intent.kind !== "fill" || clause.intent.submits) return undefined;
		for (let part = 0; part < clause.intent.entries.length; part += 1) {
			const move = moveOf(clause, { ...scene, memory: { ...memory, clause: index, part, tried: [] }, isTried: () => false });
			if (move.kind !== "act" || move.action.name !== "setValue" || move.target === undefined || move.action.text === "") continue;
			const { target } = move;
			const isEmpty = finder.valueOf(target) === "" && !target.states.has("filled");
			const place = placeKey(`refill ${index} ${part}`);
			if (!isEmpty || target.form !== sending.target.form || memory.visited.includes(place)) continue;
			return {
				...move,
				thought: `${calledOf(finder, target)} is empty again since the page was loaded anew. ${move.thought}`,
				then: "again",
				place,
			};
		}
	}
	return undefined;
}
