import { formatAction } from "@webhand/contracts/action/format";
import type { Action } from "@webhand/contracts/action/grammar";
import type { Guard, NextAction, Question, Warning } from "@webhand/contracts/agent/interact";
import type { Expectation, FailureCategory, OrchestratorStatus, Plan, TaskStatus, Verification } from "@webhand/contracts/agent/task";
import { cut } from "@webhand/page/write/normalize";
import type { Gate } from "../../gate/gate.ts";
import type { Budget } from "../../progress/budget.ts";
import { budgetWarnings, tokensOf } from "../../progress/budget.ts";
import type { LoopRule } from "../../progress/loops.ts";
import { endPlan } from "../../progress/plan.ts";
import type { PendingApproval, Spent, StepRow, Task } from "../task.ts";
import type { EndWrite, OutboxEvent } from "./rows.ts";

/** A fill that goes along; ordinary fields only, so nothing in it needs a mask. */
export type OutgoingFill = {
	readonly action: Action;
	readonly expect: Expectation;
	readonly isExplicit: boolean;
	readonly guard: Guard;
};

/** What goes to the client in this step. `sent`: on the wire, secrets included; `shown`: the same, masked. */
export type Outgoing = {
	readonly thought: string;
	readonly sent: Action;
	readonly shown: Action;
	readonly status: OrchestratorStatus;
	readonly by: StepRow["by"];
	readonly proves?: number;
	readonly told?: number;
	readonly expect: Expectation;
	readonly isExplicit: boolean;
	readonly guard?: Guard;
	readonly more?: readonly OutgoingFill[];
	readonly question?: Question;
	readonly held?: PendingApproval;
	readonly missingInformation?: readonly string[];
	readonly reasoning?: NonNullable<NextAction["reasoning"]>;
	readonly gate: StepRow["gate"];
	readonly loop?: LoopRule;
	readonly answer?: string;
	readonly failure?: { readonly category: FailureCategory; readonly message: string };
};

/** Facts of the step beside the action. */
export type ReplyFacts = {
	readonly task: Task;
	readonly plan: Plan;
	readonly spent: Spent;
	readonly taskSpent: Spent;
	readonly tokenBudget: number;
	readonly hasOrgKnowledge?: boolean;
	readonly verification?: Verification;
	readonly warnings: readonly Warning[];
};

const maxThought = 4_000;
const maxAnswer = 8_000;

/** An action that is none of a person's business: the gate has nothing to say on it. */
export const noGate: StepRow["gate"] = { class: "observe", outcome: "allow", reasons: [] };

/** The gate's word as it is stored and counted. */
export function gateNote(gate: Gate): StepRow["gate"] {
	return { class: gate.risk.class, outcome: gate.kind, reasons: gate.risk.reasons };
}

/** The wire form of an action: the end of a task is exactly `finish()` or `fail()`. */
function wireAction(action: Action): string {
	if (action.name === "finish") return "finish()";
	return action.name === "fail" ? "fail()" : formatAction(action);
}

