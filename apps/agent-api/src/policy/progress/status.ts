import type { ThinkingDetails } from "@webhand/contracts/agent/interact";
import type { FailureCategory, TaskStatus, Verification } from "@webhand/contracts/agent/task";
import { isTerminal } from "@webhand/contracts/agent/task";
import { AppError } from "@webhand/service-kit/errors";
import { dayMs } from "../../shared/retention.ts";
import type { BatchPart, Counters, Lease, LeasedTask, StepRow, Task } from "../../shared/task.ts";
import { isLookup, isObserving, isQuestion } from "../facts/target.ts";
import { isSuccess } from "../verify/verify.ts";
import type { Budget } from "./budget.ts";
import { isBudgetUsed } from "./budget.ts";
import type { LoopStep } from "./loops.ts";
import { isExplicitWait, isStalling } from "./loops.ts";
import type { Reflection, ReflectionStep } from "./reflection.ts";
import { isLowTwice, isReflectionDue, reflect } from "./reflection.ts";

/**
 * What can happen to a task. `reported`: the client posts a page after an action; `verified`, `refuted`, `open`: the outcome of verifying
 * it; `decided`: the next action goes out; `planned`: a plan without an action; `stuck`: corrections are used up; `answered`: by the user.
 */
export type TaskEvent = keyof typeof running | "planned" | "verified" | "refuted" | "open" | "stuck" | "answered";

const always = { cancelled: "cancelled", expired: "expired", failed: "failed" } as const;
const running = { ...always, reported: "verifying", decided: "executing", asked: "needs_user_input", finished: "completed" } as const;

const transitions: Record<TaskStatus, Partial<Record<TaskEvent, TaskStatus>>> = {
	planning: { ...running, planned: "planning" },
	executing: { ...running, planned: "planning" },
	verifying: { ...running, verified: "executing", refuted: "correcting", open: "verifying", planned: "planning" },
	correcting: { ...running, verified: "executing", decided: "correcting", stuck: "planning", planned: "planning" },
	needs_user_input: { ...always, answered: "executing" },
	completed: {},
	failed: {},
	cancelled: {},
	expired: {},
};

/**
 * The state a task is in after an event.
 *
 * @throws RangeError when the event cannot happen in that state: a mistake of ours, never of a caller
 */
export function nextStatus(status: TaskStatus, event: TaskEvent): TaskStatus {
	const next = transitions[status][event];
	if (next === undefined) throw new RangeError(`A task that is ${status} cannot be ${event}`);
	return next;
}

/** The newest last writes of tasks that are over by now. */
export type IdleSince = { readonly waiting: Date; readonly others: Date };

/** Has a task been idle for so long that it is over? One hour as a rule, a day for an agent session that waits for a user, never for `manual`. */
export function isIdle(
	{ status, door, updatedAt }: Pick<Task, "status" | "door" | "updatedAt">,
	{ now, idleMs }: { readonly now: Date; readonly idleMs: number },
): boolean {
	if (isTerminal(status) || door === "manual") return false;
	const { others, waiting } = idleSince({ now, idleMs });
	return updatedAt < (door === "agent" && status === "needs_user_input" ? waiting : others);
}

/** The last writes before which a task is over: of an agent session that waits for a user, and of all others. */
export function idleSince({ now, idleMs }: { readonly now: Date; readonly idleMs: number }): IdleSince {
	const before = (ms: number) => new Date(now.getTime() - ms);
	return { waiting: before(Math.max(dayMs, idleMs)), others: before(idleMs) };
}

/** The stored state of a task whose lease we held; null when it is gone. */
export type TaskNow = (Pick<Task, "status" | "stepCount" | "rev"> & { readonly lease?: Pick<Lease, "fence" | "key"> | undefined }) | null;

