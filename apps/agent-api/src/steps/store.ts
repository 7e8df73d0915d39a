import { isTerminal, TaskStatus as Status } from "@webhand/contracts/agent/task";
import type { Message } from "@webhand/contracts/chat/message";
import type { TaskId, TenantId, UserId } from "@webhand/contracts/ids";
import { failpoint } from "@webhand/service-kit/failpoints";
import type { Migration } from "@webhand/service-kit/migrations";
import type { Mongo, Transaction } from "@webhand/service-kit/mongo";
import { inTransaction, isDuplicateKey, requestLimit } from "@webhand/service-kit/mongo";
import type { Collection } from "mongodb";
import { MongoServerError, ObjectId } from "mongodb";
import { messageForEvent } from "./messages.ts";
import { lostTo } from "./task/lost.ts";
import type { Lease, LeasedTask, Spent, StepRow, Task } from "./task/task.ts";
import type { EndWrite, OutboxEvent, RequestMark, SessionChange, StepWrite, StoredEvent, StoredMessage } from "./task/writes.ts";

/** Which task, whose, and for which request the lease is taken. */
export type LeaseWish = { readonly taskId: TaskId; readonly userId: UserId; readonly owner: string; readonly mark: RequestMark };

/** The chat session's part in a step's transaction; handed in, since sessions are another feature. @returns its numbers afterwards, 0 for none */
export type AdvanceSession = (
	change: SessionChange,
	session: Transaction,
) => Promise<{ readonly lastEventSeq: number; readonly messageCount: number }>;

/** Writes the audit's notes of a step in its transaction; handed in, since the audit is another feature. */
export type KeepNotes = (write: Pick<StepWrite, "task" | "step" | "notes">, session: Transaction) => Promise<void>;

/** The step that a request with some key led to. */
export type Replayable = Pick<StepRow, "bodyHash" | "reply" | "isSealed" | "taskId" | "stepIndex">;

/** The newest steps of a task, oldest first, and the step of the key that was asked for. */
export type StepHistory = { readonly past: readonly StepRow[]; readonly replay: Replayable | null };

type ReadWish = { readonly tenantId: TenantId; readonly taskId: TaskId; readonly limit: number; readonly replay?: object };
type ReadRow = (StepRow & { readonly part?: undefined }) | (Replayable & Pick<StepRow, "before"> & { readonly part: "newest" | "replay" });

const replayFields = { _id: 0, bodyHash: 1, reply: 1, isSealed: 1, taskId: 1, stepIndex: 1 } as const;

/** Tasks and their steps in MongoDB. Every call names the tenant first. */
export type TaskStore = ReturnType<typeof createTaskStore>;

const keyLifeMs = 24 * 3_600_000;
const released = new Date(0);
const ended = Status.options.filter(isTerminal);
const alive = Status.options.filter((status) => !isTerminal(status));

/** `leaseMs`: how long a task belongs to a writer that went silent. `now` counts for the life of keys only; leases go by MongoDB's clock. */
export type TaskStoreOptions = {
	readonly advanceSession: AdvanceSession;
	readonly keepNotes: KeepNotes;
	readonly leaseMs: number;
	readonly now: () => Date;
};

