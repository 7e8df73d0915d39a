import { parseAction } from "@webhand/contracts/action/parse";
import type { TaskStatus } from "@webhand/contracts/agent/task";
import { OrchestratorStatus } from "@webhand/contracts/agent/task";
import type { TaskView } from "@webhand/contracts/agent/task-trace";
import type { Message } from "@webhand/contracts/chat/message";
import type { PartView, RunView, StepView } from "../../../panel-state.ts";

/** Key of the run of a task that this browser has no record of. */
const runKeyOf = (taskId: string) => `task-${taskId}`;

/** No tab of this browser has id 0 in practice; a remote task never reaches a tab. */
const noTab = 0;

type Ending = Pick<RunView, "state" | "answer" | "failure">;

/** A message is never changed, and each picture of a chat needs all of its steps. */
const stepsByMessage = new WeakMap<Message, StepView | null>();

/**
 * A step as the server's message tells it; the same object each time.
 *
 * @returns null for a message that is not the assistant's
 * @throws never
 */
export function stepOf(message: Message): StepView | null {
	const known = stepsByMessage.get(message);
	if (known !== undefined) return known;
	const step = message.role === "assistant" ? parseStep(message) : null;
	stepsByMessage.set(message, step);
	return step;
}

function parseStep(message: Message): StepView {
	const { metadata = {}, status, error } = message;
	const action = message.actionPayload?.action ?? message.actionString ?? "";
	const more = (metadata.actions ?? []).filter((part, index) => index > 0 || part !== action).map(partOf(status));
	return {
		stepIndex: metadata.stepIndex ?? 0,
		thought: metadata.thought ?? message.content,
		action,
		actionName: nameOf(action),
		...(metadata.targetName === undefined ? {} : { target: { id: 0, role: "", name: metadata.targetName } }),
		...(more.length === 0 ? {} : { more }),
		state: "done",
		...(status === "success" ? { result: { success: true } } : {}),
		...(status === "failure"
			? { result: { success: false, ...(error === undefined ? {} : { code: error.code, message: error.message }) } }
			: {}),
		...(metadata.verification === undefined ? {} : { verification: metadata.verification }),
		...(metadata.reasoning === undefined ? {} : { reasoning: metadata.reasoning }),
		...(metadata.decidedBy === undefined ? {} : { decidedBy: metadata.decidedBy }),
		warnings: metadata.warnings ?? [],
		at: Date.parse(message.timestamp),
		...(metadata.ms === undefined ? {} : { ms: metadata.ms }),
	};
}

const partOf =
	(status: Message["status"]) =>
	(action: string): PartView => ({
		action,
		actionName: nameOf(action),
		...(status === "success" ? { result: { success: true } } : {}),
	});

function nameOf(action: string): string {
	const parsed = parseAction(action);
	return parsed.ok ? parsed.action.name : (/^[a-zA-Z]+/.exec(action)?.[0] ?? "unknown");
}

/**
 * How a task ended, by its messages.
 *
 * @returns null while no message tells an end
 * @throws never
 */
export function endingOf(messages: readonly Message[]): Ending | null {
	for (const message of messages.toReversed()) {
		const event = message.metadata?.event;
		if (message.role === "system" && (event === "cancelled" || event === "expired" || event === "step_limit")) {
			const failure = { category: event === "step_limit" ? "max_steps" : event, message: event === "cancelled" ? "" : message.content };
			return { state: event === "step_limit" ? "failed" : "stopped", answer: null, failure };
		}
		const step = stepOf(message);
		if (step === null) continue;
		const name = step.actionName;
		const status = message.metadata?.status;
		if (status === "completed" || name === "finish") return { state: "completed", answer: answerOf(message), failure: null };
		if (status === "failed" || name === "fail")
			return { state: "failed", answer: null, failure: message.metadata?.failure ?? { category: "by_model", message: message.content } };
		return null;
	}
	return null;
}

/** The text of an ending without an answer is the agent's thought. */
function answerOf({ content, actionString = "", metadata }: Message): string | null {
	return actionString === "finish()" && metadata?.thought === undefined ? null : content;
}

/**
 * The run of an ended task, by its messages alone; a task that goes on is shown as it was at its last message.
 *
 * @param messages those of one task, at least one, ascending
 */
export function runOfMessages(messages: readonly Message[], query: string): RunView | null {
	const first = messages[0];
	if (first === undefined) return null;
	const steps = messages.flatMap((message) => stepOf(message) ?? []);
	const ending = endingOf(messages);
	const endedAt = ending === null ? null : Date.parse((messages.at(-1) ?? first).timestamp);
	return {
		...blank(first, query),
		...(ending ?? {}),
		phase: ending === null ? "look" : "ended",
		stepIndex: steps.at(-1)?.stepIndex ?? null,
		steps,
		// The first message is written after the first step was decided.
		startedAt: Date.parse(first.timestamp) - (steps[0]?.ms ?? 0),
		endedAt,
	};
}

function blank({ taskId, sessionId }: Pick<TaskView, "taskId" | "sessionId">, query: string): RunView {
	return {
		runKey: runKeyOf(taskId),
		tabId: noTab,
		taskId,
		sessionId,
		query,
		state: "running",
		phase: "look",
		postedAt: null,
		wait: null,
		status: null,
		plan: null,
		stepIndex: null,
		maxSteps: 50,
		steps: [],
		notes: [],
		question: null,
		missingInformation: [],
		answer: null,
		failure: null,
		cost: null,
		isUnmarked: false,
		startedAt: 0,
		endedAt: null,
	};
}

/**
 * The run of a task without a record in this browser: it waits for the user where it asks something, and is carried out elsewhere or
 * nowhere until then.
 *
 * @param messages those of the task, ascending
 * @throws never
 */
export function runOfTask(task: TaskView, messages: readonly Message[]): RunView {
	const state = stateOf(task.status);
	const orchestrator = OrchestratorStatus.safeParse(task.status);
	const steps = messages.flatMap((message) => stepOf(message) ?? []);
	const isAsking = task.question !== undefined && state === "running";
	const tokens = task.usage.promptTokens + task.usage.completionTokens;
	return {
		...blank(task, task.query),
		state,
		phase: state === "running" ? "post" : "ended",
		wait: state !== "running" ? null : isAsking ? { kind: "user" } : { kind: "elsewhere" },
		status: orchestrator.success ? orchestrator.data : null,
		plan: task.plan,
		stepIndex: task.stepCount === 0 ? null : task.stepCount - 1,
		maxSteps: task.maxSteps,
		steps,
		question: isAsking ? (task.question ?? null) : null,
		answer: task.answer ?? null,
		failure: task.failure ?? (task.status === "expired" ? { category: "expired", message: "" } : null),
		cost: task.usage.calls === 0 ? null : { taskTokens: tokens, ...(task.usage.usd === undefined ? {} : { taskUsd: task.usage.usd }) },
		startedAt: Date.parse(task.createdAt),
		endedAt: state === "running" ? null : Date.parse(task.updatedAt),
	};
}

function stateOf(status: TaskStatus): RunView["state"] {
	switch (status) {
		case "completed":
		case "failed":
			return status;
		case "cancelled":
		case "expired":
			return "stopped";
		case "planning":
		case "executing":
		case "verifying":
		case "correcting":
		case "needs_user_input":
			return "running";
	}
}
