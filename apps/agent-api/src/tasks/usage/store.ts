import type { TaskCounts, UsageQuery, UsageRow } from "@webhand/contracts/agent/usage";
import type { TaskId, TenantId, UserId } from "@webhand/contracts/ids";
import type { Mongo } from "@webhand/service-kit/mongo";
import { inTransaction, requestLimit } from "@webhand/service-kit/mongo";
import type { Migration } from "@webhand/service-kit/mongo/migrations";
import { dayMs } from "../../shared/retention.ts";
import type { Spent } from "../../shared/task.ts";
import type { SpendingStore } from "./store/spending.ts";

/** Model calls outside of stored steps: of a request that led to none, or (`isStep`) of a server-run task. `model`: `provider/model`. */
export type LostUsage = {
	readonly tenantId: TenantId;
	readonly userId: UserId;
	readonly taskId?: TaskId;
	readonly model: string;
	readonly spent: Spent;
	readonly isStep?: true;
	readonly createdAt: Date;
	readonly expireAt: Date;
};

/** Tasks that began on one day, or of one user. */
export type CountedTasks = TaskCounts & { readonly key: string };

/** What model calls used, from stored steps and from requests that led to no step. */
export type UsageStore = ReturnType<typeof createUsageStore>;

const maxRows = 1_000;
const keyBy: Readonly<Record<UsageQuery["by"], unknown>> = {
	day: { $dateToString: { format: "%Y-%m-%d", date: "$createdAt" } },
	user: "$userId",
	model: { $ifNull: ["$model", "unknown"] },
	task: { $ifNull: ["$taskId", "none"] },
	routine: { $ifNull: ["$taskId", "none"] },
};

/** Names rows of tasks, and sums them by the routine that they played. */
function namedStages(by: UsageQuery["by"]): object[] {
	if (by !== "task" && by !== "routine") return [];
	const task = { from: "tasks", localField: "key", foreignField: "_id", as: "task", pipeline: [{ $project: { query: 1, origin: 1 } }] };
	if (by === "task") return [{ $lookup: task }, { $set: { name: { $first: "$task.query" } } }, { $unset: "task" }];
	const sums = ["promptTokens", "completionTokens", "calls", "steps", "cachedTokens", "usd", "priced", "tokens"];
	const routine = { from: "routines", localField: "key", foreignField: "_id", as: "routine", pipeline: [{ $project: { name: 1 } }] };
	return [
		{ $lookup: task },
		{
			$group: {
				_id: { $ifNull: [{ $first: "$task.origin.routineId" }, "none"] },
				...Object.fromEntries(sums.map((part) => [part, { $sum: `$${part}` }])),
				isEstimated: { $max: "$isEstimated" },
			},
		},
		{ $set: { key: "$_id" } },
		{ $sort: { tokens: -1, key: 1 } },
		{ $lookup: routine },
		{ $set: { name: { $first: "$routine.name" } } },
		{ $unset: "routine" },
	];
}

