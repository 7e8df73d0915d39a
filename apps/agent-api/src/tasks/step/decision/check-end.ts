import type { FailureCategory, Plan } from "@webhand/contracts/agent/task";
import { unopened } from "@webhand/page/parse/unopened";
import { cut } from "@webhand/page/write/normalize";
import type { Completion, Decision } from "../../../decider/port.ts";
import type { Forbidden, Turn } from "../../../decider/turn.ts";
import { addSpent, nothingSpent } from "../../../policy/progress/budget.ts";
import { defined } from "../../../shared/defined.ts";
import type { Spent } from "../../../shared/task.ts";
import type { StepDeps } from "../ports.ts";
import type { Objection } from "./doubts.ts";

/** `isProven`: the last verdict was a success; `unproven`: what facts hold against a finish. */
export type Proof = { readonly turn: Turn; readonly isProven: boolean; readonly unproven?: string };

/** A proposed finish. `isAgain`: one was refused before, without progress since; `wantsAnswer`: the person asked something. */
type Finish = Proof & {
	readonly plan: Plan;
	readonly decision: Pick<Decision, "action" | "decidedBy">;
	readonly isAgain: boolean;
	readonly wantsAnswer: boolean;
};

/** Why a finish does not stand, in words for the decider, and how the task ends if the decider insists. */
type FinishObjection = Pick<Forbidden, "reason" | "code"> & {
	readonly insisting: { readonly category: FailureCategory; readonly message: string };
};

/** `evidence`: what shows on the page that the finish is justified. */
type FinishVerdict = { readonly objection: FinishObjection | null; readonly spent: Spent; readonly evidence?: string };

/**
 * Checks a proposed finish. Facts alone refuse it once and name what is missing: an action that is not proven, steps of the plan that nobody
 * ticked. Otherwise, and for a finish that is insisted on, task and page decide: the decider confirms it on the fresh page or says what is
 * missing. No opinion makes up for what facts hold against it, nor for a last action that was not carried out, unless an answer is wanted
 * and told: insisting then ends the task as not proven.
 *
 * @throws AppError INTERNAL_ERROR with `{ reason, retryable }` where a model does not answer
 */
export async function checkFinish({ decider }: Pick<StepDeps, "decider">, finish: Finish, signal: AbortSignal): Promise<FinishVerdict> {
	const blank = blankOf(finish);
	if (blank !== null) return { objection: blank, spent: nothingSpent };
	const gap = finish.unproven ?? (finish.isAgain && !isUndone(finish) ? null : gapOf(finish));
	if (gap !== null) return { objection: refusal(gap), spent: nothingSpent };
	const turn = { ...finish.turn, plan: finish.plan, ...defined({ decidedBy: finish.decision.decidedBy }) };
	const completion = await decider.complete(turn, answerOf(finish.decision), signal);
	const spent = addSpent(nothingSpent, completion.usage);
	if (completion.verdict === "complete") return { objection: null, spent, evidence: completion.evidence };
	return completion.verdict === "impossible"
		? { objection: refusal(`it cannot be done: ${lackOf(completion)}`, "impossible"), spent }
		: { objection: refusal(`still missing: ${lackOf(completion)}`), spent };
}

/** True where the client could not carry out the newest action, and the finish stands for it. */
function isUndone({ turn, decision, wantsAnswer }: Finish): boolean {
	return turn.report.error !== undefined && !(wantsAnswer && answerOf(decision) !== undefined);
}

/** A model's word that the task cannot be done. `onlyActs`: nothing is to be told, so a page where all is done ends the task. */
type Fail = Proof & { readonly plan: Plan; readonly onlyActs: boolean };

/** `done`: the page shows that all is done; `refused`: the decider is asked once more; `stands`: it cannot be done. */
type FailVerdict = { readonly spent: Spent } & (
	| { readonly kind: "stands" }
	| { readonly kind: "done"; readonly evidence: string }
	| { readonly kind: "refused"; readonly objection: Objection }
);

/**
 * Checks a failure as a finish is checked: task and page decide. A model that insists is believed.
 *
 * @throws AppError INTERNAL_ERROR with `{ reason, retryable }` where a model does not answer
 */
export async function checkFail({ decider }: Pick<StepDeps, "decider">, fail: Fail, signal: AbortSignal): Promise<FailVerdict> {
	const { turn, plan, onlyActs } = fail;
	const isProven = fail.isProven && fail.unproven === undefined;
	const isInsisting = turn.forbidden.some(({ action }) => action.startsWith("fail("));
	if (isInsisting || unopened(turn.page) !== null) return { kind: "stands", spent: nothingSpent };
	const completion = await decider.complete({ ...turn, plan, wantsCheck: true }, undefined, signal);
	const spent = addSpent(nothingSpent, completion.usage);
	const { verdict, evidence } = completion;
	if (verdict === "impossible") return { kind: "stands", spent };
	const hasActed = turn.history.some(({ isLook, verification }) => isLook !== true && verification?.verdict === "success");
	if (verdict === "complete" && hasActed && isProven && onlyActs) return { kind: "done", evidence, spent };
	const reason =
		verdict === "complete"
			? `the page shows it: ${cut(evidence, maxLack)}`
			: `still missing, and not shown to be impossible: ${lackOf(completion)}`;
	return { kind: "refused", objection: { reason, code: "failed", insisting: null }, spent };
}

/** On a page that the task cannot see no finish can be checked, however often the decider proposes it. */
function blankOf({ turn, isProven }: Finish): FinishObjection | null {
	const blank = unopened(turn.page);
	// The proven action may have worked in another tab.
	if (blank === null || (blank.kind === "failed" && isProven)) return null;
	const { kind, message } = blank;
	const reason = `${message.charAt(0).toLowerCase()}${message.slice(1, -1)}`;
	return { reason, code: "failed", insisting: { category: kind === "failed" ? "stuck" : "refused", message } };
}

const maxOpenSteps = 3;

function gapOf({ plan, isProven }: Finish): string | null {
	if (!isProven) return "the last action is not proven to have worked";
	const open = plan.steps.slice(plan.currentStepIndex, -1).map(({ description }) => `“${description}”`);
	return open.length === 0 ? null : `${open.slice(0, maxOpenSteps).join(", ")} of the plan is still open`;
}

const maxLack = 1_000;

/** What is missing, and what was seen instead. */
function lackOf({ missing, evidence }: Completion): string {
	const lack = missing.join("; ");
	const both = lack === "" || evidence === "" ? lack || evidence : `${lack} (seen: ${evidence})`;
	return cut(both, maxLack);
}

function refusal(reason: string, category: FailureCategory = "incomplete"): FinishObjection {
	return { reason, code: "failed", insisting: { category, message: `Not complete: ${reason}` } };
}

/** The answer that a decision would end the task with. */
export function answerOf({ action }: Pick<Decision, "action">): string | undefined {
	return action.name === "finish" && action.answer?.trim() !== "" ? action.answer : undefined;
}
