import type { PlanStep } from "@webhand/contracts/agent/task";
import type { Clause, Intent } from "../clause.ts";

const mostPlanSteps = 10;

type Draft = Pick<PlanStep, "description" | "toolType" | "reasoning" | "expectedOutcome">;

/** One plan step for each clause; what is beyond ten stands in the tenth. @throws never */
export function planOf(clauses: readonly Clause[]): readonly Draft[] {
	return clauses.slice(0, mostPlanSteps).map((clause, index) => {
		const own = index === mostPlanSteps - 1 ? clauses.slice(index) : [clause];
		const all = own.map(({ text }) => text).join(", ");
		const servers = own.filter(({ intent }) => intent.kind === "server").length;
		const toolType = servers === 0 ? "DOM" : servers === own.length ? "SERVER" : "MIXED";
		return {
			description: (all.charAt(0).toUpperCase() + all.slice(1)).slice(0, 200),
			toolType,
			reasoning: clause.isMeans === true ? "It leads to the next step." : "Your instruction asks for it.",
			expectedOutcome: outcomeOf(own.at(-1) ?? clause),
		};
	});
}

/** The 0-based indices of the plan steps that are done. @throws never */
export function doneSteps(clause: number, count: number, isFinished: boolean): readonly number[] {
	const steps = Math.min(count, mostPlanSteps);
	const done = isFinished ? steps : clause >= mostPlanSteps ? mostPlanSteps - 1 : Math.min(clause, steps);
	return Array.from({ length: done }, (_, index) => index);
}

/** What a clause is to come to, in the words of expectations; no value stands in it, since that may be a secret. */
function outcomeOf({ intent }: Clause): NonNullable<Draft["expectedOutcome"]> {
	switch (intent.kind) {
		case "visit":
			return { kind: "url_contains", text: URL.parse(intent.url)?.host ?? intent.url };
		case "wait":
			return outcomeOfWait(intent);
		case "fill":
		case "choose":
		case "clear":
			return { kind: "value_is" };
		case "read":
			return { kind: "answer" };
		case "server":
			return { kind: "result" };
		case "find":
		case "scroll":
		case "hover":
			return { kind: "none" };
		default:
			return { kind: "any_change" };
	}
}

function outcomeOfWait({ until }: Extract<Intent, { readonly kind: "wait" }>): NonNullable<Draft["expectedOutcome"]> {
	if (until === undefined) return { kind: "none" };
	return { kind: until.isGone ? "text_gone" : "text_appears", text: until.text };
}
