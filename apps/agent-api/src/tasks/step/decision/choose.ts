import { formatAction } from "@webhand/contracts/action/format";
import type { Action } from "@webhand/contracts/action/grammar";
import type { LoopRule, OrderKind } from "@webhand/contracts/agent/step-labels";
import type { FailureCategory, Plan } from "@webhand/contracts/agent/task";
import type { Decision, Fill } from "../../../decider/port.ts";
import type { Knowledge, Turn } from "../../../decider/turn.ts";
import type { PlayedStep } from "../../../policy/authority/mandate.ts";
import { keysOf } from "../../../policy/facts/keys.ts";
import { isField } from "../../../policy/facts/roles.ts";
import { idsOf, isFinal, isLookup, isQuestion, targetOf } from "../../../policy/facts/target.ts";
import type { Gate, GateTask } from "../../../policy/gate/gate.ts";
import { decideGate } from "../../../policy/gate/gate.ts";
import type { RiskReason } from "../../../policy/gate/risk.ts";
import { addSpent, nothingSpent } from "../../../policy/progress/budget.ts";
import type { LoopStep } from "../../../policy/progress/loops.ts";
import { asksToWait, checkLoop, isExplicitWait } from "../../../policy/progress/loops.ts";
import { advancePlan, makePlan, remakePlan } from "../../../policy/progress/plan.ts";
import { maskAction } from "../../../policy/secrets/mask.ts";
import { isExplicitOn } from "../../../policy/verify/expectations.ts";
import { fieldsAround } from "../../../policy/verify/sent-fields.ts";
import { defined } from "../../../shared/defined.ts";
import type { Spent } from "../../../shared/task.ts";
import type { StepDeps } from "../ports.ts";
import type { Proof } from "./check-end.ts";
import { answerOf, checkFail, checkFinish } from "./check-end.ts";
import type { Objection } from "./doubts.ts";
import { contradiction, doubtOf, insistsOnBack, notedGate, secondTurnBack } from "./doubts.ts";
import { reasoningOf, reasoningOfEnd } from "./reasoning.ts";
import { takenBack } from "./take-back.ts";

/** The outcome of a decision: an action with the gate's decision on it, or the end of the task. */
export type Choice = {
	readonly decision: Decision;
	readonly plan: Plan;
	readonly spent: Spent;
	readonly refusedFinishes: number;
	readonly loop?: LoopRule;
	/** Further fills of the batch. */
	readonly more?: readonly Fill[];
	readonly reasoning?: Decision["reasoning"];
	/** What the order wants, as far as anybody knows. */
	readonly orderKind?: OrderKind;
	readonly end: ChoiceEnd;
};

type ChoiceEnd =
	| { readonly kind: "act"; readonly gate: Gate }
	| { readonly kind: "finish"; readonly answer?: string }
	| { readonly kind: "fail"; readonly category: FailureCategory; readonly message: string; readonly answer?: string };

/**
 * A turn and what the policies need beside it. `isProven`: the last verdict was a success, or there was nothing to verify; `unproven`: what
 * facts hold against a finish (`unprovenOf`).
 */
export type ChoiceContext = {
	readonly turn: Turn;
	readonly plan: Plan;
	readonly wantsPlan: boolean;
	readonly isProven: boolean;
	readonly unproven?: string | undefined;
	readonly gateTask: GateTask;
	/** The run whose row is played, and whether nobody watches it. */
	readonly run?: (Omit<PlayedStep, "step" | "values"> & { readonly isUnwatched: boolean }) | undefined;
	/** Absent where nobody knows what the order wants. */
	readonly orderKind?: OrderKind | undefined;
	readonly past: readonly LoopStep[];
	readonly refusedFinishes: number;
	readonly beforeModel: () => Promise<void>;
};

/** What a decider proposed, as it was judged. `gate` is null for the end of the task. */
type Asked = {
	readonly decision: Decision;
	readonly gate: Gate | null;
	readonly plan: Plan;
	readonly spent: Spent;
	readonly objection: Objection | null;
	/** The thought names another control. */
	readonly isContradicted?: boolean;
	/** What shows on the page that a finish is justified. */
	readonly evidence?: string;
};

const maxRefusedFinishes = 2;

/**
 * Asks the decider for the next action and checks it against the policies: a known target, no loop, no refused address, no early finish.
 * After a rejected decision the decider is asked once more, with the reason. Insisting ends the task, and so does the second rejected finish.
 */
