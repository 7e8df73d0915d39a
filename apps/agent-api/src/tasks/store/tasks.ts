import { isTerminal, TaskStatus as Status } from "@webhand/contracts/agent/task";
import type { TaskId, TenantId, UserId } from "@webhand/contracts/ids";
import { failpoint } from "@webhand/service-kit/failpoints";
import type { Mongo, Transaction } from "@webhand/service-kit/mongo";
import { inTransaction, isDuplicateKey, requestLimit } from "@webhand/service-kit/mongo";
import type { UpdateFilter } from "mongodb";
import type { IdleSince } from "../../policy/progress/status.ts";
import { writeConflict } from "../../policy/progress/status.ts";
import { leaseAt, released } from "../../shared/lease.ts";
import { dayMs } from "../../shared/retention.ts";
import type { Owner, StepWrite, StoredEvent, StoredMessage, TaskWrite, WrittenStep } from "../../shared/rows.ts";
import type { Lease, LeasedTask, LeaseTrouble, Spent, StepRow, Task, TaskOrigin } from "../../shared/task.ts";
import { verdictOf } from "../../shared/task.ts";
import { maxQueuedNotes } from "../messages/notes.ts";
import { createHistory } from "./history.ts";
import type { LeaseWish } from "./lease.ts";
import { carriedLease, createTransactions, ended, holderOf, isBlocked } from "./lease.ts";
import type { AdvanceSession } from "./writes.ts";
import { dropSealed, insertEvents, insertMessages, insertStep } from "./writes.ts";

/** Writes the audit notes of a step in its transaction; injected, since the audit is another feature. */
export type KeepNotes = (write: Pick<StepWrite, "task" | "step" | "notes">, session: Transaction) => Promise<void>;

/** Counts what a step used for its person, once the step is stored; injected, since usage is another feature. */
export type CountSpending = (owner: Owner, used: { readonly spent: Spent; readonly at: Date }) => Promise<void>;

/**
 * Writes the row that a task does, in the transaction of the task; injected, since routines are another feature. Called with the task as it
 * is written where it began, asks or goes on after a question, or ended.
 */
export type KeepRow = (task: Task, session: Transaction) => Promise<void>;

/**
 * Uses the mandate of a step in its transaction, and notes that a page of a run gives orders; injected, since mandates are another feature.
 *
 * @throws AppError TASK_BUSY where the mandate has nothing left by now: the step is decided anew
 */
export type KeepMandate = (write: Pick<StepWrite, "task" | "step" | "patch">, session: Transaction) => Promise<void>;

/** Tasks and their steps in MongoDB. Every call names the tenant first. */
export type TaskStore = ReturnType<typeof createTaskStore>;

const live = Status.options.filter((status) => !isTerminal(status));

/** `leaseMs`: how long a silent writer keeps a task. `now` counts for the life of keys only; leases go by MongoDB's clock. */
export type TaskStoreOptions = {
	readonly advanceSession: AdvanceSession;
	readonly keepNotes: KeepNotes;
	readonly keepRow: KeepRow;
	readonly countSpending: CountSpending;
	readonly keepMandate: KeepMandate;
	readonly leaseMs: number;
	readonly now: () => Date;
};

