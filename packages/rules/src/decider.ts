import type { Expectation } from "@webhand/contracts/agent/task";
import { decideTurn } from "./run/decide.ts";
import type { Decision, Turn } from "./turn.ts";

/** A verdict on observations alone, for what facts do not settle. Confidence 0 to 1, success from 0.70. */
type Judgement = { readonly verdict: "success" | "failure"; readonly confidence: number; readonly reason: string };

/** Whether a proposed `finish` is justified on the fresh page. */
type Completion = {
	readonly verdict: "complete" | "continue" | "impossible";
	readonly evidence: string;
	readonly missing: readonly string[];
};

export type RulesDecider = {
	readonly name: "rules";
	decide(turn: Turn): Promise<Decision>;
	judge(step: { readonly action: string; readonly expect: Expectation; readonly observations: readonly string[] }): Promise<Judgement>;
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

/** The table that stands in for a judging model: something moved and nothing went wrong is a success, just above the mark. */
function judgeByTable(observations: readonly string[]): Judgement {
	const has = (name: string) => observations.some((one) => one.startsWith(name));
	if (has("page_restless")) return { verdict: "failure", confidence: 0.5, reason: "Only what runs by itself changed" };
	if (has("form_same")) return { verdict: "failure", confidence: 0.5, reason: "The form stands there as before" };
	if (has("client_error") || has("validation_error")) return { verdict: "failure", confidence: 0.5, reason: "An error was reported" };
	if (has("mutated") || has("look_changed") || has("network") || has("message_appeared"))
		return { verdict: "success", confidence: 0.72, reason: "The page changed after the action" };
	return { verdict: "failure", confidence: 0.5, reason: "Nothing was seen to change" };
}

/** Complete when reading the order again on this page leaves nothing to do. */
function completeByOrder(turn: Turn): Completion {
	const { action, thought } = decideTurn(turn);
	if (action.name === "finish")
		return { verdict: "complete", evidence: "Every clause of the instruction has been carried out.", missing: [] };
	if (action.name === "fail") return { verdict: "impossible", evidence: thought, missing: [] };
	return { verdict: "continue", evidence: thought, missing: [thought.slice(0, 200)] };
}
