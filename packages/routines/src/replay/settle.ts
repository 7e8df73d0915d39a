import { routineLimits } from "@webhand/contracts/routine/limits";
import type { RoutineStep } from "@webhand/contracts/routine/step";
import { innerSteps } from "@webhand/contracts/routine/step";
import type { StepId } from "@webhand/contracts/routine/step-id";
import type { PageView } from "@webhand/page/parse/view";
import { expectationOf, isCommit, isHarmless } from "./act.ts";
import { following, locate } from "./cursor.ts";
import { keepingFilled, mostRestarts } from "./filled-in.ts";
import { isBrought } from "./message.ts";
import type { Outcome, Report, Seen } from "./outcome.ts";
import { failed, lookedInVain, moved } from "./outcome.ts";
import { complaints } from "./page-words.ts";
import type { Played, ReplayState } from "./state.ts";

/** Choices of the questions that a replay asks; the first goes on. */
export const choices = { heal: ["Yes, go on", "No, stop here"], dry_run: ["Go on", "Stop here"] } as const;

const mostWords = 5;

/** Takes the report of what was under way into the state: its steps are done, or it is tried again, or the row ends. @throws never */
export function settle(played: Played, state: ReplayState, seen: Seen): Outcome {
	if (state.asked !== undefined) return answered(state, seen.report);
	if (state.sent === undefined) return { kind: "moved", state };
	const { steps, hadCommitted } = state.sent;
	const { report } = seen;
	const [first = ""] = steps;
	if (report.kind === "denied") return failed({ ...withoutSent(state), hasCommitted: hadCommitted }, first, report.reason);
	if (report.kind === "none" || report.kind === "answered") return unreported(played, state, { first, seen });
	if (report.kind === "proven") return unsaid(played, state, seen) ?? proven(played, state, { steps, view: seen.view });
	const failedAt = steps[report.done] ?? steps.at(-1) ?? first;
	const position = at(state, failedAt);
	const step = locate(played, position)?.step;
	const isFirstTry = state.tries === 0 || report.done > 0;
	const wasHarmless = step !== undefined && (isHarmless(step) || report.isUndone === true);
	if (wasHarmless && isFirstTry) {
		const hasCommitted = report.isUndone === true ? hadCommitted : state.hasCommitted;
		return { kind: "moved", state: { ...withoutSent(state), at: position, looks: 0, calm: 0, tries: 1, hasCommitted } };
	}
	if (wasHarmless && step?.isOptional === true) return moved(state, following(played, position));
	const hasCommitted = report.isUndone === true ? hadCommitted : state.hasCommitted;
	return failed({ ...withoutSent(state), at: position, hasCommitted }, failedAt, reasonOf(seen));
}

/** Nobody says what became of a step: a person who was handed the page is done, what is harmless is played again, else the row ends. */
function unreported(played: Played, state: ReplayState, { first, seen }: { readonly first: StepId; readonly seen: Seen }): Outcome {
	const position = at(state, first);
	const step = locate(played, position)?.step;
	if (step?.do === "hand_over") return moved(state, following(played, position));
	if (step !== undefined && isHarmless(step)) return { kind: "moved", state: { ...withoutSent(state), at: position } };
	// The engine lets nobody wait any longer for what it should bring.
	const reason = state.looks > 0 ? reasonOf(seen) : "Nobody knows whether this step was done";
	return failed(withoutSent(state), first, reason);
}

/**
 * A commit that no check reads back counts by its own message alone: any other one may be a refusal. The page gets time to say it.
 *
 * @returns undefined where the message is there, or none is expected
 */
function unsaid(played: Played, before: ReplayState, seen: Seen): Outcome | undefined {
	const position = at(before, before.sent?.steps[0] ?? "");
	const here = locate(played, position);
	if (here === undefined || !isCommit(here.step) || isChecked(played, position)) return undefined;
	const expected = expectationOf(here.step, undefined, here.values);
	if (expected === undefined || isBrought(seen, expected, before.sent?.held)) return undefined;
	const { state, isOver } = lookedInVain(before, seen.view);
	const { id } = here.step;
	return isOver
		? failed({ ...withoutSent(state), at: position }, id, reasonOf(seen))
		: { kind: "wait", step: id, for: "The page does not show yet what this step should bring", state };
}

/** True where a check reads a commit back for certain. Behind the next commit it says nothing of this one, nor behind the next row of a list. */
function isChecked(played: Played, position: ReplayState["at"]): boolean {
	for (let depth = position.length; depth > 0; depth -= 1) {
		const here = locate(played, position.slice(0, depth));
		if (here === undefined) return false;
		const next = nextTelling(played, here.rest, here.calls) ?? (isInList(played, position.slice(0, depth - 1)) ? "commit" : undefined);
		if (next !== undefined) return next === "check";
	}
	return false;
}

const isInList = (played: Played, around: ReplayState["at"]): boolean => locate(played, around)?.step.do === "each";

/** What comes first of steps: a check for certain, or something that may commit. */
function nextTelling(played: Played, steps: readonly RoutineStep[], calls: number): "check" | "commit" | undefined {
	for (const step of steps) {
		if (step.do === "check") return "check";
		if (isCommit(step)) return "commit";
		if (step.do === "call") {
			const program = calls < routineLimits.calls ? played.called[step.routine] : undefined;
			const next = nextTelling(played, program?.steps ?? [], calls + 1);
			if (next !== undefined) return next;
		} else if (innerSteps(step).some((inner) => nextTelling(played, [inner], calls) === "commit")) return "commit";
	}
	return undefined;
}

/** What was entered in a document that is gone is not done: the step is played again, and finds that. */
function proven(
	played: Played,
	state: ReplayState,
	{ steps, view }: { readonly steps: readonly StepId[]; readonly view: PageView },
): Outcome {
	const done = steps.map((step) => at(state, step));
	const kept = keepingFilled(played, state, { view, done });
	if (kept === undefined) return { kind: "moved", state: { ...withoutSent(state), at: done[0] ?? state.at } };
	if (kept.lost === undefined) return moved(kept.state, following(played, done.at(-1) ?? state.at));
	const restarts = (state.restarts ?? 0) + 1;
	const lost = kept.lost.at(-1)?.step ?? "";
	if (restarts > mostRestarts) return failed(withoutSent(kept.state), lost, "The page does not keep what was filled in before");
	return moved({ ...kept.state, restarts }, kept.lost);
}

const withoutSent = ({ sent: _, ...state }: ReplayState): ReplayState => state;

/** The position of a step beside the current one: those of a batch stand in one list. */
const at = ({ at: position }: ReplayState, step: StepId): ReplayState["at"] => [...position.slice(0, -1), { step }];

function reasonOf({ view, report }: Seen): string {
	const words = "words" in report ? (report.words ?? []) : [];
	const said = [...new Set([...complaints(view), ...words])].slice(0, mostWords);
	return said.length === 0 ? "The page does not show what this step should bring" : `The page says: ${said.join("; ")}`;
}

/** Anything but the first choice, or a plain yes, ends the row. */
function answered({ asked, ...state }: ReplayState, report: Report): Outcome {
	if (asked === undefined) return { kind: "moved", state };
	const answer = report.kind === "answered" ? report.answer.trim().toLowerCase() : "";
	const isYes = answer === "yes" || answer === choices[asked.about][0].toLowerCase();
	if (isYes) return { kind: "moved", state: { ...state, allowed: asked } };
	if (asked.about === "dry_run") return { kind: "done", state: { ...state, isStopped: true, endedAt: asked.step } };
	return failed(state, asked.step, "The person said no");
}
