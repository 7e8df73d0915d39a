import { formatAction } from "@webhand/contracts/action/format";
import type { Action } from "@webhand/contracts/action/grammar";
import type { Guard, NextAction, Question, Warning } from "@webhand/contracts/agent/interact";
import type { LoopRule } from "@webhand/contracts/agent/step-labels";
import type { Expectation, FailureCategory, OrchestratorStatus, Plan, TaskStatus, Verification } from "@webhand/contracts/agent/task";
import type { MessageId } from "@webhand/contracts/ids";
import { cut } from "@webhand/page/write/normalize";
import type { MandateUse } from "../../../policy/authority/mandate.ts";
import type { Gate } from "../../../policy/gate/gate.ts";
import type { Budget } from "../../../policy/progress/budget.ts";
import { budgetWarnings, tokensSpent } from "../../../policy/progress/budget.ts";
import { endPlan } from "../../../policy/progress/plan.ts";
import { defined } from "../../../shared/defined.ts";
import type { OutboxEvent, TaskWrite } from "../../../shared/rows.ts";
import type { GateMandate, HeldAction, Spent, StepRow, Task } from "../../../shared/task.ts";
import { shownMandate } from "../../../shared/task.ts";
import { endMessage } from "../../messages/event-messages.ts";

/** A further fill of a batch; ordinary fields only, so nothing in it needs a mask. */
export type OutgoingFill = {
	readonly action: Action;
	readonly expect: Expectation;
	readonly isExplicit: boolean;
	readonly guard: Guard;
};

/**
 * What goes to the client in this step. `sent`: the action with its secrets; `shown`: the same, masked; `held`: the action that waits for
 * its approval.
 */
