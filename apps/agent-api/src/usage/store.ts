import type { UsageQuery, UsageRow } from "@webhand/contracts/agent/usage";
import type { TenantId } from "@webhand/contracts/ids";
import type { Migration } from "@webhand/service-kit/migrations";
import type { Mongo } from "@webhand/service-kit/mongo";
import { requestLimit } from "@webhand/service-kit/mongo";

/** What model calls used, read from the steps that made them. */
export type UsageStore = ReturnType<typeof createUsageStore>;

const dayMs = 86_400_000;
const maxRows = 1_000;
const keyBy: Record<UsageQuery["by"], unknown> = {
	day: { $dateToString: { format: "%Y-%m-%d", date: "$createdAt" } },
	user: "$userId",
	model: { $ifNull: ["$model", "unknown"] },
};

/** Opens the store of usage. @source engine.md §10 "Usage" */
export function createUsageStore(mongo: Pick<Mongo, "db">) {
	const steps = mongo.db.collection("task_actions");
	return {
		/** Sums by day, user or model; `usd` is there where one call had a price. */
		sum: async (tenantId: TenantId, { from, to, by }: UsageQuery): Promise<UsageRow[]> => {
			const createdAt = { $gte: new Date(from), $lt: new Date(Date.parse(to) + dayMs) };
			const rows = await steps
				.aggregate<UsageRow & { usd: number; priced: number; cachedTokens: number; isEstimated: boolean }>(
					[
						{ $match: { tenantId, createdAt, "spent.calls": { $gt: 0 } } },
						{
							$group: {
								_id: keyBy[by],
								promptTokens: { $sum: "$spent.promptTokens" },
								completionTokens: { $sum: "$spent.completionTokens" },
								calls: { $sum: "$spent.calls" },
								steps: { $sum: 1 },
								cachedTokens: { $sum: "$spent.cachedTokens" },
								usd: { $sum: "$spent.usd" },
								isEstimated: { $max: { $ifNull: ["$spent.estimated", false] } },
								priced: { $sum: { $cond: [{ $eq: [{ $type: "$spent.usd" }, "missing"] }, 0, 1] } },
							},
						},
						{ $addFields: { key: "$_id", tokens: { $add: ["$promptTokens", "$completionTokens"] } } },
						{ $sort: by === "day" ? { key: 1 } : { tokens: -1, key: 1 } },
						{ $limit: maxRows },
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

/** The index behind the sums: only steps that asked a model are in it. @source architecture.md §5 */
export const usageMigrations: readonly Migration[] = [
	{
		id: "2026-11-usage-index",
		run: async (db) => {
			await db
				.collection("task_actions")
				.createIndex({ tenantId: 1, createdAt: 1 }, { partialFilterExpression: { "spent.calls": { $gt: 0 } }, name: "usage" });
		},
	},
];