export async function choose(deps: Pick<StepDeps, "decider">, context: ChoiceContext, signal: AbortSignal): Promise<Choice> {
	const first = await ask(deps, context, signal);
	if (first.objection === null) return settled(context, first);
	const refusedFinishes = context.refusedFinishes + (first.decision.action.name === "finish" ? 1 : 0);
	if (refusedFinishes >= maxRefusedFinishes) return ended(first, { refusedFinishes, because: first.objection });
	const { reason, code, isDoubt } = first.objection;
	const rejected = isDoubt === true ? maskAction(first.decision.action, context.turn.page) : first.decision.action;
	const forbidden = [...context.turn.forbidden, { action: formatAction(rejected), reason, code, ...defined({ isDoubt }) }];
	const orderKind = kindOf(first.decision, context);
	const next = { ...context, refusedFinishes, orderKind, turn: { ...context.turn, forbidden } };
	const second = await ask(deps, next, signal);
	const usedKnowledge = usedInBoth(first.decision, second.decision);
	const decision = { ...second.decision, ...defined({ usedKnowledge }) };
	const both = { ...second, decision, spent: addSpent(first.spent, second.spent) };
	const loop = second.objection?.loop ?? first.objection.loop;
	// Without a usable second answer the first one counts: it ends the task for its own reason, or stands where it was doubted.
	const isUnusable = second.decision.failure?.category === "model_output_invalid";
	const isEnding = first.objection.insisting !== null || first.decision.action.name === "fail";
	const isFirst = isUnusable && (isEnding || isDoubt === true);
	const last = isFirst ? { ...first, spent: both.spent } : both;
	const { objection: because } = last;
	const choice = because === null || because.insisting === null ? settled(next, last) : ended(last, { refusedFinishes, because });
	return { ...choice, ...defined({ loop }) };
}

/** Both prompts are of the same turn, so the longer list holds the shorter one. */
function usedInBoth({ usedKnowledge: first = [] }: Decision, { usedKnowledge: second = [] }: Decision): readonly Knowledge[] | undefined {
	const used = first.length > second.length ? first : second;
	return used.length === 0 ? undefined : used;
}

async function ask(deps: Pick<StepDeps, "decider">, context: ChoiceContext, signal: AbortSignal): Promise<Asked> {
	const { decider } = deps;
	const { turn, refusedFinishes, beforeModel } = context;
	if (decider.noticesModel !== true) await beforeModel();
	const decision = await decider.decide({ ...turn, beforeModel }, signal);
	const plan = planAfter(decision, context);
	const asked = { decision, gate: null, plan, spent: addSpent(nothingSpent, decision.usage), objection: null };
	const { action } = decision;
	if (action.name === "finish") {
		const finish = {
			...proofOf(decision, context),
			plan,
			decision,
			isAgain: refusedFinishes > 0,
			wantsAnswer: wantsAnswer(decision, context),
		};
		const { objection, evidence = "", spent } = await checkFinish(deps, finish, signal);
		return { ...asked, spent: addSpent(asked.spent, spent), objection, evidence };
	}
	const isDoubtable = isByModel(deps, decision);
	const gate = action.name === "fail" ? null : decideGate(action, turn.page, gateTaskOf(decision, context));
	if (!isDoubtable) return { ...asked, gate, objection: gate && objectionTo(decision, gate, context) };
	const isWayOut = gate === null ? decision.failure?.category === "by_model" : insistsOnBack(action, gate, turn);
	const checked = isWayOut
		? await checkFail(deps, { ...proofOf(decision, context), plan, onlyActs: kindOf(decision, context) === "acts" }, signal)
		: null;
	const spent = addSpent(asked.spent, checked?.spent ?? nothingSpent);
	if (checked?.kind === "done") return { ...asked, spent, decision: finishOf(decision, checked.evidence), evidence: checked.evidence };
	if (gate === null) return { ...asked, spent, objection: checked?.kind === "refused" ? checked.objection : null };
	const objection = secondTurnBack(action, turn) ?? objectionTo(decision, gate, context) ?? doubtOf(decision, gate, context);
	return { ...asked, spent, gate, objection, isContradicted: contradiction(decision, turn) !== undefined };
}

/** What a decision to end rests on. An order that only asks is done by its answer, and rules mean what they say: no fact stands against these. */
function proofOf(decision: Decision, context: ChoiceContext): Proof {
	const { turn, isProven, unproven } = context;
	const isAnswered = isAsking(decision, context) && answerOf(decision) !== undefined;
	return { turn, isProven, ...defined({ unproven: isAnswered || decision.decidedBy !== undefined ? undefined : unproven }) };
}

/** Rules mean what they say: only a model is asked again. */
const isByModel = ({ decider }: Pick<StepDeps, "decider">, { decidedBy }: Decision): boolean =>
	decider.model !== undefined && decidedBy === undefined;

const kindOf = ({ kind }: Pick<Decision, "kind">, { orderKind }: Pick<ChoiceContext, "orderKind">): OrderKind | undefined =>
	orderKind ?? kind;