export type Outgoing = {
	readonly thought: string;
	readonly sent: Action;
	readonly shown: Action;
	readonly status: OrchestratorStatus;
	readonly by: StepRow["by"];
	readonly decidedBy?: StepRow["decidedBy"];
	readonly proves?: number;
	readonly told?: number;
	readonly expect: Expectation;
	readonly isExplicit: boolean;
	readonly guard?: Guard;
	readonly more?: readonly OutgoingFill[];
	readonly question?: Question;
	readonly held?: HeldAction;
	/** Of a question that a login may answer which its person bound to the routine. */
	readonly signsIn?: true;
	readonly missingInformation?: readonly string[];
	readonly reasoning?: NonNullable<NextAction["reasoning"]>;
	readonly gate: StepRow["gate"];
	readonly loop?: LoopRule;
	readonly answer?: string;
	readonly failure?: { readonly category: FailureCategory; readonly message: string };
	/** The next page is wanted with a picture. */
	readonly wantsPicture?: boolean;
	/** The call of the server host that this step is. */
	readonly serverCall?: NonNullable<StepRow["serverCall"]>;
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

/** The gate's decision on actions that touch nothing: allowed. */
export const noGate: StepRow["gate"] = { class: "observe", outcome: "allow", reasons: [] };

/** The gate's decision as it is stored and counted. */
export function gateNote(gate: Gate): StepRow["gate"] {
	const { risk, kind, use } = gate;
	const { class: name, reasons, isSearch } = risk;
	return {
		class: name,
		outcome: kind,
		reasons,
		...(isSearch === true ? { isSearch } : {}),
		...defined({ mandate: use && mandateOf(use) }),
	};
}

function mandateOf({ mandate: { id, createdAt, uses }, left, step, amount }: MandateUse): GateMandate {
	return { id, createdAt, left, uses, step, ...defined({ amount }) };
}

/** An action as clients get it: the end of a task is exactly `finish()` or `fail()`. */
function wireAction(action: Action): string {
	if (action.name === "finish") return "finish()";
	return action.name === "fail" ? "fail()" : formatAction(action);
}

/** The `data` of the reply. `taskId`, `sessionId`, `stepIndex`, `maxSteps`, `status` and `plan` are always there. */
export function composeReply(outgoing: Outgoing, facts: ReplyFacts): NextAction {
	const { task, plan, spent, taskSpent } = facts;
	const { question, answer, failure, more = [], missingInformation } = outgoing;
	const isAction = question === undefined && answer === undefined && failure === undefined;
	return {
		thought: cut(outgoing.thought, maxThought),
		action: wireAction(outgoing.sent),
		...(spent.calls === 0 ? {} : { usage: { promptTokens: spent.promptTokens, completionTokens: spent.completionTokens } }),
		taskId: task._id,
		sessionId: task.sessionId,
		stepIndex: task.stepCount,
		maxSteps: task.maxSteps,
		...defined({ hasOrgKnowledge: facts.hasOrgKnowledge }),
		plan,
		currentStep: plan.currentStepIndex,
		totalSteps: plan.steps.length,
		status: outgoing.status,
		...defined({
			reasoning: outgoing.reasoning,
			decidedBy: deciderOf(outgoing),
			userQuestion: question?.text,
			question,
			missingInformation: question && missingInformation?.slice(0, 10),
			guard: outgoing.guard,
			mandate: outgoing.gate.mandate && shownMandate(outgoing.gate.mandate),
			expect: isAction ? outgoing.expect : undefined,
		}),
		...serverCallOf(outgoing),
		...(outgoing.wantsPicture === true ? { wantsPicture: true as const } : {}),
		...(more.length === 0 ? {} : { more: more.map(({ action, guard, expect }) => ({ action: formatAction(action), guard, expect })) }),
		...defined({ verification: facts.verification, answer: answer === undefined ? undefined : cut(answer, maxAnswer), failure }),
		cost: {
			...defined({ stepUsd: spent.usd, taskUsd: taskSpent.usd }),
			taskTokens: tokensSpent(taskSpent),
			tokenBudget: facts.tokenBudget,
		},
		...(facts.warnings.length === 0 ? {} : { warnings: [...facts.warnings] }),
	};
}

const deciderOf = ({ by, decidedBy }: Outgoing): NextAction["decidedBy"] =>
	by !== "decider" || decidedBy === "engine" ? undefined : (decidedBy ?? "model");

/** How long a client waits before it asks what became of a call. */
const retryAfterMs = 2_000;

/** The call of a step, or the one that its question is about. */
function serverCallOf({ serverCall, sent, held }: Outgoing): Pick<NextAction, "serverCall" | "retryAfterMs"> {
	if (serverCall !== undefined && sent.name === "server")
		return { serverCall: { id: serverCall.id, tool: sent.tool, state: "running" }, retryAfterMs };
	return held?.server === undefined ? {} : { serverCall: { id: held.server.callId, tool: held.server.tool, state: "waiting_approval" } };
}

/** Warnings for the user or the client; they stop nothing. */
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
		readonly verification: Verification | undefined;
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
		...defined({ verdict: facts.verification?.verdict, confidence: facts.verification?.confidence }),
		gate: `${row.gate.class} ${row.gate.outcome}`,
		...defined({ loop: row.loop, tokens: row.spent && tokensSpent(row.spent) }),
		stages: facts.ms,
	};
}

/** How a task ends without a step. */
export type TaskEnd = {
	readonly status: Extract<TaskStatus, "failed" | "cancelled" | "expired">;
	readonly failure?: NonNullable<Task["failure"]>;
};

/** The write that ends a task without a step, with its message and its event for other devices. */
export function endWrite(
	task: Task,
	{ status, failure }: TaskEnd,
	{ at, newEventId, newMessageId }: { readonly at: Date; readonly newEventId: () => string; readonly newMessageId: () => MessageId },
): TaskWrite {
	const plan = endPlan(task.plan, "failed");
	const { tenantId, userId, sessionId, _id: taskId } = task;
	const data = { taskId, status, ...defined({ reason: failure?.category }) };
	const event: OutboxEvent = { eventId: newEventId(), name: "task_status", data };
	return {
		task,
		patch: { status, plan, question: null, updatedAt: at, ...defined({ failure }) },
		session: { tenantId, userId, sessionId, taskId, status, events: 2, messages: 1, at },
		messages: [endMessage({ status, ...defined({ failure }) }, { messageId: newMessageId(), at })],
		events: [event],
	};
}
