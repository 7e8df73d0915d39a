import type { AgentResult, LoopEvent } from "@webhand/contracts/tools/agent-events";
import { AppError } from "@webhand/service-kit/errors";
import { traced } from "@webhand/service-kit/tracing/tracing";
import { cutOff } from "../../../host/tools/recover.ts";
import { addSpent, spentShare } from "../../../policy/progress/budget.ts";
import type { OutboxMessage } from "../../../shared/rows.ts";
import { endingOf, loopLimits, repetitionOf } from "../policy.ts";
import type { LeasedServerTask, TurnCall } from "../task.ts";
import { runCalls } from "./calls.ts";
import type { LoopDeps } from "./ports.ts";
import { think } from "./think.ts";
import type { TaskWork } from "./work.ts";
import { modelTurnOf, SignedOut, withCalls } from "./work.ts";

/** Why a task stops working: `cancelled` by its user, `left` because another process has it or this one closes, `signed_out` by its sign-in. */
export type Stop = "cancelled" | "left" | "signed_out";

/**
 * Works on a task until it ends or waits: asks the model, runs its calls, asks the model again. Everything that was done is stored before it
 * is told, so another process can go on at any point.
 *
 * @throws LeaseLost; what MongoDB or auth throw, after which the task is taken up again
 */
export async function runTask(deps: LoopDeps, work: TaskWork, stopOf: () => Stop | null): Promise<void> {
	try {
		await workOn(deps, work);
	} catch (cause) {
		if (stopOf() === "cancelled") return await endCancelled(deps, work);
		if (stopOf() === "left") return;
		if (cause instanceof SignedOut || stopOf() === "signed_out")
			return await fail(deps, work, "SIGNED_OUT: the sign-in that this task works for is over. Sign in and continue it");
		throw cause;
	}
}

async function workOn(deps: LoopDeps, work: TaskWork): Promise<void> {
	for (;;) {
		const { task } = work.task();
		if (task.cancelledAt !== undefined) return await endCancelled(deps, work);
		if (task.takeovers > loopLimits.takeovers)
			return await fail(deps, work, "This task stopped the server again and again, so it was ended");
		work.signal.throwIfAborted();
		const turn = modelTurnOf(work);
		if (turn !== null && !task.isAsking) {
			if (turn.calls.length === 0) return await end(deps, work, endingOf(work.turns()));
			if (repetitionOf(work.turns()) === "end")
				return await end(deps, work, { status: "error", error: "The task repeats the same call without an end" });
			const calls = await tracedPart(deps, work, { name: "server task calls", part: () => runCalls(deps, work) });
			if (calls.kind === "waiting") {
				if (await rest(deps, work, calls.heldToken)) return;
				continue;
			}
			if (calls.kind === "expired") return await endCancelled(deps, work, "An approval expired before it was decided");
			if (work.task().task.cancelledAt !== undefined) continue;
		}
		const { step, stepsBefore, maxSteps, spent } = work.task().task;
		if (!task.isAsking && step - stepsBefore >= maxSteps) return await end(deps, work, { status: "max_steps_reached" });
		if (spentShare(spent, deps.budget) >= 1) return await end(deps, work, { status: "error", error: "The task used up its model budget" });
		if (!(await tracedPart(deps, work, { name: "server task step", part: () => takeStep(deps, work) }))) return;
	}
}

/** A task may run for hours: each of its parts is a trace of its own. */
function tracedPart<Result>(
	{ tracing, newRequestId }: Pick<LoopDeps, "tracing" | "newRequestId">,
	work: TaskWork,
	{ name, part }: { readonly name: string; readonly part: () => Promise<Result> },
): Promise<Result> {
	const { _id, tenantId, userId } = work.task();
	const facts = { "webhand.task_id": _id, "webhand.tenant_id": tenantId, "webhand.user_id": userId };
	return traced(tracing, { name, kind: "internal", facts, from: { requestId: newRequestId() } }, part);
}

