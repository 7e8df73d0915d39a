import type { ReadTable } from "@webhand/contracts/routine/run";
import { isAct } from "./act.ts";
import { locate } from "./cursor.ts";
import type { Next, Outcome, Playing, Seen } from "./outcome.ts";
import { failed } from "./outcome.ts";
import { playAct } from "./play-act.ts";
import { playBlock } from "./play-block.ts";
import { playCheck } from "./play-check.ts";
import { playRead } from "./play-read.ts";
import { settle } from "./settle.ts";
import type { Played, ReplayState } from "./state.ts";
import { bounded, placeless, startOf } from "./state.ts";

/** Steps without an action in one turn: more of them are a program that goes round in a circle. */
const mostMoves = 5_000;

/**
 * The next action of a routine on the page as it is now: what is already so is skipped, what is not there yet is waited for, and a step that
 * fails is tried once more where that is harmless.
 *
 * @param before what the turn before left, undefined at the beginning
 * @throws never
 */
export function nextStep(played: Played, before: ReplayState | undefined, seen: Seen): Next {
	const outcome = settle(played, before ?? startOf(played.program), seen);
	return goOn(played, outcome, seen);
}

function goOn(played: Played, first: Outcome, seen: Seen): Next {
	let outcome = first;
	const reads: ReadTable[] = [];
	const ending = (next: Next): Next => {
		const all = [...reads, ...(next.reads ?? [])];
		return all.length === 0 ? noted(next) : { ...noted({ ...next, state: withRead(next.state) }), reads: all };
	};
	for (let moves = 0; outcome.kind === "moved"; moves += 1) {
		reads.push(...(outcome.reads ?? []));
		const state = outcome.reads === undefined ? outcome.state : withRead(outcome.state);
		const last = state.at.at(-1);
		if (last === undefined) return ending({ kind: "done", state });
		const here = locate(played, state.at);
		if (here === undefined) return ending(failed(state, last.step, "The routine has no such step any more"));
		if (moves > mostMoves) return ending(failed(state, last.step, "The routine goes round in a circle"));
		outcome = play({ played, here, state, seen: moves === 0 ? seen : withoutFound(seen) });
	}
	return ending(outcome);
}

/** With its state within bounds. What cannot be noted is not begun: the row ends here, and keeps that it committed. */
function noted(next: Next): Next {
	const state = bounded(next.state);
	if (state !== undefined) return { ...next, state };
	const { sent, ...before } = placeless(next.state);
	if (next.kind === "failed") return { ...next, state: before };
	const hasCommitted = next.kind === "act" && sent !== undefined ? sent.hadCommitted : before.hasCommitted;
	return failed({ ...before, hasCommitted }, before.at.at(-1)?.step ?? "", "Its lists are too long to note how far it was done");
}

const withRead = (state: ReplayState): ReplayState => ({ ...state, hasRead: true });

const withoutFound = ({ found: _, ...seen }: Seen): Seen => seen;

function play(playing: Playing): Outcome {
	const { step } = playing.here;
	if (isAct(step)) return playAct(playing, step);
	if (step.do === "check") return playCheck(playing, step);
	if (step.do === "read") return playRead(playing, step);
	return playBlock(playing, step);
}
