import { moveOf } from "../act/act.ts";
import { clauseThing } from "../sentence/nouns/plain.ts";
import type { Standing } from "./outcome.ts";

/** True where the next clause can be carried out on this page as it is: nothing that opened stands in its way. */
export function isNextInReach({ clauses, scene }: Standing): boolean {
	const { memory, finder } = scene;
	// A list that is one thing after all ("salt and pepper") is done with all of its items.
	const at = memory.clause + (memory.listedAs === "whole" ? (clauses[memory.clause]?.list?.objects.length ?? 1) : 1);
	const next = clauses[at];
	// The next item of a list is no answer to what opened for the one before.
	if (next === undefined || (next.list?.at ?? 0) > 0) return false;
	const move = moveOf(next, { ...scene, memory: { ...memory, clause: at, part: 0, tried: [] } });
	if (move.kind === "pass") return true;
	if (move.kind !== "act") return false;
	// A name in quotes is meant to the letter: a like one does not end the search for it.
	const thing = clauseThing(next);
	const own = move.target === undefined ? [] : finder.names.own(move.target);
	return !thing.isQuoted || own.some((name) => name.text === thing.name);
}
