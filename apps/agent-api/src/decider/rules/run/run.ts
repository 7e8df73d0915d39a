import type { Decision } from "../../port.ts";
import type { Turn } from "../../turn.ts";
import { isDeed } from "./ending/done.ts";
import { stateBehind, withMore } from "./fills/ahead.ts";
import { isMemory, memoryOf, stored } from "./memory/memory.ts";
import { asSaid, haltOf, isHidden, unheard, withAdded } from "./memory/notes.ts";
import { readingOf } from "./memory/reading.ts";
import { settle } from "./memory/settle.ts";
import { planIndices, planOf } from "./plan.ts";
import { Walk } from "./walk.ts";

/**
 * The next action for a plain English instruction, from the page alone: clause by clause, each ended by a proven action.
 *
 * @param turn as engine.md §9 says; `state` is what the last call returned
 * @returns one action; `finish` with what was read as its answer, or `fail` that names what was not understood
 * @throws never
 */
export function decideByRules(turn: Turn): Decision {
	const decision = decideOne({ ...turn, state: stateBehind(turn) });
	return (turn.batch ?? 0) < 2 ? decision : withMore(decision, turn, decideOne);
}

function decideOne(turn: Turn): Decision {
	const halt = haltOf(memoryOf(turn.state), turn.notes);
	const before = withAdded(memoryOf(turn.state), turn.notes, readingOf(turn.query).length);
	const added = asSaid(before.added, turn.notes);
	const lost = added.find(isHidden);
	const clauses = [turn.query, ...added].flatMap(readingOf);
	const memory = settle(before, clauses, turn);
	const walk = new Walk(turn, clauses, memory);
	const halted = halt ?? (lost === undefined ? undefined : { text: lost, isUnclear: true });
	// To begin anew in the middle of a task would do its deeds once more.
	const isLost = !isMemory(turn.state) && turn.history.some(isDeed);
	const decision = isLost ? walk.lost() : halted === undefined ? walk.decide() : walk.halted(halted);
	// What the person asked for meanwhile had no room until all else was done.
	if (decision.action.name === "finish" && unheard(walk.memory.heard, turn.notes).length > 0)
		return decideOne({ ...turn, state: stored(walk.memory) });
	const isFirst = turn.plan === null;
	const done = planIndices(walk.memory.clause, clauses.length, decision.action.name === "finish");
	return {
		...decision,
		...(isFirst ? { plan: planOf(clauses) } : {}),
		...(done.length > 0 ? { doneSteps: done } : {}),
		state: stored(walk.memory),
	};
}
