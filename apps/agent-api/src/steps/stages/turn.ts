import { formatAction } from "@webhand/contracts/action/format";
import type { Verification } from "@webhand/contracts/agent/task";
import type { PageView } from "@webhand/page/parse/view";
import type { PastStep, Turn } from "../../decider/turn.ts";
import { targetIdOf } from "../facts/target.ts";
import type { StepCall } from "../ports.ts";
import type { Advanced } from "../task/advance.ts";
import type { Budget } from "../task/budget.ts";
import { budgetWarnings, tokensOf } from "../task/budget.ts";
import { doneActions, failedAction, newestDeed } from "../task/done.ts";
import type { LeasedTask, StepRow } from "../task/task.ts";
import type { Retrieval } from "../upstream.ts";

/** All that a turn is made from. `notes` include what the person just said. */
export type TurnFacts = {
	readonly task: LeasedTask;
	readonly call: StepCall;
	readonly page: PageView;
	readonly past: readonly StepRow[];
	readonly advanced: Advanced;
	readonly wantsPlan: boolean;
	readonly knowledge: Retrieval | null;
	readonly notes: readonly string[];
	readonly refusedAction: string | undefined;
	readonly budget: Budget;
	readonly now: Date;
};

/** What the decider sees: the newest page only, the newest 20 steps, the current error only, since old errors harm. */
export function turnOf(facts: TurnFacts): Turn {
	const { task, call, page, past, advanced, knowledge } = facts;
	const { body } = call;
	const reflection = advanced.reflections.at(-1);
	const error = body.lastActionError;
	return {
		query: task.query,
		mode: task.mode,
		now: facts.now,
		page,
		plan: task.hasPlan && !facts.wantsPlan ? task.plan : null,
		history: past.flatMap(pastSteps),
		report: {
			...(body.lastActionStatus === undefined ? {} : { status: body.lastActionStatus }),
			...(error === undefined ? {} : { error: { code: error.code, message: error.message } }),
			...(body.lastActionResult?.actualState === undefined ? {} : { actual: body.lastActionResult.actualState }),
		},
		reflection:
			reflection === undefined
				? null
				: { efficiency: reflection.efficiency, issues: reflection.issues, suggestions: reflection.suggestions },
		knowledge: knowledge?.chunks ?? [],
		...(knowledge?.hasOrgKnowledge === undefined ? {} : { hasOrgKnowledge: knowledge.hasOrgKnowledge }),
		notes: facts.notes,
		forbidden: forbiddenOf(facts),
		remaining: {
			steps: task.maxSteps - task.stepCount,
			tokens: Math.max(0, facts.budget.tokens - tokensOf(task.spent)),
			isShort: budgetWarnings(task, facts.budget).includes("BUDGET_75"),
		},
		memory: task.memory,
		batch: body.batch,
		state: task.deciderState,
	};
}

/** A step, or each action of its batch that was carried out. */
function pastSteps(row: StepRow): readonly PastStep[] {
	return doneActions(row).map((part) => ({
		stepIndex: row.stepIndex,
		thought: row.thought,
		action: part.action,
		parsed: part.parsed,
		...(part.targetName === undefined ? {} : { targetName: part.targetName }),
		...(row.proves === undefined ? {} : { isEngineWait: true as const }),
		...(part.verification === undefined ? {} : { verification: part.verification }),
	}));
}

/** From the second correction on the action that failed is forbidden; what the person refused is forbidden at once. */
function forbiddenOf({ advanced, past, page, refusedAction }: TurnFacts): Turn["forbidden"] {
	const newest = newestDeed(past);
	const failed = advanced.counters.corrections >= 2 && newest !== undefined ? failedAction(newest) : undefined;
	const isHere = failed !== undefined && (targetIdOf(failed.parsed) === undefined || page.elements.has(targetIdOf(failed.parsed) ?? 0));
	return [
		...(isHere && failed !== undefined
			? [{ action: formatAction(failed.parsed), reason: `it failed: ${reasonOf(failed.verification)}`, code: "failed" as const }]
			: []),
		...(refusedAction === undefined ? [] : [{ action: refusedAction, reason: "the person said no to it", code: "denied" as const }]),
	];
}

function reasonOf(verification: Verification | undefined): string {
	return verification === undefined ? "nothing is known of it" : verification.observations.slice(0, 3).join(", ");
}
