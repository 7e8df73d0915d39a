import { isTerminal } from "@webhand/contracts/agent/task";
import type { TaskId } from "@webhand/contracts/ids";
import { extractDomain, generateSessionTitle } from "@webhand/page/site";
import { AppError } from "@webhand/service-kit/errors";
import { taskOrigins } from "../facts/danger/origin.ts";
import { hashOfBody } from "../facts/keys.ts";
import { hide, secretsIn } from "../facts/own-secrets.ts";
import { makePlan } from "../plan.ts";
import type { StepCall, StepDeps, StepReply } from "../ports.ts";
import type { Replayable } from "../storage/history/store.ts";
import { nothingSpent } from "../task/budget.ts";
import { isIdle } from "../task/idle.ts";
import { busy } from "../task/lost.ts";
import type { RequestMark } from "../task/record/writes.ts";
import type { LeasedTask, StepRow, Task } from "../task/task.ts";
import { freshCounters } from "../task/task.ts";
import { endTask } from "./end.ts";

/** A request that may go on: its task leased, the newest 20 steps, oldest first. */
export type Begun = { readonly kind: "step"; readonly task: LeasedTask; readonly past: readonly StepRow[]; readonly mark: RequestMark };

const historyLength = 20;
const dayMs = 86_400_000;

const known = new WeakMap<StepCall["body"], readonly string[]>();

/** The secrets in what the person asks for: looked for once a request, since several parts of a step want to know. */
export function secretsOf(body: StepCall["body"]): readonly string[] {
	const secrets = known.get(body) ?? secretsIn(body.query);
	known.set(body, secrets);
	return secrets;
}

/** The domain and title of the chat, as the client says or else derived. @throws AppError VALIDATION_ERROR when `domain` is none */
export function chatOf(call: Pick<StepCall, "body">): { readonly domain: string | null; readonly title: string } {
	const { url, query } = call.body;
	const given = call.body.domain?.trim() || undefined;
	const title = call.body.title?.trim() || undefined;
	const domain = extractDomain(given === undefined ? url : given);
	if (given !== undefined && domain === null)
		throw new AppError("VALIDATION_ERROR", "The request is not valid", {
			details: { fields: [{ field: "domain", message: "must be a domain name" }] },
		});
	const secrets = secretsOf(call.body);
	return { domain, title: hide(title ?? generateSessionTitle(domain, hide(query, secrets)), secrets) };
}

/**
 * Makes the task of a request or takes its lease: from here on one writer holds it. A request that turns out to be a retry of one that was
 * answered meanwhile gets that answer.
 *
 * @throws AppError VALIDATION_ERROR, TASK_NOT_FOUND, SESSION_NOT_FOUND, TASK_COMPLETED, TASK_BUSY, STALE_STEP, IDEMPOTENCY_CONFLICT
 */
export async function beginStep(deps: StepDeps, call: StepCall, mark: RequestMark): Promise<Begun | StepReply> {
	const { taskId, domain } = call.body;
	// Before anybody is asked: a decision for a request that is refused in the end would be paid for nothing.
	if (domain !== undefined) chatOf(call);
	if (taskId !== undefined) return leaseTask(deps, call, { mark, taskId });
	refuseStale(call, { stepCount: 0 });
	return createTask(deps, call, mark);
}

/** What makes two requests the same: the key, and the body with sorted keys. */
export function markOf({ body, key, mark }: StepCall): RequestMark {
	if (mark !== undefined) return mark;
	return key === undefined ? {} : { key, bodyHash: hashOfBody(body) };
}

/** The stored answer to a request that was answered before. @throws AppError IDEMPOTENCY_CONFLICT for another body under the same key */
async function findReplay(deps: Pick<StepDeps, "tasks" | "sealer">, { identity }: StepCall, mark: RequestMark): Promise<StepReply | null> {
	if (mark.key === undefined) return null;
	const found = await deps.tasks.findReplay(identity.tenantId, identity.userId, mark.key);
	return found === null ? null : replayOf(deps, found, mark);
}

/**
 * The stored answer to a twin of this request, which was first.
 *
 * @throws AppError TASK_BUSY while the newest step is not with a majority of the replica set: it may be the twin's; IDEMPOTENCY_CONFLICT
 */
export async function findTwin(deps: Pick<StepDeps, "tasks" | "sealer">, call: StepCall, mark: RequestMark): Promise<StepReply | null> {
	const twin = await findReplay(deps, call, mark);
	if (twin !== null || mark.key === undefined) return twin;
	const { tenantId, userId } = call.identity;
	const { taskId } = call.body;
	const { key } = mark;
	const task = taskId === undefined ? await deps.tasks.findCreated(tenantId, userId, key) : await deps.tasks.get(tenantId, userId, taskId);
	if (task === null) return null;
	const { past } = await deps.tasks.readFor(tenantId, userId, { taskId: task._id, key, limit: historyLength, isFresh: true });
	if ((past.at(-1)?.stepIndex ?? -1) < task.stepCount - 1) throw busy();
	return findReplay(deps, call, mark);
}

