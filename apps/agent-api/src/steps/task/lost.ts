import { isTerminal } from "@webhand/contracts/agent/task";
import { AppError } from "@webhand/service-kit/errors";
import type { Lease, LeasedTask, Task } from "./task.ts";

/** What the database now says of a task whose lease we held; null when it is gone. */
export type TaskNow = (Pick<Task, "status" | "stepCount" | "rev"> & { readonly lease?: Pick<Lease, "fence" | "key"> | undefined }) | null;

/**
 * Why a step may not be written: the task has ended, another writer has it, or the database forgot the lease in a crash, since neither a
 * lease nor a task without steps is journaled. In the last case nobody else wrote, and the same request may come again; so it may where the
 * other writer is a twin of it that has not written yet, which a client sent that was not answered.
 *
 * @returns TASK_COMPLETED, STALE_STEP with the newest step, TASK_BUSY, SERVICE_UNAVAILABLE
 * @throws never
 */
export function lostTo(task: LeasedTask, now: TaskNow): AppError {
	if (now !== null && isTerminal(now.status))
		return new AppError("TASK_COMPLETED", "The task has ended", { details: { status: now.status } });
	const fence = now?.lease?.fence ?? 0;
	const isTwins = task.lease.key !== undefined && now?.lease?.key === task.lease.key && now.rev === task.rev;
	if (isTwins && fence > task.lease.fence) return busy();
	const isForgotten = now === null ? task.rev === 0 : now.rev === task.rev && fence < task.lease.fence;
	if (isForgotten) return new AppError("SERVICE_UNAVAILABLE", "The database forgot who writes to this task");
	return new AppError("STALE_STEP", "Another step of this task was written", {
		details: { stepIndex: (now?.stepCount ?? task.stepCount) - 1 },
	});
}

/** Somebody else has the task in hand. */
export const busy = () => new AppError("TASK_BUSY", "Another request of this task is being answered", { retryAfterSeconds: 1 });
