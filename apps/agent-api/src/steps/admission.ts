import { isTerminal } from "@webhand/contracts/agent/task";
import type { TaskId } from "@webhand/contracts/ids";
import { AppError } from "@webhand/service-kit/errors";
import { hashOfBody } from "../facts/keys.ts";
import { isIdle, taskBusy, writeConflict } from "../progress/status.ts";
import type { IdempotencyKey } from "./commit/rows.ts";
import { chatOf, endTask, newTask } from "./lifecycle.ts";
import type { StepCall, StepDeps, StepReply } from "./ports.ts";
import type { Replayable } from "./store/history.ts";
import type { LeasedTask, StepRow, Task } from "./task.ts";

/** A request that may go on: its task leased, the newest 20 steps, oldest first. */
export type AdmittedStep = {
	readonly kind: "step";
	readonly task: LeasedTask;
	readonly past: readonly StepRow[];
	readonly idempotency: IdempotencyKey;
};

const historyLength = 20;

/**
 * Makes the task of a request or takes its lease: from here on one writer holds it. A request that turns out to be a retry of one that was
 * answered meanwhile gets that answer.
 *
 * @throws AppError VALIDATION_ERROR, TASK_NOT_FOUND, SESSION_NOT_FOUND, TASK_COMPLETED, TASK_BUSY, STALE_STEP, IDEMPOTENCY_CONFLICT
 */
export async function admitStep(deps: StepDeps, call: StepCall, idempotency: IdempotencyKey): Promise<AdmittedStep | StepReply> {
	const { taskId, domain } = call.body;
	// Before anybody is asked: a decision for a request that is refused in the end would be paid for nothing.
	if (domain !== undefined) chatOf(call);
	if (taskId !== undefined) return leaseTask(deps, call, { idempotency, taskId });
	refuseStale(call, { stepCount: 0 });
	return createTask(deps, call, idempotency);
}

/** What makes two requests the same: the key, and the body with sorted keys. */
export function idempotencyOf({ body, key, idempotency }: StepCall): IdempotencyKey {
	if (idempotency !== undefined) return idempotency;
	return key === undefined ? {} : { key, bodyHash: hashOfBody(body) };
}

/** The stored answer to a request that was answered before. @throws AppError IDEMPOTENCY_CONFLICT for another body under the same key */
async function findReplay(
	deps: Pick<StepDeps, "tasks" | "sealer">,
	{ identity }: StepCall,
	idempotency: IdempotencyKey,
): Promise<StepReply | null> {
	if (idempotency.key === undefined) return null;
	const found = await deps.tasks.findReplay(identity.tenantId, identity.userId, idempotency.key);
	return found === null ? null : replayOf(deps, found, idempotency);
}

/**
 * The stored answer to a twin of this request, which was first.
 *
 * @throws AppError TASK_BUSY while the newest step is not with a majority of the replica set: it may be the twin's; IDEMPOTENCY_CONFLICT
 */
export async function findDuplicate(
	deps: Pick<StepDeps, "tasks" | "sealer">,
	call: StepCall,
	idempotency: IdempotencyKey,
): Promise<StepReply | null> {
	const twin = await findReplay(deps, call, idempotency);
	if (twin !== null || idempotency.key === undefined) return twin;
	const { tenantId, userId } = call.identity;
	const { taskId } = call.body;
	const { key } = idempotency;
	const task = taskId === undefined ? await deps.tasks.findCreated(tenantId, userId, key) : await deps.tasks.get(tenantId, userId, taskId);
	if (task === null) return null;
	const { past } = await deps.tasks.readFor(tenantId, userId, { taskId: task._id, key, limit: historyLength, isFresh: true });
	if ((past.at(-1)?.stepIndex ?? -1) < task.stepCount - 1) throw taskBusy();
	return findReplay(deps, call, idempotency);
}

function replayOf({ sealer }: Pick<StepDeps, "sealer">, found: Replayable, { bodyHash }: IdempotencyKey): StepReply {
	if (found.bodyHash !== bodyHash) throw conflict();
	// A sealed reply is dropped with the step that follows it; then the client has moved on, and so must this request.
	if (found.reply === undefined) throw stale(found.stepIndex);
	return {
		bytes: found.isSealed ? sealer.open(found.reply) : found.reply,
		isReplay: true,
		taskId: found.taskId,
		stepIndex: found.stepIndex,
	};
}

