import { isTerminal } from "@webhand/contracts/agent/task";
import type { TaskId } from "@webhand/contracts/ids";
import { AppError } from "@webhand/service-kit/errors";
import { hashOfBody } from "../../policy/facts/keys.ts";
import { isIdle, stillThinking, taskBusy, writeConflict } from "../../policy/progress/status.ts";
import { keyConflict } from "../../shared/idempotency.ts";
import type { IdempotencyKey } from "../../shared/rows.ts";
import type { LeasedTask, LeaseTrouble, StepRow, Task } from "../../shared/task.ts";
import { chatOf, createWithinLimit, newTask } from "../new-task.ts";
import type { Replayable } from "../store/history.ts";
import { whileRenewed } from "../while-renewed.ts";
import { endTask } from "./background.ts";
import type { StepCall, StepDeps, StepReply } from "./ports.ts";
import { Stopped } from "./running.ts";

/** A request that may take its step: the leased task and its newest 20 steps, oldest first. */
export type AdmittedStep = {
	readonly kind: "step";
	readonly task: LeasedTask;
	readonly past: readonly StepRow[];
	readonly idempotency: IdempotencyKey;
};

const historyLength = 20;

/**
 * Creates the task of a request or takes its lease: from here on one writer holds it. A retry of an answered request gets the stored reply.
 *
 * @throws AppError VALIDATION_ERROR, TASK_NOT_FOUND, SESSION_NOT_FOUND, TASK_COMPLETED, TASK_BUSY, STALE_STEP, IDEMPOTENCY_CONFLICT
 */
export async function admitStep(deps: StepDeps, call: StepCall, idempotency: IdempotencyKey): Promise<AdmittedStep | StepReply> {
	const { taskId, domain } = call.body;
	// Checked first: a decision for a request that is refused in the end costs for nothing.
	if (domain !== undefined) chatOf(call);
	if (taskId !== undefined) return leaseTask(deps, call, { idempotency, taskId });
	refuseStale(call, { stepCount: 0 });
	return createTask(deps, call, idempotency);
}

/** What makes two requests the same: the key and the hash of the body. */
export function idempotencyOf({ body, key, idempotency }: StepCall): IdempotencyKey {
	if (idempotency !== undefined) return idempotency;
	return key === undefined ? {} : { key, bodyHash: hashOfBody(body) };
}

/** The stored reply to an earlier request with this key. @throws AppError IDEMPOTENCY_CONFLICT for another body under the same key */
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
 * The stored reply to a duplicate of this request, which was first.
 *
 * @throws AppError TASK_BUSY while a majority of the replica set lacks the newest step: it may be the duplicate's; IDEMPOTENCY_CONFLICT
 */
export async function findDuplicate(
	deps: Pick<StepDeps, "tasks" | "sealer">,
	call: StepCall,
	idempotency: IdempotencyKey,
): Promise<StepReply | null> {
	const { key } = idempotency;
	const replay = await findReplay(deps, call, idempotency);
	if (replay !== null || key === undefined) return replay;
	const { tenantId, userId } = call.identity;
	const { taskId } = call.body;
	const task = taskId === undefined ? await deps.tasks.findCreated(tenantId, userId, key) : await deps.tasks.get(tenantId, userId, taskId);
	if (task === null) return null;
	const { past } = await deps.tasks.readFor(tenantId, userId, { taskId: task._id, key, limit: historyLength, isFresh: true });
	if (isBehind(past, task)) throw taskBusy();
	return findReplay(deps, call, idempotency);
}

/** True while a majority lacks the newest step. */
function isBehind(past: readonly StepRow[], { stepCount }: Task): boolean {
	return (past.at(-1)?.stepIndex ?? -1) < stepCount - 1;
}

function replayOf({ sealer }: Pick<StepDeps, "sealer">, found: Replayable, { bodyHash }: IdempotencyKey): StepReply {
	if (found.bodyHash !== bodyHash) throw keyConflict();
	const { reply, isSealed, taskId, stepIndex } = found;
	// A sealed reply is dropped with the next step: the client has moved on.
	if (reply === undefined) throw stale(stepIndex);
	return { bytes: isSealed ? sealer.open(reply) : reply, isReplay: true, taskId, stepIndex };
}

