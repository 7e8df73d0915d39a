import type { Decision, Turn } from "../turn.ts";
import { stateBehind, withMore } from "./ahead.ts";
import { isDeed } from "./endings.ts";
import { missedGesture } from "./gestures.ts";
import { Interpreter } from "./interpret.ts";
import { asSaid, haltOf, isHidden, unheard, withAdded } from "./notes.ts";
import { orderOf } from "./order.ts";
import { doneSteps, planOf } from "./plan.ts";
import { settle } from "./settle.ts";
import { isState, stateOf, stored } from "./state.ts";

/**
 * The next action for a plain English order, from the page alone: clause by clause, each ended by a proven action.
 *
 * @returns one action; `finish` with what was read as its answer, or `fail` that names what was not understood
 * @throws never
 */
export function decideTurn(turn: Turn): Decision {
	const decision = decideOne({ ...turn, state: stateBehind(turn) });
	return (turn.batch ?? 0) < 2 ? decision : withMore(decision, turn, decideOne);
}

function decideOne(turn: Turn): Decision {
	const { now, notes, query } = turn;
	const reader = { now, hasServer: turn.serverTools !== undefined };
	const own = orderOf(query, reader);
	const halt = haltOf(stateOf(turn.state), notes, reader);
	const before = withAdded(stateOf(turn.state), notes, { own: own.length, ...reader });
	const added = asSaid(before.added, notes);
	const hidden = added.find(isHidden);
	const clauses = [...own, ...added.flatMap((order) => orderOf(order, reader))];
	const missed = missedGesture(before, turn.report);
	if (missed !== undefined) return missed;
	const interpreter = new Interpreter(turn, clauses, settle(before, clauses, turn));
	const halted = halt ?? (hidden === undefined ? undefined : { text: hidden, isUnclear: true });
	// To begin anew in the middle of a task would do its deeds once more. A tab may be opened twice: a task with an address begins with one.
	const isLost =
		!isState(turn.state) && turn.history.some((past) => (isDeed(past) && past.parsed.name !== "openTab") || past.parsed.name === "server");
	const decision = isLost ? interpreter.lost() : halted === undefined ? interpreter.decide() : interpreter.halted(halted);
	const { state } = interpreter;
	// What the user asked for meanwhile had no room until all else was done.
	if (decision.action.name === "finish" && unheard(state.heard, notes).length > 0 && !isLost)
		return decideOne({ ...turn, state: stored(state) });
	const done = doneSteps(state.clause, clauses.length, decision.action.name === "finish");
	return {
		...decision,
		...(turn.plan === null ? { plan: planOf(clauses) } : {}),
		...(done.length > 0 ? { doneSteps: done } : {}),
		state: stored(state),
	};
}