/**
 * Why a step may not be written: the task has ended, another writer has it, or the database lost the lease in a crash, since leases and
 * tasks without steps are not journaled. The same request may come again if nobody wrote, or only its duplicate holds the lease.
 *
 * @returns TASK_COMPLETED, STALE_STEP with the newest step, TASK_BUSY, SERVICE_UNAVAILABLE
 * @throws never
 */
export function writeConflict(task: LeasedTask, now: TaskNow): AppError {
	if (now !== null && isTerminal(now.status))
		return new AppError("TASK_COMPLETED", "The task has ended", { details: { status: now.status } });
	const fence = now?.lease?.fence ?? 0;
	const isDuplicates = task.lease.key !== undefined && now?.lease?.key === task.lease.key && now.rev === task.rev;
	// After a crash that lost our lease, the next one has its number.
	if (isDuplicates && fence >= task.lease.fence) return taskBusy();
	const isForgotten = now === null ? task.rev === 0 : now.rev === task.rev && fence < task.lease.fence;
	if (isForgotten) return new AppError("SERVICE_UNAVAILABLE", "The database forgot who writes to this task");
	return new AppError("STALE_STEP", "Another step of this task was written", {
		details: { stepIndex: (now?.stepCount ?? task.stepCount) - 1 },
	});
}

/** Another request holds the task. */
export const taskBusy = () => new AppError("TASK_BUSY", "Another request of this task is being answered", { retryAfterSeconds: 1 });

/** The model thinks about this very request, here or in another process. */
export function stillThinking(seconds: number): AppError {
	const details: ThinkingDetails = { reason: "model_thinking", seconds };
	return new AppError("TASK_BUSY", "The model is still thinking about this step", { details, retryAfterSeconds: 1 });
}

/** What comes after a verification. `wantsPlan`: the decider makes a new plan. */
export type NextMove =
	| { readonly kind: "decide"; readonly wantsPlan: boolean }
	| { readonly kind: "wait" }
	| { readonly kind: "ask_for_help" }
	| { readonly kind: "stop"; readonly category: FailureCategory; readonly message: string };

/** The task after its last action was verified, before the next one is decided. */
export type Advanced = {
	readonly status: TaskStatus;
	readonly counters: Counters;
	readonly reflections: readonly Reflection[];
	readonly isReflected: boolean;
	readonly move: NextMove;
};

/** The outcome of a verification. */
export type VerificationOutcome = "none" | "open" | "success" | "failure";

const correctionsPerPlan = 3;
const keptReflections = 10;

/**
 * Moves a task on by the outcome of its last action. Three failures in a row ask for a new plan, three more end the task or ask the user.
 * Every five steps and on a stalling page it reflects; two low reflections in a row or a used budget stop it.
 *
 * @param past the newest steps, oldest first, the last one with its fresh verdict
 * @throws never
 */
export function advanceTask(
	task: Task,
	{ outcome, past, budget }: { readonly outcome: VerificationOutcome; readonly past: readonly StepRow[]; readonly budget: Budget },
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
	const proven = outcome === "none" ? reported : nextStatus(reported, outcome === "success" ? "verified" : "refuted");
	const counted = countOutcome(task.counters, outcome);
	const steps = loopSteps(past);
	// During an explicit wait there is nothing to reflect on.
	const isPatient = steps.at(-1)?.isExplicitWait === true;
	const isDue = isReflectionDue(task.stepCount) && !isPatient;
	const reflection =
		isDue || (outcome !== "none" && !isPatient && isStalling(steps)) ? reflect(reflectionSteps(past), task.stepCount) : null;
	const reflections = reflection === null ? task.reflections : [...task.reflections, reflection].slice(-keptReflections);
	const state = { counters: counted, reflections, isReflected: reflection !== null };
	if (isLowTwice(reflections) && isDue)
		return { ...state, status: proven, move: stop("low_efficiency", "The last ten steps brought too little") };
	if (isBudgetUsed(task, budget)) return { ...state, status: proven, move: stop("budget", "The budget of this task is used up") };
	if (counted.corrections >= correctionsPerPlan) return moveWhenStuck(task, proven, state);
	const isLowOnce = isDue && reflection?.efficiency === "low";
	return { ...state, status: proven, move: { kind: "decide", wantsPlan: isLowOnce } };
}

