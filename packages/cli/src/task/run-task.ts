import { randomUUID } from "node:crypto";
import type { AnswerRequest, StepReply, ToolResult } from "@webhand/contracts/agent/runs";
import { answerRoute, cancelRoute, startRoute, stepRoute } from "@webhand/contracts/agent/runs";
import type { TaskId } from "@webhand/contracts/ids";
import { WebhandError, withMore } from "../errors.ts";
import type { Server } from "../server.ts";
import { ask, askAgain, pause, tellEnd, throwUnheard } from "../server.ts";
import { controlNameOf } from "./control-name.ts";
import type { PageDriver } from "./page-driver.ts";
import { drivePage } from "./page-driver.ts";
import { answerOf, questionOf } from "./question.ts";
import type { TaskAnswer, TaskEvent, TaskOptions, TaskQuestion, TaskResult } from "./types.ts";

/** A model that failed may answer the next time. */
const troubles = 3;
const troublePauseMs = 2_000;
/** A server call of a step runs as long as it runs; the client looks again. */
const leastTurnMs = 50;

type Turn = { readonly driver: PageDriver; readonly runId: TaskId; readonly signal: AbortSignal };

/**
 * Carries an order out on a page: reads it, asks the server for the next action, acts, until the task ends. Whoever leaves the loop early
 * cancels the task.
 *
 * @throws WebhandError; `cancelled` when `signal` aborts. Its words say where the server has not heard of the cancel; leaving early throws then
 */
export async function* runTask(server: Server, options: TaskOptions): AsyncGenerator<TaskEvent, void, undefined> {
	const { page, order, mode = "careful", maxSteps = 50, onQuestion } = options;
	const signal = options.signal ?? new AbortController().signal;
	if (signal.aborted) throw cancelled(signal);
	const url = /^https?:/.test(page.url()) ? { url: page.url() } : {};
	const key = { "idempotency-key": randomUUID() };
	const body = { task: order, mode, maxSteps, ...url };
	const { runId } = await askAgain(() => ask(server, startRoute, { body, headers: key }));
	const allowsDialog = async ({ message }: { readonly message: string }) => {
		const question: TaskQuestion = { kind: "page_dialog", text: message, choices: [] };
		const answer = await onQuestion?.(question).catch(() => null);
		return answer !== undefined && answer !== null && "approved" in answer && answer.approved;
	};
	const driver = drivePage({ page, allowsDialog });
	let isOver = false;
	const cancelOnce = async (): Promise<string | undefined> => {
		if (isOver) return undefined;
		isOver = true;
		const fault = await tellEnd((limit) => ask(server, cancelRoute, { params: { runId }, signal: limit }));
		return fault === undefined ? undefined : `The server has not heard that the task ${runId} is cancelled: ${fault.message}`;
	};
	try {
		yield { type: "start", taskId: runId };
		for await (const event of turnsOf(server, { driver, runId, signal }, onQuestion)) {
			if (event.type === "end") {
				const fault = event.result.status === "asked" ? await cancelOnce() : undefined;
				isOver = true;
				if (fault !== undefined) yield { type: "trouble", message: fault };
			}
			yield event;
		}
	} catch (cause) {
		const fault = await cancelOnce();
		if (signal.aborted) throw cancelled(signal, fault);
		throw fault === undefined ? cause : withMore(cause, fault);
	} finally {
		await cancelOnce().then(throwUnheard).finally(driver.close);
	}
}

async function* turnsOf(server: Server, { driver, runId, signal }: Turn, onQuestion: TaskOptions["onQuestion"]): AsyncGenerator<TaskEvent> {
	let result: ToolResult | undefined;
	let last: number | undefined;
	let failures = 0;
	let steps = 0;
	const end = (facts: Pick<TaskResult, "status" | "answer" | "reason" | "question">): TaskEvent => ({
		type: "end",
		result: { ...facts, taskId: runId, url: driver.page().url(), steps },
	});
	for (;;) {
		const { snapshot, text } = await driver.read(signal);
		const body = {
			// The text decides, since it tells forms and rows too; the snapshot is what lists of tasks show.
			snapshot: writable(snapshot),
			dom: text,
			...(result === undefined ? {} : { result }),
			...(last === undefined ? {} : { lastStepIndex: last }),
		};
		const headers = { "idempotency-key": randomUUID() };
		const reply = await askAgain(() => ask(server, stepRoute, { params: { runId }, body, headers, signal }), signal);
		if (reply.action === "error") {
			failures += 1;
			yield { type: "trouble", message: reply.error };
			if (!reply.retryable || failures > troubles)
				return yield end({ status: "failed", reason: { category: "model", message: reply.error } });
			await pause(troublePauseMs * failures, signal);
			continue;
		}
		failures = 0;
		last = reply.stepIndex;
		steps = reply.stepIndex + 1;
		result = undefined;
		switch (reply.action) {
			case "finish":
				return yield end(endOf(reply));
			case "ask_user": {
				const question = questionOf(reply);
				yield { type: "question", question };
				const answer = (await onQuestion?.(question)) ?? null;
				signal.throwIfAborted();
				if (answer === null) return yield end({ status: "asked", question });
				await say(server, { runId, questionId: reply.questionId, question, answer });
				yield { type: "answered", question };
				break;
			}
			case "execute_tool": {
				const { tool, guard, thought, stepIndex: index } = reply;
				const control = controlNameOf({ tool, guard }, snapshot.elements);
				yield {
					type: "step",
					index,
					tool: tool.name,
					arguments: tool.arguments,
					...(control === undefined ? {} : { control }),
					...(thought === undefined ? {} : { thought }),
					url: snapshot.url,
				};
				const startedAt = Date.now();
				result = await driver.perform({ tool, guard }, signal);
				yield { type: "acted", index, ok: result.success, ...(result.error === undefined ? {} : { error: result.error }) };
				if (Date.now() - startedAt < leastTurnMs) await pause(leastTurnMs, signal);
			}
		}
	}
}

type Finish = Extract<StepReply, { readonly action: "finish" }>;

function endOf({ success, answer, failure, stopReason }: Finish): Pick<TaskResult, "status" | "answer" | "reason"> {
	return {
		status: success ? "done" : "failed",
		...(answer === undefined ? {} : { answer }),
		...(success ? {} : { reason: failure ?? { category: stopReason, message: "The task was not done" } }),
	};
}

type Saying = {
	readonly runId: TaskId;
	readonly questionId: AnswerRequest["questionId"];
	readonly question: TaskQuestion;
	readonly answer: TaskAnswer;
};

/** An answer that comes too late counts for nothing: the next step asks again, or goes on. */
async function say(server: Server, { runId, questionId, question, answer }: Saying): Promise<void> {
	const body = { ...answerOf(question, answer), questionId };
	const headers = { "idempotency-key": randomUUID() };
	await askAgain(() => ask(server, answerRoute, { params: { runId }, body, headers })).catch((cause: unknown) => {
		const isLate = cause instanceof WebhandError && ["QUESTION_CHANGED", "NO_QUESTION", "RUN_ENDED"].includes(cause.serverCode ?? "");
		if (!isLate) throw cause;
	});
}

function cancelled({ reason }: AbortSignal, fault = "The task was cancelled"): WebhandError {
	return new WebhandError(fault, { code: "cancelled", cause: reason });
}

/** The request wants arrays that may be changed. */
function writable<Snapshot extends { readonly elements: readonly unknown[] }>(snapshot: Snapshot) {
	return { ...snapshot, elements: [...snapshot.elements] as Snapshot["elements"][number][] };
}