/** Holds nothing during a wait: no lease, no token. @returns false when the answer came while the wait was being stored */
async function rest(deps: LoopDeps, work: TaskWork, heldToken: string | undefined): Promise<boolean> {
	const task = work.task();
	const { approvalIds = [] } = task.task.waiting ?? {};
	const decided = await deps.tools.decisions(task, approvalIds);
	if (decided.every(({ status }) => status !== "pending")) {
		await work.save({ status: "running" });
		return false;
	}
	if (heldToken !== undefined) await deps.tasks.dropToken(task, heldToken);
	return true;
}

/** One model call. @returns false when the task is over with it */
async function takeStep(deps: LoopDeps, work: TaskWork): Promise<boolean> {
	const identity = await work.identify();
	if (!work.task().task.isAsking) {
		const step = work.task().task.step + 1;
		await work.save({ set: { step, isAsking: true }, events: [{ type: "step_start", step }, { type: "llm_start" }] });
	}
	const task = work.task();
	const { step, stepsBefore, maxSteps } = task.task;
	const [decider, tools, workspaceName, stream] = await Promise.all([
		deps.deciderOf(task),
		deps.tools.list(work.caller(identity)),
		deps.workspaceName(identity, task.workspaceId),
		// A chat of a task has the id of its session.
		deps.openStream({ _id: task._id as never, tenantId: task.tenantId, sessionId: task._id }),
	]);
	const offered = tools
		.filter(({ available }) => available)
		.map(({ name, description, parameters }) => ({ name, description, parameters }));
	const given = {
		turns: work.turns(),
		workspaceName,
		stepsLeft: maxSteps - (step - stepsBefore) + 1,
		at: deps.now(),
		nonce: deps.newNonce(),
		tools: offered,
		onText: (piece: string) => stream?.chunk(piece),
	};
	const thought = await think(decider, given, work.signal).catch(async (cause: unknown) => {
		work.signal.throwIfAborted();
		if (!(cause instanceof AppError)) throw cause;
		await fail(deps, work, cause.message);
		return null;
	});
	stream?.end();
	if (thought === null) return false;
	if (thought.usage !== undefined) await deps.noteUsage(task, { model: `${decider.name}/${decider.model ?? ""}`, usage: thought.usage });
	await saveThought(deps, work, thought);
	deps.metrics.stepped();
	return true;
}

type Thought = NonNullable<Awaited<ReturnType<typeof think>>>;

async function saveThought(deps: LoopDeps, work: TaskWork, { text, calls: said, usage, isFailure }: Thought): Promise<void> {
	const { _id: sessionId, tenantId, userId, expireAt, task } = work.task();
	const calls = said.map((call, index): TurnCall => storedCall(call, { id: `call_${task.step}_${index}`, index }));
	const content = text.toWellFormed().slice(0, loopLimits.answerCharacters);
	const tool_calls = calls.map(({ call }) => call);
	await work.save({
		turn: {
			tenantId,
			userId,
			sessionId,
			index: task.turnCount,
			at: deps.now(),
			expireAt,
			kind: "model",
			step: task.step,
			text: content,
			calls,
			...(isFailure === undefined ? {} : { isFailure }),
		},
		set: {
			isAsking: false,
			turnCount: task.turnCount + 1,
			takeovers: 0,
			callCount: task.callCount + calls.length,
			messageCount: task.messageCount + 1 + calls.length,
			spent: addSpent(task.spent, usage),
		},
		events: [{ type: "llm_complete", content, ...(tool_calls.length === 0 ? {} : { tool_calls }) }],
	});
}

