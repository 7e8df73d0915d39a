import { parseAction } from "@webhand/contracts/action/parse";
import type { NextAction } from "@webhand/contracts/agent/interact";
import type { AgentStep, RunState, RunStatus, StepReply, StopReason } from "@webhand/contracts/agent/runs";
import type { PageSnapshot } from "@webhand/contracts/agent/runs-snapshot";
import type { FailureCategory, TaskStatus, Verification } from "@webhand/contracts/agent/task";
import { isTerminal } from "@webhand/contracts/agent/task";
import { defined } from "../../shared/defined.ts";
import type { StepRow, Task } from "../../shared/task.ts";
import { readApprovalFacts, shownQuestion } from "../../shared/task.ts";
import { questionState } from "../messages/policy.ts";
import { toolOf } from "./tools.ts";

/** A model failure that stopped a run at a step; it counts until that step is taken. */
export type RunTrouble = { readonly message: string; readonly retryable: boolean; readonly stepCount: number };

/**
 * The result of the tool of the step before `stepCount`, reported without a page and used with the page that follows. `code`: the client's
 * error code; null after success.
 */
export type ReportedResult = { readonly code: string | null; readonly stepCount: number };

/** A task of the run channel, with its model failure and the tool result that no step has used yet. */
export type Run = Task & { readonly trouble?: RunTrouble; readonly toldResult?: ReportedResult };

/** The parts of a run outside its task. `rows`: the newest steps, oldest first; `isExpired`: it was idle for too long. */
export type RunFacts = {
	readonly rows: readonly StepRow[];
	readonly snapshot: PageSnapshot | null;
	readonly isExpired: boolean;
	readonly now: Date;
};

/**
 * A task as the run channel shows it: the newest 20 steps, times in milliseconds.
 *
 * @throws never
 */
export function runStateOf(run: Run, { rows, snapshot, isExpired, now }: RunFacts): RunState {
	const isAsking = run.status === "needs_user_input" && run.question !== null;
	const open = isAsking && run.question !== null && questionState(run.question, now) === "asked" ? shownQuestion(run.question) : undefined;
	const trouble = troubleOf(run);
	// A question that is answered or expired waits only for the next step.
	const isOver = isAsking && open === undefined;
	const status = isExpired ? "expired" : trouble !== undefined ? "error" : isOver ? "running" : runStatusOf(run.status);
	return {
		runId: run._id,
		task: run.query,
		mode: run.mode,
		status,
		currentStep: run.stepCount,
		maxSteps: run.maxSteps,
		history: rows.map(stepOf),
		reflections: run.reflections.map((reflection) => ({
			...reflection,
			issues: [...reflection.issues],
			suggestions: [...reflection.suggestions],
		})),
		currentSnapshot: isExpired || isTerminal(run.status) ? null : snapshot,
		...(open === undefined || isExpired ? {} : { pendingQuestion: open.text, question: open }),
		...(trouble === undefined || status !== "error" ? {} : { error: { message: trouble.message, retryable: trouble.retryable } }),
		createdAt: run.createdAt.getTime(),
		updatedAt: run.updatedAt.getTime(),
	};
}

/** A failure counts until its step is taken. */
function troubleOf({ trouble, stepCount, status }: Run): RunTrouble | undefined {
	return trouble?.stepCount === stepCount && !isTerminal(status) ? trouble : undefined;
}

function stepOf(row: StepRow): AgentStep {
	return {
		stepIndex: row.stepIndex,
		tool: toolOf(row.parsed),
		thought: row.thought,
		...defined({ result: row.verification && resultOf(row.verification) }),
		timestamp: row.createdAt.getTime(),
	};
}

function resultOf({ verdict, observations }: Verification): NonNullable<AgentStep["result"]> {
	const word = { success: "it worked", failure: "it had no effect", unclear: "it is not clear whether it worked" }[verdict];
	return { success: verdict === "success", message: [word, ...observations.slice(0, 3)].join(", ") };
}

/** The status of a task, in the terms of the run channel. */
export function runStatusOf(status: TaskStatus): RunStatus {
	switch (status) {
		case "planning":
		case "executing":
		case "verifying":
		case "correcting":
			return "running";
		case "needs_user_input":
			return "waiting_user";
		case "completed":
		case "failed":
			return "finished";
		case "cancelled":
		case "expired":
			return status;
	}
}

/**
 * The reply to a step, in the terms of the run channel. It depends on the engine's reply alone, so a replay gives the same.
 *
 * @throws never
 */
export function runReplyOf(data: NextAction): StepReply {
	const common = {
		runId: data.taskId,
		stepIndex: data.stepIndex,
		status: runStatusOf(data.status),
		...(data.thought === "" ? {} : { thought: data.thought }),
		...defined({ hasOrgKnowledge: data.hasOrgKnowledge }),
	};
	if (data.question !== undefined) return { ...common, ...askOf(data.question) };
	if (data.status === "completed" || data.status === "failed") {
		return {
			...common,
			action: "finish",
			success: data.status === "completed",
			stopReason: data.status === "completed" ? "done" : stopReasonOf(data.failure?.category),
			...defined({ answer: data.answer, failure: data.failure }),
		};
	}
	const parsed = parseAction(data.action);
	return {
		...common,
		action: "execute_tool",
		tool: parsed.ok ? toolOf(parsed.action) : { name: "observe", arguments: {} },
		...defined({ guard: data.guard, warnings: data.warnings }),
	};
}

/** A question in the terms of the run channel. */
export function askOf(question: NonNullable<NextAction["question"]>) {
	const approval = readApprovalFacts(question.approval);
	return {
		action: "ask_user" as const,
		question: question.text,
		questionId: question.id,
		kind: question.kind,
		expiresAt: question.expiresAt,
		...defined({ choices: question.choices, approval }),
	};
}

/** Why a failed run ended, in the closed set of the run channel. */
function stopReasonOf(category: FailureCategory | undefined): StopReason {
	switch (category) {
		case "max_steps":
		case "loop":
		case "low_efficiency":
		case "budget":
			return category;
		default:
			return "failed";
	}
}
