import type { Plan, PlanStep } from "@webhand/contracts/agent/task";
import { defined } from "../../shared/defined.ts";

/** A plan step before it has a number and a state. */
export type PlanStepDraft = Pick<PlanStep, "description" | "toolType" | "reasoning" | "expectedOutcome">;

const maxSteps = 10;
const maxDescription = 200;

/**
 * A plan from what a decider proposed; without a proposal the query itself is the one step, so a client always has a plan to show.
 *
 * @param drafts at most 10 count; descriptions are cut at 200 characters
 * @throws never
 */
export function makePlan(drafts: readonly PlanStepDraft[], query: string, now: Date): Plan {
	const wanted = drafts.length > 0 ? drafts : [{ description: query, toolType: "DOM" as const, reasoning: "It is the whole instruction." }];
	return {
		steps: wanted.slice(0, maxSteps).map((draft, index) => stepFrom(draft, index, index === 0)),
		currentStepIndex: 0,
		createdAt: now.toISOString(),
	};
}

/** A new plan for the rest: completed steps stay, numbering goes on. A draft that repeats a completed step is dropped. @throws never */
export function remakePlan(old: Plan, drafts: readonly PlanStepDraft[], now: Date): Plan {
	const kept = old.steps.filter((step) => step.status === "completed").slice(0, maxSteps - 1);
	const isDone = (draft: PlanStepDraft) => kept.some((step) => step.description === draft.description.slice(0, maxDescription));
	const fresh = drafts.filter((draft) => !isDone(draft)).slice(0, maxSteps - kept.length);
	if (fresh.length === 0) return old;
	const steps = [
		...kept.map((step, index) => ({ ...step, id: `step_${index}`, index })),
		...fresh.map((draft, offset) => stepFrom(draft, kept.length + offset, offset === 0)),
	];
	return { steps, currentStepIndex: kept.length, createdAt: now.toISOString() };
}

/**
 * Moves the pointer past the steps that a decider found done, without a gap, and only if the last action is proven. The last step stays
 * active until the task ends.
 *
 * @param proven the last verdict was a success, or nothing was done yet
 * @throws never
 */
export function advancePlan(plan: Plan, doneSteps: readonly number[], proven: boolean): Plan {
	if (!proven) return plan;
	const done = new Set(doneSteps);
	const last = plan.steps.length - 1;
	let pointer = plan.currentStepIndex;
	while (pointer < last && done.has(pointer)) pointer += 1;
	if (pointer === plan.currentStepIndex) return plan;
	const statusAt = (step: PlanStep): PlanStep["status"] => {
		if (step.index < pointer) return step.status === "failed" ? "failed" : "completed";
		return step.index === pointer ? "active" : "pending";
	};
	return { ...plan, currentStepIndex: pointer, steps: plan.steps.map((step) => ({ ...step, status: statusAt(step) })) };
}

/** The plan of a task that ended: none active; the active one completed or failed, what was not reached stays pending. */
export function endPlan(plan: Plan, end: "completed" | "failed"): Plan {
	const steps = plan.steps.map((step): PlanStep => {
		if (step.status === "active") return { ...step, status: end };
		return end === "completed" && step.status === "pending" ? { ...step, status: "completed" } : step;
	});
	return { ...plan, steps, currentStepIndex: end === "completed" ? steps.length - 1 : plan.currentStepIndex };
}

function stepFrom(draft: PlanStepDraft, index: number, isActive: boolean): PlanStep {
	return {
		id: `step_${index}`,
		index,
		description: draft.description.slice(0, maxDescription),
		status: isActive ? "active" : "pending",
		toolType: draft.toolType,
		...defined({ reasoning: draft.reasoning, expectedOutcome: draft.expectedOutcome }),
	};
}
