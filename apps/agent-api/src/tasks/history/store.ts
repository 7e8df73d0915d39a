import type { TaskStatus } from "@webhand/contracts/agent/task";
import type { ShareId, TaskId, TenantId, UserId } from "@webhand/contracts/ids";
import type { Mongo } from "@webhand/service-kit/mongo";
import { requestLimit } from "@webhand/service-kit/mongo";
import type { Migration } from "@webhand/service-kit/mongo/migrations";
import { Binary } from "mongodb";
import type { NamedTask, PastAct } from "../../policy/authority/preview.ts";
import { dayMs } from "../../shared/retention.ts";
import type { Owner } from "../../shared/rows.ts";
import type { OpenQuestion, StepKnowledge, StepRow, Task } from "../../shared/task.ts";
import type { TaskCursor } from "./cursor.ts";
import type { HowToStep } from "./how-to.ts";
import type { DoneRow, ListedTask, ReadStep, ReadTask } from "./map.ts";
import { listedFields } from "./map.ts";

/** The compressed page of a step. `truncated`: its end was cut. */
export type KeptPage = { readonly gzip: Buffer; readonly truncated: boolean; readonly createdAt: Date };

type StoredPage = Omit<KeptPage, "gzip"> & {
	readonly tenantId: TenantId;
	readonly taskId: TaskId;
	readonly stepIndex: number;
	readonly gzip: Binary;
	readonly expireAt: Date;
};

/** Stored tasks with their shares, steps and pages. */
export type TraceStore = ReturnType<typeof createTraceStore>;

/** A shape of which a person wants no routine. */
type DismissedShape = { readonly tenantId: TenantId; readonly userId: UserId; readonly shape: string; readonly expireAt: Date };

const pageLifeMs = 7 * dayMs;
/** A person who still does it after so long may want another answer. */
const dismissedLifeMs = 365 * dayMs;

/** A task with a question that its person can still answer. */
export type AskingTask = Pick<Task, "_id" | "sessionId" | "query" | "origin" | "updatedAt"> & { readonly question: OpenQuestion };

/** Which tasks of a tenant: of one user, in some states, with a text in their instruction, after a cursor. */
export type TaskFilter = {
	readonly userId?: UserId | undefined;
	readonly status?: readonly TaskStatus[] | undefined;
	readonly text?: string | undefined;
	readonly after?: TaskCursor | undefined;
	readonly limit: number;
};

const mostActTasks = 200;
const mostActs = 500;
const mostHowToSteps = 1_000;
const mostDoneSteps = 1_000;

const newestFirst = { createdAt: -1, _id: -1 } as const;
const listed = Object.fromEntries(listedFields.map((field) => [field, 1]));

/** Of a question all but what it holds. */
const questionFields = ["id", "kind", "text", "choices", "expiresAt", "approval", "approvals", "stepIndex"];
const askedFields = ["sessionId", "query", "origin", "updatedAt", ...questionFields.map((field) => `question.${field}`)];
const asked = Object.fromEntries(askedFields.map((field) => [field, 1]));

