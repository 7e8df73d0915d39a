import type { AnswerRequest, RunState } from "@webhand/contracts/agent/runs";
import { isTerminal } from "@webhand/contracts/agent/task";
import type { TaskId } from "@webhand/contracts/ids";
import { AppError } from "@webhand/service-kit/errors";
import type { Identity } from "@webhand/service-kit/guard";
import type { TaskStore } from "../steps/store.ts";
import type { Task } from "../steps/task/task.ts";
import { runStateOf } from "./map.ts";
import { readAnswer } from "./policy.ts";
import type { RunStore } from "./store.ts";

/** All that runs need of the world. `cancel` ends a task in one write with its events; `hashOf` is the hash of a validated body. */
export type RunDeps = {
	readonly runs: Pick<RunStore, "get" | "answer">;
	readonly tasks: Pick<TaskStore, "recent">;
	readonly cancel: (task: Task) => Promise<boolean>;
	readonly hashOf: (body: unknown) => string;
	readonly now: () => Date;
	readonly idleMs: number;
};

/** Which run, whose. */
export type RunCall = { readonly identity: Pick<Identity, "tenantId" | "userId">; readonly runId: TaskId };

/** An answer's reply, as bytes: a retry with the same key gets the same ones. */
export type AnswerReply = { readonly bytes: string; readonly isReplay: boolean };

const historyLength = 20;
const attempts = 5;

/** The state of a run. @throws AppError RUN_NOT_FOUND @source spec 003 `getRunState`; engine.md §12 */
export async function readRun(deps: RunDeps, call: RunCall): Promise<RunState> {
	return await stateOf(deps, await findRun(deps, call));
}

/**
 * Takes what a person says to a task: the answer to its question, or a note for the next step. Nothing is decided here; the next interact
 * reads it.
 *
 * @throws AppError RUN_NOT_FOUND, RUN_ENDED, QUESTION_CHANGED, NO_QUESTION, TASK_BUSY, IDEMPOTENCY_CONFLICT
 * @source spec 003 `handleUserAnswer`; engine.md §12
 */
export async function answerRun(
	deps: RunDeps,
	call: RunCall & { readonly body: AnswerRequest; readonly key?: string },
): Promise<AnswerReply> {
	const task = await findRun(deps, call);
	const bodyHash = deps.hashOf({ runId: call.runId, ...call.body });
	if (call.key !== undefined && task.answered?.key === call.key) {
		if (task.answered.bodyHash !== bodyHash)
			throw new AppError("IDEMPOTENCY_CONFLICT", "This Idempotency-Key was used for another request");
		return { bytes: task.answered.reply, isReplay: true };
	}
	refuseEnded(deps, task);
	const at = deps.now();
	const effect = readAnswer(task.question, call.body, at);
	if (effect.kind === "question_changed") throw new AppError("QUESTION_CHANGED", "The task asks something else now");
	if (effect.kind === "no_question") throw new AppError("NO_QUESTION", "The task asks nothing at the moment");
	const question = effect.kind === "answers" ? effect.question : task.question;
	const notes = effect.kind === "notes" ? [...task.notes, effect.note] : task.notes;
	const state = await stateOf(deps, { ...task, question, notes, updatedAt: at });
	const bytes = JSON.stringify(state);
	const written = await deps.runs.answer(call.identity.tenantId, task, {
		question,
		...(effect.kind === "notes" ? { note: effect.note } : {}),
		at,
		...(call.key === undefined ? {} : { record: { key: call.key, bodyHash, reply: bytes } }),
	});
	if (written === null) throw new AppError("TASK_BUSY", "A step of this task is being decided", { retryAfterSeconds: 1 });
	return { bytes, isReplay: false };
}

/** Ends a run for good; a second time the same. @throws AppError RUN_NOT_FOUND, RUN_ENDED, TASK_BUSY @source spec 003 `cancelRun`; engine.md §12 */
export async function cancelRun(deps: RunDeps, call: RunCall): Promise<RunState> {
	// A step may be written between reading and ending; the person's wish stands, so it is read again.
	for (let attempt = 0; attempt < attempts; attempt += 1) {
		const task = await findRun(deps, call);
		if (task.status === "cancelled") return await stateOf(deps, task);
		refuseEnded(deps, task);
		if (await deps.cancel(task)) return await readRun(deps, call);
	}
	throw new AppError("TASK_BUSY", "A step of this task is being decided", { retryAfterSeconds: 1 });
}

async function findRun({ runs }: Pick<RunDeps, "runs">, { identity, runId }: RunCall) {
	const task = await runs.get(identity.tenantId, identity.userId, runId);
	if (task === null) throw new AppError("RUN_NOT_FOUND", "There is no such run");
	return task;
}

function refuseEnded(deps: Pick<RunDeps, "now" | "idleMs">, task: Task): void {
	const status = isIdle(deps, task) ? "expired" : task.status;
	if (isTerminal(status)) throw new AppError("RUN_ENDED", "The run has ended", { details: { status } });
}

function isIdle({ now, idleMs }: Pick<RunDeps, "now" | "idleMs">, task: Task): boolean {
	return !isTerminal(task.status) && now().getTime() - task.updatedAt.getTime() > idleMs;
}

async function stateOf(deps: RunDeps, task: Task): Promise<RunState> {
	const rows = await deps.tasks.recent(task.tenantId, task._id, historyLength);
	return runStateOf(task, rows, isIdle(deps, task));
}