async function createTask(deps: StepDeps, call: StepCall, idempotency: IdempotencyKey): Promise<AdmittedStep | StepReply> {
	const { tenantId, userId } = call.identity;
	// The key may belong to a step of another task, which is another request.
	const [task, replay, isStopped] = await Promise.all([
		newTask(deps, call, { idempotency }),
		findReplay(deps, call, idempotency),
		idempotency.key === undefined ? false : deps.tasks.isKeyStopped(tenantId, userId, idempotency.key),
	]);
	if (replay !== null) return replay;
	if (isStopped) throw new Stopped();
	const wish = { taskId: task._id, userId, owner: deps.owner, idempotency };
	const created = await createWithinLimit(deps, call.identity, () => deps.tasks.create(tenantId, task, wish));
	// Whoever stops the key now finds the task; whoever stopped it before the task was there is found here.
	if (created !== null && idempotency.key !== undefined && (await deps.tasks.isKeyStopped(tenantId, userId, idempotency.key))) {
		// Before the lease is given back: only its session is certain to see the new task.
		await endTask(deps, created, { status: "cancelled" }).finally(() => deps.tasks.release(tenantId, created).catch(() => undefined));
		throw new Stopped();
	}
	if (created !== null) return { kind: "step", task: created, past: [], idempotency };
	// Another request with this key was first: its reply or its task counts.
	const first = idempotency.key === undefined ? null : await deps.tasks.findCreated(tenantId, userId, idempotency.key);
	if (first === null) {
		const again = await deps.tasks.create(tenantId, task, wish);
		if (again === null) throw taskBusy();
		return { kind: "step", task: again, past: [], idempotency };
	}
	if (first.createHash !== idempotency.bodyHash) throw keyConflict();
	return leaseTask(deps, call, { idempotency, taskId: first._id });
}