/** A text as a regular expression that finds it literally. */
const quoted = (text: string) => text.replaceAll(/[.*+?^${}()|[\]\\#-]/g, "\\$&");

/** Opens the store of traces. */
export function createTraceStore(mongo: Pick<Mongo, "db">) {
	const tasks = mongo.db.collection<ReadTask>("tasks");
	const steps = mongo.db.collection<ReadStep>("task_actions");
	const pages = mongo.db.collection<StoredPage>("task_pages");
	const dismissed = mongo.db.collection<DismissedShape>("dismissed_shapes");
	// Pages are written without a majority; who counts them must see the newest.
	const freshPages = mongo.db.collection<StoredPage>("task_pages", { readConcern: { level: "local" } });
	return {
		/** A task of the tenant, of any user. */
		task: (tenantId: TenantId, taskId: TaskId): Promise<ReadTask | null> =>
			tasks.findOne(
				{ _id: taskId, tenantId },
				{ projection: { lease: 0, deciderState: 0, sealedQuery: 0, sealedNotes: 0, queuedNotes: 0 }, ...requestLimit },
			),

		/** Shares a task; a share that stands stays. */
		share: async (tenantId: TenantId, taskId: TaskId, share: ShareId): Promise<void> => {
			await tasks.updateOne({ _id: taskId, tenantId, share: { $exists: false } }, { $set: { share } }, requestLimit);
		},

		/** Takes the share of a task back. */
		unshare: async (tenantId: TenantId, taskId: TaskId): Promise<void> => {
			await tasks.updateOne({ _id: taskId, tenantId }, { $unset: { share: "" } }, requestLimit);
		},

		/** Tasks of the tenant that match, newest first. */
		list: (tenantId: TenantId, { userId, status, text, after, limit }: TaskFilter): Promise<readonly ListedTask[]> =>
			tasks
				.find(
					{
						tenantId,
						...(userId === undefined ? {} : { userId }),
						...(status === undefined ? {} : { status: { $in: [...status] } }),
						...(text === undefined ? {} : { query: { $regex: quoted(text), $options: "i" } }),
						...(after === undefined
							? {}
							: { $or: [{ createdAt: { $lt: after.createdAt } }, { createdAt: after.createdAt, _id: { $lt: after.taskId } }] }),
					},
					{ sort: newestFirst, limit, projection: listed, ...requestLimit },
				)
				.toArray(),

		/** Tasks of a user with an open question to them, the newest first. Those about the server host have an approval as well. */
		asking: ({ tenantId, userId }: Owner, { at, limit }: { readonly at: Date; readonly limit: number }): Promise<AskingTask[]> =>
			tasks
				.find<AskingTask>(
					{
						tenantId,
						userId,
						status: "needs_user_input",
						"question.expiresAt": { $gt: at.toISOString() },
						"question.given": { $exists: false },
						"question.expiredAt": { $exists: false },
						"question.held.server": { $exists: false },
					},
					{ sort: { "question.expiresAt": -1 }, limit, projection: asked, ...requestLimit },
				)
				.toArray(),

		/** Steps after `after`, oldest first. */
		steps: (tenantId: TenantId, taskId: TaskId, range: { readonly after: number; readonly limit: number }): Promise<readonly ReadStep[]> =>
			steps
				.find(
					{ tenantId, taskId, stepIndex: { $gt: range.after } },
					{
						sort: { stepIndex: 1 },
						limit: range.limit,
						projection: { _id: 0, reply: 0, before: 0, key: 0, bodyHash: 0, sealed: 0, knowledge: 0 },
						...requestLimit,
					},
				)
				.toArray(),

		/** What the newest tasks since a moment did that went ahead, looking aside, the newest first. */
		acts: async (tenantId: TenantId, since: Date): Promise<{ readonly tasks: readonly NamedTask[]; readonly acts: readonly PastAct[] }> => {
			const begun = { tenantId, createdAt: { $gte: since } };
			const found = await tasks
				.find<NamedTask>(begun, { sort: { createdAt: -1 }, limit: mostActTasks, projection: { query: 1 }, ...requestLimit })
				.toArray();
			const went = { "gate.class": { $nin: ["observe", "navigate"] }, "gate.outcome": { $in: ["allow", "warn", "approved", "mandate"] } };
			const projection = { _id: 0, taskId: 1, parsed: 1, gate: 1, hosts: 1, createdAt: 1, "before.url": 1 } as const;
			const acts = await steps
				.find<PastAct>(
					{ tenantId, taskId: { $in: found.map(({ _id }) => _id) }, ...went },
					{ sort: { createdAt: -1 }, limit: mostActs, projection, ...requestLimit },
				)
				.toArray();
			return { tasks: found, acts };
		},

		/** The knowledge of a step; null for an unknown step, empty where nobody was asked for any. */
		knowledge: async (tenantId: TenantId, taskId: TaskId, stepIndex: number): Promise<StepKnowledge | null> => {
			const projection = { _id: 0, knowledge: 1 } as const;
			const found = await steps.findOne<Pick<StepRow, "knowledge">>({ tenantId, taskId, stepIndex }, { projection, ...requestLimit });
			return found === null ? null : (found.knowledge ?? { used: [] });
		},

		/** The newest 1,000 steps with what a how-to is made from, oldest first. */
		howToSteps: async (tenantId: TenantId, taskId: TaskId): Promise<readonly HowToStep[]> => {
			const projection = {
				_id: 0,
				parsed: 1,
				targetName: 1,
				verification: 1,
				gate: 1,
				expect: 1,
				isProven: 1,
				batch: 1,
				proves: 1,
				"before.url": 1,
				"before.target.role": 1,
			} as const;
			const newest = { sort: { stepIndex: -1 }, limit: mostHowToSteps, projection, ...requestLimit } as const;
			return (await steps.find<HowToStep>({ tenantId, taskId }, newest).toArray()).reverse();
		},

		/** The first 1,000 steps with what a routine is made from, oldest first. */
		doneSteps: (tenantId: TenantId, taskId: TaskId): Promise<readonly DoneRow[]> => {
			const projection = {
				_id: 0,
				stepIndex: 1,
				by: 1,
				parsed: 1,
				expect: 1,
				isExplicit: 1,
				targetName: 1,
				described: 1,
				describedTo: 1,
				verification: 1,
				gate: 1,
				batch: 1,
				"before.url": 1,
				"before.title": 1,
				"before.target.states": 1,
			} as const;
			return steps
				.find<DoneRow>({ tenantId, taskId }, { sort: { stepIndex: 1 }, limit: mostDoneSteps, projection, ...requestLimit })
				.toArray();
		},

		/** The newest tasks of a user since a time, as far as their shapes need them. */
		recent: (
			tenantId: TenantId,
			{ userId, since, limit }: { readonly userId: UserId; readonly since: Date; readonly limit: number },
		): Promise<readonly Pick<ReadTask, "_id" | "status" | "origin" | "shape">[]> =>
			tasks
				.find(
					{ tenantId, userId, createdAt: { $gte: since } },
					{ sort: newestFirst, limit, projection: { status: 1, origin: 1, shape: 1 }, ...requestLimit },
				)
				.toArray(),

		setShape: async (tenantId: TenantId, taskId: TaskId, shape: string): Promise<void> => {
			await tasks.updateOne({ _id: taskId, tenantId, status: "completed" }, { $set: { shape } }, requestLimit);
		},

		/** Tasks of a user with a shape, newest first. */
		alike: async (
			tenantId: TenantId,
			{ userId, shape, since, limit }: { readonly userId: UserId; readonly shape: string; readonly since: Date; readonly limit: number },
		): Promise<readonly TaskId[]> => {
			const found = await tasks
				.find(
					{ tenantId, userId, shape, createdAt: { $gte: since } },
					{ sort: { createdAt: -1 }, limit, projection: { _id: 1 }, ...requestLimit },
				)
				.toArray();
			return found.map(({ _id }) => _id);
		},

		isDismissed: async (tenantId: TenantId, { userId, shape }: Pick<DismissedShape, "userId" | "shape">): Promise<boolean> =>
			(await dismissed.findOne({ tenantId, userId, shape }, { projection: { _id: 1 }, ...requestLimit })) !== null,

		dismiss: async (
			tenantId: TenantId,
			{ userId, shape, at }: Pick<DismissedShape, "userId" | "shape"> & { readonly at: Date },
		): Promise<void> => {
			const expireAt = new Date(at.getTime() + dismissedLifeMs);
			await dismissed.updateOne({ tenantId, userId, shape }, { $set: { expireAt } }, { upsert: true, ...requestLimit });
		},

		/** Stores the page of a step for seven days; the first one stays. */
		putPage: async (tenantId: TenantId, step: { readonly taskId: TaskId; readonly stepIndex: number }, page: KeptPage): Promise<void> => {
			const { gzip, truncated, createdAt } = page;
			const kept = { gzip: new Binary(gzip), truncated, createdAt, expireAt: new Date(createdAt.getTime() + pageLifeMs) };
			await pages.updateOne(
				{ tenantId, taskId: step.taskId, stepIndex: step.stepIndex },
				{ $setOnInsert: kept },
				{ upsert: true, writeConcern: { w: 1 }, ...requestLimit },
			);
		},

		/** How many pages the tenant has, counted up to `atMost`. */
		countPages: (tenantId: TenantId, atMost: number): Promise<number> =>
			freshPages.countDocuments({ tenantId }, { limit: atMost, ...requestLimit }),

		/** Deletes the oldest pages of the tenant. */
		dropOldestPages: async (tenantId: TenantId, count: number): Promise<void> => {
			const oldest = { sort: { createdAt: 1 }, limit: count, projection: { _id: 1 }, ...requestLimit } as const;
			const ids = (await freshPages.find({ tenantId }, oldest).toArray()).map(({ _id }) => _id);
			await pages.deleteMany({ tenantId, _id: { $in: ids } }, requestLimit);
		},

		/** The page of a step, if it is stored. */
		page: async (tenantId: TenantId, taskId: TaskId, stepIndex: number): Promise<KeptPage | null> => {
			const found = await pages.findOne({ tenantId, taskId, stepIndex }, requestLimit);
			return found === null ? null : { gzip: Buffer.from(found.gzip.buffer), truncated: found.truncated, createdAt: found.createdAt };
		},
	};
}

/** Indexes of lists and pages. */
export const traceMigrations: readonly Migration[] = [
	{
		id: "2026-11-task-pages",
		run: async (db) => {
			await db.collection("task_pages").createIndexes([
				{ key: { tenantId: 1, taskId: 1, stepIndex: 1 }, unique: true },
				{ key: { expireAt: 1 }, expireAfterSeconds: 0 },
			]);
		},
	},
	{
		id: "2026-11-oldest-task-pages",
		run: async (db) => {
			await db.collection("task_pages").createIndex({ tenantId: 1, createdAt: 1 });
		},
	},
	{
		id: "2026-11-task-lists",
		run: async (db) => {
			await db
				.collection("tasks")
				.createIndexes([{ key: { tenantId: 1, userId: 1, ...newestFirst } }, { key: { tenantId: 1, ...newestFirst } }]);
		},
	},
	{
		id: "2026-11-task-shapes",
		run: async (db) => {
			const ofShape = { tenantId: 1, userId: 1, shape: 1 } as const;
			const hasShape = { partialFilterExpression: { shape: { $type: "string" } } } as const;
			await db.collection("tasks").createIndex({ ...ofShape, createdAt: -1 }, hasShape);
			await db.collection("dismissed_shapes").createIndexes([
				{ key: ofShape, unique: true },
				{ key: { expireAt: 1 }, expireAfterSeconds: 0 },
			]);
		},
	},
	{
		id: "2026-11-tasks-that-ask",
		run: async (db) => {
			const asks = { partialFilterExpression: { status: "needs_user_input" } } as const;
			await db.collection("tasks").createIndex({ tenantId: 1, userId: 1, "question.expiresAt": -1 }, asks);
		},
	},
];