/** Opens the store of tasks and steps. */
export function createTaskStore(
	mongo: Pick<Mongo, "client" | "db">,
	{ advanceSession, keepNotes, keepRow, keepMandate, countSpending, leaseMs, now }: TaskStoreOptions,
) {
	const tasks = mongo.db.collection<Task>("tasks");
	// A task is created and leased without a majority; the same node must see it at once.
	const freshTasks = mongo.db.collection<Task>("tasks", { readConcern: { level: "local" } });
	const steps = mongo.db.collection<StepRow>("task_actions");
	// A majority may lack the newest commits.
	const freshSteps = mongo.db.collection<StepRow>("task_actions", { readConcern: { level: "local" } });
	const messages = mongo.db.collection<StoredMessage>("messages");
	const events = mongo.db.collection<StoredEvent>("events");
	const fast = { writeConcern: { w: 1 } } as const;
	const transactions = createTransactions(mongo);
	const lease = leaseAt("lease", leaseMs);
	const inTurn = createKeyedQueue();
	const { oldestKey, ...reads } = createHistory(mongo, now);
	/** Messages that wait for a step fail with the end of their task: notes that no step has read, and without a step its last turn. */
	const failPending = async ({ tenantId, sessionId, _id: taskId }: Task, session: Transaction, role?: "user") => {
		const pending = { tenantId, sessionId, taskId, status: "pending" as const, ...(role === undefined ? {} : { role }) };
		await messages.updateMany(pending, { $set: { status: "failure" } }, { session });
	};

	return {
		...reads,
		...createStoppedKeys(mongo, now),

		/** Inserts a task with its lease. @returns null when another task has the same `createKey` */
		create: async (tenantId: TenantId, task: Omit<Task, "lease">, wish: LeaseWish): Promise<LeasedTask | null> => {
			const session = transactions.open();
			try {
				await tasks.updateOne(
					{ _id: task._id },
					[{ $replaceWith: { $mergeObjects: [{ $literal: { ...task, tenantId } }, lease.taken(holderOf(wish, session.id))] } }],
					{ upsert: true, session: session.own, ...fast, ...requestLimit },
				);
			} catch (cause) {
				await session.end();
				if (isDuplicateKey(cause)) return null;
				throw cause;
			}
			await failpoint("task.created");
			const held: Lease = { owner: wish.owner, fence: 1, until: released, ...wish.idempotency };
			session.keepFor(task._id, held);
			return { ...task, lease: held, isTakenOver: false, wasAsked: false };
		},

		/** How many tasks the tenant has, counted up to `atMost`. */
		count: (tenantId: TenantId, atMost: number): Promise<number> =>
			freshTasks.countDocuments({ tenantId }, { limit: atMost, ...requestLimit }),

		/** The task with this `createKey`; a key older than 24 hours is released. */
		findCreated: async (tenantId: TenantId, userId: UserId, createKey: string): Promise<Task | null> => {
			const found = await freshTasks.findOne({ tenantId, userId, createKey }, requestLimit);
			if (found === null || found.createdAt > oldestKey()) return found;
			await tasks.updateOne({ _id: found._id, tenantId }, { $unset: { createKey: 1 } });
			return null;
		},

		/** Takes the lease if nobody holds it and the task is live. The transaction of a dead writer is ended first. */
		lease: async (tenantId: TenantId, wish: LeaseWish): Promise<LeasedTask | null> => {
			const session = transactions.open();
			const take = async (): Promise<LeasedTask | null> => {
				const task = await freshTasks.findOneAndUpdate(
					{ _id: wish.taskId, tenantId, userId: wish.userId, status: { $nin: ended }, $expr: lease.isFree },
					[{ $set: lease.taken(holderOf(wish, session.id), carriedLease) }],
					{ returnDocument: "after", session: session.own, ...fast, ...requestLimit },
				);
				if (task?.lease === undefined) return null;
				const isTakenOver = task.lease.heldBefore === true;
				return { ...task, lease: task.lease, isTakenOver, wasAsked: isTakenOver && task.lease.asked === task.stepCount };
			};
			try {
				const task = await take().catch(async (cause: unknown) => {
					if (!isBlocked(cause) || !(await transactions.endDead(freshTasks, tenantId, wish.taskId))) throw cause;
					return await take();
				});
				if (task === null) await session.end();
				else session.keepFor(task._id, task.lease);
				return task;
			} catch (cause) {
				await session.end();
				throw cause;
			}
		},

		/** The task of this user. */
		get: (tenantId: TenantId, userId: UserId, taskId: TaskId): Promise<Task | null> =>
			freshTasks.findOne({ _id: taskId, tenantId, userId }, requestLimit),

		/** The row that a task of the tenant does, whoever its user is. */
		originOf: async (tenantId: TenantId, taskId: TaskId): Promise<TaskOrigin | null> => {
			const found = await tasks.findOne({ _id: taskId, tenantId }, { projection: { origin: 1 }, ...requestLimit });
			return found?.origin ?? null;
		},

		/** Notes that a browser goes on with the task of a row on a page that it opens again. */
		noteReopened: async (tenantId: TenantId, taskId: TaskId): Promise<void> => {
			const live = { _id: taskId, tenantId, status: { $nin: ended }, origin: { $exists: true } };
			await tasks.updateOne(live, [{ $set: { "origin.reopenedAt": "$stepCount" } }], requestLimit);
		},

		/** Notes that the login which its person bound to the routine was filled in. */
		noteSignIn: async (tenantId: TenantId, taskId: TaskId, signIn: NonNullable<Task["signIn"]>): Promise<void> => {
			await tasks.updateOne({ _id: taskId, tenantId, status: { $nin: ended } }, { $set: { signIn } }, requestLimit);
		},

		/** Renews the lease. @returns false when the task has another writer or has ended */
		renew: async (tenantId: TenantId, task: LeasedTask): Promise<boolean> => {
			const kept = await tasks.updateOne(ownTask(tenantId, task), [{ $set: lease.renewed }], { ...fast, ...requestLimit });
			return kept.matchedCount === 1;
		},

		/** Notes that a model is called for the next step, so that a second call for it is counted. */
		markAsked: async (tenantId: TenantId, task: LeasedTask): Promise<void> => {
			await tasks.updateOne(ownTask(tenantId, task), { $set: { "lease.asked": task.stepCount } }, { ...fast, ...requestLimit });
		},

		/** Gives the lease back without a step. A new task without a key is deleted: nobody could find it. */
		release: async (tenantId: TenantId, task: LeasedTask, trouble?: LeaseTrouble): Promise<void> => {
			await transactions.close(task);
			if (task.stepCount === 0 && task.createKey === undefined && task.door === "interact") {
				await tasks.deleteOne({ ...ownTask(tenantId, task), stepCount: 0 }, { ...fast, ...requestLimit });
				return;
			}
			await tasks.updateOne(
				{ _id: task._id, tenantId, ...lease.heldBy(task.lease) },
				{ $set: { ...lease.released, ...(trouble === undefined ? {} : { "lease.trouble": trouble }) }, $unset: { "lease.asked": 1 } },
				{ ...fast, ...requestLimit },
			);
		},

		/**
		 * Writes a step durably: task, action, verdict on the last action, session, messages, events; all or none.
		 *
		 * @throws AppError when the lease is lost, with the code that `writeConflict` chooses
		 */
		record: async (tenantId: TenantId, write: StepWrite): Promise<readonly StoredEvent[]> => {
			const { task, patch, step, verified, heard } = write;
			const isEnd = patch.status !== undefined && isTerminal(patch.status);
			const read = isEnd || heard.length === 0 ? {} : { $pull: { queuedNotes: { messageId: { $in: [...heard] } } } };
			// Added, not set: unused model calls of an earlier request may be counted while this one holds the lease.
			const spending = spendingOf(step.spent);
			const work = async (session: Transaction) => {
				const options = { session };
				const won = await tasks.updateOne(
					ownTask(tenantId, task),
					{
						$set: { ...patch, ...lease.released, ...spending.$set },
						$unset: { "lease.asked": 1, ...(isEnd ? droppedAtEnd : {}) },
						$inc: { rev: 1, ...spending.$inc },
						...read,
					},
					options,
				);
				if (won.matchedCount === 0) throw writeConflict(task, await freshTasks.findOne({ _id: task._id, tenantId }, requestLimit));
				await failpoint("step.in_transaction");
				await insertStep(mongo, write, session);
				if (verified !== undefined && verified.stepIndex !== step.stepIndex - 1)
					await steps.updateOne({ tenantId, taskId: task._id, stepIndex: verified.stepIndex }, { $set: verdictOf(verified) }, options);
				if (write.notes.length > 0) await keepNotes(write, session);
				if (isNewsOfRow(task, patch)) await keepRow({ ...task, ...patch }, session);
				if (isNewsOfMandate(write)) await keepMandate(write, session);
				const numbers = await advanceSession(write.session, session);
				const sent = await insertMessages(mongo, { tenantId, write, messageCount: numbers.messageCount, session });
				if (isEnd) await failPending(task, session, "user");
				const stored = await insertEvents(events, { tenantId, write, sent, lastEventSeq: numbers.lastEventSeq, session });
				return stored;
			};
			const stored = await inTransaction(mongo, work, transactions.of(task));
			await transactions.close(task);
			// All steps of a person change this counter: within their transactions they would undo each other. The step stands, counted or not.
			if (step.spent !== undefined) await countSpending(task, { spent: step.spent, at: step.createdAt }).catch(() => undefined);
			return stored;
		},

		/** True when exactly this write of a step was committed. */
		isStored: async (tenantId: TenantId, { taskId, stepIndex, messageId }: WrittenStep): Promise<boolean> =>
			(await freshSteps.findOne({ tenantId, taskId, stepIndex, messageId }, { projection: { _id: 1 }, ...requestLimit })) !== null,

		/** Adds unused model calls to what a live task has spent. */
		addSpent: async (tenantId: TenantId, taskId: TaskId, spent: Spent): Promise<void> => {
			await tasks.updateOne({ _id: taskId, tenantId, status: { $nin: ended } }, spendingOf(spent), { ...fast, ...requestLimit });
		},

		/**
		 * Writes to a task without a step, with its messages and events; `also` joins the transaction.
		 *
		 * @returns null when the task has ended, was written to since it was read, or holds too many notes; or when `also` met its own key
		 */
		update: async (
			tenantId: TenantId,
			write: TaskWrite,
			also?: (session: Transaction) => Promise<void>,
		): Promise<readonly StoredEvent[] | null> => {
			const { task, patch, queued } = write;
			const isEnd = patch.status !== undefined && isTerminal(patch.status);
			const isFresh = queued === undefined ? { rev: task.rev } : { [`queuedNotes.${maxQueuedNotes - 1}`]: { $exists: false } };
			const update: UpdateFilter<Task> = {
				$set: { ...patch, ...(isEnd ? lease.released : {}) },
				...(isEnd ? { $unset: { "lease.asked": 1, ...droppedAtEnd } } : {}),
				...(queued === undefined ? { $inc: { rev: 1 } } : { $push: { queuedNotes: queued } }),
			};
			const work = async (session: Transaction) => {
				const won = await tasks.updateOne({ _id: task._id, tenantId, status: { $nin: ended }, ...isFresh }, update, { session });
				if (won.matchedCount === 0) return null;
				await also?.(session);
				// The row depends on what was not allowed yet.
				if (isEnd && task.origin !== undefined) await keepRow({ ...task, ...patch, question: task.question }, session);
				if (isEnd) await dropSealed(mongo, task, session);
				if (write.session.events === 0) return [];
				const { lastEventSeq, messageCount } = await advanceSession(write.session, session);
				// A run that has taken no step has no chat.
				if (lastEventSeq === 0) return [];
				if (isEnd) await failPending(task, session);
				const sent = await insertMessages(mongo, { tenantId, write: { ...write, settled: [] }, messageCount, session });
				return await insertEvents(events, { tenantId, write, sent, lastEventSeq, session });
			};
			// A snapshot may lack what was written without a majority, unless it is of the session that wrote it.
			const own = "isTakenOver" in task ? transactions.of(task) : undefined;
			return await inTurn(task.sessionId, () => inTransaction(mongo, work, own)).catch((cause: unknown) => {
				if (also !== undefined && isDuplicateKey(cause)) return null;
				throw cause;
			});
		},

		/** Tasks of all tenants whose question was open until then and that nobody marked as expired yet, without a writer, the oldest first. */
		findUnanswered: (until: Date, limit: number): Promise<readonly Task[]> =>
			freshTasks
				.find(
					{
						status: "needs_user_input",
						"question.expiresAt": { $lt: until.toISOString() },
						"question.given": { $exists: false },
						"question.expiredAt": { $exists: false },
						$expr: lease.isFree,
					},
					{ sort: { updatedAt: 1 }, limit },
				)
				.toArray(),

		/** Live tasks of all tenants that are idle (`isIdle`) and have no writer, the oldest first. */
		findIdle: ({ waiting, others }: IdleSince, limit: number): Promise<readonly Task[]> =>
			freshTasks
				.find(
					{
						status: { $in: live },
						door: { $ne: "manual" },
						updatedAt: { $lt: others },
						$or: [{ door: { $ne: "agent" } }, { status: { $ne: "needs_user_input" } }, { updatedAt: { $lt: waiting } }],
						$expr: lease.isFree,
					},
					{ sort: { updatedAt: 1 }, limit },
				)
				.toArray(),
	};
}