async function leaseTask(
	deps: StepDeps,
	call: StepCall,
	{ idempotency, taskId }: { readonly idempotency: IdempotencyKey; readonly taskId: TaskId },
): Promise<AdmittedStep | StepReply> {
	const { tenantId, userId } = call.identity;
	const wish = { taskId, key: idempotency.key, limit: historyLength };
	const reading = deps.tasks.readFor(tenantId, userId, wish);
	const [task] = await Promise.all([
		deps.tasks.lease(tenantId, { taskId, userId, owner: deps.owner, idempotency }),
		// Read beside the lease; a failure counts only once the lease can be given back.
		reading.catch(() => undefined),
	]);
	if (task === null) {
		const replay = await findReplay(deps, call, idempotency);
		if (replay !== null) return replay;
		throw refusalOf(await deps.tasks.get(tenantId, userId, taskId), idempotency);
	}
	try {
		const early = await reading;
		// A step may have been written before the lease and after the reading, perhaps with this key.
		const { past, replay } = early.isOf(task) ? early : await deps.tasks.readFor(tenantId, userId, { ...wish, isFresh: true });
		if (replay === null && isBehind(past, task)) throw taskBusy();
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
	if (!isSameKey) return taskBusy();
	return task.lease?.bodyHash === idempotency.bodyHash ? stillThinking(0) : keyConflict();
}

/**
 * Refuses a task that was idle for too long and a report of an older step. The caller gives the lease back.
 *
 * @throws AppError TASK_COMPLETED, STALE_STEP
 */
export async function refuseWhenOver(deps: StepDeps, call: StepCall, { task, past }: Pick<AdmittedStep, "task" | "past">): Promise<void> {
	if (isIdle(task, { now: deps.now(), idleMs: deps.rules.idleMs })) {
		await endTask(deps, task, { status: "expired" });
		throw new AppError("TASK_COMPLETED", "The task has ended", { details: { status: "expired" } });
	}
	// A duplicate of the creating request reports nothing: the task had no step then.
	if (call.body.taskId !== undefined) refuseStale(call, { ...task, past });
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

type Reported = Pick<Task, "stepCount"> & { readonly past?: readonly StepRow[] };

/**
 * Where there is no step yet, 0 is the index of a client that counts from there. Calls of the server host are none of the client's steps: it
 * may not have heard of the newest of them. @throws AppError STALE_STEP
 */
function refuseStale({ body: { lastStepIndex } }: Pick<StepCall, "body">, { stepCount, past = [] }: Reported): void {
	const newest = Math.max(0, stepCount - 1);
	const own = past.findLastIndex(({ serverCall }) => serverCall === undefined);
	const oldest = past[own]?.stepIndex ?? (past.length === 0 ? newest : 0);
	if (lastStepIndex !== undefined && (lastStepIndex > newest || lastStepIndex < oldest)) throw stale(newest);
}

const stale = (stepIndex: number) =>
	new AppError("STALE_STEP", "The request reports a step that is not the newest", { details: { stepIndex } });

type LeaseDeps = Pick<StepDeps, "tasks" | "rules" | "stops" | "events" | "now" | "newEventId" | "newMessageId">;

/**
 * Does `work` while the task's lease is renewed, and gives the lease back when it fails. Its signal ends when nobody wants the step any
 * more, when the time of a step is over, when the task is cancelled anywhere, or when it has another writer.
 *
 * @param task `signal` ends the decision, never the write; with `Stopped` it ends the task, too. `stopped`: the task was stopped while its
 * lease was taken
 */
export async function withLease<Result>(
	deps: LeaseDeps,
	{ task, signal, stopped }: { readonly task: LeasedTask; readonly signal: AbortSignal; readonly stopped: AbortSignal },
	work: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
	const lost = new AbortController();
	const letGo = deps.stops.on(task._id, () => lost.abort());
	const deadline = AbortSignal.timeout(deps.rules.deadlineMs);
	const renew = async () => {
		if (!(await deps.tasks.renew(task.tenantId, task))) lost.abort();
	};
	try {
		if (stopped.aborted) lost.abort();
		return await whileRenewed({ everyMs: deps.rules.leaseMs / 3, renew }, () => work(AbortSignal.any([signal, deadline, lost.signal])));
	} catch (thrown) {
		const cause = deadline.aborted && !(thrown instanceof AppError) ? tooLate(deps.rules.deadlineMs, thrown) : thrown;
		await deps.tasks.release(task.tenantId, task, troubleOf(task, cause)).catch(() => undefined);
		if (lost.signal.aborted) throw writeConflict(task, await deps.tasks.get(task.tenantId, task.userId, task._id));
		if (signal.reason instanceof Stopped) await endTask(deps, task, { status: "cancelled" }).catch(() => undefined);
		if (signal.reason instanceof AppError) throw signal.reason;
		// biome-ignore lint/style/useErrorCause: AppError takes its cause in the third argument
		if (signal.aborted) throw new AppError("SERVICE_UNAVAILABLE", "The client left before the step was decided", { cause });
		throw cause;
	} finally {
		letGo();
	}
}

/** What the model failed with, for a process where the same request waits. */
function troubleOf({ lease: { key } }: LeasedTask, cause: unknown): LeaseTrouble | undefined {
	if (key === undefined || !(cause instanceof AppError) || cause.code !== "INTERNAL_ERROR") return undefined;
	return { key, message: cause.message, details: cause.details ?? {} };
}

/**
 * Refuses a request as another process was refused by the model, where this one only waited for its reply: the model is not asked for it
 * twice. @throws AppError INTERNAL_ERROR with `{ reason, retryable }`
 */
export function refuseAsElsewhere({ lease: { key, trouble } }: LeasedTask): void {
	if (trouble === undefined || trouble.key !== key) return;
	throw new AppError("INTERNAL_ERROR", trouble.message, { details: trouble.details });
}

function tooLate(limitMs: number, cause: unknown): AppError {
	const seconds = Math.round(limitMs / 1_000);
	const message = `The model took more than ${seconds} s for one step. A faster or smaller model helps, or a higher MODEL_TIMEOUT_MS`;
	return new AppError("INTERNAL_ERROR", message, { details: { reason: "model_timeout", retryable: false }, cause });
}
