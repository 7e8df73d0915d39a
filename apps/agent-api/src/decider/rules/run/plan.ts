import type { PlanDraft } from "../../port.ts";
import type { Clause } from "../sentence/clause.ts";

const maxPlanSteps = 10;

/** One plan step for each clause; what is beyond ten stands in the tenth. */
export function planOf(clauses: readonly Clause[]): readonly PlanDraft[] {
	return clauses.slice(0, maxPlanSteps).map((clause, index) => {
		const rest = index === maxPlanSteps - 1 ? clauses.slice(index) : [clause];
		const text = rest.map(({ text: words }) => words).join(", ");
		return { description: (text.charAt(0).toUpperCase() + text.slice(1)).slice(0, 200), toolType: "DOM" };
	});
}

export function planIndices(clause: number, count: number, isFinished: boolean): readonly number[] {
	const steps = Math.min(count, maxPlanSteps);
	const done = isFinished ? steps : clause >= maxPlanSteps ? maxPlanSteps - 1 : Math.min(clause, steps);
	return Array.from({ length: done }, (_, index) => index);
}