function gateTaskOf(decision: Pick<Decision, "kind" | "routineStep" | "recorded">, context: ChoiceContext): GateTask {
	const { authority, ...known } = context.gateTask;
	return {
		...known,
		...defined({ authority: authority && { ...authority, ...playedBy(decision, context) } }),
		...defined({ unwatched: context.run?.isUnwatched === true ? decision.recorded : undefined }),
		isAsking: isAsking(decision, context),
	};
}

function isAsking(decision: Pick<Decision, "kind">, context: ChoiceContext): boolean {
	const kind = kindOf(decision, context);
	return kind === undefined ? isQuestionText(context.gateTask.query) : kind === "asks";
}

function playedBy({ routineStep }: Pick<Decision, "routineStep">, { run }: ChoiceContext) {
	if (routineStep === undefined || run === undefined) return {};
	const { isUnwatched: _, ...of } = run;
	return { played: { ...of, step: routineStep.id, values: routineStep.values } };
}

function wantsAnswer(decision: Pick<Decision, "kind">, context: ChoiceContext): boolean {
	const kind = kindOf(decision, context);
	return kind === undefined ? isQuestionText(context.gateTask.query) : kind !== "acts";
}

/** In any language a question mark ends a question: until somebody knows better, such an order only asks. */
const isQuestionText = (query: string) => /[?？؟]\s*$/u.test(query);

/** The task is done, though the model was about to give up or to take back what is done. */
function finishOf({ failure: _, ...decision }: Decision, evidence: string): Decision {
	return { ...decision, thought: evidence === "" ? "The page shows that it is done." : evidence, action: { name: "finish" } };
}

/** The plan with finished steps ticked off, or a new plan where one was wanted or the decider changed its mind. */
function planAfter(decision: Decision, { turn, plan, wantsPlan, isProven }: ChoiceContext): Plan {
	const drafts = decision.plan ?? [];
	if (turn.plan === null && !wantsPlan) return advancePlan(makePlan(drafts, turn.query, turn.now), decision.doneSteps ?? [], isProven);
	const ticked = advancePlan(plan, decision.doneSteps ?? [], isProven);
	const isSame = drafts.map((draft) => draft.description).join("\n") === plan.steps.map((step) => step.description).join("\n");
	return drafts.length === 0 || isSame ? ticked : remakePlan(ticked, drafts, turn.now);
}

function settled(context: ChoiceContext, asked: Asked): Choice {
	const { decision, plan, spent, evidence = "", gate, isContradicted = false } = asked;
	const gateTask = gateTaskOf(decision, context);
	const more = fittingFills(decision, context.turn, (action) => isFree(action, { ...context, gateTask }));
	const { action } = decision;
	const isEnd = action.name === "finish";
	const derived = isEnd ? reasoningOfEnd(evidence) : isFinal(action) || isQuestion(action) ? undefined : reasoningOf(action, context.turn);
	const noted = gate !== null && isContradicted ? notedGate(gate, context.turn.mode) : gate;
	return {
		decision,
		plan,
		spent,
		refusedFinishes: context.refusedFinishes,
		...defined({ more: more.length === 0 ? undefined : more, reasoning: decision.reasoning ?? derived }),
		...defined({ orderKind: kindOf(decision, context) }),
		end: endOf({ decision, gate: noted }),
	};
}

function endOf({ decision, gate }: Pick<Asked, "decision" | "gate">): ChoiceEnd {
	const { action, failure, thought } = decision;
	if (gate !== null) return { kind: "act", gate };
	if (action.name !== "fail") return { kind: "finish", ...defined({ answer: answerOf(decision) }) };
	return { kind: "fail", ...(failure ?? { category: "by_model", message: action.reason ?? thought }) };
}

/** The partial result of a rejected finish is kept: it goes into the answer. */
function ended(asked: Asked, { refusedFinishes, because }: { readonly refusedFinishes: number; readonly because: Objection }): Choice {
	const { decision, plan, spent } = asked;
	const partial = answerOf(decision);
	const failure = because.insisting ?? { category: "stuck" as const, message: because.reason };
	return {
		// "Done." beside a failed task would tell the user the opposite of what happened.
		decision: { ...decision, thought: thoughtOfEnd(decision, because) },
		plan,
		spent,
		refusedFinishes,
		...defined({ loop: because.loop }),
		end: { kind: "fail", ...failure, ...defined({ answer: partial }) },
	};
}

function thoughtOfEnd({ action, thought }: Decision, { reason }: Objection): string {
	return action.name === "finish" ? `I was about to say that it is done, but ${reason}.` : `${thought} I stop here: ${reason}.`.trimStart();
}

type Proposed = Pick<Decision, "action" | "expect" | "isBounded">;