/** A call as it is kept. Arguments that are too long are refused and cut. */
function storedCall(
	{ name, arguments: text }: Thought["calls"][number],
	{ id, index }: { readonly id: string; readonly index: number },
): TurnCall {
	const isLong = Buffer.byteLength(text) > loopLimits.argumentBytes;
	const given = isLong ? JSON.stringify({ "left out": `${text.length} characters` }) : text.toWellFormed();
	const call = { id, type: "function" as const, function: { name: name.slice(0, 200), arguments: given } };
	if (isLong) return { call, state: "said", refusal: "The arguments are longer than 2 MB. Write the file in parts" };
	if (index >= loopLimits.callsPerTurn) return { call, state: "said", refusal: `At most ${loopLimits.callsPerTurn} calls in one step` };
	return { call, state: "said" };
}

/** Ends a task with its result; its chat gets the answer. */
async function end(deps: LoopDeps, work: TaskWork, outcome: Omit<AgentResult, "stepsCompleted">): Promise<void> {
	const { task } = work.task();
	const result: AgentResult = { ...outcome, stepsCompleted: task.step - task.stepsBefore };
	const status = outcome.status === "cancelled" ? "cancelled" : outcome.status === "error" ? "error" : "complete";
	await close(deps, work, { status, result, event: { type: "complete", result } });
}

/** Ends a task that cannot go on. */
async function fail(deps: LoopDeps, work: TaskWork, error: string): Promise<void> {
	await settleOpen(deps, work, "Not run: the task ended");
	const { task } = work.task();
	const result: AgentResult = { status: "error", error, stepsCompleted: task.step - task.stepsBefore };
	await close(deps, work, { status: "error", result, event: { type: "error", error } });
}

/** Ends a task that its user cancelled. */
async function endCancelled(deps: LoopDeps, work: TaskWork, error?: string): Promise<void> {
	await settleOpen(deps, work, "Cancelled");
	await end(deps, work, { status: "cancelled", ...(error === undefined ? {} : { error }) });
}

/** Gives each open call of the newest turn a result: nobody knows what became of one that was sent. */
async function settleOpen(deps: LoopDeps, work: TaskWork, why: string): Promise<void> {
	const turn = modelTurnOf(work);
	if (turn === null || turn.calls.every(({ state }) => state === "done")) return;
	const open = turn.calls.flatMap((call, index) => {
		const result = call.state === "running" ? cutOff.taskEnded : { ok: false as const, error: why };
		return call.state === "done" ? [] : [{ id: call.call.id, index, result }];
	});
	const finishedAt = deps.now();
	await work.save({
		turn: withCalls(turn, new Map(open.map(({ index, result }) => [index, { state: "done", result, finishedAt }]))),
		events: open.map(({ id, result }): LoopEvent => ({ type: "tool_complete", tool_call_id: id, result })),
	});
}

type End = { readonly status: "complete" | "error" | "cancelled"; readonly result: AgentResult; readonly event: LoopEvent };

async function close(deps: LoopDeps, work: TaskWork, { status, result, event }: End): Promise<void> {
	const task = work.task();
	await deps.tools.withdraw(task, { sessionId: task._id, reason: status === "cancelled" ? "cancelled" : "The task ended" });
	await work.save({
		status,
		set: { result, isAsking: false, takeovers: 0 },
		unset: ["sealedToken", "tokenUntil", "waiting", "cancelledAt"],
		messages: [answerOf(deps, task, result)],
		events: [event],
	});
	deps.metrics.ended(result.status);
}

const words = {
	cancelled: "Cancelled.",
	max_steps_reached: "The task used all of its steps.",
	error: "The task failed.",
	complete: "Done.",
};

function answerOf(deps: LoopDeps, task: LeasedServerTask, { status, response, error }: AgentResult): OutboxMessage {
	const said = [response, error].filter((part) => part !== undefined && part.trim() !== "").join("\n\n");
	const text = said === "" ? words[status] : said;
	return {
		messageId: deps.newMessageId(),
		role: "assistant",
		content: text.slice(0, 20_000),
		timestamp: deps.now().toISOString(),
		status: status === "complete" ? "success" : "failure",
		metadata: { stepIndex: task.task.step },
	};
}
