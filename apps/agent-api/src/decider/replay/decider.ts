import type { Action } from "@webhand/contracts/action/grammar";
import type { Expectation } from "@webhand/contracts/agent/task";
import type { ReadTable } from "@webhand/contracts/routine/run";
import type { Words } from "@webhand/contracts/routine/words";
import { sentenceOf } from "@webhand/routines/make/sentences";
import { expectationOf, isCommit } from "@webhand/routines/replay/act";
import { locate } from "@webhand/routines/replay/cursor";
import { nextStep } from "@webhand/routines/replay/next";
import type { Next, Seen } from "@webhand/routines/replay/outcome";
import type { Played, ReplayState } from "@webhand/routines/replay/state";
import { startOf } from "@webhand/routines/replay/state";
import { wordsText } from "@webhand/routines/target/words";
import { createRulesDecider } from "@webhand/rules/decider";
import { defined } from "../../shared/defined.ts";
import type { Decider, Decision, Usage } from "../port.ts";
import type { Turn } from "../turn.ts";
import type { RowProgress } from "./progress.ts";
import { progressOf } from "./progress.ts";
import { readBackOf } from "./read-back.ts";
import { isFormRefused, refusalOf, reportOf } from "./report.ts";

/**
 * A row to play. `readsBack`: an earlier attempt may have saved it. `reopenedAt`: how many steps it had when its page was opened again.
 * `isAlone`: its person waits for it, and may be asked; in a list a step that is not found ends its row. `model` finds a step that no rung
 * finds; null where the run asks none. `keepTables` keeps what a step read of lists.
 */
export type ReplayDeps = {
	readonly row: Played;
	readonly readsBack: boolean;
	readonly reopenedAt: number;
	readonly isAlone: boolean;
	readonly model: Decider | null;
	readonly keepTables: (parts: readonly ReadTable[]) => Promise<void>;
};

const tryAgain = "Try again";
const stopHere = "Stop here";

/**
 * The decider of a task that plays a row of a routine: the third one beside rules and models. Gate, verification, loops and store see an
 * ordinary decision. No model is called, unless the run allows it for a step that is not found.
 */
export function createReplayDecider(deps: ReplayDeps): Decider {
	const rules = createRulesDecider();
	return {
		// Of the model, where one may be asked: what it costs is counted under its name.
		name: deps.model?.name ?? "routine",
		...(deps.model?.model === undefined ? {} : { model: deps.model.model }),
		// A model is asked rarely, and says so itself.
		noticesModel: true,
		decide: (turn, signal) => decide(deps, turn, signal),
		judge: ({ action, expect, observations }) => rules.judge({ action, expect, observations }),
		complete: async () => ({ verdict: "complete", evidence: "Every step of the routine was done", missing: [] }),
	};
}

/** The row as it is played in a phase. */
function playedIn({ row }: ReplayDeps, phase: RowProgress["phase"]): Played {
	const readBack = phase === "read_back" ? readBackOf(row.program) : null;
	return readBack === null ? row : { ...row, program: readBack };
}

function beginning(deps: ReplayDeps): RowProgress {
	const canReadBack = readBackOf(deps.row.program) !== null;
	const phase = deps.readsBack && canReadBack ? "read_back" : "all";
	return { phase, canReadBack, replay: startOf(playedIn(deps, phase).program) };
}

type Playing = { readonly turn: Turn; readonly progress: RowProgress; readonly played: Played };

async function decide(deps: ReplayDeps, turn: Turn, signal: AbortSignal): Promise<Decision> {
	const before = progressOf(turn.state);
	// A state that is lost says nothing of what was done: to begin again might do it twice.
	if (before === null && turn.history.length > 0) return lost();
	const { missing, ...progress } = before ?? beginning(deps);
	const played = playedIn(deps, progress.phase);
	if (missing !== undefined && !wantsAgain(turn))
		return failing({ progress, played }, { step: missing, reason: "You stopped there", isFound: false });
	const replay: ReplayState = missing === undefined ? progress.replay : { ...progress.replay, looks: 0, calm: 0 };
	const seen: Seen = { view: turn.page, report: missing === undefined ? reportOf(turn, replay, deps.reopenedAt) : { kind: "none" } };
	return await carriedOn(deps, { turn, progress, played }, { next: nextStep(played, replay, seen), signal });
}

