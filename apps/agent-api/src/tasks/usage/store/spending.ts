import type { TenantId, UserId } from "@webhand/contracts/ids";
import type { Mongo, Transaction } from "@webhand/service-kit/mongo";
import { requestLimit } from "@webhand/service-kit/mongo";
import type { Migration } from "@webhand/service-kit/mongo/migrations";
import type { MonthOfSpending, Spending } from "../../../policy/authority/spend.ts";
import { monthOf, spendingOf } from "../../../policy/authority/spend.ts";
import { defined } from "../../../shared/defined.ts";
import { dayMs } from "../../../shared/retention.ts";
import type { Owner } from "../../../shared/rows.ts";
import type { Spent } from "../../../shared/task.ts";
import { createTenantCache } from "../../../shared/tenant-cache.ts";

/** What a person used in a month of UTC; one row each, however many steps they took. */
type StoredSpending = Owner & Spending & { readonly month: string; readonly expireAt: Date };

/** Counters of what model calls used, by person and month. */
export type SpendingStore = ReturnType<typeof createSpendingStore>;

/** So long a process may go by what was used before, where another process counted meanwhile. */
const freshMs = 500;
const keptDays = 400;

/** Opens the counters; `elapsed` counts milliseconds. */
export function createSpendingStore(
	mongo: Pick<Mongo, "db">,
	{ now, elapsed }: { readonly now: () => Date; readonly elapsed: () => number },
) {
	const counters = mongo.db.collection<StoredSpending>("spending");
	const known = createTenantCache({
		read: async (tenantId: TenantId): Promise<MonthOfSpending> => {
			const rows = await counters.find({ tenantId, month: monthOf(now()) }, requestLimit).toArray();
			return new Map(rows.map(({ userId, usd, tokens }): [UserId, Spending] => [userId, { usd, tokens }]));
		},
		freshMs,
		elapsed,
	});
	return {
		/** Counts what was used; lost usage in its transaction, a step behind it. */
		count: async ({ tenantId, userId }: Owner, { spent, at }: { readonly spent: Spent; readonly at: Date }, session?: Transaction) => {
			await counters.updateOne(
				{ tenantId, userId, month: monthOf(at) },
				{ $inc: spendingOf(spent), $setOnInsert: { expireAt: new Date(at.getTime() + keptDays * dayMs) } },
				{ upsert: true, ...defined({ session }) },
			);
			known.forget(tenantId);
		},

		/** What each person of a tenant used in this month. */
		thisMonth: known.of,
	};
}

/** Indexes of the counters. */
export const spendingMigrations: readonly Migration[] = [
	{
		id: "2026-11-spending",
		run: async (db) => {
			await db.collection("spending").createIndexes([
				{ key: { tenantId: 1, month: 1, userId: 1 }, unique: true },
				{ key: { expireAt: 1 }, expireAfterSeconds: 0 },
			]);
		},
	},
];
