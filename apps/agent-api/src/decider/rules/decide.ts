import type { Completion, Decider, Judgement } from "../port.ts";
import type { Turn } from "../turn.ts";
import { decideByRules } from "./run/run.ts";

/** The decider without a model: deterministic, no network, ≤ 10 ms for a page of 50,000 characters. */
export function createRulesDecider(): Decider {
	return {
		name: "rules",
		decide: async (turn) => decideByRules(turn),
		judge: async ({ observations }) => judgeByRules(observations),
		complete: async (turn) => completeByRules(turn),
	};
}

/** The table that stands in for a judging model: something moved and nothing went wrong is a success, just above the mark. */
function judgeByRules(observations: readonly string[]): Judgement {
	const has = (name: string) => observations.some((one) => one.startsWith(name));
	if (has("page_restless")) return { verdict: "failure", confidence: 0.5, reason: "Only what runs by itself changed" };
	if (has("form_same")) return { verdict: "failure", confidence: 0.5, reason: "The form stands there as before" };
	if (has("client_error") || has("validation_error")) return { verdict: "failure", confidence: 0.5, reason: "An error was reported" };
	if (has("mutated") || has("look_changed") || has("network") || has("message_appeared"))
		return { verdict: "success", confidence: 0.72, reason: "The page changed after the action" };
	return { verdict: "failure", confidence: 0.5, reason: "Nothing was seen to change" };
}

/** Complete when reading the instruction again on this page leaves nothing to do. */
function completeByRules(turn: Turn): Completion {
	const { action, thought } = decideByRules(turn);
	if (action.name === "finish")
		return { verdict: "complete", evidence: "Every clause of the instruction has been carried out.", missing: [] };
	if (action.name === "fail") return { verdict: "impossible", evidence: thought, missing: [] };
	return { verdict: "continue", evidence: thought, missing: [thought.slice(0, 200)] };
}