function countOutcome(counters: Counters, outcome: VerificationOutcome): Counters {
	if (outcome === "failure") return { ...counters, waits: 0, corrections: counters.corrections + 1 };
	return outcome === "success" ? { ...counters, waits: 0, corrections: 0, replans: 0, refusedFinishes: 0 } : { ...counters, waits: 0 };
}

function moveWhenStuck(task: Task, status: TaskStatus, state: Omit<Advanced, "status" | "move">): Advanced {
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

/** Questions to the user and waits of the engine do not count: a slow page or a careful task is not inefficient. */
function isOwnStep(row: StepRow): boolean {
	return row.by !== "engine" && !isQuestion(row.parsed);
}

/** The steps that the loop rules count: without questions and the engine's own waits. */
export function loopSteps(past: readonly StepRow[]): readonly LoopStep[] {
	return past
		.filter(isOwnStep)
		.flatMap(doneActions)
		.map((row) => ({
			...row.keys,
			isProven: row.isProven ?? false,
			isSuccess: isSuccess(row.verification) && !isObserving(row.parsed),
			isLookup: isLookup(row.parsed),
			...(row.parsed.name === "wait" ? { waitSeconds: row.parsed.seconds } : {}),
			...(isExplicitWait(row.parsed, row.expect, row.isExplicit) ? { isExplicitWait: true } : {}),
		}));
}

function reflectionSteps(past: readonly StepRow[]): readonly ReflectionStep[] {
	const own = past.filter((row) => isOwnStep(row) && !isExplicitWait(row.parsed, row.expect, row.isExplicit));
	return own.map((row, index) => ({
		action: row.keys.action,
		isObserve: isObserving(row.parsed),
		isSuccess: isSuccess(row.verification),
		isError: row.verification?.verdict === "failure" || row.verification?.verdict === "unclear",
		completedPlanStep: index > 0 && row.planIndex > (own[index - 1]?.planIndex ?? row.planIndex),
	}));
}

/** The actions of a step: its own, or those of its batch that the client carried out. */
export function doneActions(row: StepRow): readonly BatchPart[] {
	return row.batch?.filter((part, index) => index === 0 || part.verification !== undefined) ?? [row];
}

/** The newest step that is no wait of the engine for an outcome. */
export function lastRowOfAction<Row extends Pick<StepRow, "stepIndex" | "proves">>(past: readonly Row[]): Row | undefined {
	return past.findLast(({ proves }) => proves === undefined);
}

/**
 * True where the last action that did something is proven to have worked. Looking around proves nothing, and a failure that changed nothing
 * undid nothing: the action before them counts. True where nothing was done, and after an answer of the person.
 *
 * @param past the newest steps, oldest first, the last one with its fresh verdict
 */
export function isLastActionProven(past: readonly StepRow[]): boolean {
	const newest = past.at(-1);
	if (newest === undefined || isQuestion(newest.parsed)) return true;
	const actions = past
		.filter(isOwnStep)
		.flatMap(doneActions)
		.filter(({ parsed }) => !isObserving(parsed));
	const last = actions.findLast(({ verification }) => !isWithoutEffect(verification)) ?? actions.at(-1);
	return last === undefined || isSuccess(last.verification);
}

function isWithoutEffect(verification: Verification | undefined): boolean {
	return verification?.verdict === "failure" && verification.observations.includes("page_same");
}

/** The action of a step that did not work. */
export function failedAction(row: StepRow): BatchPart {
	const [first, ...others] = doneActions(row);
	return [first, ...others].find((part) => part !== undefined && part.verification?.verdict !== "success") ?? first ?? row;
}