/** Opens the store of usage. */
export function createUsageStore(mongo: Pick<Mongo, "db" | "client" | "observe">, count: SpendingStore["count"]) {
	const steps = mongo.db.collection("task_actions");
	const lost = mongo.db.collection<LostUsage>("lost_usage");
	const tasks = mongo.db.collection("tasks");
	return {
		/** Stores what was used outside of stored steps. */
		lose: async (tenantId: TenantId, row: Omit<LostUsage, "tenantId">): Promise<void> => {
			await inTransaction(mongo, async (session) => {
				await lost.insertOne({ ...row, tenantId }, { session });
				await count({ ...row, tenantId }, { spent: row.spent, at: row.createdAt }, session);
			});
		},

		/** Counts the steps that the rules decided in the place of a model. */
		countSpared: async (tenantId: TenantId, { from, to }: Pick<UsageQuery, "from" | "to">): Promise<number> =>
			await steps.countDocuments({ tenantId, createdAt: within(from, to), sparedModel: { $exists: true } }, requestLimit),

		/** Counts the tasks that began, by day or user. */
		countTasks: async (tenantId: TenantId, { from, to }: Pick<UsageQuery, "from" | "to">, by: "day" | "user"): Promise<CountedTasks[]> => {
			const sumIf = (condition: object) => ({ $sum: { $cond: [condition, 1, 0] } });
			return await tasks
				.aggregate<CountedTasks>(
					[
						{ $match: { tenantId, createdAt: within(from, to) } },
						{
							$group: {
								_id: keyBy[by],
								started: { $sum: 1 },
								withoutModel: sumIf({ $lte: ["$spent.calls", 0] }),
								completed: sumIf({ $eq: ["$status", "completed"] }),
							},
						},
						{ $project: { _id: 0, key: "$_id", started: 1, withoutModel: 1, completed: 1 } },
						{ $sort: { started: -1, key: 1 } },
					],
					requestLimit,
				)
				.toArray();
		},

		/** Sums by day, user, model, routine or task; `usd` is present where a call had a price. */
		sum: async (tenantId: TenantId, { from, to, by }: UsageQuery): Promise<UsageRow[]> => {
			const createdAt = within(from, to);
			const ofSteps = { $match: { tenantId, createdAt, "spent.calls": { $gt: 0 } } };
			const lostCalls = [{ $match: { tenantId, createdAt } }, { $set: { isLost: { $ne: ["$isStep", true] } } }];
			const rows = await steps
				.aggregate<UsageRow & { usd: number; priced: number; cachedTokens: number; isEstimated: boolean }>(
					[
						ofSteps,
						{ $unionWith: { coll: "lost_usage", pipeline: lostCalls } },
						{
							$group: {
								_id: keyBy[by],
								promptTokens: { $sum: "$spent.promptTokens" },
								completionTokens: { $sum: "$spent.completionTokens" },
								calls: { $sum: "$spent.calls" },
								steps: { $sum: { $cond: ["$isLost", 0, 1] } },
								cachedTokens: { $sum: "$spent.cachedTokens" },
								usd: { $sum: "$spent.usd" },
								isEstimated: { $max: { $ifNull: ["$spent.estimated", false] } },
								priced: { $sum: { $cond: [{ $eq: [{ $type: "$spent.usd" }, "missing"] }, 0, 1] } },
							},
						},
						{ $addFields: { key: "$_id", tokens: { $add: ["$promptTokens", "$completionTokens"] } } },
						{ $sort: by === "day" ? { key: 1 } : { tokens: -1, key: 1 } },
						{ $limit: maxRows },
						...namedStages(by),
						{ $project: { _id: 0, tokens: 0 } },
					],
					requestLimit,
				)
				.toArray();
			return rows.map(({ usd, priced, cachedTokens, isEstimated, ...row }) => ({
				...row,
				...(cachedTokens === 0 ? {} : { cachedTokens }),
				...(priced === 0 ? {} : { usd }),
				...(isEstimated ? { estimated: true } : {}),
			}));
		},
	};
}

const within = (from: string, to: string) => ({ $gte: new Date(from), $lt: new Date(Date.parse(to) + dayMs) });

/** Indexes for the sums and counts; that of steps holds only those that called a model. */
export const usageMigrations: readonly Migration[] = [
	{
		id: "2026-11-usage-index",
		run: async (db) => {
			await db
				.collection("task_actions")
				.createIndex({ tenantId: 1, createdAt: 1 }, { partialFilterExpression: { "spent.calls": { $gt: 0 } }, name: "usage" });
		},
	},
	{
		id: "2026-11-spared-index",
		run: async (db) => {
			await db
				.collection("task_actions")
				.createIndex({ tenantId: 1, createdAt: 1 }, { partialFilterExpression: { sparedModel: { $exists: true } }, name: "spared" });
		},
	},
	{
		id: "2026-11-usage-tasks-index",
		run: async (db) => {
			await db.collection("tasks").createIndex({ tenantId: 1, createdAt: -1 }, { name: "usage" });
		},
	},
	{
		id: "2026-11-lost-usage-indexes",
		run: async (db) => {
			await db
				.collection("lost_usage")
				.createIndexes([{ key: { tenantId: 1, createdAt: 1 } }, { key: { expireAt: 1 }, expireAfterSeconds: 0 }]);
		},
	},
];