function replayOf({ sealer }: Pick<StepDeps, "sealer">, found: Replayable, { bodyHash }: RequestMark): StepReply {
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

async function createTask(deps: StepDeps, call: StepCall, mark: RequestMark): Promise<Begun | StepReply> {
	const { tenantId, userId } = call.identity;
	// The key may be that of a step of some other task, which is another request.
	const [task, replay] = await Promise.all([newTask(deps, call, { mark }), findReplay(deps, call, mark)]);
	if (replay !== null) return replay;
	const wish = { taskId: task._id, userId, owner: deps.owner, mark };
	const created = await deps.tasks.create(tenantId, task, wish);
	if (created !== null) return { kind: "step", task: created, past: [], mark };
	// Another request with this key was first: its answer, its task, or its turn.
	const first = mark.key === undefined ? null : await deps.tasks.findCreated(tenantId, userId, mark.key);
	if (first === null) {
		const again = await deps.tasks.create(tenantId, task, wish);
		if (again === null) throw busy();
		return { kind: "step", task: again, past: [], mark };
	}
	if (first.createHash !== mark.bodyHash) throw conflict();
	return leaseTask(deps, call, { mark, taskId: first._id });
}

async function leaseTask(
	deps: StepDeps,
	call: StepCall,
	wanted: { readonly mark: RequestMark; readonly taskId: TaskId },
): Promise<Begun | StepReply> {
	const { tenantId, userId } = call.identity;
	const { mark, taskId } = wanted;
	const wish = { taskId, key: mark.key, limit: historyLength };
	const reading = deps.tasks.readFor(tenantId, userId, wish);
	const [task] = await Promise.all([
		deps.tasks.lease(tenantId, { taskId, userId, owner: deps.owner, mark }),
		// Read beside the lease; its failure counts only once the lease can be given back.
		reading.catch(() => undefined),
	]);
	if (task === null) {
		const replay = await findReplay(deps, call, mark);
		if (replay !== null) return replay;
		throw refusalOf(await deps.tasks.get(tenantId, userId, taskId), mark);
	}
	try {
		const early = await reading;
		// Before the lease, a step may have been written that was not read yet: perhaps the one of this very key.
		const { past, replay } = early.isOf(task) ? early : await deps.tasks.readFor(tenantId, userId, { ...wish, isFresh: true });
		// A newest step that is not yet with a majority is still being written: it may be the one of this key.
		if (replay === null && (past.at(-1)?.stepIndex ?? -1) < task.stepCount - 1) throw busy();
		if (replay === null) return { kind: "step", task, past, mark };
		await deps.tasks.release(tenantId, task);
		return replayOf(deps, replay, mark);
	} catch (cause) {
		await deps.tasks.release(tenantId, task).catch(() => undefined);
		throw cause;
	}
}

function refusalOf(task: Task | null, mark: RequestMark): AppError {
	if (task === null) return new AppError("TASK_NOT_FOUND", "There is no such task");
	if (isTerminal(task.status)) return new AppError("TASK_COMPLETED", "The task has ended", { details: { status: task.status } });
	const isSameKey = mark.key !== undefined && task.lease?.key === mark.key;
	return isSameKey && task.lease?.bodyHash !== mark.bodyHash ? conflict() : busy();
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

/**
 * A task that has taken no step yet, in the session that the request names or a new one.
 *
 * @param origin where it comes from: door and limit of steps, those of interact unless told
 * @throws AppError SESSION_NOT_FOUND, VALIDATION_ERROR when `domain` is none
 */
export async function newTask(
	deps: Pick<StepDeps, "ownerOf" | "now" | "newTaskId" | "newSessionId" | "rules" | "sealer">,
	call: Pick<StepCall, "identity" | "body">,
	{ mark, door, maxSteps }: { readonly mark: RequestMark } & Partial<Pick<Task, "door" | "maxSteps">>,
): Promise<Omit<Task, "lease">> {
	const { tenantId, userId, limits } = call.identity;
	const { body } = call;
	chatOf(call);
	const owner = body.sessionId === undefined ? "unknown" : await deps.ownerOf(tenantId, userId, body.sessionId);
	if (owner === "foreign") throw new AppError("SESSION_NOT_FOUND", "There is no such session");
	const at = deps.now();
	const shown = hide(body.query, secretsOf(body));
	return {
		_id: deps.newTaskId(),
		tenantId,
		userId,
		sessionId: body.sessionId ?? deps.newSessionId(),
		door: door ?? "interact",
		query: shown,
		...(shown === body.query ? {} : { sealedQuery: deps.sealer.seal(body.query) }),
		mode: body.mode ?? "autonomous",
		status: "planning",
		stepCount: 0,
		maxSteps: Math.min(maxSteps ?? deps.rules.maxSteps, deps.rules.maxSteps),
		plan: makePlan([], shown, at),
		hasPlan: false,
		counters: freshCounters,
		memory: "",
		deciderState: null,
		question: null,
		notes: [],
		denied: [],
		reflections: [],
		spent: nothingSpent,
		origins: taskOrigins(body.url, shown),
		tainted: false,
		allowsSearches: false,
		ownFills: [],
		rev: 0,
		...(mark.key === undefined || mark.bodyHash === undefined ? {} : { createKey: mark.key, createHash: mark.bodyHash }),
		createdAt: at,
		updatedAt: at,
		expireAt: new Date(at.getTime() + (limits.retentionDays ?? deps.rules.retentionDays) * dayMs),
	};
}

/** The key belongs to another request. */
export const conflict = () => new AppError("IDEMPOTENCY_CONFLICT", "This Idempotency-Key was used for another request");
const stale = (stepIndex: number) =>
	new AppError("STALE_STEP", "The request reports a step that is not the newest", { details: { stepIndex } });