/** An ended task loses the user's sealed words, which hold secrets. */
const droppedAtEnd = { sealedQuery: 1, sealedNotes: 1, queuedNotes: 1 } as const;

/** True where the row that a task does is to be written: with the first step, with a question and its answer, at the end. */
function isNewsOfRow({ origin, stepCount, status }: Task, { status: next = status }: Partial<Task>): boolean {
	if (origin === undefined) return false;
	return stepCount === 0 || isTerminal(next) || (next === "needs_user_input") !== (status === "needs_user_input");
}

/** True for a step that uses a mandate, and for one on the first page of its task that gives orders. */
function isNewsOfMandate({ task, step, patch }: StepWrite): boolean {
	return task.origin !== undefined && (step.gate.mandate !== undefined || (patch.tainted === true && !task.tainted));
}

/** What was spent, as an update of the task's sums. */
function spendingOf(spent: Spent | undefined) {
	const { estimated, ...sums } = spent ?? {};
	const $inc = Object.fromEntries(Object.entries(sums).map(([name, value]) => [`spent.${name}`, value]));
	return { $inc, $set: estimated === true ? { "spent.estimated": true } : {} };
}

function ownTask(tenantId: TenantId, task: LeasedTask) {
	return { _id: task._id, tenantId, rev: task.rev, "lease.fence": task.lease.fence };
}