/** The `data` of the reply. `taskId`, `sessionId`, `stepIndex`, `maxSteps`, `status` and `plan` are always there. */
export function composeReply(out: Outgoing, facts: ReplyFacts): NextAction {
	const { task, plan, spent, taskSpent } = facts;
	return {
		thought: cut(out.thought, maxThought),
		action: wireAction(out.sent),
		...(spent.calls === 0 ? {} : { usage: { promptTokens: spent.promptTokens, completionTokens: spent.completionTokens } }),
		taskId: task._id,
		sessionId: task.sessionId,
		stepIndex: task.stepCount,
		maxSteps: task.maxSteps,
		...(facts.hasOrgKnowledge === undefined ? {} : { hasOrgKnowledge: facts.hasOrgKnowledge }),
		plan,
		currentStep: plan.currentStepIndex,
		totalSteps: plan.steps.length,
		status: out.status,
		...(out.reasoning === undefined ? {} : { reasoning: out.reasoning }),
		...(out.question === undefined ? {} : { userQuestion: out.question.text, question: out.question }),
		...(out.missingInformation === undefined || out.question === undefined
			? {}
			: { missingInformation: out.missingInformation.slice(0, 10) }),
		...(out.guard === undefined ? {} : { guard: out.guard }),
		...(out.question === undefined && out.answer === undefined && out.failure === undefined ? { expect: out.expect } : {}),
		...(out.more === undefined || out.more.length === 0
			? {}
			: { more: out.more.map(({ action, guard, expect }) => ({ action: formatAction(action), guard, expect })) }),
		...(facts.verification === undefined ? {} : { verification: facts.verification }),
		...(out.answer === undefined ? {} : { answer: cut(out.answer, maxAnswer) }),
		...(out.failure === undefined ? {} : { failure: out.failure }),
		cost: {
			...(spent.usd === undefined ? {} : { stepUsd: spent.usd }),
			...(taskSpent.usd === undefined ? {} : { taskUsd: taskSpent.usd }),
			taskTokens: tokensOf(taskSpent),
			tokenBudget: facts.tokenBudget,
		},
		...(facts.warnings.length === 0 ? {} : { warnings: [...facts.warnings] }),
	};
}

/** Things that the person or the client should know and that stop nothing. */
export function warningsOf(step: {
	readonly task: Pick<Task, "tainted" | "spent" | "counters" | "stepCount" | "maxSteps">;
	readonly isPageShortened: boolean;
	readonly isKnowledgeMissing: boolean;
	readonly gate: StepRow["gate"];
	readonly budget: Budget;
}): readonly Warning[] {
	return [
		...(step.isKnowledgeMissing ? (["KNOWLEDGE_UNAVAILABLE"] as const) : []),
		...(step.isPageShortened ? (["PAGE_TRUNCATED"] as const) : []),
		...(step.gate.outcome === "warn" ? (["RISKY_ALLOWED"] as const) : []),
		...(step.task.tainted ? (["TAINTED"] as const) : []),
		...budgetWarnings(step.task, step.budget),
	];
}

/** The one log line of a step: no query, page, value, thought, prompt or URL. */
export function logLine(
	row: StepRow,
	facts: {
		readonly provider: string;
		readonly task: Pick<Task, "door">;
		readonly proof: Verification | undefined;
		readonly ms: Readonly<Record<string, number>>;
	},
): Readonly<Record<string, unknown>> {
	return {
		taskId: row.taskId,
		stepIndex: row.stepIndex,
		door: facts.task.door,
		provider: facts.provider,
		action: row.parsed.name,
		stepStatus: row.status,
		...(facts.proof === undefined ? {} : { verdict: facts.proof.verdict, confidence: facts.proof.confidence }),
		gate: `${row.gate.class} ${row.gate.outcome}`,
		...(row.loop === undefined ? {} : { loop: row.loop }),
		...(row.spent === undefined ? {} : { tokens: tokensOf(row.spent) }),
		stages: facts.ms,
	};
}

/** How a task ends without a step. */
export type TaskEnd = {
	readonly status: Extract<TaskStatus, "failed" | "cancelled" | "expired">;
	readonly failure?: NonNullable<Task["failure"]>;
};

/** What changes when a task ends without a step, and what other devices are told. */
export function endWrite(
	task: Task,
	{ status, failure }: TaskEnd,
	{ at, newEventId }: { readonly at: Date; readonly newEventId: () => string },
): EndWrite {
	const plan = endPlan(task.plan, "failed");
	const event: OutboxEvent = {
		eventId: newEventId(),
		name: "task_status",
		data: { taskId: task._id, status, ...(failure === undefined ? {} : { reason: failure.category }) },
	};
	return {
		task,
		patch: { status, plan, question: null, updatedAt: at, ...(failure === undefined ? {} : { failure }) },
		session: {
			tenantId: task.tenantId,
			userId: task.userId,
			sessionId: task.sessionId,
			taskId: task._id,
			status,
			events: 1,
			messages: 0,
			at,
		},
		messages: [],
		events: [event],
	};
}
