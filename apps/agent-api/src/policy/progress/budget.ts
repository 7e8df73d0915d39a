import type { Warning } from "@webhand/contracts/agent/interact";
import type { Spent, Task } from "../../shared/task.ts";

/** What a task may use up: model tokens, server time, and US dollars where that is bounded; calls without a price cost none. */
export type Budget = { readonly tokens: number; readonly workMs: number; readonly usd?: number };

/** Nothing spent yet. */
export const nothingSpent: Spent = { promptTokens: 0, completionTokens: 0, calls: 0 };

/** Tokens of both directions together. */
export function tokensSpent(spent: Spent): number {
	return spent.promptTokens + spent.completionTokens;
}

/** Sums what calls used; dollars only where one of them has a price. */
export function addSpent(left: Spent, right: Partial<Spent> | undefined): Spent {
	const usd = left.usd === undefined && right?.usd === undefined ? {} : { usd: (left.usd ?? 0) + (right?.usd ?? 0) };
	const cachedTokens = (left.cachedTokens ?? 0) + (right?.cachedTokens ?? 0);
	return {
		promptTokens: left.promptTokens + (right?.promptTokens ?? 0),
		completionTokens: left.completionTokens + (right?.completionTokens ?? 0),
		calls: left.calls + (right?.calls ?? 0),
		...usd,
		...(cachedTokens === 0 ? {} : { cachedTokens }),
		...(left.estimated === true || right?.estimated === true ? { estimated: true } : {}),
	};
}

/** True when nothing is left to decide with. */
export function isBudgetUsed(task: Pick<Task, "spent" | "counters">, budget: Budget): boolean {
	return usedShare(task, budget) >= 1;
}

/** Warnings for decider and client: three quarters used, or one step left. */
export function budgetWarnings(task: Pick<Task, "spent" | "counters" | "stepCount" | "maxSteps">, budget: Budget): readonly Warning[] {
	const share = Math.max(usedShare(task, budget), task.stepCount / task.maxSteps);
	return [...(share >= 0.75 ? (["BUDGET_75"] as const) : []), ...(task.stepCount === task.maxSteps - 1 ? (["LAST_STEP"] as const) : [])];
}

/** The used share of the scarcest resource; from 1 on nothing is left. */
function usedShare({ spent, counters }: Pick<Task, "spent" | "counters">, budget: Budget): number {
	return Math.max(spentShare(spent, budget), counters.workMs / budget.workMs);
}

/** The share that model calls used up, of tokens or of dollars; from 1 on nothing is left. */
export function spentShare(spent: Spent, { tokens, usd = Number.POSITIVE_INFINITY }: Omit<Budget, "workMs">): number {
	return Math.max(tokensSpent(spent) / tokens, (spent.usd ?? 0) / usd);
}
