import type { CancelKeyReply, RunState, StartRequest } from "@webhand/contracts/agent/runs";
import type { PageSnapshot } from "@webhand/contracts/agent/runs-snapshot";
import { isTerminal } from "@webhand/contracts/agent/task";
import type { MessageId, TaskId } from "@webhand/contracts/ids";
import { AppError } from "@webhand/service-kit/errors";
import type { Identity } from "@webhand/service-kit/guard";
import type { Log } from "@webhand/service-kit/logs";
import type { Sealer } from "@webhand/service-kit/seal";
import type { StepEvents } from "../../chats/realtime/outbox/publish.ts";
import { isIdle } from "../../policy/progress/status.ts";
import { secretsIn } from "../../policy/secrets/find.ts";
import { defined } from "../../shared/defined.ts";
import { keyConflict } from "../../shared/idempotency.ts";
import type { IdempotencyKey } from "../../shared/rows.ts";
import type { Task } from "../../shared/task.ts";
import type { KeepPage, StepCall, StepReply } from "../step/ports.ts";
import type { RunStore } from "../store/runs.ts";
import type { TaskStore } from "../store/tasks.ts";
import type { Run } from "./map.ts";
import { runStateOf } from "./map.ts";
import { keptSnapshot } from "./policy.ts";

/**
 * What runs need. `newTask` creates a task that is not stored yet; `createWithinLimit` throws
 * LIMIT_REACHED when there is no room for one; `step` takes one step of the engine; `cancel` ends a task with its events
 * in one write; `stopRequest` ends the decision of a request; `hashOf` hashes a validated body.
 */
export type RunDeps = {
	readonly runs: RunStore;
	readonly tasks: Pick<TaskStore, "recent" | "update" | "findCreated" | "stopKey">;
	readonly newTask: (
		call: Pick<StepCall, "identity" | "body" | "host">,
		origin: { readonly idempotency: IdempotencyKey; readonly door: "run"; readonly maxSteps: number },
	) => Promise<Omit<Task, "lease">>;
	readonly createWithinLimit: <Created>(identity: StepCall["identity"], create: () => Promise<Created>) => Promise<Created>;
	readonly step: (call: StepCall, signal: AbortSignal) => Promise<StepReply>;
	readonly keepPage: KeepPage;
	readonly cancel: (task: Task) => Promise<boolean>;
	readonly stopRequest: (identity: RunCall["identity"], key: string) => void;
	readonly publish: StepEvents["publish"];
	readonly newMessageId: () => MessageId;
	readonly sealer: Sealer;
	readonly log: Pick<Log, "warn">;
	readonly hashOf: (body: unknown) => string;
	readonly now: () => Date;
	readonly idleMs: number;
};

/** A run and the user who asks. */
export type RunCall = { readonly identity: Pick<Identity, "tenantId" | "userId">; readonly runId: TaskId };

/** The reply's bytes: a retry with the same key gets the same. */
export type AnswerReply = { readonly bytes: string; readonly isReplay: boolean };

const historyLength = 20;
/** How often a run is read again because it was written to meanwhile. */
export const attempts = 5;

/** A request to start a run. */
export type StartCall = {
	readonly identity: Pick<Identity, "tenantId" | "userId" | "token" | "limits" | "key">;
	readonly body: StartRequest;
	readonly host?: StepCall["host"];
	readonly key?: string;
};

/**
 * Starts a run: a task that waits for its first step. The same key and body get the same run again.
 *
 * @throws AppError SESSION_NOT_FOUND, WORKSPACE_NOT_FOUND, AGENT_TOOLS_DISABLED, TOOL_RUNNER_UNAVAILABLE, TASK_BUSY, IDEMPOTENCY_CONFLICT, LIMIT_REACHED
 */