/** The answer to the question about a step that was not found. */
const wantsAgain = ({ notes }: Turn) => (notes.at(-1) ?? "").toLowerCase().includes(tryAgain.toLowerCase());

type Step = { readonly next: Next; readonly signal: AbortSignal; readonly usage?: Usage };

async function carriedOn(deps: ReplayDeps, playing: Playing, { next, signal, usage }: Step): Promise<Decision> {
	const { turn, progress, played } = playing;
	const state = { ...progress, replay: next.state };
	if (next.reads !== undefined) await deps.keepTables(next.reads);
	const common = { state, decidedBy: "rules" as const, ...(usage === undefined ? {} : { usage }) };
	switch (next.kind) {
		case "act": {
			const refused = refusalOf(next.action, turn);
			if (refused !== undefined) {
				const denied = nextStep(played, next.state, { view: turn.page, report: { kind: "denied", reason: refused } });
				return await carriedOn(deps, playing, { next: denied, signal });
			}
			const { thought, action, expectation, more = [] } = next;
			const here = placeOf(playing, next.step);
			// The notice that stands in the way of a step is not the step, nor is the reload before a check.
			const isStep = here !== undefined && next.state.sent?.steps[0] === next.step;
			return {
				...common,
				thought,
				action,
				...(isStep ? { recorded: { commits: isCommit(here.step) } } : {}),
				...(isStep && here.of === undefined ? { routineStep: { id: next.step, values: here.values } } : {}),
				...(expectation === undefined ? {} : { expect: expectation }),
				...(more.length === 0 ? {} : { more: more.map(fillOf) }),
			};
		}
		case "wait": {
			const here = { ...playing, progress: state };
			const isReading = placeOf(here, next.step)?.step.do === "read";
			const action: Action = { name: "wait", seconds: isReading ? Math.min(Math.max(1, next.state.looks), mostSeconds) : 1 };
			if (refusalOf(action, turn) === undefined)
				return { ...common, thought: next.for, action, ...(isReading ? nextRows : awaited(here, next.step)) };
			// The engine lets nobody wait any longer here: the page is as it is.
			const over = { ...next.state, looks: Number.MAX_SAFE_INTEGER, calm: Number.MAX_SAFE_INTEGER };
			return await carriedOn(deps, playing, { next: nextStep(played, over, { view: turn.page, report: { kind: "none" } }), signal });
		}
		case "ask":
			return { ...common, thought: next.question, action: { name: "ask", question: next.question, choices: [...next.choices] } };
		case "hand_over":
			return { ...common, thought: next.reason, action: { name: "handoff", reason: next.reason }, ...defined({ signsIn: next.signsIn }) };
		case "not_found":
			return await notFound(deps, playing, { next, signal });
		case "failed":
			return {
				...failing({ ...playing, progress: state }, { ...next, isFound: true, isRefused: isRefusedAt(playing, next.step) }),
				...(usage === undefined ? {} : { usage }),
			};
		case "done":
			return ended({ ...playing, progress: state });
	}
}

const fillOf = ({ action, expectation }: NonNullable<Extract<Next, { kind: "act" }>["more"]>[number]) => ({
	action,
	...(expectation === undefined ? {} : { expect: expectation }),
});

/** A list is looked at a few times only: each wait for it is longer. */
const mostSeconds = 3;
const nextRows = { expect: { kind: "any_change" }, isBounded: true } as const;

/** A wait names what it waits for, so that it is no idle one. */
function awaited(playing: Place, id: string): { readonly expect?: Expectation } {
	const { step, values } = placeOf(playing, id) ?? {};
	// A step that is under way waits for what it should bring.
	const expected =
		playing.progress.replay.sent === undefined || step === undefined ? undefined : expectationOf(step, undefined, values ?? {});
	if (expected !== undefined) return { expect: expected };
	const textOf = (words: Words | undefined) => wordsText(words ?? [], values ?? {})?.slice(0, 200) || undefined;
	if (step?.do === "check") {
		const text = textOf(step.fields[0]?.value);
		return text === undefined ? {} : { expect: { kind: "text_appears", text } };
	}
	const name = step !== undefined && "target" in step ? textOf(step.target?.name) : undefined;
	return name === undefined ? {} : { expect: { kind: "element_appears", name } };
}

