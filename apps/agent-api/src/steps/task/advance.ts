import type { FailureCategory, TaskStatus, Verification } from "@webhand/contracts/agent/task";
import { isAwaiting } from "../awaited.ts";
import { isLook, isQuestion } from "../facts/target.ts";
import type { LoopStep } from "../loops.ts";
import { isStalling } from "../loops.ts";
import type { Reflection, ReflectionStep } from "../reflection.ts";
import { isLowTwice, isReflectionDue, reflect } from "../reflection.ts";
import { successFrom } from "../verify.ts";
import type { Budget } from "./budget.ts";
import { isBudgetUsed } from "./budget.ts";
import { doneActions } from "./done.ts";
import { nextStatus } from "./status.ts";
import type { Counters, StepRow, Task } from "./task.ts";

/** What the proof of the last action asks for next. `wantsPlan`: the decider should plan anew. */
export type NextMove =
	| { readonly kind: "decide"; readonly wantsPlan: boolean }
	| { readonly kind: "wait" }
	| { readonly kind: "ask_for_help" }
	| { readonly kind: "stop"; readonly category: FailureCategory; readonly message: string };

/** The task after the last action was proven, before the next one is decided. */
export type Advanced = {
	readonly status: TaskStatus;
	readonly counters: Counters;
	readonly reflections: readonly Reflection[];
	readonly isReflected: boolean;
	readonly move: NextMove;
};

/** The outcome of proving, as far as the state machine cares. */
export type ProofOutcome = "none" | "open" | "success" | "failure";

const correctionsPerPlan = 3;
const keptReflections = 10;

/**
 * Moves a task on by the outcome of its last action: counts corrections, plans anew after three in a row, gives up or asks after three
 * more, reflects every five steps and on a stalling page, stops when two reflections in a row were low or the budget is used.
 *
 * @param past the newest steps, oldest first, the last one with its fresh verdict
 * @throws never
 */
export function advanceTask(
	task: Task,
	{ outcome, past, budget }: { readonly outcome: ProofOutcome; readonly past: readonly StepRow[]; readonly budget: Budget },
): Advanced {
	const reported = outcome === "none" ? task.status : nextStatus(task.status, "reported");
	const base = { counters: task.counters, reflections: task.reflections, isReflected: false } as const;
	if (outcome === "open")
		return {
			...base,
			status: nextStatus(reported, "open"),
			counters: { ...task.counters, waits: task.counters.waits + 1 },
			move: { kind: "wait" },
		};
	const proven = outcome === "none" ? reported : nextStatus(reported, outcome === "success" ? "proved" : "disproved");
	const counted = countOutcome(task.counters, outcome);
	const steps = loopSteps(past);
	// Who waits for something has nothing to reflect on until it is there.
	const isPatient = steps.at(-1)?.isAwaiting === true;
	const isDue = isReflectionDue(task.stepCount) && !isPatient;
	const reflection =
		isDue || (outcome !== "none" && !isPatient && isStalling(steps)) ? reflect(reflectionSteps(past), task.stepCount) : null;
	const reflections = reflection === null ? task.reflections : [...task.reflections, reflection].slice(-keptReflections);
	const state = { counters: counted, reflections, isReflected: reflection !== null };
	if (isLowTwice(reflections) && isDue)
		return { ...state, status: proven, move: stop("low_efficiency", "The last ten steps brought too little") };
	if (isBudgetUsed(task, budget)) return { ...state, status: proven, move: stop("budget", "The budget of this task is used up") };
	if (counted.corrections >= correctionsPerPlan) return whenStuck(task, proven, state);
	const isLowOnce = isDue && reflection?.efficiency === "low";
	return { ...state, status: proven, move: { kind: "decide", wantsPlan: isLowOnce } };
}

function countOutcome(counters: Counters, outcome: ProofOutcome): Counters {
	if (outcome === "failure") return { ...counters, waits: 0, corrections: counters.corrections + 1 };
	return outcome === "success" ? { ...counters, waits: 0, corrections: 0, replans: 0, refusedFinishes: 0 } : { ...counters, waits: 0 };
}

function whenStuck(task: Task, status: TaskStatus, state: Omit<Advanced, "status" | "move">): Advanced {
	if (state.counters.replans === 0) {
		const counters = { ...state.counters, corrections: 0, replans: 1 };
		return { ...state, counters, status: nextStatus(status, "stuck"), move: { kind: "decide", wantsPlan: true } };
	}
	if (task.mode === "careful")
		return { ...state, counters: { ...state.counters, corrections: 0, replans: 0 }, status, move: { kind: "ask_for_help" } };
	return { ...state, status, move: stop("stuck", "Three corrections and a new plan did not help") };
}

function stop(category: FailureCategory, message: string): NextMove {
	return { kind: "stop", category, message };
}

/** A question to the person and a wait that the engine put in are nobody's idleness: a slow page or a careful task is not inefficient. */
function isOwnStep(row: StepRow): boolean {
	return row.by !== "engine" && !isQuestion(row.parsed);
}

/** The steps as the loop rules count them: without questions and without the engine's own waits. */
export function loopSteps(past: readonly StepRow[]): readonly LoopStep[] {
	return past
		.filter(isOwnStep)
		.flatMap(doneActions)
		.map((row) => ({
			...row.keys,
			isProven: row.isProven ?? false,
			isSuccess: isProvenSuccess(row.verification) && !isLook(row.parsed),
			isLookup: row.parsed.name === "find" || row.parsed.name === "expand" || row.parsed.name === "options",
			...(row.parsed.name === "wait" ? { waitSeconds: row.parsed.seconds } : {}),
			...(isAwaiting(row.parsed, row.expect, row.isExplicit) ? { isAwaiting: true } : {}),
		}));
}

function reflectionSteps(past: readonly StepRow[]): readonly ReflectionStep[] {
	const own = past.filter((row) => isOwnStep(row) && !isAwaiting(row.parsed, row.expect, row.isExplicit));
	return own.map((row, index) => ({
		action: row.keys.action,
		isObserve: isLook(row.parsed),
		isSuccess: isProvenSuccess(row.verification),
		isError: row.verification?.verdict === "failure" || row.verification?.verdict === "unclear",
		completedPlanStep: index > 0 && row.planIndex > (own[index - 1]?.planIndex ?? row.planIndex),
	}));
}

function isProvenSuccess(verification: Verification | undefined): boolean {
	return verification?.verdict === "success" && verification.confidence >= successFrom;
}
