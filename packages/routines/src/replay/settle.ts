import type { StepId } from "@webhand/contracts/routine/step-id";
import type { PageView } from "@webhand/page/parse/view";
import { isHarmless } from "./act.ts";
import { following, locate } from "./cursor.ts";
import { keepingFilled } from "./filled-in.ts";
import type { Outcome, Report, Seen } from "./outcome.ts";
import { failed, moved } from "./outcome.ts";
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
	if (report.kind === "none" || report.kind === "answered") return unreported(played, state, first);
	if (report.kind === "proven") return proven(played, state, { steps, view: seen.view });
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
	return failed({ ...withoutSent(state), at: position, hasCommitted }, failedAt, reasonOf(report, seen));
}

/** Nobody says what became of a step: a person who was handed the page is done, what is harmless is played again, else the row ends. */
function unreported(played: Played, state: ReplayState, first: StepId): Outcome {
	const position = at(state, first);
	const step = locate(played, position)?.step;
	if (step?.do === "hand_over") return moved(state, following(played, position));
	if (step !== undefined && isHarmless(step)) return { kind: "moved", state: { ...withoutSent(state), at: position } };
	return failed(withoutSent(state), first, "Nobody knows whether this step was done");
}

/** What was entered in a document that is gone is not done: the step is played again, and finds that. */
function proven(
	played: Played,
	state: ReplayState,
	{ steps, view }: { readonly steps: readonly StepId[]; readonly view: PageView },
): Outcome {
	const positions = steps.map((step) => at(state, step));
	const kept = keepingFilled(
		state,
		view,
		positions.flatMap((position) => locate(played, position) ?? []),
	);
	if (kept === undefined) return { kind: "moved", state: { ...withoutSent(state), at: positions[0] ?? state.at } };
	return moved(kept, following(played, positions.at(-1) ?? state.at));
}

const withoutSent = ({ sent: _, ...state }: ReplayState): ReplayState => state;

/** The position of a step beside the current one: those of a batch stand in one list. */
const at = ({ at: position }: ReplayState, step: StepId): ReplayState["at"] => [...position.slice(0, -1), { step }];

function reasonOf({ words }: Extract<Report, { kind: "failed" }>, { view }: Seen): string {
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