type Place = Pick<Playing, "played" | "progress">;

/** A step where the row stands, with the inputs and values that it sees. A routine that is called may have steps of the same ids. */
function placeOf({ played, progress }: Place, id: string) {
	const { at } = progress.replay;
	const depth = at.findLastIndex(({ step }) => step === id);
	// Of a batch the other steps stand beside the one that it began with.
	return locate(played, depth === -1 ? [...at.slice(0, -1), { step: id }] : at.slice(0, depth + 1));
}

function sentenceIn(playing: Place, id: string): string {
	const place = placeOf(playing, id);
	return place === undefined ? "this step" : sentenceOf(place.step, place.inputs);
}

type Missing = { readonly next: Extract<Next, { kind: "not_found" }>; readonly signal: AbortSignal };

/** A step that no rung finds: a model is asked for its control where the run allows it, else the person, else the row ends. */
async function notFound(deps: ReplayDeps, playing: Playing, { next, signal }: Missing): Promise<Decision> {
	const state: RowProgress = { ...playing.progress, replay: next.state };
	const here = { ...playing, progress: state };
	const { found, usage } = await askModel(deps, here, { next, signal });
	const paid = defined({ usage });
	if (found !== undefined) {
		const again = nextStep(here.played, next.state, { view: here.turn.page, report: { kind: "none" }, found });
		if (again.kind !== "not_found") return await carriedOn(deps, here, { next: again, signal, ...paid });
	}
	if (!deps.isAlone) return { ...failing(here, { ...next, isFound: false }), ...paid };
	const question = `I do not find it: ${sentenceIn(here, next.step)}. ${next.reason}. What now?`;
	const action: Action = { name: "ask", question, choices: [tryAgain, stopHere] };
	return { thought: next.reason, action, state: { ...state, missing: next.step }, decidedBy: "rules", ...paid };
}

/** The control that a model names for a step; it says where, and the routine what is done there. */
async function askModel({ model }: ReplayDeps, { turn, ...place }: Playing, { next, signal }: Missing) {
	if (model === null) return {};
	await turn.beforeModel?.();
	const order = { ...turn, query: sentenceIn(place, next.step), plan: null, history: [], notes: [], memory: "", state: null };
	const { action, usage } = await model.decide(order, signal);
	const found = "id" in action && action.id !== undefined && turn.page.elements.has(action.id) ? action.id : undefined;
	return defined({ found, usage });
}

type Failure = { readonly step: string; readonly reason: string; readonly isFound: boolean; readonly isRefused?: boolean };

/** True where the row ends at a commit that was under way, the first one of the row, and the page refused its form. */
function isRefusedAt({ turn, ...place }: Playing, id: string): boolean {
	const { sent } = place.progress.replay;
	const step = placeOf(place, id)?.step;
	if (sent === undefined || sent.hadCommitted || !sent.steps.includes(id)) return false;
	return step !== undefined && isCommit(step) && isFormRefused(turn, sent.epoch);
}

function failing({ progress, played }: Place, { step, reason, isFound, isRefused = false }: Failure): Decision {
	const message = `${sentenceIn({ progress, played }, step)}: ${reason}`.slice(0, 2_000);
	const replay = { ...progress.replay, endedAt: step };
	return {
		thought: message,
		action: { name: "fail", reason: message },
		failure: { category: isFound ? "stuck" : "not_on_page", message },
		state: { ...progress, replay, ...(isRefused ? { isRefused: true } : {}) },
		decidedBy: "rules",
	};
}

/** All steps are done, and every check holds. */
function ended({ progress }: Playing): Decision {
	const { checks, isStopped } = progress.replay;
	const thought = isStopped === true ? "I stopped before it was sent." : "Every step is done.";
	const answer = checks.map(({ label, seen = "" }) => `${label}: ${seen}`).join("\n");
	return { thought, action: { name: "finish", ...(answer === "" ? {} : { answer }) }, state: progress, decidedBy: "rules" };
}

function lost(): Decision {
	const message = "It is not known any more how far this row was done";
	return { thought: message, action: { name: "fail", reason: message }, failure: { category: "incomplete", message }, decidedBy: "rules" };
}
