import type { PageSnapshot } from "@webhand/contracts/agent/runs-snapshot";
import { isTerminal, TaskStatus } from "@webhand/contracts/agent/task";
import type { TaskId, TenantId, UserId } from "@webhand/contracts/ids";
import type { Mongo } from "@webhand/service-kit/mongo";
import { inTransaction, isDuplicateKey, requestLimit } from "@webhand/service-kit/mongo";
import type { Migration } from "@webhand/service-kit/mongo/migrations";
import { dayMs } from "../retention.ts";
import type { Task } from "../steps/task.ts";
import type { Run, RunTrouble, ToldResult } from "./map.ts";

/** What the person said to a task; `noted`: all notes, with the one that answers no question. */
export type Said = { readonly question: Task["question"]; readonly noted?: Pick<Task, "notes" | "sealedNotes"> };

/** The idempotency record of an answer, kept for a day: same key and body, same bytes. */
export type AnswerRecord = { readonly key: string; readonly bodyHash: string; readonly reply: string };

type StoredAnswer = AnswerRecord & { readonly tenantId: TenantId; readonly userId: UserId; readonly expireAt: Date };

/** The last page of a run, in a row of its own: the engine reads a task with every step, and has no use for it. */
type StoredSnapshot = { readonly _id: TaskId; readonly tenantId: TenantId; readonly snapshot: PageSnapshot; readonly expireAt: Date };

/** Answers of people, kept on their tasks. */
export type RunStore = ReturnType<typeof createRunStore>;

const ended = TaskStatus.options.filter(isTerminal);
const released = new Date(0);
const maxStarts = 3;

/** Opens the store of runs. */
export function createRunStore(mongo: Pick<Mongo, "client" | "db">) {
	const tasks = mongo.db.collection<Run>("tasks");
	const answers = mongo.db.collection<StoredAnswer>("run_answers");
	// Written without waiting for a majority, and read from the same node at once.
	const snapshots = mongo.db.collection<StoredSnapshot>("run_snapshots", { readConcern: { level: "local" } });
	return {
		/** Stores a new run durably; or finds the one that its creating key made in the last 24 hours. */
		create: async (tenantId: TenantId, task: Omit<Task, "lease">): Promise<{ readonly run: Run; readonly isNew: boolean }> => {
			const { userId, createKey } = task;
			const dayBefore = new Date(task.createdAt.getTime() - dayMs);
			for (let attempt = 1; ; attempt += 1) {
				try {
					await tasks.insertOne({ ...task, tenantId });
					return { run: task, isNew: true };
				} catch (cause) {
					if (!isDuplicateKey(cause) || createKey === undefined || attempt === maxStarts) throw cause;
				}
				const first = await tasks.findOne({ tenantId, userId, createKey, createdAt: { $gt: dayBefore } }, requestLimit);
				if (first !== null) return { run: first, isNew: false };
				// An equal start may have freed it meanwhile: its run keeps the key.
				await tasks.updateOne({ tenantId, userId, createKey, createdAt: { $lte: dayBefore } }, { $unset: { createKey: 1 } });
			}
		},

		/** Keeps the last page of a run, until the run ends or for a day. */
		putSnapshot: async (
			tenantId: TenantId,
			{ runId, snapshot, at }: { readonly runId: TaskId; readonly snapshot: PageSnapshot; readonly at: Date },
		): Promise<void> => {
			const kept = { snapshot, expireAt: new Date(at.getTime() + dayMs) };
			await snapshots.updateOne({ _id: runId, tenantId }, { $set: kept }, { upsert: true, writeConcern: { w: 1 }, ...requestLimit });
		},

		/** The last page of a run, if there is one. */
		snapshotOf: async (tenantId: TenantId, runId: TaskId): Promise<PageSnapshot | null> =>
			(await snapshots.findOne({ _id: runId, tenantId }, requestLimit))?.snapshot ?? null,

		/** Forgets the last page of a run. */
		dropSnapshot: async (tenantId: TenantId, runId: TaskId): Promise<void> => {
			await snapshots.deleteOne({ _id: runId, tenantId }, requestLimit);
		},

		/** Notes what stopped a run at its present step, unless that step was taken meanwhile. */
		markTrouble: async (tenantId: TenantId, runId: TaskId, trouble: RunTrouble): Promise<void> => {
			await tasks.updateOne({ _id: runId, tenantId, stepCount: trouble.stepCount }, { $set: { trouble } }, requestLimit);
		},

		/** Notes what became of the last tool, unless a step was taken meanwhile or it was told before: what follows tells of the looking. */
		noteResult: async (tenantId: TenantId, runId: TaskId, toldResult: ToldResult): Promise<void> => {
			const { stepCount } = toldResult;
			const untold = { _id: runId, tenantId, stepCount, "toldResult.stepCount": { $ne: stepCount } };
			await tasks.updateOne(untold, { $set: { toldResult } }, requestLimit);
		},

		/** The task of this user. */
		get: (tenantId: TenantId, userId: UserId, taskId: TaskId): Promise<Run | null> =>
			tasks.findOne({ _id: taskId, tenantId, userId }, requestLimit),

		/** The answer that a user gave under a key in the last 24 hours, to whichever task. */
		findAnswer: (
			tenantId: TenantId,
			userId: UserId,
			{ key, at }: { readonly key: string; readonly at: Date },
		): Promise<AnswerRecord | null> => answers.findOne({ tenantId, userId, key, expireAt: { $gt: at } }, requestLimit),

		/** Writes an answer durably, with its record, unless the task was written to since it was read or a step is being decided. @returns the new state, or null, also where its key was used meanwhile */
		answer: async (
			tenantId: TenantId,
			task: Task,
			said: Said & { readonly at: Date; readonly record?: AnswerRecord },
		): Promise<Task | null> => {
			const { userId } = task;
			const isIdle = { $lte: [{ $ifNull: ["$lease.until", released] }, "$$NOW"] };
			return await inTransaction(mongo, async (session) => {
				const answered = await tasks.findOneAndUpdate(
					{ _id: task._id, tenantId, userId, rev: task.rev, status: { $nin: ended }, $expr: isIdle },
					{
						$set: {
							question: said.question,
							updatedAt: said.at,
							...(said.noted === undefined ? {} : { ...said.noted, isPlanOutdated: true }),
						},
						$inc: { rev: 1 },
					},
					{ returnDocument: "after", session },
				);
				if (answered === null || said.record === undefined) return answered;
				const record = { ...said.record, tenantId, userId, expireAt: new Date(said.at.getTime() + dayMs) };
				// Of two tasks that are answered under one key at once the second breaks on the unique index.
				const outdated = { tenantId, userId, key: record.key, expireAt: { $lte: said.at } };
				await answers.replaceOne(outdated, record, { upsert: true, session });
				return answered;
			}).catch((cause: unknown) => {
				if (isDuplicateKey(cause)) return null;
				throw cause;
			});
		},
	};
}

/** Indexes of runs. */
export const runMigrations: readonly Migration[] = [
	{
		id: "2026-11-run-snapshots",
		run: async (db) => {
			await db.collection("run_snapshots").createIndex({ expireAt: 1 }, { expireAfterSeconds: 0 });
		},
	},
	{
		id: "2026-11-run-answers",
		run: async (db) => {
			await db.collection("run_answers").createIndexes([
				{ key: { tenantId: 1, userId: 1, key: 1 }, unique: true },
				{ key: { expireAt: 1 }, expireAfterSeconds: 0 },
			]);
		},
	},
];