async function createTask(deps: StepDeps, call: StepCall, idempotency: IdempotencyKey): Promise<AdmittedStep | StepReply> {
	const { tenantId, userId } = call.identity;
	// The key may be that of a step of some other task, which is another request.
	const [task, replay] = await Promise.all([newTask(deps, call, { idempotency }), findReplay(deps, call, idempotency)]);
	if (replay !== null) return replay;
	const wish = { taskId: task._id, userId, owner: deps.owner, idempotency };
	const created = await deps.tasks.create(tenantId, task, wish);
	if (created !== null) return { kind: "step", task: created, past: [], idempotency };
	// Another request with this key was first: its answer, its task, or its turn.
	const first = idempotency.key === undefined ? null : await deps.tasks.findCreated(tenantId, userId, idempotency.key);
	if (first === null) {
		const again = await deps.tasks.create(tenantId, task, wish);
		if (again === null) throw taskBusy();
		return { kind: "step", task: again, past: [], idempotency };
	}
	if (first.createHash !== idempotency.bodyHash) throw conflict();
	return leaseTask(deps, call, { idempotency, taskId: first._id });
}

async function leaseTask(
	deps: StepDeps,
	call: StepCall,
	wanted: { readonly idempotency: IdempotencyKey; readonly taskId: TaskId },
): Promise<AdmittedStep | StepReply> {
	const { tenantId, userId } = call.identity;
	const { idempotency, taskId } = wanted;
	const wish = { taskId, key: idempotency.key, limit: historyLength };
	const reading = deps.tasks.readFor(tenantId, userId, wish);
	const [task] = await Promise.all([
		deps.tasks.lease(tenantId, { taskId, userId, owner: deps.owner, idempotency }),
		// Read beside the lease; its failure counts only once the lease can be given back.
		reading.catch(() => undefined),
	]);
	if (task === null) {
		const replay = await findReplay(deps, call, idempotency);
		if (replay !== null) return replay;
		throw refusalOf(await deps.tasks.get(tenantId, userId, taskId), idempotency);
	}
	try {
		const early = await reading;
		// Before the lease, a step may have been written that was not read yet: perhaps the one of this very key.
		const { past, replay } = early.isOf(task) ? early : await deps.tasks.readFor(tenantId, userId, { ...wish, isFresh: true });
		// A newest step that is not yet with a majority is still being written: it may be the one of this key.
		if (replay === null && (past.at(-1)?.stepIndex ?? -1) < task.stepCount - 1) throw taskBusy();
		if (replay === null) return { kind: "step", task, past, idempotency };
		await deps.tasks.release(tenantId, task);
		return replayOf(deps, replay, idempotency);
	} catch (cause) {
		await deps.tasks.release(tenantId, task).catch(() => undefined);
		throw cause;
	}
}

function refusalOf(task: Task | null, idempotency: IdempotencyKey): AppError {
	if (task === null) return new AppError("TASK_NOT_FOUND", "There is no such task");
	if (isTerminal(task.status)) return new AppError("TASK_COMPLETED", "The task has ended", { details: { status: task.status } });
	const isSameKey = idempotency.key !== undefined && task.lease?.key === idempotency.key;
	return isSameKey && task.lease?.bodyHash !== idempotency.bodyHash ? conflict() : taskBusy();
}

/**
 * Refuses what a leased task cannot take: an hour of silence, a report of an older step. The caller gives the lease back.
 *
 * @throws AppError TASK_COMPLETED, STALE_STEP
 */
export async function refuseWhenOver(deps: StepDeps, call: StepCall, task: LeasedTask): Promise<void> {
	if (isIdle(task, { now: deps.now(), idleMs: deps.rules.idleMs })) {
		await endTask(deps, task, { status: "expired" });
		throw new AppError("TASK_COMPLETED", "The task has ended", { details: { status: "expired" } });
	}
	// A twin of the request that made the task reports nothing: the task had no step for it.
	if (call.body.taskId !== undefined) refuseStale(call, task);
}

