import { AppError } from "@webhand/service-kit/errors";
import type { StepDeps } from "../ports.ts";
import { lostTo } from "../task/lost.ts";
import type { LeasedTask } from "../task/task.ts";

type HoldDeps = Pick<StepDeps, "tasks" | "rules" | "thinking">;

/**
 * Does `work` while the task's lease is renewed, and gives the lease back when it fails. Its signal ends when the client leaves, the time
 * of a step is over, or the task went on without us: told by `thinking` in this process, else by the next renewal.
 *
 * @param signal the client's presence: it ends thinking, never the write
 */
export async function holdLease<Result>(
	deps: HoldDeps,
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
		if (lost.signal.aborted) throw lostTo(task, await deps.tasks.get(task.tenantId, task.userId, task._id));
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
