import type { FailureCategory } from "@webhand/contracts/agent/task";
import { AppError } from "@webhand/service-kit/errors";
import { defined } from "../shared/defined.ts";
import { isTakenOver } from "./create.ts";
import type { Decider, Decision } from "./port.ts";

/** Why no model is asked. `judges`: it may still say whether the last action worked. */
export type NoModel = { readonly category: FailureCategory; readonly words: string; readonly judges: boolean };

/**
 * The same decider without its model: what the rules before it read they carry out; where they stop, the task ends with the reason and with
 * what they answered so far, and so does one that the model had taken over.
 */
export function withoutModel(decider: Decider, rules: Decider, { category, words, judges }: NoModel): Decider {
	const refused = (answer?: string): Decision => ({
		thought: `${words}.`,
		action: { name: "fail", reason: words },
		failure: { category, message: words, ...defined({ answer }) },
		decidedBy: "engine",
	});
	const hasRules = decider.noticesModel === true;
	const { conversation } = decider;
	return {
		...decider,
		noticesModel: true,
		decide: async (turn, signal) => {
			if (!hasRules || isTakenOver(turn.state)) return refused();
			const decision = await rules.decide(turn, signal);
			return decision.canHandOver === true ? refused(decision.failure?.answer) : decision;
		},
		judge: async (step, signal) => await (judges ? decider : rules).judge(step, signal),
		complete: async (turn, answer, signal) => await rules.complete(turn, answer, signal),
		...(conversation && {
			conversation: { ...conversation, ask: () => Promise.reject(new AppError("LIMIT_REACHED", words)) },
		}),
	};
}