/**
 * Ends a task that is asked for a step beyond its last one. The caller gives the lease back.
 *
 * @throws AppError MAX_STEPS_EXCEEDED
 */
export async function refuseBeyondLast(deps: StepDeps, task: LeasedTask): Promise<void> {
	if (task.stepCount < task.maxSteps) return;
	const message = `All ${task.maxSteps} steps are used`;
	await endTask(deps, task, { status: "failed", failure: { category: "max_steps", message } });
	throw new AppError("MAX_STEPS_EXCEEDED", message, { details: { maxSteps: task.maxSteps } });
}

/** Where there is no step yet, 0 is the index of a client that counts from there. @throws AppError STALE_STEP */
function refuseStale({ body: { lastStepIndex } }: Pick<StepCall, "body">, { stepCount }: Pick<Task, "stepCount">): void {
	const newest = Math.max(0, stepCount - 1);
	if (lastStepIndex !== undefined && lastStepIndex !== newest) throw stale(newest);
}

/** The key belongs to another request. */
const conflict = () => new AppError("IDEMPOTENCY_CONFLICT", "This Idempotency-Key was used for another request");
const stale = (stepIndex: number) =>
	new AppError("STALE_STEP", "The request reports a step that is not the newest", { details: { stepIndex } });

/**
 * Lets one request with a key through this process at a time: of a client that asks again before it was answered nothing reaches the
 * database. Between processes the lease and the unique indexes say the same.
 *
 * @throws AppError TASK_BUSY, IDEMPOTENCY_CONFLICT for another body under the same key
 */
export async function oneAtATime<Result>(
	{ running }: Pick<StepDeps, "running">,
	{ call, idempotency }: { readonly call: Pick<StepCall, "identity">; readonly idempotency: IdempotencyKey },
	work: () => Promise<Result>,
): Promise<Result> {
	if (idempotency.key === undefined || idempotency.bodyHash === undefined) return await work();
	const name = `${call.identity.tenantId} ${call.identity.userId} ${idempotency.key}`;
	const other = running.get(name);
	if (other !== undefined) throw other === idempotency.bodyHash ? taskBusy() : conflict();
	running.set(name, idempotency.bodyHash);
	try {
		return await work();
	} finally {
		running.delete(name);
	}
}

type LeaseDeps = Pick<StepDeps, "tasks" | "rules" | "thinking">;

/**
 * Does `work` while the task's lease is renewed, and gives the lease back when it fails. Its signal ends when the client leaves, the time
 * of a step is over, or the task went on without us: told by `thinking` in this process, else by the next renewal.
 *
 * @param signal the client's presence: it ends thinking, never the write
 */
export async function withLease<Result>(
	deps: LeaseDeps,
	{ task, signal }: { readonly task: LeasedTask; readonly signal: AbortSignal },
	work: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
	const lost = new AbortController();
	deps.thinking.set(task._id, lost);
	const deadline = AbortSignal.timeout(deps.rules.deadlineMs);
	const renewal = setInterval(() => {
		// An unreachable database says nothing about the lease; the fence guards the write.
		deps.tasks.renew(task.tenantId, task).then(
			(isKept) => isKept || lost.abort(),
			() => undefined,
		);
	}, deps.rules.leaseMs / 3);
	try {
		return await work(AbortSignal.any([signal, deadline, lost.signal]));
	} catch (cause) {
		await deps.tasks.release(task.tenantId, task).catch(() => undefined);
		if (lost.signal.aborted) throw writeConflict(task, await deps.tasks.get(task.tenantId, task.userId, task._id));
		if (deadline.aborted && !(cause instanceof AppError)) throw tooLate(cause);
		if (signal.aborted) throw new AppError("SERVICE_UNAVAILABLE", "The client left before the step was decided", { cause });
		throw cause;
	} finally {
		clearInterval(renewal);
		if (deps.thinking.get(task._id) === lost) deps.thinking.delete(task._id);
	}
}

function tooLate(cause: unknown): AppError {
	return new AppError("INTERNAL_ERROR", "The step took too long", { details: { reason: "model_timeout", retryable: true }, cause });
}
