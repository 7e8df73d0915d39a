import type { AgentResult, LoopEvent, ToolCall, ToolResult } from "@webhand/contracts/tools/agent-events";
import type { PendingApproval } from "@webhand/contracts/tools/approvals";
import type { StoredToolCall } from "@webhand/contracts/tools/sessions";

/** A tool call of a task. `startedAt` is of this page, in ms since the epoch. */
export type TaskCall = Omit<StoredToolCall, "timestamp"> & {
	readonly executionId?: string | undefined;
	readonly startedAt?: number | undefined;
	readonly data?: unknown;
};

export type TaskStep = { readonly step: number; readonly text: string; readonly isThinking: boolean; readonly calls: readonly TaskCall[] };

/** What follows a message of the person: steps, and how they ended. */
export type TaskTurn = {
	readonly steps: readonly TaskStep[];
	readonly result: AgentResult | null;
	readonly error: string | null;
};

/** A server-run task as its events tell it. `approvals` wait for the person. */
export type TaskConversation = { readonly turns: readonly TaskTurn[]; readonly approvals: readonly PendingApproval[] };

/** Events of the past come all at once; less than this was not measured here. */
const leastMeasuredMs = 10;

export const noConversation: TaskConversation = { turns: [], approvals: [] };
const noTurn: TaskTurn = { steps: [], result: null, error: null };
const noStep: TaskStep = { step: 1, text: "", isThinking: false, calls: [] };

/**
 * Adds an event of a task.
 *
 * @param at when it came, in ms since the epoch
 * @returns a new conversation; parts that did not change are the same objects
 * @throws never
 */
export function withEvent(before: TaskConversation, event: LoopEvent, at: number): TaskConversation {
	switch (event.type) {
		case "step_start":
			return inTurn(before, (turn) => ({ ...turn, steps: [...turn.steps, { ...noStep, step: event.step }] }));
		case "llm_start":
			return inStep(before, (step) => ({ ...step, isThinking: true }));
		case "llm_chunk":
			return inStep(before, (step) => ({ ...step, text: step.text + event.content }));
		case "llm_complete":
			return inStep(before, (step) => ({
				...step,
				text: event.content,
				isThinking: false,
				calls: (event.tool_calls ?? []).map((call) => callOf(call, "pending")),
			}));
		case "tool_start": {
			const started = { ...callOf(event.tool_call, "running"), executionId: event.execution_id, startedAt: at };
			return answered(
				inCall(before, started.id, () => started),
				started.id,
			);
		}
		case "tool_complete":
			return answered(
				inCall(before, event.tool_call_id, (call) => ended(call, event.result, at)),
				event.tool_call_id,
			);
		case "approval_needed":
			return { ...before, approvals: event.approvals };
		case "complete":
			return { ...inTurn(before, (turn) => ({ ...turn, steps: turn.steps.map(atRest), result: event.result })), approvals: [] };
		case "error":
			return { ...inTurn(before, (turn) => ({ ...turn, steps: turn.steps.map(atRest), error: event.error })), approvals: [] };
	}
}

/** True after the last event of a turn. @throws never */
export function isEnded(turn: TaskTurn | undefined): boolean {
	return turn !== undefined && (turn.result !== null || turn.error !== null);
}

/** Durations that the server stored in the place of those that this page measured. @throws never */
export function withStored(conversation: TaskConversation, stored: readonly StoredToolCall[]): TaskConversation {
	const durations = new Map(stored.map(({ id, durationMs }) => [id, durationMs]));
	const call = (one: TaskCall): TaskCall => {
		const durationMs = durations.get(one.id);
		return durationMs === undefined ? one : { ...one, durationMs };
	};
	const turns = conversation.turns.map((turn) => ({
		...turn,
		steps: turn.steps.map((step) => ({ ...step, calls: step.calls.map(call) })),
	}));
	return { ...conversation, turns };
}

function callOf({ id, function: { name, arguments: json } }: ToolCall, status: TaskCall["status"]): TaskCall {
	return { id, name, arguments: json, status };
}

function ended(call: TaskCall, result: ToolResult, at: number): TaskCall {
	const took = call.startedAt === undefined ? 0 : at - call.startedAt;
	const durationMs = took < leastMeasuredMs ? {} : { durationMs: took };
	const text = result.ok ? result.data : result.data === undefined ? result.error : { error: result.error, data: result.data };
	const wasRefused = !result.ok && call.status === "pending";
	return {
		...call,
		...durationMs,
		status: result.ok ? "completed" : wasRefused ? "rejected" : "error",
		result: typeof text === "string" ? text : (JSON.stringify(text) ?? ""),
		...(result.data === undefined ? {} : { data: result.data }),
	};
}

/** A call that never ended, such as in a task that was cancelled. */
function atRest(step: TaskStep): TaskStep {
	const isOpen = step.isThinking || step.calls.some(({ status }) => status === "running" || status === "pending");
	if (!isOpen) return step;
	const calls = step.calls.map((call) =>
		call.status === "pending" || call.status === "running" ? { ...call, status: "rejected" as const } : call,
	);
	return { ...step, isThinking: false, calls };
}

function inTurn(before: TaskConversation, change: (turn: TaskTurn) => TaskTurn): TaskConversation {
	const last = before.turns.at(-1);
	const isNew = last === undefined || isEnded(last);
	const turn = isNew ? noTurn : last;
	return { ...before, turns: [...(isNew ? before.turns : before.turns.slice(0, -1)), change(turn)] };
}

function inStep(before: TaskConversation, change: (step: TaskStep) => TaskStep): TaskConversation {
	return inTurn(before, (turn) => ({ ...turn, steps: [...turn.steps.slice(0, -1), change(turn.steps.at(-1) ?? noStep)] }));
}

/** A call that no reply of the model named is put into the last step. */
function inCall(before: TaskConversation, id: string, change: (call: TaskCall) => TaskCall): TaskConversation {
	const unknown: TaskCall = { id, name: "", arguments: "{}", status: "running" };
	return inTurn(before, (turn) => {
		const isKnown = turn.steps.some(({ calls }) => calls.some((call) => call.id === id));
		const steps = turn.steps.length === 0 ? [noStep] : turn.steps;
		return {
			...turn,
			steps: steps.map((step, index) => {
				if (isKnown)
					return step.calls.some((call) => call.id === id)
						? { ...step, calls: step.calls.map((call) => (call.id === id ? change(call) : call)) }
						: step;
				return index === steps.length - 1 ? { ...step, calls: [...step.calls, change(unknown)] } : step;
			}),
		};
	});
}

function answered(conversation: TaskConversation, callId: string): TaskConversation {
	return { ...conversation, approvals: conversation.approvals.filter(({ toolCallId }) => toolCallId !== callId) };
}