export async function startRun(deps: RunDeps, { identity, body, host, key }: StartCall): Promise<AnswerReply & { readonly runId: TaskId }> {
	const { task: query, mode, maxSteps, sessionId, workspaceId } = body;
	const url = body.url ?? body.snapshot?.url ?? "about:blank";
	const idempotency = key === undefined ? {} : { key: `run\n${key}`, bodyHash: deps.hashOf(body) };
	const step = { url, query, mode, dom: "-", batch: 0, ...defined({ sessionId, workspaceId }) };
	const task = await deps.newTask({ identity, body: step, ...defined({ host }) }, { idempotency, door: "run", maxSteps });
	const { run, isNew } = await deps.createWithinLimit(identity, () => deps.runs.create(identity.tenantId, task));
	if (!isNew && run.createHash !== idempotency.bodyHash) throw keyConflict();
	const snapshot = body.snapshot === undefined || body.snapshot === null ? null : keptSnapshot(body.snapshot, secretsIn(query));
	if (isNew && snapshot !== null)
		await keepingPage(deps, run._id, deps.runs.putSnapshot(identity.tenantId, { runId: run._id, snapshot, at: deps.now() }));
	// The state at its start, whatever the run is now: a retry gets the same bytes.
	const begun: Run = { ...task, _id: run._id, createdAt: run.createdAt, updatedAt: run.createdAt };
	const bytes = JSON.stringify(runStateOf(begun, { rows: [], snapshot, isExpired: false, now: deps.now() }));
	return { bytes, isReplay: !isNew, runId: run._id };
}

/** The state of a run. @throws AppError RUN_NOT_FOUND */
export async function readRun(deps: RunDeps, call: RunCall): Promise<RunState> {
	const run = await findRun(deps, call);
	return await stateOf(deps, run, await deps.runs.snapshotOf(call.identity.tenantId, run._id));
}

/** Cancels a run; doing so twice changes nothing more. @throws AppError RUN_NOT_FOUND, RUN_ENDED, TASK_BUSY */
export async function cancelRun(deps: RunDeps, call: RunCall): Promise<RunState> {
	// A step may be written between reading and ending: then the run is read again.
	for (let attempt = 0; attempt < attempts; attempt += 1) {
		const task = await findRun(deps, call);
		if (task.status === "cancelled") return await stateOf(deps, task, null);
		refuseEnded(deps, task);
		if (!(await deps.cancel(task))) continue;
		await keepingPage(deps, task._id, deps.runs.dropSnapshot(task.tenantId, task._id));
		return await readRun(deps, call);
	}
	throw new AppError("TASK_BUSY", "A step of this task is being decided", { retryAfterSeconds: 1 });
}

/**
 * Cancels what a request with this key begins. The key is stored first: a process that looked for it before hears of the stop, one that
 * looks later finds it. @throws AppError TASK_BUSY
 */
export async function cancelKey(
	deps: RunDeps,
	{ identity, key }: Pick<RunCall, "identity"> & { readonly key: string },
): Promise<CancelKeyReply> {
	const { tenantId, userId } = identity;
	await deps.tasks.stopKey(tenantId, userId, key);
	deps.stopRequest(identity, key);
	const task = await deps.tasks.findCreated(tenantId, userId, key);
	if (task === null) return { runId: null };
	await cancelRun(deps, { identity, runId: task._id }).catch((cause: unknown) => {
		const isOver = cause instanceof AppError && (cause.code === "RUN_ENDED" || cause.code === "RUN_NOT_FOUND");
		if (!isOver) throw cause;
	});
	return { runId: task._id };
}

/** Awaits the writing of a run's last page. The page only serves the display, so a failure is logged and the run goes on. */
export async function keepingPage({ log }: Pick<RunDeps, "log">, runId: TaskId, keeping: Promise<void>): Promise<void> {
	await keeping.catch((cause: unknown) => log.warn({ err: cause, taskId: runId }, "page of the run not kept"));
}

/** The run of this user. @throws AppError RUN_NOT_FOUND, for an unknown run and for another user's alike */
export async function findRun({ runs }: Pick<RunDeps, "runs">, { identity, runId }: RunCall) {
	const task = await runs.get(identity.tenantId, identity.userId, runId);
	if (task === null) throw new AppError("RUN_NOT_FOUND", "There is no such run");
	return task;
}

/** Refuses a run that has ended or was idle for too long. @throws AppError RUN_ENDED */
export function refuseEnded(deps: Pick<RunDeps, "now" | "idleMs">, task: Task): void {
	const status = isExpiredRun(deps, task) ? "expired" : task.status;
	if (isTerminal(status)) throw new AppError("RUN_ENDED", "The run has ended", { details: { status } });
}

/** Was a run idle for too long, whether or not the sweep has ended it? */
export const isExpiredRun = ({ now, idleMs }: Pick<RunDeps, "now" | "idleMs">, task: Task) => isIdle(task, { now: now(), idleMs });

/** A run as clients see it. */
export async function stateOf(deps: RunDeps, run: Run, snapshot: PageSnapshot | null): Promise<RunState> {
	const rows = await deps.tasks.recent(run.tenantId, run._id, historyLength);
	return runStateOf(run, { rows, snapshot, isExpired: isExpiredRun(deps, run), now: deps.now() });
}
