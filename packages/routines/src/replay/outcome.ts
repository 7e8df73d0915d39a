import type { Action } from "@webhand/contracts/action/grammar";
import type { RiskClass } from "@webhand/contracts/agent/step-labels";
import type { Expectation } from "@webhand/contracts/agent/task";
import type { ReadTable } from "@webhand/contracts/routine/run";
import type { StepId } from "@webhand/contracts/routine/step-id";
import type { PageView } from "@webhand/page/parse/view";
import type { Here } from "./cursor.ts";
import type { Played, Position, ReplayState } from "./state.ts";

/**
 * What became of the last thing that a replay asked for. `none`: it was a look, or nothing yet; `done` counts the actions of a batch that were
 * proven; `words` are texts that were seen, also those that went again; `isUndone`: the browser did not carry it out; `denied`: a person or the gate said no.
 */
export type Report =
	| { readonly kind: "none" }
	| { readonly kind: "proven"; readonly done: number; readonly words?: readonly string[] }
	| { readonly kind: "failed"; readonly done: number; readonly words: readonly string[]; readonly isUndone?: boolean }
	| { readonly kind: "denied"; readonly reason: string }
	| { readonly kind: "answered"; readonly answer: string };

/** The page now. `found`: the control that a model names for the step that was not found. */
export type Seen = { readonly view: PageView; readonly report: Report; readonly found?: number };

/** One more fill of the same form. */
export type MoreFill = { readonly step: StepId; readonly action: Action; readonly expectation?: Expectation };

/** What a replay does next; `state` comes back with the next page. `reads`: parts of lists that were read on the page before it. */
export type Next = Doing & { readonly reads?: readonly ReadTable[] };

type Doing =
	| {
			readonly kind: "act";
			readonly step: StepId;
			readonly action: Action;
			readonly expectation?: Expectation;
			/** The sentence of the step. */
			readonly thought: string;
			readonly class: RiskClass;
			readonly more?: readonly MoreFill[];
			readonly state: ReplayState;
	  }
	| { readonly kind: "wait"; readonly step: StepId; readonly for: string; readonly state: ReplayState }
	| {
			readonly kind: "ask";
			readonly step: StepId;
			readonly question: string;
			readonly choices: readonly string[];
			readonly state: ReplayState;
	  }
	/** `signsIn`: the replay waits for what a sign-in takes, which a login may bring; a step that hands over is there for a person. */
	| { readonly kind: "hand_over"; readonly step: StepId; readonly reason: string; readonly signsIn?: true; readonly state: ReplayState }
	| { readonly kind: "not_found"; readonly step: StepId; readonly reason: string; readonly state: ReplayState }
	| { readonly kind: "failed"; readonly step: StepId; readonly reason: string; readonly state: ReplayState }
	| { readonly kind: "done"; readonly state: ReplayState };

/** Where a step is played: the row, its place in the program, the state and what is seen. */
export type Playing = { readonly played: Played; readonly here: Here; readonly state: ReplayState; readonly seen: Seen };

/** A step that needs nothing more leads on to the next position; anything else goes to the engine. */
export type Outcome = { readonly kind: "moved"; readonly state: ReplayState; readonly reads?: readonly ReadTable[] } | Next;

/** Goes on at another position. @throws never */
export function moved({ sent: _sent, allowed: _allowed, notices: _notices, ...state }: ReplayState, at: readonly Position[]): Outcome {
	return { kind: "moved", state: { ...state, at, looks: 0, calm: 0, tries: 0 } };
}

/** The end of a row that did not work. @throws never */
export function failed(state: ReplayState, step: StepId, reason: string): Next {
	return { kind: "failed", step, reason, state: { ...state, endedAt: step } };
}

/** Looks in vain, ten at a page at rest, and twenty in all. */
const mostLooks = { calm: 10, all: 20 } as const;

/** The state after one more look in vain; `isOver` once it was looked long enough. @throws never */
export function lookedInVain(state: ReplayState, view: PageView): { readonly state: ReplayState; readonly isOver: boolean } {
	const looks = state.looks + 1;
	const calm = state.calm + (view.pending ? 0 : 1);
	return { state: { ...state, looks, calm }, isOver: calm > mostLooks.calm || looks > mostLooks.all };
}
