import { addSpent, nothingSpent } from "../policy/progress/budget.ts";
import type { Decider, Usage } from "./port.ts";

/** Decisions that one step asks for: the first, one repair, one after a loop or a refused id. */
export const mostDecisions = 3;

const paidInVain = new WeakMap<object, Usage>();

/** Notes what was used before a call failed, on the failure itself. @returns the same failure, to be thrown */
export function withUsage(cause: unknown, usage: Usage): unknown {
	if (typeof cause !== "object" || cause === null) return cause;
	const known = paidInVain.get(cause);
	paidInVain.set(cause, known === undefined ? usage : addUsage(known, usage));
	return cause;
}

/** Sums the usage of calls. */
export function addUsage(one: Usage, other: Usage): Usage {
	const lostCalls = (one.lostCalls ?? 0) + (other.lostCalls ?? 0);
	return { ...addSpent(one, other), ...(lostCalls === 0 ? {} : { lostCalls }) };
}

/**
 * The same decider for one step, asked for a decision three times at most, with a record of what it used, answers that led to nothing
 * included: a step that fails has cost what it has cost.
 *
 * @param stepMs how long the step may take, from now on
 */
export function metered(decider: Decider, stepMs: number): { readonly decider: Decider; readonly used: () => Usage } {
	let used: Usage = nothingSpent;
	let decisions = 0;
	const endsAt = performance.now() + stepMs;
	const count = async <Result extends { readonly usage?: Usage }>(asked: Promise<Result>): Promise<Result> => {
		try {
			const result = await asked;
			if (result.usage !== undefined) used = addUsage(used, result.usage);
			return result;
		} catch (cause) {
			const lost = typeof cause === "object" && cause !== null ? paidInVain.get(cause) : undefined;
			if (lost !== undefined) used = addUsage(used, lost);
			throw cause;
		}
	};
	return {
		decider: {
			...decider,
			decide: async (turn, signal, onChunk) => {
				const decision = await count(decider.decide({ ...turn, endsAt, callsLeft: mostDecisions - decisions }, signal, onChunk));
				const { calls = 0, lostCalls = 0 } = decision.usage ?? {};
				decisions += calls - lostCalls;
				return decision;
			},
			judge: (step, signal) => count(decider.judge({ ...step, endsAt }, signal)),
			complete: (turn, answer, signal) => count(decider.complete({ ...turn, endsAt }, answer, signal)),
		},
		used: () => used,
	};
}