function objectionTo(decision: Proposed, gate: Gate, context: ChoiceContext): Objection | null {
	const { action } = decision;
	return (
		objectionToTarget(action, context) ??
		objectionToDenied(action, context) ??
		objectionToGate(gate) ??
		objectionToLoop(decision, context) ??
		objectionToFailed(action, context)
	);
}

/** True for a fill that may join a batch. */
function isFree(action: Action, context: ChoiceContext): boolean {
	const gate = decideGate(action, context.turn.page, context.gateTask);
	const isPlain = gate.kind === "allow" && gate.risk.class === "fill";
	return isPlain && objectionTo({ action }, gate, context) === null && takenBack(action, context.turn) === undefined;
}

function objectionToTarget(action: Action, { turn }: ChoiceContext): Objection | null {
	const missing = idsOf(action).filter((id) => !turn.page.elements.has(id));
	if (missing.length === 0) return null;
	const reason = `element ${missing.join(", ")} is not on this page`;
	return {
		reason,
		code: "failed",
		insisting: { category: "model_output_invalid", message: `The decision named something that is not there: ${reason}` },
	};
}

/** The user denied this action. */
function objectionToDenied(action: Action, { turn }: ChoiceContext): Objection | null {
	const rule = turn.forbidden.find((entry) => entry.code === "denied" && entry.action === formatAction(action));
	return rule === undefined ? null : { ...rule, insisting: { category: "refused", message: rule.reason } };
}

/** The action failed before: the decider is asked again, and may insist. */
function objectionToFailed(action: Action, { turn }: ChoiceContext): Objection | null {
	const rule = turn.forbidden.find((entry) => entry.action === formatAction(action));
	return rule === undefined ? null : { ...rule, insisting: null };
}

function objectionToGate(gate: Gate): Objection | null {
	if (gate.kind !== "refuse") return null;
	const reason = gate.words ?? refusalOf(gate.risk.reasons);
	return { reason, code: "refused", insisting: { category: "refused", message: reason } };
}

function refusalOf(reasons: readonly RiskReason[]): string {
	if (reasons.includes("no_server_tools")) return "this task has no such tool of the server host";
	if (reasons.includes("tainted")) return "the page or a file gives orders, so the server host is not used in this task any more";
	if (reasons.includes("outside_element")) return "the point is outside the element; coordinates count from its upper left corner";
	if (reasons.includes("takes_no_text")) return "no text can be written into this element; it is clicked, or another one takes the text";
	if (reasons.includes("no_page")) return "this page is the browser's own: it can only be left, by navigate, openTab or switchTab";
	return "only http and https addresses without a password may be opened";
}

function objectionToLoop({ action, expect, isBounded }: Proposed, { turn, past }: ChoiceContext): Objection | null {
	if (isQuestion(action)) return null;
	const isExplicit = isExplicitOn(turn.page, expect, isBounded);
	const isAwaited = isExplicitWait(action, expect, isExplicit) || (action.name === "wait" && asksToWait(turn.query));
	const next: LoopStep = {
		...keysOf(action, turn.page),
		isProven: false,
		isSuccess: false,
		isLookup: isLookup(action),
		...(action.name === "wait" ? { waitSeconds: action.seconds } : {}),
		...(isAwaited ? { isExplicitWait: true } : {}),
	};
	const verdict = checkLoop(past, next);
	if (verdict.kind === "pass") return null;
	return { reason: verdict.reason, code: "failed", loop: verdict.rule, insisting: { category: "loop", message: verdict.reason } };
}

/**
 * The fills of a decision that may join its action: ordinary fields of the same form (or group of fields) and document that need no
 * approval, each field once. The first fill that does not fit ends the batch.
 *
 * @param isFree true for a fill that the gate allows and no policy rejects
 * @returns at most `turn.batch - 1`, in the order of the decision
 * @throws never
 */
export function fittingFills(
	{ action, more = [] }: Pick<Decision, "action" | "more">,
	{ page, batch = 0 }: Pick<Turn, "page" | "batch">,
	isFree: (action: Action) => boolean,
): readonly Fill[] {
	const first = fieldOf(action, page);
	if (first === null || batch < 2 || more.length === 0 || !isFree(action)) return [];
	const group = fieldsAround(first, page);
	const fields = new Set([first.id]);
	const fitting: Fill[] = [];
	for (const fill of more.slice(0, batch - 1)) {
		const field = fieldOf(fill.action, page);
		if (field === null || !group.includes(field) || fields.has(field.id) || !isFree(fill.action)) break;
		fields.add(field.id);
		fitting.push(fill);
	}
	return fitting;
}

function fieldOf(action: Action, page: Turn["page"]) {
	const isFill = (action.name === "setValue" && !action.submit) || action.name === "select";
	const target = isFill ? targetOf(action, page) : undefined;
	// A choice from a menu presses an entry: that is no fill.
	return target !== undefined && isField(target.type) ? target : null;
}