type StoppedKey = { readonly tenantId: TenantId; readonly userId: UserId; readonly key: string; readonly expireAt: Date };

/** Keys of requests that their users stopped, for as long as a key counts: such a request may still be on its way. */
function createStoppedKeys(mongo: Pick<Mongo, "db">, now: () => Date) {
	// A key is stopped on one connection and looked for on another one at once.
	const keys = mongo.db.collection<StoppedKey>("stopped_keys", { readConcern: { level: "local" } });
	return {
		stopKey: async (tenantId: TenantId, userId: UserId, key: string): Promise<void> => {
			const expireAt = new Date(now().getTime() + dayMs);
			await keys.updateOne({ tenantId, userId, key }, { $set: { expireAt } }, { upsert: true, ...requestLimit });
		},

		isKeyStopped: async (tenantId: TenantId, userId: UserId, key: string): Promise<boolean> =>
			(await keys.findOne({ tenantId, userId, key }, { projection: { _id: 1 }, ...requestLimit })) !== null,
	};
}

/** Runs works of one key one after the other in this process: together they would only conflict in the database, and try again. */
export function createKeyedQueue() {
	const newest = new Map<string, Promise<unknown>>();
	return async <Result>(key: string, work: () => Promise<Result>): Promise<Result> => {
		const before = newest.get(key) ?? Promise.resolve();
		const mine = before.then(work, work);
		newest.set(key, mine);
		try {
			return await mine;
		} finally {
			if (newest.get(key) === mine) newest.delete(key);
		}
	};
}
