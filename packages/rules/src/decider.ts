import type { Expectation } from "@webhand/contracts/agent/task";
import type { TableJudgement } from "./judge.ts";
import { judgeByTable } from "./judge.ts";
import { decideTurn } from "./run/decide.ts";
import type { Decision, Turn } from "./turn.ts";

/** Whether a proposed `finish` is justified on the fresh page. */
type Completion = {
	readonly verdict: "complete" | "continue" | "impossible";
	readonly evidence: string;
	readonly missing: readonly string[];
};

export type RulesDecider = {
	readonly name: "rules";
	decide(turn: Turn): Promise<Decision>;
	judge(step: { readonly action: string; readonly expect: Expectation; readonly observations: readonly string[] }): Promise<TableJudgement>;
	complete(turn: Turn): Promise<Completion>;
};

/**
 * The decider without a model: carries out literal English orders, deterministic, without network or clock. A turn takes time linear in
 * the page and the order.
 *
 * @returns a decider whose calls never throw; what it does not understand it refuses with `fail`, category `not_understood`
 */
export function createRulesDecider(): RulesDecider {
	return {
		name: "rules",
		decide: async (turn) => decideTurn(turn),
		judge: async ({ observations }) => judgeByTable(observations),
		complete: async (turn) => completeByOrder(turn),
	};
}

/** Complete when reading the order again on this page leaves nothing to do. */
function completeByOrder(turn: Turn): Completion {
	const { action, thought } = decideTurn(turn);
	if (action.name === "finish")
		return { verdict: "complete", evidence: "Every clause of the instruction has been carried out.", missing: [] };
	if (action.name === "fail") return { verdict: "impossible", evidence: thought, missing: [] };
	return { verdict: "continue", evidence: thought, missing: [thought.slice(0, 200)] };
}
