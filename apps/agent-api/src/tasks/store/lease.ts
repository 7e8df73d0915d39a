import { isTerminal, TaskStatus as Status } from "@webhand/contracts/agent/task";
import type { TaskId, TenantId, UserId } from "@webhand/contracts/ids";
import type { Mongo, Transaction } from "@webhand/service-kit/mongo";
import { requestLimit } from "@webhand/service-kit/mongo";
import type { Collection } from "mongodb";
import { MongoServerError } from "mongodb";
import { released } from "../../shared/lease.ts";
import type { IdempotencyKey } from "../../shared/rows.ts";
import type { Lease, LeasedTask, Task } from "../../shared/task.ts";

/** Which task of which user, and the request that takes the lease. */
export type LeaseWish = { readonly taskId: TaskId; readonly userId: UserId; readonly owner: string; readonly idempotency: IdempotencyKey };

/** Statuses in which a task takes no lease. */
export const ended = Status.options.filter(isTerminal);

/** Who takes the lease of a browser task. */
export function holderOf({ owner, idempotency }: LeaseWish, transaction: unknown) {
	return { owner, transaction, ...idempotency };
}

/** What the lease of a browser task says of the holder before: whether it died, and what it had asked a model. */
export const carriedLease = { asked: "$lease.asked", trouble: "$lease.trouble", heldBefore: { $gt: ["$lease.until", released] } };

/**
 * The database sessions of the running steps. MongoDB keeps a transaction with its locks for a minute after its client died; so a lease
 * names the session it will write with, and a new holder ends the session of a dead one. The lease is taken in that session, too: its
 * transaction then sees the lease.
 */
export function createTransactions(mongo: Pick<Mongo, "client" | "db">) {
	const kept = new Map<string, Transaction>();
	const nameOf = (taskId: TaskId, fence: number) => `${taskId} ${fence}`;
	const close = async (task: LeasedTask) => {
		const name = nameOf(task._id, task.lease.fence);
		const session = kept.get(name);
		kept.delete(name);
		await session?.endSession();
	};
	return {
		open: () => {
			const session = mongo.client.startSession();
			return {
				own: session,
				id: session.id?.id,
				end: () => session.endSession(),
				keepFor: (taskId: TaskId, lease: Lease) => kept.set(nameOf(taskId, lease.fence), session),
			};
		},
		of: (task: LeasedTask) => kept.get(nameOf(task._id, task.lease.fence)),
		close,
		/** Ends the session of a lease that is over. @returns false when nobody died there */
		endDead: async (tasks: Collection<Task>, tenantId: TenantId, taskId: TaskId): Promise<boolean> => {
			const isOver = { $expr: { $lte: ["$lease.until", "$$NOW"] } };
			const dead = await tasks.findOne({ _id: taskId, tenantId, ...isOver }, { projection: { lease: 1 }, ...requestLimit });
			const transaction = dead?.lease?.transaction;
			if (transaction === undefined) return false;
			await mongo.db.command({ killSessions: [{ id: transaction }] });
			return true;
		},
	};
}

/** True when a write timed out or conflicted with an uncommitted one. */
export function isBlocked(cause: unknown): boolean {
	return cause instanceof MongoServerError && (cause.code === 50 || cause.code === 112);
}