/** Opens the store of tasks and steps. @source reliability.md §2; engine.md §5 "Store" */
export function createTaskStore(mongo: Pick<Mongo, "client" | "db">, { advanceSession, keepNotes, leaseMs, now }: TaskStoreOptions) {
	const tasks = mongo.db.collection<Task>("tasks");
	// A task is created and leased without waiting for a majority; the same node must see it at once.
	const freshTasks = mongo.db.collection<Task>("tasks", { readConcern: { level: "local" } });
	const steps = mongo.db.collection<StepRow>("task_actions");
	const messages = mongo.db.collection<StoredMessage>("messages");
	const events = mongo.db.collection<StoredEvent>("events");
	const fast = { writeConcern: { w: 1 } } as const;
	const transactions = createTransactions(mongo);
	const oldestKey = () => new Date(now().getTime() - keyLifeMs);
	const replayFilter = (tenantId: TenantId, userId: UserId, key: string) => ({ tenantId, userId, key, createdAt: { $gt: oldestKey() } });

	const read = async ({ tenantId, taskId, limit, replay }: ReadWish): Promise<StepHistory> => {
		const newest = [{ $match: { tenantId, taskId } }, { $sort: { stepIndex: -1 } }] as const;
		const also = (pipeline: object[]) => ({ $unionWith: { coll: "task_actions", pipeline } });
		const rows = await steps
			.aggregate<ReadRow>(
				[
					...newest,
					{ $limit: limit },
					{ $project: { _id: 0, before: 0, reply: 0 } },
					also([...newest, { $limit: 1 }, { $project: { _id: 0, part: "newest", stepIndex: 1, before: 1, reply: 1 } }]),
					...(replay === undefined ? [] : [also([{ $match: replay }, { $limit: 1 }, { $project: { ...replayFields, part: "replay" } }])]),
				],
				requestLimit,
			)
			.toArray();
		return historyOf(rows) ?? (await read({ tenantId, taskId, limit, ...(replay === undefined ? {} : { replay }) }));
	};

	return {
		/** The step that an earlier request with this key led to, in the last 24 hours. */
		findReplay: (tenantId: TenantId, userId: UserId, key: string): Promise<Replayable | null> =>
			steps.findOne(replayFilter(tenantId, userId, key), { projection: replayFields, ...requestLimit }),

		/** Inserts a task with its lease. @returns null when another task has the same creating key */
		create: async (tenantId: TenantId, task: Omit<Task, "lease">, wish: LeaseWish): Promise<LeasedTask | null> => {
			const session = transactions.open();
			const lease = leaseOf(wish, { leaseMs, transaction: session.id });
			try {
				await tasks.updateOne(
					{ _id: task._id },
					[{ $replaceWith: { $mergeObjects: [{ $literal: { ...task, tenantId } }, { lease: { $mergeObjects: [lease, { fence: 1 }] } }] } }],
					{ upsert: true, session: session.own, ...fast, ...requestLimit },
				);
			} catch (cause) {
				await session.end();
				if (isDuplicateKey(cause)) return null;
				throw cause;
			}
			await failpoint("task.created");
			const held: Lease = { owner: wish.owner, fence: 1, until: released, ...wish.mark };
			session.keepFor(task._id, held);
			return { ...task, lease: held, isTakenOver: false, wasAsked: false };
		},

		/** The task that a creating key belongs to; a key older than 24 hours is set free. */
		findCreated: async (tenantId: TenantId, userId: UserId, createKey: string): Promise<Task | null> => {
			const found = await freshTasks.findOne({ tenantId, userId, createKey }, requestLimit);
			if (found === null || found.createdAt > oldestKey()) return found;
			await tasks.updateOne({ _id: found._id, tenantId }, { $unset: { createKey: 1 } });
			return null;
		},

		/** Takes the lease if nobody holds it and the task is alive. A writer that died inside its transaction is cleared away first. */
		lease: async (tenantId: TenantId, wish: LeaseWish): Promise<LeasedTask | null> => {
			const session = transactions.open();
			const lease = leaseOf(wish, { leaseMs, transaction: session.id });
			const take = () => takeLease(freshTasks, tenantId, { wish, lease, session: session.own });
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

		/** The task as it is, of this user. */
		get: (tenantId: TenantId, userId: UserId, taskId: TaskId): Promise<Task | null> =>
			freshTasks.findOne({ _id: taskId, tenantId, userId }, requestLimit),

		/** The newest steps, oldest first. Only the newest one comes with its `before` and `reply`: they are most of a row. */
		recent: async (tenantId: TenantId, taskId: TaskId, limit: number): Promise<readonly StepRow[]> =>
			(await read({ tenantId, taskId, limit })).past,

		/** The newest steps, and the step that an earlier request with this key led to: in one round trip, as every step needs both. */
		readFor: (
			tenantId: TenantId,
			userId: UserId,
			{ taskId, key, limit }: { readonly taskId: TaskId; readonly key: string | undefined; readonly limit: number },
		): Promise<StepHistory> =>
			read({ tenantId, taskId, limit, ...(key === undefined ? {} : { replay: replayFilter(tenantId, userId, key) }) }),

		/** Keeps the lease. @returns false when the task went on without us */
		renew: async (tenantId: TenantId, task: LeasedTask): Promise<boolean> => {
			const until = { $add: ["$$NOW", leaseMs] };
			const kept = await tasks.updateOne(mine(tenantId, task), [{ $set: { "lease.until": until } }], { ...fast, ...requestLimit });
			return kept.matchedCount === 1;
		},

		/** Notes that a model is being called for the next step, so that a second call for it is counted. */
		markAsked: async (tenantId: TenantId, task: LeasedTask): Promise<void> => {
			await tasks.updateOne(mine(tenantId, task), { $set: { "lease.asked": task.stepCount } }, { ...fast, ...requestLimit });
		},

		/** Gives the lease back without a step. A newborn task that no key leads back to is taken away: nobody could find it. */
		release: async (tenantId: TenantId, task: LeasedTask): Promise<void> => {
			await transactions.close(task);
			if (task.stepCount === 0 && task.createKey === undefined && task.door === "interact") {
				await tasks.deleteOne({ ...mine(tenantId, task), stepCount: 0 }, { ...fast, ...requestLimit });
				return;
			}
			await tasks.updateOne(
				{ _id: task._id, tenantId, "lease.fence": task.lease.fence },
				{ $set: { "lease.until": released }, $unset: { "lease.asked": 1 } },
				{ ...fast, ...requestLimit },
			);
		},

		/**
		 * Writes a step durably: task, action, verdict onto the action before, session, events; all or none.
		 *
		 * @throws AppError as `lostTo` says, when the task is no longer ours
		 */
		record: async (tenantId: TenantId, write: StepWrite): Promise<readonly StoredEvent[]> => {
			const { task, patch, step, proof } = write;
			const work = async (session: Transaction) => {
				const options = { session };
				const won = await tasks.updateOne(
					mine(tenantId, task),
					{ $set: { ...patch, "lease.until": released }, $unset: { "lease.asked": 1, ...forgotten(patch) }, $inc: { rev: 1 } },
					options,
				);
				if (won.matchedCount === 0) throw lostTo(task, await freshTasks.findOne({ _id: task._id, tenantId }, requestLimit));
				await failpoint("step.in_transaction");
				await insertStep(steps, write, session);
				if (proof !== undefined && proof.stepIndex !== step.stepIndex - 1)
					await steps.updateOne({ tenantId, taskId: task._id, stepIndex: proof.stepIndex }, { $set: verdictOf(proof) }, options);
				if (write.notes.length > 0) await keepNotes(write, session);
				const numbers = await advanceSession(write.session, session);
				const sent = await insertMessages(messages, { tenantId, write, messageCount: numbers.messageCount, session });
				return await insertEvents(events, { tenantId, write, sent, lastEventSeq: numbers.lastEventSeq, session });
			};
			const stored = await inTransaction(mongo, work, transactions.of(task));
			await transactions.close(task);
			return stored;
		},

		/** Adds what was used in vain to what a live task has spent. */
		addSpent: async (tenantId: TenantId, taskId: TaskId, { estimated, ...sums }: Spent): Promise<void> => {
			const $inc = Object.fromEntries(Object.entries(sums).map(([name, value]) => [`spent.${name}`, value]));
			await tasks.updateOne(
				{ _id: taskId, tenantId, status: { $nin: ended } },
				{ $inc, ...(estimated === true ? { $set: { "spent.estimated": true } } : {}) },
				{ ...fast, ...requestLimit },
			);
		},

		/** Ends a task without a step, if nobody wrote to it since it was read. @returns null when somebody did */
		end: (tenantId: TenantId, write: EndWrite): Promise<readonly StoredEvent[] | null> =>
			inTransaction(mongo, async (session) => {
				const { task, patch } = write;
				const filter = { _id: task._id, tenantId, rev: task.rev, status: { $nin: ended } };
				const update = {
					$set: { ...patch, "lease.until": released },
					$unset: { "lease.asked": 1, ...forgotten(patch) },
					$inc: { rev: 1 },
				} as const;
				const won = await tasks.updateOne(filter, update, { session });
				if (won.matchedCount === 0) return null;
				const { lastEventSeq } = await advanceSession(write.session, session);
				// A run that ended before its first step never had a chat to tell.
				if (lastEventSeq === 0) return [];
				const pending = { tenantId, sessionId: task.sessionId, taskId: task._id, status: "pending" } as const;
				await messages.updateMany(pending, { $set: { status: "failure" } }, { session });
				return await insertEvents(events, { tenantId, write, sent: [], lastEventSeq, session });
			}),

		/** Living tasks without a step since a time and without a writer, of all tenants, the oldest first. */
		findIdle: (since: Date, limit: number): Promise<readonly Task[]> =>
			freshTasks
				.find(
					{ status: { $in: alive }, updatedAt: { $lt: since }, $expr: { $lte: [{ $ifNull: ["$lease.until", released] }, "$$NOW"] } },
					{ sort: { updatedAt: 1 }, limit },
				)
				.toArray(),
	};
}

/** Indexes of tasks, steps and events. @source architecture.md §5; reliability.md §2 */
export const stepMigrations: readonly Migration[] = [
	{
		id: "2026-01-steps-indexes",
		run: async (db) => {
			await db
				.collection("tasks")
				.createIndexes([
					{ key: { tenantId: 1, userId: 1, createKey: 1 }, unique: true, partialFilterExpression: { createKey: { $type: "string" } } },
					{ key: { tenantId: 1, sessionId: 1, createdAt: -1 } },
					{ key: { status: 1, updatedAt: 1 } },
					{ key: { expireAt: 1 }, expireAfterSeconds: 0 },
				]);
			await db.collection("task_actions").createIndexes([
				{ key: { tenantId: 1, taskId: 1, stepIndex: 1 }, unique: true },
				{ key: { tenantId: 1, userId: 1, key: 1 }, partialFilterExpression: { key: { $type: "string" } } },
				{ key: { expireAt: 1 }, expireAfterSeconds: 0 },
			]);
			await db.collection("events").createIndexes([
				{ key: { tenantId: 1, sessionId: 1, seq: 1 }, unique: true },
				{ key: { publishedAt: 1, createdAt: 1 }, partialFilterExpression: { publishedAt: null } },
				{ key: { createdAt: 1 }, expireAfterSeconds: 7 * 86_400 },
			]);
		},
	},
	{
		id: "2026-02-messages-indexes",
		run: async (db) => {
			await db.collection("messages").createIndexes([
				{ key: { tenantId: 1, sessionId: 1, sequenceNumber: 1 }, unique: true },
				{ key: { tenantId: 1, messageId: 1 }, unique: true },
				{ key: { expireAt: 1 }, expireAfterSeconds: 0 },
			]);
		},
	},
];

/** What a task no longer needs once it has ended: the sealed words of the person, which hold a secret. */
function forgotten({ status }: Partial<Task>): { readonly sealedQuery?: 1 } {
	return status !== undefined && isTerminal(status) ? { sealedQuery: 1 } : {};
}

function mine(tenantId: TenantId, task: LeasedTask) {
	return { _id: task._id, tenantId, rev: task.rev, "lease.fence": task.lease.fence };
}

function leaseOf(wish: LeaseWish, { leaseMs, transaction }: { readonly leaseMs: number; readonly transaction: unknown }) {
	return { $mergeObjects: [{ $literal: { owner: wish.owner, transaction, ...wish.mark } }, { until: { $add: ["$$NOW", leaseMs] } }] };
}

/** The lease in one write: the filter says whether it is free, the database's clock when it ends. */
async function takeLease(
	tasks: Collection<Task>,
	tenantId: TenantId,
	{ wish, lease, session }: { readonly wish: LeaseWish; readonly lease: object; readonly session: Transaction },
): Promise<LeasedTask | null> {
	const isFree = { $lte: [{ $ifNull: ["$lease.until", released] }, "$$NOW"] };
	const carried = {
		fence: { $add: [{ $ifNull: ["$lease.fence", 0] }, 1] },
		asked: "$lease.asked",
		heldBefore: { $gt: ["$lease.until", released] },
	};
	const task = await tasks.findOneAndUpdate(
		{ _id: wish.taskId, tenantId, userId: wish.userId, status: { $nin: ended }, $expr: isFree },
		[{ $set: { lease: { $mergeObjects: [lease, carried] } } }],
		{ returnDocument: "after", session, writeConcern: { w: 1 }, ...requestLimit },
	);
	if (task?.lease === undefined) return null;
	const isTakenOver = task.lease.heldBefore === true;
	return { ...task, lease: task.lease, isTakenOver, wasAsked: isTakenOver && task.lease.asked === task.stepCount };
}

/**
 * The database sessions of the steps in flight. The server keeps a transaction, and its locks, for a minute after its client was killed;
 * so a lease names the session it will write with, and whoever takes over a dead writer's lease ends that session. The lease is taken in
 * that session, too: its transaction then waits until it can see the lease, which the writes of others may hold up for a moment.
 */
function createTransactions(mongo: Pick<Mongo, "client" | "db">) {
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

/** Did the write wait in vain for another one that is not committed? */
function isBlocked(cause: unknown): boolean {
	return cause instanceof MongoServerError && (cause.code === 50 || cause.code === 112);
}

function verdictOf({ verification, isProven, batch }: NonNullable<StepWrite["proof"]>) {
	return { verification, isProven, ...(batch === undefined ? {} : { batch }) };
}

/** The rows of one read, put together; null when a step was written between its parts. */
function historyOf(rows: readonly ReadRow[]): StepHistory | null {
	const past: StepRow[] = [];
	let newest: Pick<StepRow, "stepIndex" | "before"> & { reply?: string } = { stepIndex: -1, before: null };
	let replay: Replayable | null = null;
	for (const row of rows) {
		if (row.part === undefined) past.push({ ...row, before: null });
		else if (row.part === "replay") replay = row;
		else newest = { stepIndex: row.stepIndex, before: row.before, ...(row.reply === undefined ? {} : { reply: row.reply }) };
	}
	const [first, ...others] = past;
	if ((first?.stepIndex ?? -1) !== newest.stepIndex) return null;
	return { past: first === undefined ? [] : [...others.reverse(), { ...first, ...newest }], replay };
}

/**
 * The new step, and the verdict onto the one before, which also loses a sealed reply: nobody will ask for it again. Written as an upsert
 * that matches nothing, both go in one command; the unique index still refuses a step that is already there.
 */
async function insertStep(steps: Collection<StepRow>, { task, step, proof }: StepWrite, session: Transaction): Promise<void> {
	const { tenantId, stepIndex } = step;
	const insert = { replaceOne: { filter: { _id: new ObjectId() }, replacement: step, upsert: true } } as const;
	if (stepIndex === 0) {
		await steps.bulkWrite([insert], { session });
		return;
	}
	const filter = { tenantId, taskId: task._id, stepIndex: stepIndex - 1 };
	const verdict = proof?.stepIndex === filter.stepIndex ? verdictOf(proof) : null;
	const settled = {
		// Literals: what a page shows may look like an expression.
		...Object.fromEntries(Object.entries(verdict ?? {}).map(([field, value]) => [field, { $literal: value }])),
		reply: { $cond: ["$isSealed", "$$REMOVE", "$reply"] },
	};
	await steps.bulkWrite([insert, { updateOne: { filter, update: [{ $set: settled }] } }], { session, ordered: true });
}

/** The turns of the chat that a step adds, and what became of earlier ones: in one command, as above. */
async function insertMessages(
	messages: Collection<StoredMessage>,
	job: {
		readonly tenantId: TenantId;
		readonly write: Pick<StepWrite, "task" | "patch" | "messages" | "settled">;
		readonly messageCount: number;
		readonly session: Transaction;
	},
): Promise<readonly Message[]> {
	const { tenantId, write, messageCount, session } = job;
	const { _id: taskId, sessionId, expireAt } = { ...write.task, ...write.patch };
	const first = messageCount - write.messages.length;
	const sent = write.messages.map((message, index): Message => ({ ...message, sessionId, taskId, sequenceNumber: first + index }));
	const inserts = sent.map((message) => {
		const replacement: StoredMessage = { ...message, tenantId, expireAt };
		return { replaceOne: { filter: { _id: new ObjectId() }, replacement, upsert: true } };
	});
	const changes = write.settled.map(({ messageId, ...change }) => ({
		updateOne: { filter: { tenantId, messageId }, update: { $set: change } },
	}));
	await messages.bulkWrite([...inserts, ...changes], { session, ordered: true });
	return sent;
}

async function insertEvents(
	events: Collection<StoredEvent>,
	job: {
		readonly tenantId: TenantId;
		readonly write: Pick<StepWrite, "session" | "events">;
		readonly sent: readonly Message[];
		readonly lastEventSeq: number;
		readonly session: Transaction;
	},
): Promise<readonly StoredEvent[]> {
	const { tenantId, write, sent, session } = job;
	const { sessionId, at } = write.session;
	const said = sent.map((message): OutboxEvent => {
		// One id for both: who has seen the message has seen its event.
		return { eventId: message.messageId, name: "new_message", data: { message: messageForEvent(message) } };
	});
	const all = [...said, ...write.events];
	const first = job.lastEventSeq - all.length + 1;
	const rows = all.map(
		(event, index): StoredEvent => ({
			...event,
			data: { type: event.name, sessionId, seq: first + index, eventId: event.eventId, ...event.data },
			tenantId,
			sessionId,
			seq: first + index,
			createdAt: at,
			publishedAt: null,
		}),
	);
	if (rows.length > 0) await events.insertMany(rows, { session });
	return rows;
}
