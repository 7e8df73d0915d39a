import type { PageSnapshot } from "@webhand/contracts/agent/runs-snapshot";
import type { QuestionId, SessionId, TaskId, TenantId, UserId } from "@webhand/contracts/ids";
import type { Mongo, Transaction } from "@webhand/service-kit/mongo";
import { isDuplicateKey, requestLimit } from "@webhand/service-kit/mongo";
import type { Migration } from "@webhand/service-kit/mongo/migrations";
import { dayMs } from "../../shared/retention.ts";
import type { StoredMessage } from "../../shared/rows.ts";
import type { Task } from "../../shared/task.ts";
import type { ReportedResult, Run, RunTrouble } from "../runs/map.ts";

/** The idempotency record of an answer, stored for a day: the same key and body get the same bytes. */
export type AnswerRecord = { readonly key: string; readonly bodyHash: string; readonly reply: string };

type StoredAnswer = AnswerRecord & { readonly tenantId: TenantId; readonly userId: UserId; readonly expireAt: Date };

/** The last page of a run, in a row of its own: the engine reads the task with every step and does not need the page. */
type StoredSnapshot = { readonly _id: TaskId; readonly tenantId: TenantId; readonly snapshot: PageSnapshot; readonly expireAt: Date };

/** Runs, the answers of their users, and their last pages. */
export type RunStore = ReturnType<typeof createRunStore>;

const maxStarts = 3;

/** Opens the store of runs. */
export function createRunStore(mongo: Pick<Mongo, "db">) {
	const tasks = mongo.db.collection<Run>("tasks");
	const answers = mongo.db.collection<StoredAnswer>("run_answers");
	const messages = mongo.db.collection<StoredMessage>("messages");
	// Written without a majority; the same node must read it at once.
	const snapshots = mongo.db.collection<StoredSnapshot>("run_snapshots", { readConcern: { level: "local" } });
	return {
		/** Stores a new run durably, or finds the one that the same key created in the last 24 hours. */
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
				// The old run releases the key. An equal start may have done so meanwhile: its run keeps the key.
				await tasks.updateOne({ tenantId, userId, createKey, createdAt: { $lte: dayBefore } }, { $unset: { createKey: 1 } });
			}
		},

		/** Stores the last page of a run, until the run ends or for a day. */
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

		/** Deletes the last page of a run. */
		dropSnapshot: async (tenantId: TenantId, runId: TaskId): Promise<void> => {
			await snapshots.deleteOne({ _id: runId, tenantId }, requestLimit);
		},

		/** Stores the failure at the current step, unless that step was taken meanwhile. */
		markTrouble: async (tenantId: TenantId, runId: TaskId, trouble: RunTrouble): Promise<void> => {
			await tasks.updateOne({ _id: runId, tenantId, stepCount: trouble.stepCount }, { $set: { trouble } }, requestLimit);
		},

		/** Stores the result of the last tool. The first report counts: later ones are about the `observe` that followed. */
		noteResult: async (tenantId: TenantId, runId: TaskId, toldResult: ReportedResult): Promise<void> => {
			const { stepCount } = toldResult;
			const unreported = { _id: runId, tenantId, stepCount, "toldResult.stepCount": { $ne: stepCount } };
			await tasks.updateOne(unreported, { $set: { toldResult } }, requestLimit);
		},

		/** The task of this user. */
		get: (tenantId: TenantId, userId: UserId, taskId: TaskId): Promise<Run | null> =>
			tasks.findOne({ _id: taskId, tenantId, userId }, requestLimit),

		/** The answer that a user gave under this key in the last 24 hours, to any task. */
		findAnswer: (
			tenantId: TenantId,
			userId: UserId,
			{ key, at }: { readonly key: string; readonly at: Date },
		): Promise<AnswerRecord | null> => answers.findOne({ tenantId, userId, key, expireAt: { $gt: at } }, requestLimit),

		/** Stores the record of an answer in its transaction: of two concurrent answers under one key the second fails on the unique index. */
		keepAnswer: async (
			tenantId: TenantId,
			{ at, ...answer }: AnswerRecord & { readonly userId: UserId; readonly at: Date },
			session: Transaction,
		): Promise<void> => {
			const record = { ...answer, tenantId, expireAt: new Date(at.getTime() + dayMs) };
			const outdated = { tenantId, userId: answer.userId, key: answer.key, expireAt: { $lte: at } };
			await answers.replaceOne(outdated, record, { upsert: true, session });
		},

		/** What the chat tells of a question, oldest first: the events of the messages about it. */
		eventsAbout: async (tenantId: TenantId, sessionId: SessionId, questionId: QuestionId): Promise<readonly string[]> => {
			const about = { tenantId, sessionId, "metadata.questionId": questionId };
			const told = await messages.find(about, { sort: { sequenceNumber: 1 }, projection: { metadata: 1 }, ...requestLimit }).toArray();
			return told.flatMap(({ metadata }) => metadata?.event ?? []);
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
